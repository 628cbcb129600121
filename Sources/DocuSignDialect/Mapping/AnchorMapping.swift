import Envelopes
import Foundation

extension Wire.Anchor {
    /// Returns the upper left corner of a tab at a place.
    ///
    /// Signatures and initials stand on the text's lower edge; other tabs begin below it. A tab that would reach over
    /// the page's right, upper or lower edge is moved onto the page.
    ///
    /// - Throws: ``APIError`` `Invalid_User_Offset` if the offset leads beyond the page's left or right edge
    func corner(
        of kind: TabKind, size: (width: Double, height: Double), at place: AnchorPlace, path: String
    ) throws(APIError) -> (x: Double, y: Double) {
        let page = place.pageSize
        let scale = (units ?? .pixels).points
        let box = alignment == .right ? place.last : place.first
        let edge = alignment == .right ? box.x + box.width : box.x
        let x = min(max(0, edge), page.width) + (xOffset ?? 0) * scale
        guard (0...page.width).contains(x) else {
            throw APIError(
                .invalidUserOffset,
                "\(path).anchorXOffset leads beyond the edge of page \(place.page) of document \(place.documentID).")
        }
        let bottom = box.y + box.height + (yOffset ?? 0) * scale
        let y = kind.isArtwork ? bottom - size.height : bottom
        return (
            Self.whole(max(0, min(x, page.width - size.width))), Self.whole(max(0, min(y, page.height - size.height)))
        )
    }

    /// Rounds down to a thousandth of a point, so that a tab at an edge stays on its page.
    private static func whole(_ length: Double) -> Double { (length * 1000).rounded(.down) / 1000 }
}

extension Wire.Tab {
    /// Returns the domain's tabs: one, or one for each place of the anchor's text.
    func tabs(
        of list: TabList, for recipient: RecipientID, newTabID: () -> TabID, at path: String
    ) throws(APIError) -> [Envelopes.EnvelopeTab] {
        guard let anchor else { return [try tab(of: list, for: recipient, id: newTabID(), at: path)] }
        guard let places = anchor.places else { throw Wire.Anchor.unsupported(at: path) }
        var tabs: [Envelopes.EnvelopeTab] = []
        for place in places {
            var placed = self
            placed.documentId = place.documentID.rawValue
            placed.pageNumber = place.page
            (placed.xPosition, placed.yPosition) = (0, 0)
            var tab = try placed.tab(of: list, for: recipient, id: newTabID(), at: path)
            let size = (tab.frame.width, tab.frame.height)
            let corner = try anchor.corner(of: list.kind, size: size, at: place, path: path)
            tab.frame = TabFrame(x: corner.x, y: corner.y, width: size.0, height: size.1)
            tabs.append(tab)
        }
        return tabs
    }
}

extension Wire.Anchor {
    /// The error for an anchor in a request whose documents are not searched.
    static func unsupported(at path: String) -> APIError {
        APIError(
            .invalidRequestParameter, "\(path).anchorString places new tabs only; give xPosition and yPosition.")
    }
}

/// An anchor's place in a request, and where its text may be found.
package struct AnchorUse: Hashable, Sendable {
    /// The tab's path in the request.
    package let path: String
    /// The only document that a radio button may stand in, that of its group; `nil` for all.
    package let document: DocumentID?
    /// The documents that the recipient is not to see.
    package let excluded: Set<DocumentID>
    /// Whether the tab can have one place only, as a radio button.
    package let isSingle: Bool

    /// Whether the tab may stand in a document.
    package func permits(_ id: DocumentID) -> Bool { document.map { $0 == id } ?? !excluded.contains(id) }

    /// Returns the places that a tab gets.
    ///
    /// - Parameter found: all places of its text
    /// - Throws: ``APIError`` `ANCHOR_TAB_STRING_NOT_FOUND` if there is none and the tab is not optional
    package func places(of anchor: Wire.Anchor, among found: [AnchorPlace]) throws(APIError) -> [AnchorPlace] {
        let own = found.filter { permits($0.documentID) }
        if own.isEmpty, anchor.ignoreIfNotPresent != true {
            let place = document.map { "is not in document \($0)" } ?? "is in no document"
            throw APIError(
                .anchorTabStringNotFound, "\(path).anchorString: the text “\(anchor.string.prefix(60))” \(place).")
        }
        if isSingle, own.count > 1 {
            throw APIError(
                .invalidRequestParameter,
                "\(path).anchorString: the text “\(anchor.string.prefix(60))” stands in \(own.count) places, and a radio "
                    + "button has one.")
        }
        return own
    }
}

extension Wire.Tabs {
    /// Calls a closure with each anchor and its place in the request.
    ///
    /// - Parameters:
    ///   - path: the path of the tabs; empty for a body of tabs
    ///   - excluded: the documents that the recipient is not to see
    package mutating func changeAnchors(
        at path: String, excluding excluded: Set<DocumentID> = [],
        _ change: (inout Wire.Anchor, AnchorUse) throws -> Void
    ) rethrows {
        let start = path.isEmpty ? "" : path + "."
        for list in TabList.allCases where self[list].contains(where: { $0.anchor != nil }) {
            var tabs = self[list]
            for index in tabs.indices {
                guard var anchor = tabs[index].anchor else { continue }
                try change(
                    &anchor,
                    AnchorUse(
                        path: "\(start)\(list.rawValue)[\(index)]",
                        document: nil, excluded: excluded, isSingle: false))
                tabs[index].anchor = anchor
            }
            self[list] = tabs
        }
        for group in radioGroups.indices {
            for index in (radioGroups[group].radios ?? []).indices {
                guard var anchor = radioGroups[group].radios?[index].anchor else { continue }
                let list = Wire.RadioGroup.listName.stringValue
                try change(
                    &anchor,
                    AnchorUse(
                        path: "\(start)\(list)[\(group)].radios[\(index)]",
                        document: radioGroups[group].documentId.map { DocumentID($0) }, excluded: excluded,
                        isSingle: true))
                radioGroups[group].radios?[index].anchor = anchor
            }
        }
    }
}

extension Wire.Recipients {
    /// Calls a closure with each anchor and its place in the request.
    ///
    /// - Parameters:
    ///   - path: the path of the recipients; empty for a body of recipients
    ///   - excluded: returns the documents that a recipient is not to see, if the request does not say
    package mutating func changeAnchors(
        at path: String, excluding excluded: (RecipientID) -> [DocumentID] = { _ in [] },
        _ change: (inout Wire.Anchor, AnchorUse) throws -> Void
    ) rethrows {
        let start = path.isEmpty ? "" : path + "."
        func own(_ recipient: some WireRecipient) -> Set<DocumentID> {
            let given = recipient.contact.excludedDocuments?.map { DocumentID($0) }
            return Set(given ?? recipient.recipientId.map { excluded(RecipientID($0)) } ?? [])
        }
        for index in (signers ?? []).indices {
            guard let signer = signers?[index], var tabs = signer.tabs else { continue }
            try tabs.changeAnchors(at: "\(start)signers[\(index)].tabs", excluding: own(signer), change)
            signers?[index].tabs = tabs
        }
        for index in (inPersonSigners ?? []).indices {
            guard let signer = inPersonSigners?[index], var tabs = signer.tabs else { continue }
            try tabs.changeAnchors(at: "\(start)inPersonSigners[\(index)].tabs", excluding: own(signer), change)
            inPersonSigners?[index].tabs = tabs
        }
    }
}
