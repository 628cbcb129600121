extension Wire {
    /// A document of an envelope definition.
    public struct Document: WireObject, Codable, Hashable, Sendable {
        public var documentId: String?
        public var name: String?
        /// Only `pdf` is supported; absent means `pdf`.
        public var fileExtension: String?
        public var documentBase64: String?
        /// The position among the documents; absent means the position in the list.
        public var order: Int?
        /// Only in answers, relative to the account.
        public var uri: String?
        /// Only in answers: the number of pages.
        public var pages: Int?

        public init(
            documentId: String?, name: String?, fileExtension: String? = nil, documentBase64: String? = nil,
            order: Int? = nil, uri: String? = nil, pages: Int? = nil
        ) {
            self.documentId = documentId
            self.name = name
            self.fileExtension = fileExtension
            self.documentBase64 = documentBase64
            self.order = order
            self.uri = uri
            self.pages = pages
        }

        init(reading reader: WireReader) throws {
            try reader.refuse([
                "remoteUrl", "transformPdfFields", "htmlDefinition", "encryptedWithKeyManager",
                "authoritativeCopy", "tabs", "matchBoxes", "assignTabsToRecipientId", "documentFields",
                "docGenFormFields", "pdfFormFieldOption",
            ])
            try reader.refuse(texts: ["password"])
            try reader.refuse("display", unless: "inline")
            try reader.refuse("signerMustAcknowledge", unless: "no_interaction")
            if try reader.flag("includeInDownload") == false {
                throw reader.refusal("includeInDownload", "can only be true")
            }
            documentId = try reader.name("documentId")
            name = try reader.text("name")
            fileExtension = try reader.name("fileExtension")
            documentBase64 = try reader.name("documentBase64")
            order = try reader.count("order")
            uri = try reader.name("uri")
            pages = try reader.integer("pages")
        }

        public func encode(to encoder: any Encoder) throws {
            var writer = WireWriter(encoder)
            try writer.text("documentId", documentId)
            try writer.text("name", name)
            try writer.text("fileExtension", fileExtension)
            try writer.text("documentBase64", documentBase64)
            try writer.integer("order", order)
            try writer.text("uri", uri)
            try writer.integer("pages", pages)
        }
    }
}
