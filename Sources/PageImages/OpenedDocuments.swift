import Foundation

/// Documents that are opened once, however many of their pages are asked for, and by how many at a time. The ones that
/// were asked for last are kept.
actor OpenedDocuments<Document: Sendable> {
    private struct Opened {
        let opening: Task<(document: Document, size: Int), any Error>
        /// In bytes; zero while it is being opened.
        var size = 0
    }

    private let bytes: Int
    private let open: @Sendable (Data) throws -> Document
    private var opened: [String: Opened] = [:]
    /// The hashes of what is kept; the one asked for last comes last.
    private var order: [String] = []

    /// - Parameters:
    ///   - bytes: the most that the files kept have together. One larger than that is kept alone.
    ///   - open: called once for a file's bytes, and again after it was given up.
    init(keeping bytes: Int, open: @escaping @Sendable (Data) throws -> Document) {
        self.bytes = bytes
        self.open = open
    }

    /// - Throws: what reading or opening throws; a document that could not be opened is opened anew the next time.
    func document(_ source: PageSource) async throws -> Document {
        let hash = source.hash
        order.removeAll { $0 == hash }
        order.append(hash)
        let opening =
            opened[hash]?.opening
            ?? Task { [open] in
                let bytes = try await source.bytes()
                return (try open(bytes), bytes.count)
            }
        if opened[hash] == nil { opened[hash] = Opened(opening: opening) }
        do {
            let (document, size) = try await opening.value
            if opened[hash]?.opening == opening { opened[hash]?.size = size }
            giveUpOldest()
            return document
        } catch {
            if opened[hash]?.opening == opening { forget(hash) }
            throw error
        }
    }

    private func giveUpOldest() {
        while order.count > 1, let oldest = order.first, opened.values.reduce(0, { $0 + $1.size }) > bytes {
            forget(oldest)
        }
    }

    private func forget(_ hash: String) {
        opened[hash] = nil
        order.removeAll { $0 == hash }
    }
}
