import Envelopes
import Foundation

extension Wire.Tabs {
    /// Adds the change of a recipient's tabs to a correction. Tabs with a `tabId` change; members that are not given
    /// stay.
    ///
    /// - Parameter adds: whether tabs without a `tabId` are added
    /// - Throws: ``APIError`` naming the tab
    package func correct(
        _ correction: inout Correction, of recipient: RecipientID, in definition: Envelopes.EnvelopeDefinition,
        adding adds: Bool, newTabID: @escaping () -> TabID
    ) throws(APIError) {
        let own = definition.tabs.filter { $0.recipientID == recipient }
        for list in TabList.allCases {
            for (number, tab) in self[list].enumerated() {
                let path = "\(list.rawValue)[\(number)]"
                guard let id = tab.tabId else {
                    guard adds else { throw APIError(.invalidRequestParameter, "\(path).tabId is missing.") }
                    correction.tabs += try tab.tabs(of: list, for: recipient, newTabID: newTabID, at: path)
                    continue
                }
                guard tab.anchor == nil else { throw Wire.Anchor.unsupported(at: path) }
                guard let old = own.first(where: { $0.id.rawValue == id && $0.kind == list.kind }) else {
                    throw Self.unknown(id, recipient, at: path)
                }
                let whole = try Wire.Tab(of: old, in: definition).changed(by: tab, at: path)
                var new = try whole.tab(of: list, for: recipient, id: old.id, at: path)
                if TabList(old) == list { new.keepUnnamed(of: old) }
                correction.tabs.append(new)
            }
        }
        for (number, group) in radioGroups.enumerated() {
            let path = "\(Wire.RadioGroup.listName.stringValue)[\(number)]"
            let buttons = own.filter { $0.kind == .radio && $0.choice?.group == group.groupName }
            guard !buttons.isEmpty else {
                guard adds else {
                    throw APIError(.invalidRequestParameter, "\(path).groupName names no group of the recipient.")
                }
                correction.tabs += try group.tabs(for: recipient, newTabID: newTabID, at: path)
                continue
            }
            correction.tabs += try group.changing(
                buttons, in: definition, for: recipient, adding: adds, newTabID: newTabID, at: path)
        }
        for (number, group) in tabGroups.enumerated() {
            correction.tabGroups.append(try group.group(for: recipient, at: "tabGroups[\(number)]"))
        }
    }

    /// The same tabs without ids, so that all of them are new.
    package var withoutIDs: Wire.Tabs {
        var new = self
        for list in TabList.allCases {
            new[list] = self[list].map { tab in
                var tab = tab
                tab.tabId = nil
                return tab
            }
        }
        for group in radioGroups.indices {
            for radio in (radioGroups[group].radios ?? []).indices { new.radioGroups[group].radios?[radio].tabId = nil }
        }
        return new
    }

    /// Returns the tabs that a request names by `tabId`, or for radio groups by name.
    ///
    /// - Throws: ``APIError`` if one is unknown, or if there is none
    package func named(
        of recipient: RecipientID, in definition: Envelopes.EnvelopeDefinition
    ) throws(APIError) -> [TabID] {
        let own = definition.tabs.filter { $0.recipientID == recipient }
        var ids: [TabID] = []
        for list in TabList.allCases {
            for (number, tab) in self[list].enumerated() {
                let path = "\(list.rawValue)[\(number)]"
                guard let id = tab.tabId else { throw APIError(.invalidRequestParameter, "\(path).tabId is missing.") }
                guard let tab = own.first(where: { $0.id.rawValue == id }) else {
                    throw Self.unknown(id, recipient, at: path)
                }
                ids.append(tab.id)
            }
        }
        for (number, group) in radioGroups.enumerated() {
            let path = "\(Wire.RadioGroup.listName.stringValue)[\(number)]"
            let named = (group.radios ?? []).compactMap(\.tabId)
            let buttons = own.filter {
                $0.kind == .radio
                    && (named.isEmpty ? $0.choice?.group == group.groupName : named.contains($0.id.rawValue))
            }
            guard !buttons.isEmpty else { throw Self.unknown(group.groupName ?? "", recipient, at: path) }
            ids += buttons.map(\.id)
        }
        guard !ids.isEmpty else { throw APIError(.invalidRequestParameter, "The request names no tab.") }
        return ids
    }

    /// An answer with some of a recipient's tabs.
    package init(_ ids: Set<TabID>, of recipient: RecipientID, in envelope: Envelopes.Envelope) {
        self.init(of: recipient, in: envelope)
        for list in TabList.allCases { self[list] = self[list].filter { $0.isAmong(ids) } }
        radioGroups.removeAll { group in !(group.radios ?? []).contains { $0.isAmong(ids) } }
        tabGroups = []
    }

    private static func unknown(_ id: String, _ recipient: RecipientID, at path: String) -> APIError {
        APIError(.invalidRequestParameter, "\(path): recipient \(recipient) has no tab \(id.prefix(64)) of this kind.")
    }
}

extension Wire.Tab {
    fileprivate func isAmong(_ ids: Set<TabID>) -> Bool {
        tabId.flatMap(TabID.init(rawValue:)).map(ids.contains) ?? false
    }

    /// A tab as a request would give it, with its exact place.
    fileprivate init(of tab: Envelopes.EnvelopeTab, in definition: Envelopes.EnvelopeDefinition) {
        self.init(requesting: tab, in: definition)
        xPosition = tab.frame.x
        yPosition = tab.frame.y
        width = tab.frame.width
        height = tab.frame.height
        scaleValue = nil
    }

    /// Returns the tab with the members that another gives.
    fileprivate func changed(by change: Wire.Tab, at path: String) throws(APIError) -> Wire.Tab {
        var base = self
        if change.scaleValue != nil { (base.width, base.height) = (nil, nil) }
        if change.name != nil, change.tooltip == nil { base.tooltip = nil }
        if change.listItems != nil || change.listSelectedValue != nil { base.value = nil }
        do {
            return try JSONMembers.overlaid(base, with: change)
        } catch let error as APIError {
            throw error
        } catch {
            throw APIError(.invalidRequestBody, "\(path) cannot be read.")
        }
    }
}

extension Envelopes.EnvelopeTab {
    /// Takes over what this dialect has no member for.
    fileprivate mutating func keepUnnamed(of old: Envelopes.EnvelopeTab) {
        (validation, detail, dateFormat) = (old.validation, old.detail, old.dateFormat)
        (clientID, alignment) = (old.clientID, old.alignment)
        if kind == .text { options = old.options }
    }
}

extension Wire.Radio {
    fileprivate func isAmong(_ ids: Set<TabID>) -> Bool {
        tabId.flatMap(TabID.init(rawValue:)).map(ids.contains) ?? false
    }
}

extension Wire.RadioGroup {
    /// Returns the buttons of a group after the changes that a request gives: buttons are named by `tabId` or value.
    fileprivate func changing(
        _ buttons: [Envelopes.EnvelopeTab], in definition: Envelopes.EnvelopeDefinition, for recipient: RecipientID,
        adding adds: Bool, newTabID: @escaping () -> TabID, at path: String
    ) throws(APIError) -> [Envelopes.EnvelopeTab] {
        var whole = Wire.RadioGroup(requesting: buttons, in: definition)
        var all = whole.radios ?? []
        for (index, button) in buttons.enumerated() {
            all[index].xPosition = button.frame.x
            all[index].yPosition = button.frame.y
        }
        let choosesOne = (radios ?? []).contains { $0.selected == true }
        for (number, radio) in (radios ?? []).enumerated() {
            let place = buttons.firstIndex {
                radio.tabId == nil ? $0.choice?.value == radio.value : $0.id.rawValue == radio.tabId
            }
            guard let place else {
                guard adds, radio.tabId == nil else {
                    throw APIError(.invalidRequestParameter, "\(path).radios[\(number)].tabId names no button.")
                }
                all.append(radio)
                continue
            }
            guard radio.anchor == nil else { throw Wire.Anchor.unsupported(at: "\(path).radios[\(number)]") }
            if choosesOne { for index in all.indices { all[index].selected = false } }
            do {
                all[place] = try JSONMembers.overlaid(all[place], with: radio)
            } catch {
                throw APIError(.invalidRequestBody, "\(path).radios[\(number)] cannot be read.")
            }
        }
        whole.radios = all
        whole.conditionalParentLabel = conditionalParentLabel ?? whole.conditionalParentLabel
        whole.conditionalParentValue = conditionalParentValue ?? whole.conditionalParentValue
        whole.tooltip = tooltip ?? whole.tooltip
        var ids = buttons.map(\.id)[...]
        return try whole.tabs(for: recipient, newTabID: { ids.popFirst() ?? newTabID() }, at: path)
    }
}

/// Objects of JSON, member by member.
private enum JSONMembers {
    /// Returns a value whose members are those of `change`, and else those of `base`.
    static func overlaid<Value: Codable>(_ base: Value, with change: Value) throws -> Value {
        let encoder = JSONEncoder()
        func members(_ value: Value) throws -> [String: Any] {
            try JSONSerialization.jsonObject(with: encoder.encode(value)) as? [String: Any] ?? [:]
        }
        let all = try members(base).merging(members(change)) { $1 }
        return try JSONDecoder().decode(Value.self, from: JSONSerialization.data(withJSONObject: all))
    }
}
