import Envelopes

/// The lists in which the API holds tabs, but radio groups. Several of them hold text tabs, which differ in what may be
/// typed, or in what they ask.
package enum TabList: String, Hashable, Sendable, CaseIterable {
    case signHere = "signHereTabs"
    case initialHere = "initialHereTabs"
    case dateSigned = "dateSignedTabs"
    case fullName = "fullNameTabs"
    case firstName = "firstNameTabs"
    case lastName = "lastNameTabs"
    case emailAddress = "emailAddressTabs"
    case text = "textTabs"
    case number = "numberTabs"
    case date = "dateTabs"
    case email = "emailTabs"
    case phoneNumber = "phoneNumberTabs"
    case zip = "zipTabs"
    case socialSecurityNumber = "ssnTabs"
    case company = "companyTabs"
    case title = "titleTabs"
    case checkbox = "checkboxTabs"
    case list = "listTabs"
    case signerAttachment = "signerAttachmentTabs"

    /// The list for a tab, from its kind and from what it asks or takes.
    package init(_ tab: EnvelopeTab) {
        switch tab.kind {
        case .fullName: self = tab.detail.flatMap { [.givenName: .firstName, .familyName: .lastName][$0] } ?? .fullName
        case .text:
            let byDetail: [PersonDetail: TabList] = [.company: .company, .title: .title, .phone: .phoneNumber]
            let byValidation: [TextValidation: TabList] = [
                .number: .number, .emailAddress: .email, .usZipCode: .zip,
                .usSocialSecurityNumber: .socialSecurityNumber,
                .anyDate: .date,
            ]
            self =
                tab.detail.flatMap { byDetail[$0] } ?? tab.validation.flatMap { byValidation[$0] }
                ?? (tab.dateFormat == nil ? .text : .date)
        default: self.init(tab.kind)
        }
    }

    /// The list for tabs of a kind that ask for nothing in particular. Radio buttons are in groups and need none.
    package init(_ kind: TabKind) {
        self =
            switch kind {
            case .signHere: .signHere
            case .initialHere: .initialHere
            case .dateSigned: .dateSigned
            case .fullName: .fullName
            case .email: .emailAddress
            case .text, .radio: .text
            case .checkbox: .checkbox
            case .list: .list
            case .signerAttachment: .signerAttachment
            }
    }

    /// The kind of the tabs in the list.
    package var kind: TabKind {
        switch self {
        case .signHere: .signHere
        case .initialHere: .initialHere
        case .dateSigned: .dateSigned
        case .fullName, .firstName, .lastName: .fullName
        case .emailAddress: .email
        case .text, .number, .date, .email, .phoneNumber, .zip, .socialSecurityNumber, .company, .title: .text
        case .checkbox: .checkbox
        case .list: .list
        case .signerAttachment: .signerAttachment
        }
    }

    /// The value of `tabType`.
    var typeName: String {
        switch self {
        case .phoneNumber: "phonenumber"
        case .socialSecurityNumber: "ssn"
        default: String(rawValue.dropLast("Tabs".count)).lowercased()
        }
    }

    var name: WireKey { WireKey(stringValue: rawValue) }

    /// What a tab asks its recipient about themselves.
    var detail: PersonDetail? {
        switch self {
        case .firstName: .givenName
        case .lastName: .familyName
        case .company: .company
        case .title: .title
        case .phoneNumber: .phone
        default: nil
        }
    }

    /// What a recipient may type.
    var validation: TextValidation? {
        switch self {
        case .number: .number
        case .date: .anyDate
        case .email: .emailAddress
        case .zip: .usZipCode
        case .socialSecurityNumber: .usSocialSecurityNumber
        default: nil
        }
    }

    /// The name that people and screen readers use for a tab without one.
    var usualLabel: String {
        switch self {
        case .firstName: "First name"
        case .lastName: "Last name"
        case .number: "Number"
        case .date: "Date"
        case .email: "E-mail address"
        case .phoneNumber: "Phone number"
        case .zip: "ZIP code"
        case .socialSecurityNumber: "Social security number"
        case .company: "Company"
        case .title: "Job title"
        default: TabDefaults.label(of: kind)
        }
    }
}
