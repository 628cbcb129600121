/// Checks of radio buttons, lists, conditions and tab groups.
extension DefinitionCheck {
    mutating func checkChoices() {
        let conditions = ConditionCheck(definition.tabs)
        for (index, tab) in definition.tabs.enumerated() {
            checkRadio(tab)
            checkList(tab)
            checkCondition(tab, at: index, conditions)
        }
        checkRadioGroups()
        checkTabGroups()
    }

    // MARK: Radio buttons and lists

    private mutating func checkRadio(_ tab: EnvelopeTab) {
        guard tab.kind == .radio else {
            if tab.choice != nil { problems.append(.choiceWithoutRadio(tab)) }
            return
        }
        guard let choice = tab.choice else { return problems.append(.radioWithoutGroup(tab)) }
        filled(choice.group, .tab(tab, .radioGroup), limit: EnvelopeLimits.tabLabel)
        filled(choice.value, .tab(tab, .radioValue), limit: EnvelopeLimits.optionText)
    }

    private mutating func checkRadioGroups() {
        struct Group: Hashable {
            let recipient: RecipientID
            let name: String
        }
        var groups: [Group: [EnvelopeTab]] = [:]
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

    private mutating func checkList(_ tab: EnvelopeTab) {
        guard tab.kind == .list || tab.kind == .text else {
            if tab.options != nil { problems.append(.optionsWithoutList(tab)) }
            return
        }
        let options = tab.options ?? []
        if tab.kind == .list, options.isEmpty { problems.append(.listWithoutOptions(tab)) }
        if options.count > EnvelopeLimits.listOptions {
            problems.append(.tooMany(.tab(tab, .options), limit: EnvelopeLimits.listOptions))
        }
        var values: Set<String> = []
        for option in options {
            filled(option.text, .tab(tab, .optionText), limit: EnvelopeLimits.optionText)
            check(option.value, .tab(tab, .optionValue), limit: EnvelopeLimits.optionText)
            if !values.insert(option.value).inserted { problems.append(.duplicateOption(tab, option.value)) }
        }
        if tab.kind == .list, let value = tab.value, !values.contains(value) {
            problems.append(.valueNotOffered(tab, value))
        }
    }

    // MARK: Conditions

    private mutating func checkCondition(_ tab: EnvelopeTab, at index: Int, _ conditions: ConditionCheck) {
        guard let condition = tab.condition else { return }
        filled(condition.parentLabel, .tab(tab, .parentLabel), limit: EnvelopeLimits.tabLabel)
        check(condition.parentValue, .tab(tab, .parentValue), limit: EnvelopeLimits.textValue)
        guard conditions.hasParents(tab) else { return problems.append(.conditionWithoutParent(tab)) }
        guard conditions.canBeMet(tab) else { return problems.append(.conditionNeverMet(tab)) }
        if conditions.isEndless(index) { problems.append(.conditionInCircle(tab)) }
    }

    // MARK: Tab groups

    private mutating func checkTabGroups() {
        count(definition.tabGroups.count, .tabGroups, limit: EnvelopeLimits.tabGroups)
        let recipients = Set(definition.recipients.map(\.id))
        var members: [[String]: [EnvelopeTab]] = [:]
        for tab in definition.tabs {
            for label in Set(tab.groupLabels ?? []) {
                members[[tab.recipientID.rawValue, label], default: []].append(tab)
            }
        }
        var seen: Set<[String]> = []
        for group in definition.tabGroups {
            filled(group.label, .tabGroup(group, .label), limit: EnvelopeLimits.tabLabel)
            check(group.message, .tabGroup(group, .message), limit: EnvelopeLimits.tooltip)
            let key = [group.recipientID.rawValue, group.label]
            if !seen.insert(key).inserted {
                problems.append(.duplicateTabGroup(group))
            }
            if !recipients.contains(group.recipientID) {
                problems.append(.badTabGroup(group, .unknownRecipient))
            }
            if let fault = fault(of: group, members: members[key] ?? []) {
                problems.append(.badTabGroup(group, fault))
            }
        }
        for tab in definition.tabs {
            for label in tab.groupLabels ?? [] where !seen.contains([tab.recipientID.rawValue, label]) {
                problems.append(.unknownTabGroup(tab, label))
            }
        }
    }

    private func fault(of group: TabGroup, members: [EnvelopeTab]) -> TabGroup.Fault? {
        if members.isEmpty { return .noTabs }
        if members.contains(where: { $0.kind != .checkbox }) { return .notCheckboxes }
        if group.minimum < 0 || group.maximum < 0 { return .countBelowZero }
        switch group.rule {
        case .selectARange where group.minimum > group.maximum: return .minimumAboveMaximum
        case .selectExactly where group.minimum != group.maximum: return .minimumIsNotMaximum
        case .selectExactly where group.minimum == 0: return .exactlyZero
        case .selectAtLeast, .selectExactly, .selectARange, .selectAtMost: break
        }
        // Locked checkboxes keep the sender's value.
        let ticked = members.count { $0.locked && $0.value == "true" }
        let free = members.count { !$0.locked }
        if ticked + free < group.allowed.lowerBound { return .tooFewTabs }
        return ticked > group.allowed.upperBound ? .tooManyLockedTicks : nil
    }
}
