import Essentials

/// A file that a recipient attaches because the sender asked for it, as a PDF.
public struct AttachedFile: Hashable, Sendable, Codable {
    /// The name of the recipient's file.
    public var name: String
    /// The PDF: the recipient's own, or their picture on a page.
    public var blob: BlobHash
    /// The pages as a reader sees them, in order; never empty.
    public var pages: [PageSize]

    /// Checked by the command that attaches it: the name is usable and there are pages.
    public init(name: String, blob: BlobHash, pages: [PageSize]) {
        self.name = name
        self.blob = blob
        self.pages = pages
    }
}

/// Where a document that a recipient attached comes from.
public struct DocumentAttachment: Hashable, Sendable, Codable {
    /// The recipient who attached it.
    public var recipientID: RecipientID
    /// The tab that asked for it.
    public var tabID: TabID

    private enum CodingKeys: String, CodingKey {
        case recipientID = "recipientId"
        case tabID = "tabId"
    }
}

extension Envelope {
    /// The file in a tab that asks for one; `nil` if there is none.
    public func attachedFile(in tab: EnvelopeTab) -> AttachedFile? {
        recipientStates[tab.recipientID]?.attachments[tab.id]
    }

    /// The tabs of a recipient that ask for a file.
    public func attachmentTabs(of id: RecipientID) -> [EnvelopeTab] {
        tabs(of: id).filter { $0.kind == .signerAttachment }
    }

    /// Adds the files that a recipient attached to the documents: with their signature, the files belong to the
    /// envelope. Files in tabs that are no longer shown are left out.
    mutating func keepAttachments(of id: RecipientID) {
        let shown = shownTabs(of: id)
        for tab in attachmentTabs(of: id) where shown.contains(tab.id) {
            guard let file = attachedFile(in: tab) else { continue }
            let documentID = freeDocumentID
            var name = tab.label
            while TextRules.isLonger(name, than: EnvelopeLimits.documentName) { name.removeLast() }
            definition.documents.append(
                EnvelopeDocument(
                    id: documentID, name: name, blob: file.blob, pages: file.pages,
                    order: (documents.map(\.order).max() ?? 0) + 1,
                    attachment: DocumentAttachment(recipientID: id, tabID: tab.id)))
            versions[documentID] = [file.blob]
        }
    }

    /// The smallest number above all documents' numbers.
    private var freeDocumentID: DocumentID {
        let numbers = documents.compactMap { Int($0.id.rawValue) }.filter { $0 < Int.max }
        var number = (numbers.max() ?? documents.count) + 1
        while versions[DocumentID(String(number))] != nil, number < Int.max { number += 1 }
        return DocumentID(String(number))
    }
}

extension Decision {
    func attach(_ id: RecipientID, _ tabID: TabID, _ file: AttachedFile) throws(EnvelopeError) -> [EventBody] {
        let tab = try attachmentTab(tabID, of: id)
        guard !TextRules.isBlank(file.name), !TextRules.isLonger(file.name, than: EnvelopeLimits.documentName),
            !TextRules.holdsControlCharacter(file.name, allowingLines: false)
        else { throw .attachmentNameUnusable(limit: EnvelopeLimits.documentName) }
        guard !file.pages.isEmpty, file.pages.count <= EnvelopeLimits.pageNumber else { throw .attachmentEmpty(tab) }
        if envelope.attachedFile(in: tab) == file { return [] }
        return [.attached(recipientID: id, tabID: tabID, file: file)]
    }

    func detach(_ id: RecipientID, _ tabID: TabID) throws(EnvelopeError) -> [EventBody] {
        let tab = try attachmentTab(tabID, of: id)
        return envelope.attachedFile(in: tab) == nil ? [] : [.detached(recipientID: id, tabID: tabID)]
    }

    private func attachmentTab(_ tabID: TabID, of id: RecipientID) throws(EnvelopeError) -> EnvelopeTab {
        guard let tab = envelope.tab(tabID) else { throw .unknownTab(tabID) }
        guard tab.recipientID == id else { throw .foreignTab(tab, id) }
        guard tab.kind == .signerAttachment else { throw .takesNoFile(tab) }
        guard envelope.isShown(tab) else { throw .hiddenTab(tab) }
        return tab
    }
}
