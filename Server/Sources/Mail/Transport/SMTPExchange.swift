import CCurl
import Foundation

/// What libcurl reads from and reports to while it sends one message, all on one thread.
final class SMTPExchange {
    private let content: Data
    private var place: Int
    private(set) var dialogue = SMTPDialogue()
    /// Whether nobody waits for the outcome any more.
    let end: TransferEnd

    init(_ content: Data, until end: TransferEnd) {
        self.content = content
        self.end = end
        place = content.startIndex
    }

    /// Copies the next bytes of the message, and returns their number.
    func read(into buffer: UnsafeMutablePointer<CChar>, _ size: Int) -> Int {
        let next = content[place..<min(place + size, content.endIndex)]
        place = next.endIndex
        return next.copyBytes(to: UnsafeMutableRawBufferPointer(start: buffer, count: size))
    }

    /// Notes what libcurl said or heard; everything but the lines of the protocol is left out.
    func note(_ kind: curl_infotype, _ bytes: UnsafeRawBufferPointer) {
        switch kind {
        case CURLINFO_HEADER_OUT: dialogue.sent(String(decoding: bytes.prefix(32), as: UTF8.self))
        case CURLINFO_HEADER_IN: dialogue.received(String(decoding: bytes, as: UTF8.self))
        default: break
        }
    }
}
