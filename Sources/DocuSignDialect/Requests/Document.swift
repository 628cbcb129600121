extension Wire {
    /// A document of an envelope definition.
    package struct Document: WireRecord, Codable, Hashable, Sendable {
        package var documentId: String?
        package var name: String?
        /// The kind of the file; absent means that its name and its bytes tell.
        package var fileExtension: String?
        package var documentBase64: String?
        /// The URL of the file, in place of ``documentBase64``.
        package var remoteUrl: String?
        /// The text of a page in HTML, in place of ``documentBase64``.
        package var htmlDefinition: HTMLDefinition?
        /// Whether the fields of the PDF's form become tabs; absent means false.
        package var transformPdfFields: Bool?
        /// Who gets these tabs; absent means the first who signs.
        package var assignTabsToRecipientId: String?
        /// The position among the documents; absent means the position in the list.
        package var order: Int?
        /// Whether anchors of the same request find texts in it; absent means true.
        package var applyAnchorTabs: Bool?
        /// Only in answers, relative to the account.
        package var uri: String?
        /// Only in answers: the number of pages.
        package var pages: Int?

        static let members: [WireMember<Self>] = [
            .refused([
                "encryptedWithKeyManager", "authoritativeCopy", "tabs", "matchBoxes", "documentFields",
                "docGenFormFields", "pdfFormFieldOption",
            ]),
            .refused(texts: ["password"]),
            .only("inline", "display"),
            .only("no_interaction", "signerMustAcknowledge"),
            .onlyTrue("includeInDownload"),
            .name("documentId", \.documentId),
            .text("name", \.name),
            .name("fileExtension", \.fileExtension),
            .name("documentBase64", \.documentBase64),
            .name("remoteUrl", \.remoteUrl),
            .object("htmlDefinition", \.htmlDefinition),
            .flag("transformPdfFields", \.transformPdfFields),
            .name("assignTabsToRecipientId", \.assignTabsToRecipientId),
            .count("order", \.order),
            .flag("applyAnchorTabs", \.applyAnchorTabs),
            .name("uri", \.uri),
            .integer("pages", \.pages),
        ]
    }
    /// A page of HTML, from which a document is made.
    package struct HTMLDefinition: WireRecord, Codable, Hashable, Sendable {
        package var source: String?

        static let members: [WireMember<Self>] = [
            .name("source", \.source)
        ]
    }
}
