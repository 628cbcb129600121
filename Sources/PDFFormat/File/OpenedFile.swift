import Foundation

/// The result of opening a file: where its objects are, and how they are encrypted.
package struct OpenedFile {
    package let bytes: Data
    package let base: Int
    package let newest: XrefSection
    package var chain: XrefChain
    package let meter: ReadingMeter
    package var encryption: DocumentEncryption?
    var recovery: Recovery
    /// The data shared with later revisions of the file.
    package let seat: SharedReading.Seat?

    init(
        _ bytes: Data, base: Int, newest: XrefSection, meter: ReadingMeter, recovery: Recovery,
        seat: SharedReading.Seat? = nil
    ) {
        self.seat = seat
        self.bytes = bytes
        self.base = base
        self.newest = newest
        self.meter = meter
        self.recovery = recovery
        chain = XrefChain(newest: newest, base: base, meter: meter, seat: seat)
    }

    /// The options for opening a file.
    package struct Manner {
        package var password: String?
        /// The encryption of a later revision, which usually is that of the earlier ones.
        var knownEncryption: DocumentEncryption?
        /// Whether damaged cross-reference information is rebuilt from the objects.
        var rebuilds: Bool
        /// The data that later revisions of the file have read.
        package var shared: SharedReading?
    }

    package static func open(_ bytes: Data, _ manner: Manner, meter: ReadingMeter) throws(PDFError) -> OpenedFile {
        do throws(PDFError) {
            return try asWritten(bytes, manner, meter)
        } catch {
            guard manner.rebuilds, let reason = Recovery.reason(for: error) else { throw error }
            do throws(PDFError) {
                return try rebuilt(bytes, reason: reason, manner, meter)
            } catch .damaged, .damagedObject {
                // The first error is more specific.
                throw error
            }
        }
    }

    /// Opens the file by its own cross-reference information. The catalog has to be at the given offset.
    private static func asWritten(
        _ bytes: Data, _ manner: Manner, _ meter: ReadingMeter
    ) throws(PDFError) -> OpenedFile {
        let frame = try FileFrame(bytes)
        guard frame.startxref < bytes.count else {
            throw .damaged("startxref leads outside the file", offset: bytes.count)
        }
        // Offsets should count from the header, but often count from the file's beginning if there are bytes before the
        // header.
        if frame.headerOffset > 0 {
            do throws(PDFError) {
                return try usable(
                    bytes, at: frame.startxref + frame.headerOffset, base: frame.headerOffset, manner, meter)
            } catch .damaged, .damagedObject {}
        }
        return try usable(bytes, at: frame.startxref, base: 0, manner, meter)
    }

    private static func usable(
        _ bytes: Data, at offset: Int, base: Int, _ manner: Manner, _ meter: ReadingMeter
    ) throws(PDFError) -> OpenedFile {
        let newest = try XrefSection.read(from: bytes, at: offset, base: base, meter: meter)
        var file = OpenedFile(
            bytes, base: base, newest: newest, meter: meter, recovery: Recovery(isAllowed: false),
            seat: manner.shared?.seat(of: newest, base: base, fileSize: bytes.count))
        try file.decrypt(manner)
        _ = try PDFDocument(file).catalog()
        file.recovery = Recovery(isAllowed: manner.rebuilds)
        return file
    }

    /// Opens the file by the objects found in a scan of the whole file.
    private static func rebuilt(
        _ bytes: Data, reason: String, _ manner: Manner, _ meter: ReadingMeter
    ) throws(PDFError) -> OpenedFile {
        let base = try FileFrame.headerOffset(of: bytes)
        // Object streams come second: reading them may need the encryption, which the other objects provide.
        let plain = try Recovery.section(of: bytes, base: base, encryption: nil, meter: meter)
        var file = OpenedFile(bytes, base: base, newest: plain, meter: meter, recovery: Recovery(isAllowed: false))
        try file.decrypt(manner)
        if let encryption = file.encryption {
            let whole = try Recovery.section(of: bytes, base: base, encryption: encryption, meter: meter)
            file = OpenedFile(bytes, base: base, newest: whole, meter: meter, recovery: Recovery(isAllowed: false))
            file.encryption = encryption
        }
        file.recovery = Recovery(isAllowed: true, reason: reason, section: file.newest)
        _ = try PDFDocument(file).catalog()
        return file
    }

    private mutating func decrypt(_ manner: Manner) throws(PDFError) {
        guard let entry = newest.trailer["Encrypt"] else { return }
        let plain = PDFDocument(self)
        guard let dictionary = try plain.resolve(entry).dictionaryValue else {
            throw .damaged("the trailer's /Encrypt is not a dictionary", offset: newest.offset)
        }
        let identifier = try plain.value("ID", in: newest.trailer)
        if let known = manner.knownEncryption,
            known.holds(for: dictionary, at: entry.referenceValue, identifier: identifier)
        {
            encryption = known
            return
        }
        encryption = try DocumentEncryption(
            dictionary, at: entry.referenceValue, identifier: identifier, password: manner.password, in: plain)
    }
}
