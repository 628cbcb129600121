import Envelopes
import Essentials
import Foundation
import SignedPDF
import Words

/// The line below a signature: who signed, when, and in which envelope.
///
/// It stands in the field that carries the recipient's digital signature on a document.
struct SignatureEvidence: Sendable {
    let recipient: Recipient
    let envelope: Envelope
    let at: Date
    let timeZone: TimeZone
    /// The language of the recipient's page.
    let language: Language
    /// Whether a device signs. The service could not make the line again in the device's own fonts.
    let isOnDevice: Bool

    /// The largest number of characters that a name and a time may have side by side.
    private static let widest = 56

    /// Returns the line in its parts, one below the other; none if the sender's account wants none.
    func texts(_ characters: FieldText) -> [String] {
        guard envelope.definition.options.showsEvidence else { return [] }
        // Events have the same precision, so that the line can be made again from the history.
        let time = SignedDate.minute(Timestamp.quantized(at), in: timeZone, language)
        let place =
            Catalog.of(language).sentence(
                .paper, "envelope", ["id": .text(envelope.id.rawValue)], isolation: .none) ?? ""
        guard let signer = name(characters) else { return [time, place] }
        let both = "\(signer), \(time)"
        return both.count > Self.widest ? [signer, time, place] : [both, place]
    }

    private func name(_ characters: FieldText) -> String? {
        guard isOnDevice, StandardFont.unshowableCharacter(in: recipient.name) != nil else {
            return characters.shown(recipient.name)
        }
        let address = recipient.email
        return address.isEmpty || StandardFont.unshowableCharacter(in: address) != nil ? nil : address
    }
}

/// The line below a signature as the page draws it. Lengths are in points, from the top left of the signature.
struct EvidenceView: Encodable, Sendable {
    struct Line: Encodable, Sendable {
        let text: String
        let baseline: Double
        let width: Double
    }
    let lines: [Line]
    let fontSize: Double
    /// The height of the lines, which is not the artwork's.
    let height: Double

    /// Returns `nil` if there is no line.
    init?(_ texts: [String], in frame: TabFrame, shaper: any TextShaper) {
        let caption = try? SignatureCaption(
            texts, shaper: shaper, width: frame.width, height: frame.height, place: "the signature")
        guard let caption else { return nil }
        fontSize = caption.size
        height = caption.height
        lines = zip(texts, zip(caption.baselines, caption.widths)).map { text, place in
            Line(text: text, baseline: frame.height - place.0, width: place.1)
        }
    }
}
