extension Wire {
    /// The options, besides documents and recipients, that an envelope and a template share.
    enum EnvelopeWishes {
        /// Members that would change who signs, what the document shows, or who is notified.
        static let refused: [WireKey] = [
            "compositeTemplates", "attachments", "envelopeAttachments", "authoritativeCopy",
            "authoritativeCopyDefault", "is21CFRPart11",
            "emailSettings", "accessControlListBase64", "allowMarkup", "anySigner", "envelopeDocuments",
            "documentBase64", "burnDefaultTabData",
        ]

        /// - Throws: ``APIError`` naming a member that asks for something unsupported
        static func check(_ reader: WireReader) throws {
            try reader.refuse(refused)
            try reader.refuse(texts: ["password"])
            try reader.refuse("signingLocation", unless: "Online")
            try reader.refuse("purgeState", unless: "unpurged")
            try reader.ignore("envelopeLocation", unless: "current_site")
            for key: WireKey in ["allowViewHistory", "autoNavigation", "disableResponsiveDocument"] {
                try reader.ignore(key, unless: "true")
            }
            for key: WireKey in ["signerCanSignOnMobile", "useDisclosure"] { try reader.ignore(ifFalse: key) }
        }
    }
}
