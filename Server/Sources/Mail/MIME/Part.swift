import Foundation

/// A part of a message: its own headers and its encoded body.
struct Part {
    let headers: [HeaderLine]
    let body: Data

    static func text(_ text: String, type: String) -> Part {
        let encoding = TransferEncoding.best(for: text)
        return Part(
            headers: [
                HeaderLine("Content-Type", ["\(type);", "charset=utf-8"]),
                HeaderLine("Content-Transfer-Encoding", [encoding.rawValue]),
            ], body: encoding.encoded(text: text))
    }

    /// - Parameters:
    ///   - tag: letters and digits that make the message's boundaries its own
    ///   - type: the media type of the first part, which `multipart/related` names (RFC 2387)
    static func multipart(_ kind: String, tag: String, _ parts: [Part], type: String? = nil) -> Part {
        // No body has “=_” (see TransferEncoding), so none has a boundary. The kinds differ, so no boundary begins with
        // another.
        let boundary = "=_\(kind)_\(tag)"
        var body = Data()
        for part in parts {
            body.append(Data("--\(boundary)\r\n".utf8))
            body.append(Data(part.headers.map(\.text).joined().utf8))
            body.append(MIMEWriter.lineEnd)
            body.append(part.body)
            if !part.body.hasSuffix(MIMEWriter.lineEnd) { body.append(MIMEWriter.lineEnd) }
        }
        body.append(Data("--\(boundary)--\r\n".utf8))
        var parameters = ["multipart/\(kind);", "boundary=\"\(boundary)\""]
        if let type { parameters = ["multipart/\(kind);", "type=\"\(type)\";", "boundary=\"\(boundary)\""] }
        return Part(headers: [HeaderLine("Content-Type", parameters)], body: body)
    }
}

extension Data {
    fileprivate func hasSuffix(_ other: Data) -> Bool { count >= other.count && suffix(other.count) == other }
}
