import Composing
import Envelopes
import Essentials
import Foundation
import PageImages

/// One draft in memory, for tests of the host alone.
actor MemoryDrafts: DraftStore {
    private var held: Draft
    private(set) var ending: String?

    init(_ definition: EnvelopeDefinition) {
        held = Draft(definition: definition, version: 1, files: definition.documents)
    }

    func draft() throws -> Draft { held }

    func save(_ definition: EnvelopeDefinition, over version: Int) throws -> Draft {
        guard version == held.version else { throw DraftError.changed(held) }
        held.definition = definition
        held.version += 1
        return held
    }

    func add(_ file: Data, named name: String, as id: DocumentID) throws -> EnvelopeDocument {
        guard file.starts(with: Data("%PDF-".utf8)) else { throw DraftError.fileRefused(.unknownKind) }
        if let other = held.files.first(where: { $0.id == id }) {
            guard other.blob == BlobHash(of: file) else { throw DraftError.fileExists }
            return other
        }
        let document = EnvelopeDocument(
            id: id, name: name, blob: BlobHash(of: file), pages: [PageSize(width: 612, height: 792)], order: 1)
        held.files.append(document)
        return document
    }

    func bytes(of file: BlobHash) throws -> Data { Data() }
    func places(in file: BlobHash) throws -> FoundPlaces {
        FoundPlaces(
            fields: [
                .init(
                    kind: .text, page: 1, frame: TabFrame(x: 1, y: 2, width: 3, height: 4), label: "Town",
                    required: true)
            ], rules: [.init(.line, page: 1, frame: TabFrame(x: 5, y: 6, width: 70, height: 0.5))])
    }
    func problems(of definition: EnvelopeDefinition) throws -> [DraftProblem] { [] }

    func send(_ version: Int) throws {
        guard version == held.version else { throw DraftError.changed(held) }
        let problems = held.definition.problems(whenSending: true)
        guard problems.isEmpty else { throw DraftError.incomplete(problems.map { DraftProblem($0) }) }
        ending = "sent"
    }

    func fix(_ parts: FixedParts) { held.fixed = parts }
    func keep() throws { ending = "kept" }
    func discard() throws { ending = "discarded" }
}

/// Draws nothing but the number of the page.
struct NumberRenderer: PageRenderer {
    func image(ofPage page: Int, of source: PageSource, width: Int) async throws -> Data {
        Data("\(page) \(width)".utf8)
    }
    func words(onPage page: Int, of source: PageSource) async throws -> [WordBox] {
        [WordBox(text: "Page", x: 1, y: 2, width: 3, height: 4, line: 0)]
    }
}
