import DocuSignDialect
import Envelopes
import Foundation
import Ledger

/// Where our own calls are, beside the API.
enum OwnCalls {
    static let root = "countersign/v1"
    static let account = "\(root)/accounts/:accountId"
}

/// Which blobs are an account's: those that its envelopes name, and those that it has handed over itself. Knowing a
/// hash opens nothing.
struct BlobAccess: Sendable {
    let ledger: EnvelopeLedger
    let uploads: any UploadStore
    var now: @Sendable () -> Date = { Date() }

    /// How many bytes an account's blob has; nil for one that is not there, or not the account's.
    func size(_ hash: BlobHash, account: String) async throws -> Int? {
        guard let size = try await ledger.blobs.size(hash) else { return nil }
        if try await ledger.events.isNamed(hash, by: account) { return size }
        return try await uploads.isFinished(hash, account: account, now: now()) ? size : nil
    }
}

/// What a client asks first: whether this is a server of ours.
struct GreetingRoute {
    let limits: UploadLimits

    private struct Greeting: Encodable {
        struct Uploads: Encodable {
            let partSize: Int
            let totalSize: Int
        }
        let service = "countersign"
        let version = 1
        let uploads: Uploads
    }

    var routes: [APIRoute] {
        [
            APIRoute(.get, OwnCalls.root, needsToken: false) { _ in
                try .json(Greeting(uploads: .init(partSize: limits.partSize, totalSize: limits.totalSize)))
            }
        ]
    }
}

/// Blobs by hash.
struct BlobRoutes {
    let ledger: EnvelopeLedger
    let access: BlobAccess

    var routes: [APIRoute] {
        [
            APIRoute(.get, "\(OwnCalls.account)/blobs/:hash", answersHead: false) { request in
                let (hash, size) = try await found(request)
                return .bytes(
                    try await ledger.document(hash), type: "application/octet-stream",
                    headers: [.eTag: "\"\(hash)\"", .contentLength: String(size)])
            },
            // Told without reading the bytes.
            APIRoute(.head, "\(OwnCalls.account)/blobs/:hash") { request in
                let (hash, size) = try await found(request)
                return .bytes(
                    Data(), type: "application/octet-stream",
                    headers: [.eTag: "\"\(hash)\"", .contentLength: String(size)])
            },
        ]
    }

    private func found(_ request: ServiceCall) async throws -> (BlobHash, Int) {
        let hash = try request.blobHash()
        guard let size = try await access.size(hash, account: request.requireIdentity().accountID) else {
            throw APIError(status: 404, errorCode: "BLOB_DOES_NOT_EXIST", message: "There is no blob \(hash).")
        }
        return (hash, size)
    }
}

extension ServiceCall {
    /// The hash that a path names.
    func blobHash() throws(APIError) -> BlobHash {
        let name = parameters["hash"] ?? ""
        guard let hash = BlobHash(rawValue: name.lowercased()) else {
            throw APIError(
                .invalidRequestParameter, "\(name.prefix(80)) is not a SHA-256 in 64 hexadecimal digits.")
        }
        return hash
    }
}
