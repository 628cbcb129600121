import DocuSignDialect
import Envelopes
import Foundation
import HTTPMessages
import ServiceCalls

extension ServiceCall {
    /// Returns what the holder of a lock shows; `nil` for anybody else.
    func editHeader() throws(APIError) -> Wire.EditHeader? {
        guard let text = headers[named: "X-DocuSign-Edit"], !text.isEmpty else { return nil }
        return try Wire.EditHeader(text)
    }
}

extension Wire.EditHeader {
    /// The hash under which the history knows the token.
    var tokenHash: BlobHash { BlobHash(of: Data(token.utf8)) }
}
