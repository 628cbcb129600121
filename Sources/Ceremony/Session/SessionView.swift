import Envelopes
import Foundation
import Ledger
import Words

/// A value that is encoded as `null` instead of being left out.
struct Nullable<Value: Encodable & Sendable>: Encodable, Sendable {
    let value: Value?

    init(_ value: Value?) {
        self.value = value
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        if let value {
            try container.encode(value)
        } else {
            try container.encodeNil()
        }
    }
}

/// The JSON that tells the page everything about one recipient's ceremony.
///
/// Lengths are in points from the top left of the page as a reader sees it. Contains only this recipient's tabs.
struct SessionView: Encodable, Sendable {
    struct EnvelopeView: Encodable, Sendable {
        struct SenderView: Encodable, Sendable {
            let name: String
            let email: String
        }
        let id: String
        let subject: String
        let message: String
        let sender: SenderView
        /// The sender's account; `null` if it is not shown.
        let account: Nullable<String>
        /// How the account appears; `null` for the page's own look.
        let brand: Nullable<BrandView>
        let status: String
        /// The sender's reason for voiding the envelope.
        let reason: Nullable<String>
    }

    struct BrandView: Encodable, Sendable {
        let name: String
        /// The address of the logo, relative to the page's.
        let logo: Nullable<String>
        /// The colour behind the name or logo, with that of text on it.
        let header: Nullable<String>
        let headerText: Nullable<String>
        /// The colour of buttons, with that of text on it.
        let button: Nullable<String>
        let buttonText: Nullable<String>

        init(_ brand: AccountBrand) {
            name = brand.displayedName
            logo = Nullable(brand.logo == nil ? nil : "brand/logo")
            header = Nullable(brand.header?.description)
            headerText = Nullable(brand.header?.text)
            button = Nullable(brand.button?.description)
            buttonText = Nullable(brand.button?.text)
        }
    }

    struct RecipientView: Encodable, Sendable {
        let id: String
        let name: String
        let email: String
        let status: String
        let consented: Bool
        /// Whether they sign, and do not only receive the documents.
        let signs: Bool
    }

    struct DocumentView: Encodable, Sendable {
        struct Page: Encodable, Sendable {
            let width: Double
            let height: Double
        }
        let id: String
        let name: String
        /// Changes with the document's bytes. As the query parameter `v`, it lets the browser cache images.
        let version: String
        let pages: [Page]
    }

    struct TabView: Encodable, Sendable {
        let id: String
        let kind: String
        let documentId: String
        let page: Int
        let x: Double
        let y: Double
        let width: Double
        let height: Double
        let label: String
        let tooltip: Nullable<String>
        let required: Bool
        let locked: Bool
        let value: Nullable<String>
        let maxLength: Nullable<Int>
        let fontSize: Nullable<Double>
        /// The side at which its text lies; `null` for the side at which the text begins.
        let alignment: Nullable<String>
        /// Whether its text may have several lines.
        let lines: Bool
        let filled: Bool
        /// Whether its condition is met; always `true` for a tab without one.
        let shown: Bool
        /// The group and value of a radio button.
        let group: Nullable<String>
        let choice: Nullable<String>
        /// The options of a list, or what a text tab suggests.
        let options: [ListOption]
        /// The number of pages of the file in a field that asks for one; `null` for no file.
        let filePages: Nullable<Int>
        /// How a text field writes a date; `null` for a field that holds no date.
        let dateFormat: Nullable<String>
        /// What an empty text field shows instead of its label; `null` for the label.
        let placeholder: Nullable<String>
        /// The browser's word for what the field asks about the recipient; `null` for anything else.
        let autocomplete: Nullable<String>
        /// The line below the signature in this field; `null` for none.
        let evidence: Nullable<EvidenceView>
    }

    /// A group of checkboxes with a rule for the number of ticks.
    struct GroupView: Encodable, Sendable {
        let label: String
        let rule: String
        let met: Bool
        /// The minimum and maximum number of ticks.
        let least: Int
        let most: Int
        let tabs: [String]
    }

    struct MarkView: Encodable, Sendable {
        let id: String
        let documentId: String
        let page: Int
        let x: Double
        let y: Double
        let width: Double
        let height: Double
        /// The line below this signature; `null` for none.
        let evidence: Nullable<EvidenceView>
    }

    struct ArtworkView: Encodable, Sendable {
        let method: String
        /// The face of typed text.
        let face: Nullable<String>
        let path: String
        let width: Double
        let height: Double
        let stroke: Nullable<Double>

        init(_ artwork: Artwork) {
            method = artwork.method.rawValue
            face = Nullable(artwork.face)
            path = artwork.path
            width = artwork.width
            height = artwork.height
            stroke = Nullable(artwork.stroke)
        }
    }

    /// The page's options for this person.
    struct Rules: Encodable {
        /// Whether they may finish later.
        let later: Bool
        /// Whether they may download and print the documents.
        let copies: Bool
        /// Whether they may download the certificate of completion, once there is one.
        let certificate: Bool
        /// Whether they may assign their part to somebody else.
        let reassign: Bool
        /// Whether their entries are kept until they return.
        let keepsEntries: Bool
        /// Whether "Next" leads only to empty required fields.
        let nextOnlyToBlankRequired: Bool
        /// Whether the sender left it to them where they sign.
        let free: Bool
        /// Whether they may decline.
        let decline: Bool
        /// `true` if the sender looks at the page before the envelope is sent, else `nil`.
        let preview: Bool?
        /// `true` if they may go on, on another device, else `nil`.
        let elsewhere: Bool?
    }

    let envelope: EnvelopeView
    let recipient: RecipientView
    let disclosure: Disclosure
    let documents: [DocumentView]
    /// In reading order, which the page keeps.
    let tabs: [TabView]
    let groups: [GroupView]
    /// The signatures that this recipient has placed.
    let marks: [MarkView]
    let signature: Nullable<ArtworkView>
    let initials: Nullable<ArtworkView>
    /// Whether only reading is left.
    let finished: Bool
    /// What the page says instead of showing documents that nobody can sign any more.
    let closing: Nullable<ClosingWords>
    /// The pages that the recipient still has to be shown before signing.
    let unseen: [DocumentPage]
    let faces: [String]
    let limits: [String: Int]
    let rules: Rules
}

extension SessionView {
    /// - Parameters:
    ///   - account: the name of the sender's account, if it is shown
    ///   - today: returns the text of a date-signed tab until the recipient finishes
    ///   - signature, initials: the recipient's adopted artwork
    ///   - shown: the pages that the recipient was shown
    ///   - evidence: returns the line below the signature in a tab
    init(
        _ state: Envelope, recipient: Recipient, account: String?, brand: AccountBrand?, today: (EnvelopeTab) -> String,
        disclosure: Disclosure, language: Language,
        signature: Artwork?,
        initials: Artwork?, shown pages: ShownPages, closing: ClosingWords?,
        evidence: (EnvelopeTab) -> EvidenceView?, faces: [String], limits: [String: Int], rules: Rules
    ) {
        let own = state.state(of: recipient.id)
        envelope = EnvelopeView(
            id: state.id.rawValue, subject: state.emailSubject, message: state.words(to: recipient) ?? "",
            sender: .init(name: state.sender.name, email: state.sender.email), account: Nullable(account),
            brand: Nullable(brand.map(BrandView.init)),
            status: state.status.rawValue,
            reason: Nullable(state.voidedReason))
        self.recipient = RecipientView(
            id: recipient.id.rawValue, name: recipient.name, email: recipient.email,
            status: (own?.status ?? .created).rawValue, consented: own?.hasConsented ?? false,
            signs: recipient.signs)
        self.disclosure = disclosure
        documents = state.documents(visibleTo: recipient.id).map { document in
            DocumentView(
                id: document.id.rawValue, name: document.name,
                version: String((state.latestVersion(of: document.id) ?? document.blob).rawValue.prefix(16)),
                pages: document.pages.map { .init(width: $0.width, height: $0.height) })
        }
        // Once the recipient has signed, the images of the pages show their entries.
        let hasSigned = own?.status == .completed
        let shown = state.shownTabs(of: recipient.id)
        tabs =
            hasSigned
            ? []
            : state.tabsInReadingOrder(of: recipient.id).filter { tab in
                // Signatures that they placed themselves are marks.
                !state.signsFreely(recipient.id) || tab.kind == .signerAttachment
            }.map { tab in
                TabView(
                    tab, in: state, today: today(tab), isShown: shown.contains(tab.id), evidence: evidence(tab))
            }
        marks =
            hasSigned
            ? []
            : (own?.placed ?? []).map { tab in
                MarkView(
                    id: tab.id.rawValue, documentId: tab.documentID.rawValue, page: tab.page, x: tab.frame.x,
                    y: tab.frame.y, width: tab.frame.width, height: tab.frame.height,
                    evidence: Nullable(evidence(tab)))
            }
        let unmet = state.unmetGroups(of: recipient.id)
        let members = state.groupMembers(of: recipient.id)
        groups = state.definition.tabGroups.filter { $0.recipientID == recipient.id }.map { group in
            GroupView(
                label: group.label, rule: group.sentence(in: language), met: !unmet.contains(group),
                least: group.isOptional ? 0 : group.allowed.lowerBound, most: group.allowed.upperBound,
                tabs: members[group.label, default: []].map(\.id.rawValue))
        }
        self.signature = Nullable(signature.map(ArtworkView.init))
        self.initials = Nullable(initials.map(ArtworkView.init))
        finished = own?.hasFinished == true || state.status.isFinal
        unseen = state.isTurn(of: recipient.id) ? state.pagesNotShown(to: recipient.id, of: pages) : []
        self.closing = Nullable(closing)
        self.faces = faces
        self.limits = limits
        self.rules = rules
    }
}

extension SessionView.TabView {
    init(_ tab: EnvelopeTab, in state: Envelope, today: String, isShown: Bool, evidence: EvidenceView?) {
        let held = state.value(of: tab)
        let shown: String? =
            switch tab.kind {
            case .dateSigned: held ?? today
            case .checkbox, .radio: held ?? "false"
            case .text, .list: held ?? ""
            case .signHere, .initialHere: tab.required ? nil : state.isFilled(tab) ? "true" : "false"
            case .fullName, .email, .signerAttachment: held
            }
        self.init(
            id: tab.id.rawValue, kind: tab.kind.rawValue, documentId: tab.documentID.rawValue, page: tab.page,
            x: tab.frame.x, y: tab.frame.y, width: tab.frame.width, height: tab.frame.height, label: tab.label,
            tooltip: Nullable(tab.tooltip), required: tab.required, locked: state.isLocked(tab), value: Nullable(shown),
            maxLength: Nullable(tab.maxLength), fontSize: Nullable(tab.fontSize),
            alignment: Nullable(tab.alignment?.rawValue), lines: FieldText.box(of: tab).hasRoomForLines,
            filled: state.isFilled(tab), shown: isShown,
            group: Nullable(tab.choice?.group), choice: Nullable(tab.choice?.value), options: tab.options ?? [],
            filePages: Nullable(state.attachedFile(in: tab)?.pages.count),
            dateFormat: Nullable(tab.kind == .text ? tab.dateFormat?.rawValue : nil),
            placeholder: Nullable(tab.dateFormat.map { tab.tooltip ?? $0.rawValue }),
            autocomplete: Nullable(tab.detail?.autofillName), evidence: Nullable(evidence))
    }
}
