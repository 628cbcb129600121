import Envelopes

/// The values that devices drew in their own fonts.
extension CompletionCertificate {
    /// The tabs that the service recorded when it accepted the devices' histories, in the envelope's order.
    var tabsInOtherFonts: [EnvelopeTab] {
        var noted: Set<TabID> = []
        for event in history.events {
            if case .historyTaken(_, _, _, _, let tabs) = event.body { noted.formUnion(tabs) }
        }
        return envelope.tabs.filter { noted.contains($0.id) }
    }

    /// Prints those values again, in fonts that the signers' devices could not influence.
    func otherFonts(_ layout: inout CertificateLayout) {
        let tabs = tabsInOtherFonts
        guard !tabs.isEmpty else { return }
        section(.sectionFonts, followedBy: 3 * CertificateLayout.Style.small.leading + 30, &layout)
        layout.paragraph(say(.fontsIntroduction), .small)
        layout.y += 6
        for tab in tabs {
            layout.reserve(30)
            let document = envelope.document(tab.documentID)?.name ?? "-"
            let name = envelope.recipient(tab.recipientID)?.name ?? "-"
            layout.paragraph(
                say(
                    .fontsValue,
                    [
                        "field": .text(tab.label), "person": .text(name), "page": .number(tab.page),
                        "document": .text(document),
                    ]), .label)
            let value = RecipientFields.text(of: tab, in: envelope, values: [:]) ?? ""
            for line in value.split(whereSeparator: \.isNewline) { layout.paragraph(String(line), .strong) }
            layout.y += 5
        }
    }
}
