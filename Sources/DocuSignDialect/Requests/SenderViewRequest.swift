import Envelopes

extension Wire {
    /// The body of `POST …/envelopes/{id}/views/sender` and `…/views/edit`.
    package struct SenderViewRequest: WireObject, Hashable, Sendable {
        package var returnUrl: String
        package var settings: ViewSettings?

        init(reading reader: WireReader) throws {
            returnUrl = try reader.returnAddress()
            try reader.refuse("viewAccess", unless: "envelope")
            settings = try reader.object("settings", as: ViewSettings.self)
        }
    }

    /// The body of `POST …/views/correct`.
    package struct CorrectViewRequest: WireObject, Hashable, Sendable {
        package var returnUrl: String
        /// Whether the page begins with the fields instead of the documents.
        package var beginsWithFields: Bool

        init(reading reader: WireReader) throws {
            returnUrl = try reader.returnAddress()
            beginsWithFields = try reader.flag("beginOnTagger") ?? false
            // The page has no navigation of its own that could be left out.
            _ = try reader.flag("suppressNavigation")
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

extension WireReader {
    /// Returns the address that the browser opens after the page.
    fileprivate func returnAddress() throws -> String {
        guard let url = try name("returnUrl") else { throw refusal("returnUrl", "is missing") }
        let limit = Wire.RecipientViewRequest.longestReturnURL
        guard url.utf16.count <= limit else { throw refusal("returnUrl", "has more than \(limit) characters") }
        guard ReturnAddress.allows(url) else {
            throw refusal("returnUrl", "is not an absolute URL that a browser may be sent to")
        }
        return url
    }
}
