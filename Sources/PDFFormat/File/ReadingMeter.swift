import Essentials

/// Counts the work of reading a document and its earlier revisions, and stops it at the limit.
package final class ReadingMeter: Sendable {
    /// The work counted for an object besides its bytes, because it takes memory.
    static let perElement = 32

    package let limits: ReadingLimits
    private let left: Locked<Int>
    private let crossReferenceBytesLeft: Locked<Int>

    package init(_ limits: ReadingLimits = .standard, fileSize: Int = 0) {
        self.limits = limits
        let (scaled, overflow) = fileSize.multipliedReportingOverflow(by: max(0, limits.workPerByte))
        let (sum, overflowToo) = max(0, limits.work).addingReportingOverflow(scaled)
        left = Locked(overflow || overflowToo ? Int.max : sum)
        crossReferenceBytesLeft = Locked(limits.decodedBytes)
    }

    var workLeft: Int { left.withLock { $0 } }

    /// - Throws: `PDFError.beyondLimits` once the work exceeds the limit
    package func charge(_ work: Int) throws(PDFError) {
        let work = max(0, min(work, Int.max / 4))
        let isAllowed = left.withLock { left in
            // At most one charge below zero, so that it cannot overflow.
            if left >= 0 { left -= work }
            return left >= 0
        }
        guard isAllowed else { throw Self.exhausted }
    }

    /// Counts the bytes of a cross-reference stream, which is kept as long as the document is open.
    func chargeCrossReference(bytes: Int) throws(PDFError) {
        let isAllowed = crossReferenceBytesLeft.withLock { left in
            left -= bytes
            return left >= 0
        }
        guard isAllowed else {
            throw .beyondLimits("its cross-reference streams hold more than \(limits.decodedBytes) bytes")
        }
    }

    private static var exhausted: PDFError {
        .beyondLimits("reading it takes too much work for its size")
    }
}
