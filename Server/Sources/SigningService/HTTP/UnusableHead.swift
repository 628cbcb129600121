import HTTPMessages
import Hummingbird

/// The reason why a request is rejected, whatever it asks for.
enum UnusableHead: Error {
    /// `Host` is missing, repeated, or invalid (RFC 9112 §3.2).
    case host
    /// The request has a content coding (RFC 9110 §8.4).
    case contentCoding
    /// A transfer coding other than `chunked` (RFC 9112 §6.1).
    case transferCoding
    /// No resource supports the method (RFC 9110 §9.1).
    case method

    var status: Int {
        switch self {
        case .host: 400
        case .contentCoding: 415
        case .transferCoding, .method: 501
        }
    }

    var sentence: String {
        switch self {
        case .host: "The request needs one Host header with a host name or address."
        case .contentCoding: "The service does not accept compressed request bodies."
        case .transferCoding: "The service accepts no transfer coding except chunked."
        case .method: "The service does not support this method."
        }
    }
}

extension Request {
    /// The methods that some resource might have.
    private static let methods: [HTTPRequest.Method] = [
        .get, .head, .post, .put, .patch, .delete, .options, .trace, .connect,
    ]

    /// - Throws: ``UnusableHead`` for a header that the service cannot accept
    func checkHead() throws(UnusableHead) {
        // NIO removes the first one from the headers.
        guard let authority = head.authority, ServiceAddress.isAuthority(authority), headers[named: "Host"] == nil
        else {
            throw .host
        }
        guard Self.methods.contains(method) else { throw .method }
        guard Self.isNone(headers[.contentEncoding], of: "identity") else { throw .contentCoding }
        guard Self.isNone(headers[.transferEncoding], of: "chunked") else { throw .transferCoding }
    }

    private static func isNone(_ coding: String?, of usual: String) -> Bool {
        coding.map { $0.isEmpty || $0.lowercased() == usual } ?? true
    }
}
