import Foundation
import PDFMutation
import Testing

@testable import PDFFormat
@testable import SignedPDF
@testable import TestSupport

@Suite("Limits on reading a file")
struct ReadingLimitsTests {
    /// Reads what a service reads; throws what the first problem throws.
    private func read(_ data: Data, _ limits: ReadingLimits) throws(PDFError) {
        let document = try PDFDocument(data, limits: limits)
        _ = try document.pages()
        for section in try document.sections() {
            for number in section.objectNumbers { _ = try document.object(PDFReference(number: number)) }
        }
    }

    @Test("Exceeding any limit stops the reading", arguments: 0..<6)
    func limits(index: Int) throws {
        let file = GeneratedPDF(seed: 31, styles: [.stream, .table, .stream], pageCount: 9)
        try read(file.data, .standard)
        var limits = ReadingLimits()
        switch index {
        case 0: limits.nesting = 1
        case 1: limits.elements = 3
        case 2: limits.sections = 2
        case 3: limits.decodedBytes = 10
        case 4:
            limits.work = 3000
            limits.workPerByte = 0
        default:
            limits.work = -5
            limits.workPerByte = -5
        }
        #expect(throws: PDFError.self) { try read(file.data, limits) }
    }

    @Test("A hostile file opens or is refused, within its limits", arguments: HostileFiles.all().map(\.name))
    func hostile(name: String) async throws {
        // What the standard limits mean in seconds is measured in an optimised build: see docs/fuzzing.md.
        let make = try #require(HostileFiles.all(inflated: 20_000_000).first { $0.name == name }).make
        let data = make()
        #expect(data.count < 2_000_000)
        var limits = ReadingLimits()
        (limits.work, limits.workPerByte, limits.decodedBytes) = (2 << 20, 4, 2 << 20)
        let anchor = try SigningIdentity.selfSigned(name: "Nobody", at: SeedCorpus.now).certificate
        let outcome = await Trial(trusting: anchor, limits: limits).run(
            data, seed: SeedFile(name: name, bytes: data, password: nil))
        #expect(outcome.fault == nil)
        #expect(outcome.seconds < 60)
    }

    @Test("Cached objects count as work only once")
    func cached() throws {
        let file = GeneratedPDF(seed: 3, styles: [.stream], pageCount: 5)
        let document = try PDFDocument(file.data)
        _ = try document.pages()
        let first = document.meter.workLeft
        let reference = try document.pages()[2].reference
        let second = document.meter.workLeft
        _ = try document.object(reference)
        #expect(second - document.meter.workLeft < 50)
        #expect(first - second < 10_000)
    }
}
