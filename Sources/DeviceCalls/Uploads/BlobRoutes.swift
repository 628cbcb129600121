import DocuSignDialect
import EnvelopeWork
import Envelopes
import Foundation
import Ledger
import ServiceCalls

/// The paths of the service's own calls.
enum OwnCalls {
    static let root = "countersign/v1"
    static let account = "\(root)/accounts/:accountId"
}

/// Access to blobs. An account may read the blobs that its envelopes name and those that it uploaded; knowledge of a
/// hash gives no access.
struct BlobAccess: Sendable {
    let ledger: EnvelopeLedger
    let uploads: SQLUploadStore
    var now: @Sendable () -> Date = { Date() }

    /// Returns the size of an account's blob in bytes; `nil` if it is not stored or not the account's.
    func size(_ hash: BlobHash, account: String) async throws -> Int? {
        guard let size = try await ledger.blobs.size(hash) else { return nil }
        if try await ledger.events.isNamed(hash, by: account) { return size }
        return try await uploads.isFinished(hash, account: account, now: now()) ? size : nil
    }
}

/// Tells a client that this is a Countersign server.
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
            // Answered without reading the bytes.
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
    /// Returns the hash in the path.
    func blobHash() throws(APIError) -> BlobHash {
        let name = parameters["hash"] ?? ""
        guard let hash = BlobHash(rawValue: name.lowercased()) else {
            throw APIError(
                .invalidRequestParameter, "\(name.prefix(80)) is not a SHA-256 in 64 hexadecimal digits.")
        }
        return hash
    }
}
