import Foundation
import HTTPMessages
import RowndDialect
import ServiceCalls

/// Why a call was refused, in the hub API's shape.
public struct HubError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The HTTP status, from 400.
    public let status: Int
    /// A stable name for programs, such as `E_CODE_WRONG`.
    public let code: String
    /// All problems, each a sentence.
    public let messages: [String]
    /// Seconds until the call may be made again; `nil` if waiting does not help.
    public let wait: TimeInterval?

    init(_ status: Int, _ code: String, _ messages: [String], wait: TimeInterval? = nil) {
        self.status = status
        self.code = code
        self.messages = messages
        self.wait = wait
    }

    init(_ status: Int, _ code: String, _ message: String) {
        self.init(status, code, [message])
    }

    /// All messages, one after another.
    public var description: String { messages.joined(separator: " ") }

    static func unusable(_ message: String) -> HubError { HubError(400, "E_REQUEST", message) }
    static let noAppKey = HubError(401, "E_APP_KEY", "The header x-rownd-app-key names no application.")
    static let noToken = HubError(401, "E_TOKEN", "The access token is missing, expired, or not valid.")
    static let noSecret = HubError(401, "E_APP_SECRET", "The application's key or secret is not right.")
    static func nothing(_ what: String) -> HubError { HubError(404, "E_NOT_FOUND", "There is no such \(what).") }
    static func tooMany(wait: TimeInterval) -> HubError {
        HubError(429, "E_TOO_MANY", ["There were too many attempts; try again in \(minutes(wait))."], wait: wait)
    }

    /// Returns a wait in words.
    static func minutes(_ wait: TimeInterval) -> String {
        let minutes = max(1, Int((wait / 60).rounded(.up)))
        return "\(minutes) \(minutes == 1 ? "minute" : "minutes")"
    }

    /// Returns the error as an answer.
    func answer() throws -> HTTPReply {
        var headers: HTTPFields = [:]
        if let wait { headers[.retryAfter] = String(Int(max(1, wait.rounded(.up)))) }
        if status == 401 { headers[.wwwAuthenticate] = "Bearer" }
        let names = [
            400: "Bad Request", 401: "Unauthorized", 403: "Forbidden", 404: "Not Found", 405: "Method Not Allowed",
            409: "Conflict", 413: "Content Too Large", 415: "Unsupported Media Type", 429: "Too Many Requests",
        ]
        return try .json(
            HubRefusal(
                statusCode: status, error: names[status] ?? "Error", code: code, message: messages.first,
                messages: messages),
            status: status, headers: headers)
    }

    /// Translates errors that every service has.
    init?(_ error: any Error) {
        switch error {
        case let error as HubError: self = error
        case let error as BodyTooLarge:
            self.init(
                413, "E_REQUEST",
                "The request's body is larger than \(error.limit / 1024) KB, the limit of every call of this API. Send the "
                    + "fields of a large profile one by one, or keep what is larger elsewhere.")
        case let error as MethodNotAllowed:
            self.init(
                405, "E_METHOD",
                "This address takes \(error.allowed.joined(separator: ", ")), not \(error.method).")
        case is NothingAtPath: self = .nothing("address")
        case is UnreadableBody:
            self = .unusable("The request's body cannot be read: its chunks are not as HTTP has them.")
        case is CancellationError: self.init(503, "E_CANCELLED", "The request was cancelled.")
        default: return nil
        }
    }
}
