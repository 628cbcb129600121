/// Radio buttons, lists, conditions and tab groups.
extension DefinitionCheck {
    mutating func checkChoices() {
        for tab in definition.tabs {
            checkRadio(tab)
            checkList(tab)
            checkCondition(tab)
        }
        checkRadioGroups()
        checkTabGroups()
    }

    // MARK: Radio buttons and lists

    private mutating func checkRadio(_ tab: Tab) {
        guard tab.kind == .radio else {
            if tab.choice != nil { problems.append(.choiceWithoutRadio(tab)) }
            return
        }
        guard let choice = tab.choice else { return problems.append(.radioWithoutGroup(tab)) }
        filled(choice.group, "The group of the radio tab “\(tab.label)”", limit: EnvelopeLimits.tabLabel)
        filled(choice.value, "The value of the radio tab “\(tab.label)”", limit: EnvelopeLimits.optionText)
    }

    private mutating func checkRadioGroups() {
        struct Group: Hashable {
            let recipient: RecipientID
            let name: String
        }
        var groups: [Group: [Tab]] = [:]
        var order: [Group] = []
        for tab in definition.tabs where tab.kind == .radio {
            guard let choice = tab.choice else { continue }
            let group = Group(recipient: tab.recipientID, name: choice.group)
            if groups[group] == nil { order.append(group) }
            groups[group, default: []].append(tab)
        }
        for group in order {
            let buttons = groups[group] ?? []
            var values: Set<String> = []
            for tab in buttons where !values.insert(tab.choice?.value ?? "").inserted {
                problems.append(.duplicateChoice(tab))
            }
            if buttons.count(where: { $0.value == "true" }) > 1 {
                problems.append(.severalChosen(group: group.name, group.recipient))
            }
            if Set(buttons.map(\.documentID)).count > 1 {
                problems.append(.radioGroupOnSeveralDocuments(group: group.name, group.recipient))
            }
        }
    }

    private mutating func checkList(_ tab: Tab) {
        guard tab.kind == .list else {
            if tab.options != nil { problems.append(.optionsWithoutList(tab)) }
            return
        }
        let options = tab.options ?? []
        if options.isEmpty { problems.append(.listWithoutOptions(tab)) }
        if options.count > EnvelopeLimits.listOptions {
            problems.append(.tooMany(what: "options in the list “\(tab.label)”", limit: EnvelopeLimits.listOptions))
        }
        var values: Set<String> = []
        for option in options {
            filled(option.text, "An option of the list “\(tab.label)”", limit: EnvelopeLimits.optionText)
            check(option.value, "The value of an option of the list “\(tab.label)”", limit: EnvelopeLimits.optionText)
            if !values.insert(option.value).inserted { problems.append(.duplicateOption(tab, option.value)) }
        }
        if let value = tab.value, !values.contains(value) { problems.append(.valueNotOffered(tab, value)) }
    }

    // MARK: Conditions

    private mutating func checkCondition(_ tab: Tab) {
        guard let condition = tab.condition else { return }
        filled(condition.parentLabel, "The parent label of the tab “\(tab.label)”", limit: EnvelopeLimits.tabLabel)
        check(condition.parentValue, "The parent value of the tab “\(tab.label)”", limit: EnvelopeLimits.textValue)
        let parents = definition.parents(of: tab)
        guard !parents.isEmpty else { return problems.append(.conditionWithoutParent(tab)) }
        guard parents.contains(where: { canMeet($0, condition.parentValue) }) else {
            return problems.append(.conditionNeverMet(tab))
        }
        if leadsBack(from: tab) { problems.append(.conditionInCircle(tab)) }
    }

    private func canMeet(_ parent: Tab, _ value: String) -> Bool {
        switch parent.kind {
        case .checkbox: value == TabCondition.on
        case .signHere, .initialHere: value == TabCondition.on && !parent.required
        case .radio: parent.choice?.value == value
        case .list: parent.options?.contains { $0.value == value } == true
        case .text: true
        case .dateSigned, .fullName, .email: false
        }
    }

    /// Whether a tab's condition hangs on the tab itself, or on more conditions than are followed.
    private func leadsBack(from tab: Tab) -> Bool {
        var reached: Set<TabID> = []
        var level = definition.parents(of: tab)
        for _ in 0..<EnvelopeLimits.conditionDepth {
            if level.contains(where: { $0.id == tab.id }) { return true }
            level = level.filter { reached.insert($0.id).inserted }.flatMap { definition.parents(of: $0) }
            if level.isEmpty { return false }
        }
        return true
    }

    // MARK: Tab groups

    private mutating func checkTabGroups() {
        count(definition.tabGroups.count, "tab groups", limit: EnvelopeLimits.tabGroups)
        let recipients = Set(definition.recipients.map(\.id))
        var seen: Set<[String]> = []
        for group in definition.tabGroups {
            filled(group.label, "The label of a tab group", limit: EnvelopeLimits.tabLabel)
            check(group.message, "The message of the tab group “\(group.label)”", limit: EnvelopeLimits.tooltip)
            if !seen.insert([group.recipientID.rawValue, group.label]).inserted {
                problems.append(.duplicateTabGroup(group))
            }
            if !recipients.contains(group.recipientID) {
                problems.append(.badTabGroup(group, reason: "its recipient does not exist"))
            }
            let members = definition.tabs.filter {
                $0.recipientID == group.recipientID && $0.groupLabels?.contains(group.label) == true
            }
            if let reason = fault(of: group, members: members) { problems.append(.badTabGroup(group, reason: reason)) }
        }
        for tab in definition.tabs {
            for label in tab.groupLabels ?? [] where !seen.contains([tab.recipientID.rawValue, label]) {
                problems.append(.unknownTabGroup(tab, label))
            }
        }
    }

    private func fault(of group: TabGroup, members: [Tab]) -> String? {
        if members.isEmpty { return "no tab belongs to it" }
        if members.contains(where: { $0.kind != .checkbox }) { return "not all of its tabs are checkboxes" }
        if group.minimum < 0 || group.maximum < 0 { return "it counts below 0" }
        switch group.rule {
        case .selectARange where group.minimum > group.maximum: return "its minimum is above its maximum"
        case .selectAtLeast, .selectExactly, .selectARange:
            return group.minimum > members.count ? "it has fewer tabs than have to be ticked" : nil
        case .selectAtMost: return nil
        }
    }
}
