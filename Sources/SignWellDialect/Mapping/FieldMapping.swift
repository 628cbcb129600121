import Envelopes
import Foundation

extension SignWell.Field {
    /// Returns the field for the domain; problems are noted.
    ///
    /// - Parameters:
    ///   - id: its id among the document's fields
    ///   - path: its place in the request
    ///   - days: the days from which a formula counts
    func tab(
        id: TabID, apiID: String, on document: DocumentID, of recipient: RecipientID, at path: [String],
        _ days: FormulaDays, _ problems: RequestProblems
    ) -> EnvelopeTab {
        func refuse(_ key: String, _ sentence: String) { problems.add(sentence, at: path + [key]) }
        let usual = type.usualSize
        if let height, height > type.largestHeight {
            refuse("height", "is more than \(Int(type.largestHeight)) pixels, the limit for \(type.rawValue) fields.")
        }
        var tab = EnvelopeTab(
            id: id, kind: kind, documentID: document, recipientID: recipient, page: page,
            frame: TabFrame(
                x: PixelLength(x).points.value, y: PixelLength(y).points.value,
                width: PixelLength(width ?? usual.width).points.value,
                height: PixelLength(height ?? usual.height).points.value),
            label: (type == .checkbox ? name : label).flatMap(\.nonEmpty) ?? type.usualLabel,
            required: required ?? (type != .checkbox),
            // Only what the sender wrote; the usual label is nobody's words.
            tooltip: (type == .checkbox ? name : label).flatMap(\.nonEmpty))
        tab.clientID = apiID
        switch type {
        case .text: shapeText(&tab, refuse)
        case .date: shapeDate(&tab, at: path, days, problems, refuse)
        case .checkbox:
            if let value {
                if value.tick == nil { refuse("value", "has to be true or false.") }
                tab.value = value.tick == true ? "true" : nil
            }
        case .select, .dropdown: shapeList(&tab, refuse)
        case .autofillCompany: tab.detail = .company
        case .autofillTitle: tab.detail = .title
        case .autofillPhone: tab.detail = .phone
        case .autofillFirstName: tab.detail = .givenName
        case .autofillLastName: tab.detail = .familyName
        default: break
        }
        return tab
    }

    private var kind: TabKind {
        switch type {
        case .signature: .signHere
        case .initials: .initialHere
        case .checkbox: .checkbox
        case .date: lockSignDate == true ? .dateSigned : .text
        // Text that suggests the options.
        case .select, .dropdown: allowOther == true ? .text : .list
        case .autofillName: .fullName
        case .autofillEmail: .email
        case .autofillDateSigned: .dateSigned
        case .text, .autofillCompany, .autofillTitle, .autofillPhone, .autofillFirstName, .autofillLastName: .text
        }
    }

    private func shapeText(_ tab: inout EnvelopeTab, _ refuse: (String, String) -> Void) {
        if let validation, validation != SignWell.FieldInfo.noValidation {
            tab.validation = TextValidation(signWell: validation)
            if tab.validation == nil {
                refuse("validation", "is not one of \(TextValidation.signWellNames.joined(separator: ", ")).")
            }
        }
        tab.value = value?.text.nonEmpty
    }

    private func shapeDate(
        _ tab: inout EnvelopeTab, at path: [String], _ days: FormulaDays, _ problems: RequestProblems,
        _ refuse: (String, String) -> Void
    ) {
        let format = dateFormat.map(DateFormat.init) ?? .monthDayYear
        if format == nil {
            refuse(
                "date_format",
                "is not one of \(DateFormat.allCases.map { "“\($0.rawValue)”" }.joined(separator: ", ")).")
        }
        tab.dateFormat = format ?? .monthDayYear
        if let formula { reckon(formula, days, &tab, refuse) }
        guard let value, formula == nil else { return }
        guard let time = CivilTime(iso: value.text) else {
            return problems.put("is not a date in the form of ISO 8601.", at: path + ["invalid_date_value"])
        }
        // The day of signing replaces whatever a locked field was given.
        if lockSignDate != true { tab.value = (format ?? .monthDayYear).text(time) }
    }

    /// Fills a field with the day that its formula gives. The recipient cannot change it.
    private func reckon(
        _ text: String, _ days: FormulaDays, _ tab: inout EnvelopeTab, _ refuse: (String, String) -> Void
    ) {
        guard lockSignDate != true else { return refuse("formula", "cannot stand beside lock_sign_date.") }
        guard value == nil else { return refuse("formula", "cannot stand beside a value.") }
        guard let formula = DateFormula(text) else {
            return refuse("formula", "is not a date and days, weeks or months, such as sent_date + 10 days.")
        }
        let start: CivilTime?
        switch formula.base {
        case .created: start = days.created
        case .sent: start = days.sent
        case .signed: return refuse("formula", "cannot count from signed_date in this service.")
        }
        guard let start else {
            return refuse("formula", "can only count from a day that the request fixes, and here it fixes none.")
        }
        guard let day = formula.day(from: start) else {
            return refuse("formula", "gives a day that no calendar has.")
        }
        tab.value = tab.dateFormat?.text(day)
        tab.locked = true
    }

    private func shapeList(_ tab: inout EnvelopeTab, _ refuse: (String, String) -> Void) {
        let listed = (options ?? []).map { ListOption(text: $0.name, value: $0.apiID ?? $0.name) }
        if listed.isEmpty { refuse("options", "has to name at least one option.") }
        tab.options = listed
        guard let wanted = (defaultOption ?? value?.text).flatMap(\.nonEmpty) else { return }
        let chosen = listed.first { $0.value == wanted || $0.text == wanted }
        if allowOther == true, chosen != nil || defaultOption == nil {
            tab.value = chosen?.text ?? wanted
            return
        }
        guard let chosen else {
            return refuse(defaultOption == nil ? "value" : "default_option", "is not one of the options.")
        }
        tab.value = chosen.value
    }
}

extension String {
    /// The text; `nil` if it is empty.
    var nonEmpty: String? { isEmpty ? nil : self }
}

extension TextValidation {
    private static let names: [(String, TextValidation)] = [
        ("numbers", .number), ("letters", .letters), ("email_address", .emailAddress),
        ("us_phone_number", .usPhoneNumber), ("us_zip_code", .usZipCode), ("us_ssn", .usSocialSecurityNumber),
        ("us_age", .age), ("alphanumeric", .alphanumeric), ("us_bank_routing_number", .usBankRoutingNumber),
        ("us_bank_account_number", .usBankAccountNumber),
    ]

    static var signWellNames: [String] { [SignWell.FieldInfo.noValidation] + names.map(\.0) }

    init?(signWell name: String) {
        guard let rule = Self.names.first(where: { $0.0 == name })?.1 else { return nil }
        self = rule
    }

    var signWellName: String {
        Self.names.first { $0.1 == self }?.0 ?? SignWell.FieldInfo.noValidation
    }
}

extension CivilTime {
    /// Reads a date, or a date with a time, as ISO 8601 writes them: `2026-01-31`, `2026-01-31T09:15:00Z`. The zone is
    /// not applied: a field shows the day that was written.
    package init?(iso text: String) {
        let pattern =
            #/(\d{4})-(\d{2})-(\d{2})(?:[T\x20](\d{2}):(\d{2})(?::(\d{2})(?:[.,]\d{1,9})?)?(?:Z|[+\-]\d{2}:?\d{2})?)?/#
        guard text.utf8.allSatisfy({ $0 < 0x80 }), let match = text.wholeMatch(of: pattern)?.output else { return nil }
        func number(_ digits: Substring?) -> Int { digits.flatMap { Int($0) } ?? 0 }
        self.init(
            year: number(match.1), month: number(match.2), day: number(match.3), hour: number(match.4),
            minute: number(match.5), second: number(match.6))
        guard exists else { return nil }
    }
}
