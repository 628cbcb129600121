import Crypto
import Foundation

/// Objects to append to a document as one incremental update (ISO 32000-2 §7.5.6).
///
/// It collects new and changed objects; reading an object returns its changed version. ``emitted()`` writes them with a
/// cross-reference section in the document's style: a stream after a stream, otherwise a table.
package struct IncrementalUpdate {
    package let document: PDFDocument
    private var objects: [PDFReference: PDFObject] = [:]
    private var order: [PDFReference] = []
    private var nextNumber: Int
    /// The address of the signature dictionary, and the number of bytes to reserve for its `/Contents`.
    private var signature: (reference: PDFReference, reserved: Int)?

    /// The purpose of an update.
    package enum Purpose {
        case content
        /// Only a document security store or a document timestamp. Even a certification without permitted changes
        /// accepts these (ISO 32000-2 table 257).
        case validationData
        /// A temporary copy in memory for drawing pages.
        case drawing
    }

    /// - Throws: `PDFError` if the object numbers are exhausted, the document permits no additions, or its
    ///   cross-reference information is damaged
    package init(_ document: PDFDocument, purpose: Purpose = .content) throws(PDFError) {
        if purpose == .content {
            try document.requireAdditions()
            try document.checkFillingIsAllowed()
        }
        self.document = document
        do {
            nextNumber = try document.firstUnusedNumber()
        } catch {
            guard let reason = Recovery.reason(for: error) else { throw error }
            throw .needsRepair(reason: reason)
        }
        try Self.refuseDamage(of: document)
        guard nextNumber < document.meter.limits.objectNumber else {
            throw .damaged(
                "it has an object with the number \(nextNumber - 1), more than readers accept",
                offset: document.newestSection.offset)
        }
    }

    /// Rejects a damaged document: an update refers to the previous section, and another reader may repair the file
    /// differently.
    private static func refuseDamage(of document: PDFDocument) throws(PDFError) {
        if let reason = document.repair { throw .needsRepair(reason: reason) }
    }

    package var isEmpty: Bool { order.isEmpty }

    // MARK: Collecting

    package mutating func add(_ object: PDFObject) -> PDFReference {
        let reference = PDFReference(number: nextNumber)
        nextNumber += 1
        set(reference, to: object)
        return reference
    }

    /// Sets a new version of an object.
    package mutating func set(_ reference: PDFReference, to object: PDFObject) {
        if objects.updateValue(object, forKey: reference) == nil { order.append(reference) }
    }

    /// Adds the signature dictionary; ``emitted()`` inserts `/ByteRange` and `/Contents`.
    package mutating func addSignature(_ dictionary: PDFDictionary, reserving bytes: Int) -> PDFReference {
        let reference = add(.dictionary(dictionary))
        signature = (reference, bytes)
        return reference
    }

    /// Returns the updated object.
    package func object(_ reference: PDFReference) throws(PDFError) -> PDFObject {
        if let changed = objects[reference] { return changed }
        return try document.object(reference)
    }

    /// Returns the updated object or, for a reference, its updated target.
    package func resolve(_ object: PDFObject) throws(PDFError) -> PDFObject {
        var current = object
        for _ in 0..<32 {
            guard case .reference(let reference) = current else { return current }
            current = try self.object(reference)
        }
        throw .unsupported("references lead from one to the next more than 32 times")
    }

    package func dictionary(_ reference: PDFReference) throws(PDFError) -> PDFDictionary {
        guard case .dictionary(let dictionary) = try object(reference) else {
            throw .damagedObject(reference, "it is not a dictionary")
        }
        return dictionary
    }

    /// Appends to an array in a dictionary, whether inline or indirect; creates the array if there is none.
    ///
    /// Changes the array's own object if there is one, otherwise the dictionary.
    package mutating func append(
        _ elements: [PDFObject], toArray key: String, of dictionary: inout PDFDictionary
    ) throws(PDFError) {
        if case .reference(let reference) = dictionary[key], case .array(let present) = try object(reference) {
            set(reference, to: .array(present + elements))
            return
        }
        let present = try resolve(dictionary[key] ?? .null).arrayValue ?? []
        dictionary[key] = .array(present + elements)
    }

    // MARK: Writing

    /// Returns the bytes to append and the positions of the signature's two gaps.
    package func emitted() throws(PDFError) -> EmittedUpdate {
        // Reading the changed objects may have revealed damage.
        try Self.refuseDamage(of: document)
        var writer = ObjectWriter()
        writer.reserve(4096 + (signature?.reserved ?? 0) * 2)
        if let last = document.bytes.last, last != 0x0A, last != 0x0D { writer.append("\n") }
        let start = document.bytes.count
        var places: [(reference: PDFReference, offset: Int)] = []
        var gaps: EmittedUpdate.SignatureGaps?
        for reference in order {
            places.append((reference, start + writer.bytes.count - document.headerOffset))
            guard let collected = objects[reference] else { continue }
            let object = document.encryption?.encrypted(collected, of: reference) ?? collected
            if let signature, signature.reference == reference, case .dictionary(let dictionary) = object {
                gaps = Self.write(dictionary, as: reference, reserving: signature.reserved, to: &writer)
            } else {
                writer.write(object, as: reference)
            }
        }
        let sectionOffset = start + writer.bytes.count - document.headerOffset
        let identifier = Self.identifier(of: writer.bytes, without: gaps?.contents, before: document)
        var section = XrefSectionWriter(
            places: places, offset: sectionOffset, size: nextNumber,
            previous: document.newestSection.offset - document.headerOffset)
        try section.write(after: document.newestSection, identifier: identifier, to: &writer)
        writer.append("startxref\n\(sectionOffset)\n%%EOF\n")
        return EmittedUpdate(bytes: writer.bytes, gaps: gaps, base: document.bytes)
    }

    /// Returns the new file identifier: the first part is kept, the second is derived from the changes (ISO 32000-2
    /// §14.4). An encryption key may depend on the first part, or on its absence.
    ///
    /// - Parameter gap: the zeros that the signature will replace; they are not hashed
    private static func identifier(
        of bytes: [UInt8], without gap: Range<Int>?, before document: PDFDocument
    ) -> PDFObject {
        var hash = SHA256()
        let old = (try? document.value("ID", in: document.trailer))?.arrayValue?.compactMap(\.stringValue) ?? []
        for part in old { hash.update(data: part) }
        hash.update(data: withUnsafeBytes(of: document.bytes.count.bigEndian) { Data($0) })
        let gap = gap ?? bytes.count..<bytes.count
        bytes.withUnsafeBytes { bytes in
            hash.update(bufferPointer: UnsafeRawBufferPointer(rebasing: bytes[..<gap.lowerBound]))
            hash.update(bufferPointer: UnsafeRawBufferPointer(rebasing: bytes[gap.upperBound...]))
        }
        if old.isEmpty, document.isEncrypted { return .null }
        let new = Data(Array(hash.finalize())[..<16])
        return .array([.string(old.first ?? new), .string(new)])
    }

    private static func write(
        _ dictionary: PDFDictionary, as reference: PDFReference, reserving bytes: Int, to writer: inout ObjectWriter
    ) -> EmittedUpdate.SignatureGaps {
        writer.begin(reference)
        writer.append("<<")
        for entry in dictionary.entries {
            writer.write(name: entry.key)
            writer.append(" ")
            writer.write(entry.value)
        }
        writer.append("/ByteRange ")
        let byteRange = writer.bytes.count..<writer.bytes.count + EmittedUpdate.byteRangeWidth
        writer.append(repeatElement(0x20, count: EmittedUpdate.byteRangeWidth))
        writer.append("/Contents ")
        let contents = writer.bytes.count..<writer.bytes.count + bytes * 2 + 2
        writer.append("<")
        writer.append(repeatElement(0x30, count: bytes * 2))
        writer.append(">>>\nendobj\n")
        return EmittedUpdate.SignatureGaps(byteRange: byteRange, contents: contents)
    }
}
