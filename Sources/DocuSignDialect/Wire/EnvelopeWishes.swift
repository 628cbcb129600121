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

        /// The members of both that have no value here.
        static func members<Object>() -> [WireMember<Object>] {
            [
                .refused(refused),
                .refused(texts: ["password"]),
                .only("Online", "signingLocation"),
                .only("unpurged", "purgeState"),
                .ignored("envelopeLocation", unless: "current_site"),
                .ignored("allowViewHistory", unless: "true"),
                .ignored("autoNavigation", unless: "true"),
                .ignored("disableResponsiveDocument", unless: "true"),
                .ignored(ifFalse: "signerCanSignOnMobile"),
                .ignored(ifFalse: "useDisclosure"),
            ]
        }
    }
}
