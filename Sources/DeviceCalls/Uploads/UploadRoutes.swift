import DocuSignDialect
import EnvelopeWork
import Envelopes
import Foundation
import HTTPMessages
import Ledger
import ServiceCalls

/// Uploads of blobs in parts, so that a lost connection costs at most one part.
struct UploadRoutes {
    let limits: UploadLimits
    let now: @Sendable () -> Date
    let ledger: EnvelopeLedger
    let uploads: SQLUploadStore
    let access: BlobAccess
    let expiry: UploadExpiry
    let observe: ServiceObserver

    private static let upload = "\(OwnCalls.account)/uploads/:hash"

    var routes: [APIRoute] {
        [
            APIRoute(.get, Self.upload) { request in
                let hash = try request.blobHash()
                return try await answer(hash, account: request.requireIdentity().accountID)
            },
            APIRoute(.put, Self.upload) { try await put($0) },
        ]
    }

    private func put(_ request: ServiceCall) async throws -> HTTPReply {
        let hash = try request.blobHash()
        let account = try request.requireIdentity().accountID
        guard let range = request.headers[.contentRange].flatMap(ContentRange.init) else {
            throw APIError(
                .invalidRequestParameter, "The request needs a valid Content-Range header, such as bytes 0-99/1000.")
        }
        guard range.total <= limits.totalSize else {
            throw APIError(
                status: 413, errorCode: APIError.Code.invalidRequestBody.rawValue,
                message:
                    "The file is larger than \(limits.totalSize) bytes, the limit of this service, which the operator "
                    + "sets with serve --upload-limit.")
        }
        let part = try await request.body.data(limit: limits.partSize)
        guard part.count == range.bytes?.count ?? 0 else {
            throw APIError(
                .invalidRequestBody,
                "The part has \(part.count) bytes, and its Content-Range says \(range.bytes?.count ?? 0).")
        }
        if try await access.size(hash, account: account) == nil {
            if range.bytes == 0..<range.total {
                try await takeWhole(part, hash, account)
            } else if let refusal = try await take(part, range, hash, account) {
                return refusal
            }
        }
        return try await answer(hash, account: account)
    }

    /// Stores a blob that arrived in one request, without intermediate parts.
    private func takeWhole(_ bytes: Data, _ hash: BlobHash, _ account: String) async throws {
        let blob = Blob(bytes)
        guard blob.hash == hash else { throw Self.mismatch(hash) }
        try await expire()
        try await withinQuota {
            try await uploads.begin(hash, size: bytes.count, account: account, quota: quota, now: now())
        }
        try await keep(blob, account)
    }

    /// Stores a part, and the whole blob after its last part.
    ///
    /// - Returns: a response that says where to resume, if the part is rejected
    private func take(
        _ part: Data, _ range: ContentRange, _ hash: BlobHash, _ account: String
    ) async throws -> HTTPReply? {
        var received = try await uploads.upload(hash, account: account)?.received ?? 0
        if let bytes = range.bytes {
            if bytes.lowerBound == 0 { try await expire() }
            do {
                received = try await withinQuota {
                    try await uploads.append(
                        part, at: bytes.lowerBound, of: range.total, to: hash, account: account, quota: quota,
                        now: now())
                }
            } catch UploadError.wrongOffset(let received) {
                return try await answer(
                    hash, account: account, status: 409, code: "UPLOAD_OFFSET_MISMATCH",
                    message: "The part begins at byte \(bytes.lowerBound); continue with byte \(received).")
            } catch UploadError.otherSize(let size) {
                // It is unknown which of the two sizes is wrong, so the upload starts over.
                try await uploads.remove(hash, account: account)
                return try await answer(
                    hash, account: account, status: 409, code: "UPLOAD_OFFSET_MISMATCH",
                    message: "The upload was started with a size of \(size) bytes; start again.")
            }
        }
        if received == range.total { try await finish(hash, account) }
        return nil
    }

    private var quota: UploadQuota { UploadQuota(uploads: limits.openUploads, bytes: limits.unusedBytes) }

    private func expire() async throws {
        try await expiry.drop(before: now().addingTimeInterval(-limits.partLife))
    }

    /// Converts exceeded quotas to errors of the API.
    private func withinQuota<Value: Sendable>(_ work: () async throws -> Value) async throws -> Value {
        do {
            return try await work()
        } catch UploadError.tooMany(let limit) {
            throw APIError(
                status: 429, errorCode: "UPLOAD_LIMIT_REACHED",
                message: "The account has \(limit) unfinished uploads, which is the limit; finish one first.")
        } catch UploadError.tooMuch(let limit) {
            throw APIError(
                status: 429, errorCode: "UPLOAD_LIMIT_REACHED",
                message: "The account may have at most \(limit) bytes of orphaned uploads; send the histories that "
                    + "name them, or wait until the service deletes them.")
        }
    }

    private func finish(_ hash: BlobHash, _ account: String) async throws {
        let bytes: Data
        do {
            bytes = try await uploads.data(hash, account: account)
        } catch {
            // The last part was uploaded twice at once, and the other request finished first.
            if try await uploads.isFinished(hash, account: account, now: now()) { return }
            throw error
        }
        let blob = Blob(bytes)
        guard blob.hash == hash else {
            try await uploads.remove(hash, account: account)
            throw Self.mismatch(hash)
        }
        try await keep(blob, account)
    }

    private static func mismatch(_ hash: BlobHash) -> APIError {
        APIError(
            status: 422, errorCode: "UPLOAD_HASH_MISMATCH",
            message: "The SHA-256 of the uploaded bytes is not \(hash); they were discarded.")
    }

    private func keep(_ blob: Blob, _ account: String) async throws {
        try await ledger.keep(blob)
        try await uploads.finish(blob.hash, account: account, now: now())
        observe(.uploadCompleted(bytes: blob.bytes.count))
    }

    /// The progress of an upload, and the reason if a part was rejected.
    private struct Progress: Encodable {
        let sha256: String
        let size: Int?
        let received: Int
        let complete: Bool
        let errorCode: String?
        let message: String?

        private enum CodingKeys: String, CodingKey {
            case sha256, size, received, complete, errorCode, message
        }

        func encode(to encoder: any Encoder) throws {
            var members = encoder.container(keyedBy: CodingKeys.self)
            try members.encode(sha256, forKey: .sha256)
            // `size` is always present, and `null` if unknown.
            try members.encode(size, forKey: .size)
            try members.encode(received, forKey: .received)
            try members.encode(complete, forKey: .complete)
            try members.encodeIfPresent(errorCode, forKey: .errorCode)
            try members.encodeIfPresent(message, forKey: .message)
        }
    }

    private func answer(
        _ hash: BlobHash, account: String, status: Int = 200, code: String? = nil, message: String? = nil
    ) async throws -> HTTPReply {
        let whole = try await access.size(hash, account: account)
        let part = try await uploads.upload(hash, account: account)
        return try .json(
            Progress(
                sha256: hash.rawValue, size: whole ?? part?.size, received: whole ?? part?.received ?? 0,
                complete: whole != nil, errorCode: code, message: message), status: status)
    }
}
