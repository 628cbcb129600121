import Foundation

/// Fetches files from addresses that strangers name.
///
/// An implementation never connects to this machine or to private networks unless the operator allowed it, whatever
/// name or redirect leads there.
public protocol FileFetcher: Sendable {
    /// - Parameters:
    ///   - deadline: when the fetch has to be done
    ///   - limit: the maximum size that the caller takes, in bytes
    /// - Returns: the bytes of the file as sent; no content coding is asked for
    func file(at address: String, deadline: Date, limit: Int) async throws(FileFetchProblem) -> Data
}

extension FileFetcher {
    /// Returns a file of any size.
    public func file(at address: String, deadline: Date) async throws(FileFetchProblem) -> Data {
        try await file(at: address, deadline: deadline, limit: .max)
    }
}

/// Why a file was not fetched. Each sentence names the reason and nothing about the network behind it.
public enum FileFetchProblem: Error, Sendable, Hashable, CustomStringConvertible {
    case notAnAddress
    case notSecure
    case forbidden
    case tooManyRedirects(limit: Int)
    case tooLarge(limit: Int)
    case tooSlow(seconds: Int)
    case unreachable
    case status(Int)
    /// The service fetches no files.
    case switchedOff

    /// The end of a sentence whose subject is the address.
    public var description: String {
        switch self {
        case .notAnAddress: "is not a valid URL."
        case .notSecure: "has to begin with https://."
        case .forbidden: "leads to an address that this service does not open."
        case .tooManyRedirects(let limit): "redirects more than \(limit) times."
        case .tooLarge(let limit):
            "leads to a file larger than \(limit < 1_048_576 ? "\(limit) bytes" : "\(limit / 1_048_576) MB")."
        case .tooSlow(let seconds): "was not answered completely within \(seconds) seconds."
        case .unreachable: "could not be reached."
        case .status(let status): "was answered with status \(status)."
        case .switchedOff: "cannot be fetched: this service fetches no files. Send the file as file_base64."
        }
    }
}

/// Fetches nothing.
public struct NoFileFetcher: FileFetcher {
    /// Makes a fetcher for a service that fetches no files.
    public init() {}

    /// - Throws: ``FileFetchProblem/switchedOff``, always
    public func file(at address: String, deadline: Date, limit: Int) async throws(FileFetchProblem) -> Data {
        throw .switchedOff
    }
}
