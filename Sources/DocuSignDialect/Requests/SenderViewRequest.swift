import Envelopes

extension Wire {
    /// The body of `POST …/envelopes/{id}/views/sender` and `…/views/edit`.
    package struct SenderViewRequest: WireObject, Hashable, Sendable {
        package var returnUrl: String
        package var settings: ViewSettings?

        init(reading reader: WireReader) throws {
            guard let url = try reader.name("returnUrl") else { throw reader.refusal("returnUrl", "is missing") }
            guard url.utf16.count <= RecipientViewRequest.longestReturnURL else {
                throw reader.refusal(
                    "returnUrl", "has more than \(RecipientViewRequest.longestReturnURL) characters")
            }
            guard ReturnAddress.allows(url) else {
                throw reader.refusal("returnUrl", "is not an absolute URL that a browser may be sent to")
            }
            returnUrl = url
            try reader.refuse("viewAccess", unless: "envelope")
            settings = try reader.object("settings", as: ViewSettings.self)
        }
    }

    /// What the page shows, and what it does in the end.
    package struct ViewSettings: WireObject, Hashable, Sendable {
        /// Whether the page begins with the fields (`Tagger`) instead of the documents (`Prepare`).
        package var beginsWithFields: Bool
        /// Whether the page sends; if not, it only saves, and the caller's program sends (`redirect`).
        package var sends: Bool

        init(reading reader: WireReader) throws {
            switch try reader.name("startingScreen")?.lowercased() {
            case nil, "prepare": beginsWithFields = false
            case "tagger": beginsWithFields = true
            default: throw reader.refusal("startingScreen", "is neither Prepare nor Tagger")
            }
            switch try reader.name("sendButtonAction")?.lowercased() {
            case nil, "send": sends = true
            case "redirect": sends = false
            default: throw reader.refusal("sendButtonAction", "is neither send nor redirect")
            }
        }
    }
}
