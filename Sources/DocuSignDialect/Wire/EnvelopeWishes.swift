extension Wire {
    /// The options, besides documents and recipients, that an envelope and a template share.
    enum EnvelopeWishes {
        /// Members that would change who signs, what the document shows, or who is notified.
        static let refused: [WireKey] = [
            "compositeTemplates", "attachments", "envelopeAttachments", "workflow", "authoritativeCopy",
            "authoritativeCopyDefault", "enforceSignerVisibility", "is21CFRPart11",
            "emailSettings", "accessControlListBase64", "allowMarkup", "anySigner", "envelopeDocuments",
            "documentBase64", "burnDefaultTabData",
        ]

        /// - Throws: ``APIError`` naming a member that asks for something unsupported
        static func check(_ reader: WireReader) throws {
            try reader.refuse(refused)
            try reader.refuse(texts: ["password"])
            try reader.refuse("signingLocation", unless: "Online")
            try reader.refuse("purgeState", unless: "unpurged")
            try NotificationWish.check(reader)
            try reader.ignore("envelopeLocation", unless: "current_site")
            for key: WireKey in ["allowViewHistory", "autoNavigation", "disableResponsiveDocument"] {
                try reader.ignore(key, unless: "true")
            }
            for key: WireKey in ["signerCanSignOnMobile", "useDisclosure"] { try reader.ignore(ifFalse: key) }
        }
    }

    /// The sender's settings for reminders and expiry. Nobody is mailed, so reminders have no effect. An expiry other
    /// than the API's default is rejected, because the service would not enforce it.
    struct NotificationWish: WireObject {
        /// The API's default expiry, in days.
        private static let usualExpiry = 120

        static func check(_ reader: WireReader) throws {
            guard let wish = try reader.object("notification", as: NotificationWish.self) else { return }
            if wish.expires {
                throw reader.refusal(
                    "notification", "asks for an end of the envelope, which this service does not support")
            }
        }

        private let expires: Bool

        init(reading reader: WireReader) throws {
            let usesDefaults = try reader.flag("useAccountDefaults") ?? false
            let expiry = try reader.object("expirations", as: Expiry.self)
            expires = !usesDefaults && expiry?.isEnabled == true && expiry?.days != Self.usualExpiry
            try reader.ignore(["reminders", "expirations"])
        }

        private struct Expiry: WireObject {
            let isEnabled: Bool
            let days: Int?

            init(reading reader: WireReader) throws {
                isEnabled = try reader.flag("expireEnabled") ?? false
                days = try reader.integer("expireAfter")
            }
        }
    }
}
