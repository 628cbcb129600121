import Envelopes
import Foundation

/// The signers, with times and addresses.
extension CompletionCertificate {
    private static let pictureWidth = 168.0
    private static let pictureHeight = 56.0

    func signer(_ recipient: Recipient, _ layout: inout CertificateLayout) {
        guard recipient.signs else { return copy(recipient, &layout) }
        let state = envelope.state(of: recipient.id)
        layout.reserve(Self.signerHeight)
        let start = layout.y
        let picturesX = CertificateLayout.right - Self.pictureWidth
        let textEnd = picturesX - 14
        let pageCount = layout.pages.count
        layout.paragraph(recipient.name, .strong, .subheading, toX: textEnd)
        pictures(of: recipient, x: picturesX, y: start, &layout)
        if !recipient.email.isEmpty { layout.paragraph(recipient.email, .body, toX: textEnd) }
        layout.y += 3
        let signed = history.events.last { event in
            if case .signed(recipient.id, _, _, _) = event.body { true } else { false }
        }
        var rows: [(String, String)] = []
        if envelope.recipients.count > 1 { rows.append(("Signing order", "\(recipient.routingOrder)")) }
        if let host = recipient.host { rows.append(("Signed with", "\(host.name) <\(host.email)>, on their device")) }
        rows += earlierHolders(of: recipient)
        rows.append(("Identified", authentication(of: recipient, signed)))
        rows += proofs(of: recipient)
        rows += [
            ("Opened", state?.deliveredAt.map { moment($0, of: .viewed, by: recipient) } ?? "-"),
            (
                "Agreed",
                state?.consentedAt.map { moment($0, of: .consented, by: recipient) + ", to electronic records" } ?? "-"
            ),
            ("Signed", state?.signedAt.map { moment($0, of: .signed, by: recipient) } ?? "-"),
            (
                "Signed from",
                signed?.device == nil
                    ? signed?.actor.ipAddress ?? "unknown address" : "a device, without the service"
            ),
        ]
        let device = signed.flatMap { signed in signed.device.map { DeviceWords(evidence: $0, at: signed.at) } }
        rows += device?.rows ?? []
        rows += mailings(to: recipient)
        if let browser = signed?.actor.userAgent { rows.append(("Browser", BrowserName.text(browser))) }
        if let pages = pagesShown(signed) { rows.append(("Pages shown", pages)) }
        layout.within(.table) { layout in
            for (label, value) in rows { layout.row(label, value, labelWidth: Self.labelWidth, toX: textEnd) }
            if let key = device?.keyHash {
                layout.row("SHA-256 of its key", key, labelWidth: Self.labelWidth, style: .hash)
            }
            if let disclosure = state?.disclosure {
                layout.row(
                    "SHA-256 of the agreed text", disclosure.rawValue, labelWidth: Self.labelWidth, style: .hash)
            }
        }
        if layout.pages.count == pageCount { layout.y = max(layout.y, start + Self.pictureHeight + 16) }
        layout.y += 10
    }

    /// The people who had the part before, each with the person that they assigned it to.
    private func earlierHolders(of recipient: Recipient) -> [(String, String)] {
        let holders = envelope.state(of: recipient.id)?.earlierHolders ?? []
        let next = holders.dropFirst().map(\.name) + [recipient.name]
        return zip(holders, next).map { holder, next in
            let to = "\(holder.name) <\(holder.email)> assigned the part to \(next)"
            return ("Assigned", "\(to) on \(SignedDate.moment(holder.at)): \(holder.reason)")
        }
    }

    /// Returns a time, marked as a claim if a device recorded it.
    private func moment(_ date: Date, of kind: EventBody.Kind, by recipient: Recipient) -> String {
        let event = history.events.last { event in
            event.at == date && event.body.kind == kind && event.body.recipientID == recipient.id
        }
        return event.map(DeviceWords.moment) ?? SignedDate.moment(date)
    }

    /// Prints a recipient who does not sign. Of a copy, the time of release is known, and not who downloaded it. A
    /// certified delivery was received when its recipient was shown the documents.
    private func copy(_ recipient: Recipient, _ layout: inout CertificateLayout) {
        layout.reserve(44)
        layout.paragraph(recipient.name, .strong, .subheading)
        layout.paragraph(recipient.email, .body)
        let sent = envelope.state(of: recipient.id)?.sentAt.map(SignedDate.moment) ?? "-"
        var rows = [(recipient.acts ? "Sent" : "Copy released", sent)]
        if recipient.acts {
            let received = history.events.last {
                $0.body.kind == .received && $0.body.recipientID == recipient.id
            }
            rows.append(("Received", received.map { SignedDate.moment($0.at) } ?? "-"))
            if let pages = pagesShown(received) { rows.append(("Pages shown", pages)) }
        }
        rows += proofs(of: recipient) + mailings(to: recipient)
        layout.within(.table) { layout in
            for (label, value) in rows { layout.row(label, value, labelWidth: Self.labelWidth) }
        }
        layout.y += 10
    }

    /// Draws the adopted signature and initials side by side, each with a note on how it was made.
    private func pictures(of recipient: Recipient, x: Double, y: Double, _ layout: inout CertificateLayout) {
        let own = artwork[recipient.id]
        let adopted = [("Signature", own?.signature), ("Initials", own?.initials)]
            .compactMap { what, picture in picture.map { (what, $0) } }
        guard !adopted.isEmpty else {
            box(x: x, y: y, width: Self.pictureWidth, &layout)
            layout.line("Signed without a picture", .small, x: x, baseline: y + Self.pictureHeight + 10)
            return
        }
        let gap = 8.0
        let small = Self.pictureWidth * 0.4
        let widths = adopted.count == 1 ? [Self.pictureWidth] : [Self.pictureWidth - small - gap, small]
        var left = x
        for ((what, picture), width) in zip(adopted, widths) {
            box(x: left, y: y, width: width, &layout)
            layout.within(.figure, alternative: "\(what) of \(recipient.name)") { layout in
                layout.add(
                    .artwork(picture, x: left + 8, y: y + 6, width: width - 16, height: Self.pictureHeight - 12))
            }
            let method =
                switch picture.method {
                case .typed: "typed"
                case .drawn: adopted.count == 1 ? "drawn by hand" : "drawn"
                case .uploaded: "from a picture"
                }
            layout.line(
                "\(what), \(method)", .small, x: left, baseline: y + Self.pictureHeight + 10, toX: left + width + gap)
            left += width + gap
        }
    }

    private func box(x: Double, y: Double, width: Double, _ layout: inout CertificateLayout) {
        layout.add(.box(x: x, y: y, width: width, height: Self.pictureHeight, fillGray: nil, lineGray: 0.75))
    }
}
