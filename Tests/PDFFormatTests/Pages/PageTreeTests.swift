import Foundation
import Testing

@testable import PDFFormat
@testable import SignedPDF
@testable import TestSupport

/// A file with a page tree given by its objects; the catalog is object 1 and the root object 2.
private func document(_ objects: [Int: String]) throws -> PDFDocument {
    var builder = RevisionBuilder(seed: 1)
    builder.append(
        objects.merging([1: "<</Type/Catalog/Pages 2 0 R>>"]) { first, _ in first }, style: .table,
        trailer: "/Root 1 0 R")
    return try PDFDocument(Data(builder.bytes))
}

private func numbers(_ document: PDFDocument) throws -> [Int] { try document.pages().map(\.reference.number) }

@Suite("Irregular page trees")
struct PageTreeTests {
    @Test(
        "A cyclic page tree keeps its other pages",
        arguments: ["/Count 2", "/Count 3", ""])
    func loop(count: String) throws {
        let document = try document([
            2: "<</Type/Pages/Kids[3 0 R 4 0 R]\(count)>>", 3: "<</Type/Page>>",
            4: "<</Type/Pages/Kids[2 0 R 5 0 R]\(count)>>", 5: "<</Type/Page>>",
        ])
        #expect(try numbers(document) == [3, 5])
        #expect(try document.page(2).reference.number == 5)
        #expect(try document.pageCount() == 2)
        #expect(throws: PDFError.noSuchPage(3, pageCount: 2)) { try document.page(3) }
    }

    @Test("Nodes and pages without /Type are found")
    func noType() throws {
        let document = try document([
            2: "<</Kids[3 0 R 4 0 R]/Count 2>>", 3: "<</MediaBox[0 0 9 9]>>", 4: "<</Kids[5 0 R]/Count 1>>", 5: "<<>>",
        ])
        #expect(try numbers(document) == [3, 5])
        #expect(try document.pageCount() == 2)
    }

    @Test("Wrong counts are ignored", arguments: [(0, 2), (1, 2), (5, 2), (3, 9), (3, 0), (-4, -4), (999_999_999, 2)])
    func wrongCounts(root: Int, node: Int) throws {
        let document = try document([
            2: "<</Type/Pages/Kids[3 0 R 4 0 R]/Count \(root)>>", 3: "<</Type/Page>>",
            4: "<</Type/Pages/Kids[5 0 R 6 0 R]/Count \(node)>>", 5: "<</Type/Page>>", 6: "<</Type/Page>>",
        ])
        #expect(try document.pageCount() == 3)
        #expect(try numbers(document) == [3, 5, 6])
        for (index, number) in [3, 5, 6].enumerated() {
            #expect(try document.page(index + 1).reference.number == number)
        }
    }

    @Test("A page listed twice in the tree is two pages")
    func repeatedPage() throws {
        let document = try document([2: "<</Type/Pages/Kids[3 0 R 3 0 R]/Count 2>>", 3: "<</Type/Page>>"])
        #expect(try numbers(document) == [3, 3])
    }

    @Test("A tree that doubles at every level is read quickly")
    func doubling() throws {
        var objects = [2: "<</Kids[10 0 R 10 0 R]>>"]
        for number in 10..<60 { objects[number] = "<</Kids[\(number + 1) 0 R \(number + 1) 0 R]>>" }
        objects[60] = "<</Type/Page>>"
        #expect(try document(objects).pages().count == 2)
    }

    @Test("The last of 10,000 pages is found by reading one node per level", arguments: [100, 10_000])
    func lastPage(pages: Int) throws {
        // Ten children a node; the pages but for the last are garbage that cannot be read.
        var objects: [Int: String] = [:]
        var next = 3
        func node(_ number: Int, _ count: Int, parent: Int?) {
            let kids = (0..<10).map { _ in
                defer { next += 1 }
                return next
            }
            let list = kids.map { "\($0) 0 R" }.joined(separator: " ")
            objects[number] =
                "<</Type/Pages/Kids[\(list)]/Count \(count)/MediaBox[0 0 99 99]"
                + (parent.map { "/Parent \($0) 0 R" } ?? "") + ">>"
            for kid in kids {
                if count > 10 { node(kid, count / 10, parent: number) } else { objects[kid] = "]]]" }
            }
        }
        node(2, pages, parent: nil)
        let lastParent = next - 1
        // The last page is the last child made; its siblings are read for their counts only where counts differ.
        objects[lastParent] = "<</Type/Page/Last true>>"
        let document = try document(objects)
        let before = document.meter.workLeft
        #expect(try document.page(pages).dictionary["Last"] == .bool(true))
        let work = before - document.meter.workLeft
        #expect(work < 40_000 * (pages == 100 ? 2 : 4), "\(work)")
        _ = try document.update(adding: [.sample(name: "New", page: pages)])
    }
}
