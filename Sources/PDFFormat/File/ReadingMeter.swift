import Synchronization

/// Counts what reading a document costs, its earlier revisions included, and stops it at the limit.
package final class ReadingMeter: Sendable {
    /// What one object costs besides its bytes: memory is taken for it.
    static let perElement = 32

    package let limits: ReadingLimits
    private let left: Atomic<Int>
    private let crossReferenceBytesLeft: Atomic<Int>

    package init(_ limits: ReadingLimits = .standard, fileSize: Int = 0) {
        self.limits = limits
        let (scaled, overflow) = fileSize.multipliedReportingOverflow(by: max(0, limits.workPerByte))
        let (sum, overflowToo) = max(0, limits.work).addingReportingOverflow(scaled)
        left = Atomic(overflow || overflowToo ? Int.max : sum)
        crossReferenceBytesLeft = Atomic(limits.decodedBytes)
    }

    var workLeft: Int { left.load(ordering: .relaxed) }

    /// - Throws: `PDFError.beyondLimits` once more was read than is allowed.
    package func charge(_ work: Int) throws(PDFError) {
        // Never below zero by more than the last charge, so that it cannot wrap around.
        guard left.load(ordering: .relaxed) >= 0 else { throw Self.exhausted }
        let work = max(0, min(work, Int.max / 4))
        guard left.subtract(work, ordering: .relaxed).newValue >= 0 else { throw Self.exhausted }
    }

    /// Counts the bytes of a cross-reference stream, which are kept as long as the document is open.
    func chargeCrossReference(bytes: Int) throws(PDFError) {
        guard crossReferenceBytesLeft.subtract(bytes, ordering: .relaxed).newValue >= 0 else {
            throw .beyondLimits("its cross-reference streams hold more than \(limits.decodedBytes) bytes")
        }
    }

    private static var exhausted: PDFError {
        .beyondLimits("reading it takes more work than a file of its size may ask for")
    }
}
