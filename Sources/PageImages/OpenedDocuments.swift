import Foundation

/// Opens each document once, however many of its pages are requested concurrently. The most recently used documents
/// stay open.
actor OpenedDocuments<Document: Sendable> {
    private struct Opened {
        let opening: Task<(document: Document, size: Int), any Error>
        /// The file's size in bytes; zero while the document is being opened.
        var size = 0
    }

    private let bytes: Int
    private let open: @Sendable (Data) throws -> Document
    private var opened: [String: Opened] = [:]
    /// The hashes of the open documents, the most recently used last.
    private var order: [String] = []

    /// - Parameters:
    ///   - bytes: the total size of the files that are kept open; a single larger file is kept alone
    ///   - open: opens a file's bytes; called again only after the document was evicted
    init(keeping bytes: Int, open: @escaping @Sendable (Data) throws -> Document) {
        self.bytes = bytes
        self.open = open
    }

    /// - Throws: any error from loading or opening; a failed document is retried on the next request
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
