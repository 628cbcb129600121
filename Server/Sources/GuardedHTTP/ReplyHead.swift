import Foundation
import HTTPTypes

/// The head of a reply, line by line (RFC 9112 §4, §5).
struct ReplyHead {
    private(set) var status = 0
    private(set) var headers: HTTPFields = [:]
    /// Whether the head of the final reply has ended; informational ones precede it (RFC 9110 §15.2).
    private(set) var isComplete = false
    private var length = 0

    enum Problem: Error {
        /// No reply has a status below 100 (RFC 9110 §15).
        case status
        case tooLong

        /// A part of a sentence.
        var reason: String {
            switch self {
            case .status: "its reply has a status that no reply has"
            case .tooLong: "its reply has a head of more than \(ReplyHead.longest) bytes"
            }
        }
    }

    /// The longest head, in bytes, with those of informational replies.
    static let longest = 64 * 1024

    mutating func read(_ line: String) throws(Problem) {
        length += line.utf8.count
        guard length <= Self.longest else { throw .tooLong }
        let text = line.trimmingCharacters(in: .newlines)
        if text.hasPrefix("HTTP/") {
            let parts = text.split(separator: " ", maxSplits: 2)
            guard parts.count > 1, parts[1].utf8.count == 3, let status = Int(parts[1]), status >= 100 else {
                throw .status
            }
            self.status = status
            headers = [:]
        } else if text.isEmpty {
            isComplete = status >= 200 || status == 101
        } else if let colon = text.firstIndex(of: ":"), let name = HTTPField.Name(String(text[..<colon])) {
            let value = text[text.index(after: colon)...].trimmingCharacters(in: CharacterSet(charactersIn: " \t"))
            headers.append(HTTPField(name: name, value: value))
        }
    }
}
