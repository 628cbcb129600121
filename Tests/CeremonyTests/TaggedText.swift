import Foundation
import SignedPDF
import Testing

/// The structure of a tagged PDF, in reading order.
struct TaggedText {
    private(set) var roles: [String] = []
    private(set) var alternatives: [String] = []
    /// The pieces of marked content on all pages that no element owns, or that an element names in vain.
    private(set) var unowned = 0
    private let document: PDFDocument

    var headings: [String] { roles.filter { $0.hasPrefix("H") } }

    init(_ document: PDFDocument) throws {
        self.document = document
        let root = try #require(document.value("StructTreeRoot", in: document.catalog()).dictionaryValue)
        var owned = 0
        for kid in try document.value("K", in: root).arrayValue ?? [] { owned += try read(kid) }
        var marked = 0
        for number in 1...(try document.pageCount()) {
            let contents = try document.value("Contents", in: document.page(number).dictionary)
            for part in contents.arrayValue ?? [contents] {
                guard let stream = try document.resolve(part).streamValue else { continue }
                marked +=
                    String(decoding: try document.decoded(stream), as: Unicode.ASCII.self).ranges(of: "/MCID ").count
            }
        }
        unowned = abs(marked - owned)
    }

    /// Reads an element and returns the number of its pieces of content.
    private mutating func read(_ object: PDFObject) throws -> Int {
        guard case .dictionary(let element) = try document.resolve(object), let role = element["S"]?.nameValue else {
            return 1
        }
        roles.append(role)
        if let alternative = element["Alt"]?.textValue { alternatives.append(alternative) }
        return try (document.value("K", in: element).arrayValue ?? []).map { try read($0) }.reduce(0, +)
    }
}
