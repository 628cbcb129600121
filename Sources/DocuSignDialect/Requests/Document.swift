extension Wire {
    /// A document of an envelope definition.
    package struct Document: WireRecord, Codable, Hashable, Sendable {
        package var documentId: String?
        package var name: String?
        /// Only `pdf` is supported; absent means `pdf`.
        package var fileExtension: String?
        package var documentBase64: String?
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
                "remoteUrl", "transformPdfFields", "htmlDefinition", "encryptedWithKeyManager",
                "authoritativeCopy", "tabs", "matchBoxes", "assignTabsToRecipientId", "documentFields",
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
            .count("order", \.order),
            .flag("applyAnchorTabs", \.applyAnchorTabs),
            .name("uri", \.uri),
            .integer("pages", \.pages),
        ]
    }
}
