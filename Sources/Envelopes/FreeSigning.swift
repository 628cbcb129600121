/// Signing without tabs: a recipient for whom the sender placed none puts their signature where they choose.
extension Envelope {
    /// Whether a recipient places their own signatures. A tab that only asks for a file is no place to sign.
    public func signsFreely(_ id: RecipientID) -> Bool {
        recipient(id)?.signs == true
            && !definition.tabs.contains { $0.recipientID == id && $0.kind != .signerAttachment }
    }

    /// The sizes that a placed signature may have, in points.
    static let placedWidths: ClosedRange<Double> = 30...300
    static let placedHeights: ClosedRange<Double> = 10...150

    /// Returns the tab for a signature in a place of the recipient's own choice.
    ///
    /// - Throws: ``EnvelopeError/cannotPlace(_:)``
    func placedTab(
        _ tabID: TabID, of id: RecipientID, on page: DocumentPage, _ frame: TabFrame
    ) throws(EnvelopeError) -> EnvelopeTab {
        guard signsFreely(id) else { throw .cannotPlace(.notFree) }
        guard state(of: id)?.signature != nil else { throw .cannotPlace(.nothingAdopted) }
        guard let document = document(page.documentID) else { throw .unknownDocument(page.documentID) }
        guard page.page >= 1, page.page <= document.pages.count else { throw .unknownPage(page) }
        guard Self.placedWidths.contains(frame.width), Self.placedHeights.contains(frame.height) else {
            throw .cannotPlace(.badSize)
        }
        guard frame.lies(on: document.pages[page.page - 1]) else { throw .cannotPlace(.offPage) }
        let placed = state(of: id)?.placed ?? []
        if let other = tab(tabID), !placed.contains(other) { throw .foreignTab(other, id) }
        guard placed.count < EnvelopeLimits.placedTabs || placed.contains(where: { $0.id == tabID }) else {
            throw .cannotPlace(.tooMany)
        }
        return .placedSignature(tabID, by: id, on: page, frame)
    }
}

extension EnvelopeTab {
    static func placedSignature(
        _ tabID: TabID, by id: RecipientID, on page: DocumentPage, _ frame: TabFrame
    ) -> EnvelopeTab {
        EnvelopeTab(
            id: tabID, kind: .signHere, documentID: page.documentID, recipientID: id, page: page.page, frame: frame,
            label: "Signature")
    }
}

/// Why a recipient cannot place a signature.
public enum PlacingProblem: Hashable, Sendable, CustomStringConvertible {
    /// The sender has placed the tabs of this recipient.
    case notFree
    case nothingAdopted
    case badSize
    case offPage
    case tooMany

    /// One English sentence for the recipient.
    public var description: String {
        switch self {
        case .notFree: "The sender has chosen the places to sign."
        case .nothingAdopted: "A signature has to be adopted before it is placed."
        case .badSize: "A placed signature is 30 to 300 points wide and 10 to 150 points high."
        case .offPage: "A signature has to lie on its page."
        case .tooMany: "At most \(EnvelopeLimits.placedTabs) signatures can be placed."
        }
    }
}
