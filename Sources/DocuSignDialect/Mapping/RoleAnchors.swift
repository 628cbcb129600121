import Envelopes
import Essentials

/// Tabs that a role adds to those of the template: tabs with an anchor whose label no tab of the role has.
extension Wire.EnvelopeDefinition {
    /// Takes the anchors away from the roles' tabs that stand in the template already. What such a tab says about its
    /// place has no effect and is noted.
    package mutating func settleAnchors(with template: Template, noting ignored: IgnoredMembers? = nil) {
        for index in (templateRoles ?? []).indices {
            guard let role = templateRoles?[index], var tabs = role.tabs,
                let recipient = role.roleName.flatMap({ template.recipient(inRole: $0) })
            else { continue }
            let own = template.tabs.filter { $0.recipientID == recipient.id }
            for list in TabList.allCases {
                tabs[list] = tabs[list].map { tab in
                    guard tab.anchor != nil, own.contains(where: { $0.kind == list.kind && $0.label == tab.tabLabel })
                    else {
                        return tab
                    }
                    for member in tab.placeMembers {
                        ignored?.note("templateRoles.tabs.\(list.rawValue).\(member)")
                    }
                    var settled = tab
                    settled.anchor = nil
                    return settled
                }
            }
            templateRoles?[index].tabs = tabs
        }
    }

    /// Calls a closure with each anchor of the roles' tabs.
    package mutating func changeRoleAnchors(
        of template: Template, _ change: (inout Wire.Anchor, AnchorUse) throws -> Void
    ) rethrows {
        for index in (templateRoles ?? []).indices {
            guard let role = templateRoles?[index], var tabs = role.tabs else { continue }
            let recipient = role.roleName.flatMap { template.recipient(inRole: $0) }?.recipient
            try tabs.changeAnchors(
                at: "templateRoles[\(index)].tabs", excluding: Set(recipient?.excludedDocuments ?? []), change)
            templateRoles?[index].tabs = tabs
        }
    }

    /// Returns the tabs that roles add to the template's.
    package func addedTabs(
        to template: Template, newTabID: () -> TabID
    ) throws(APIError) -> [Envelopes.EnvelopeTab] {
        var added: [Envelopes.EnvelopeTab] = []
        for (index, role) in (templateRoles ?? []).enumerated() {
            guard let tabs = role.tabs, let recipient = role.roleName.flatMap({ template.recipient(inRole: $0) })
            else { continue }
            for list in TabList.allCases {
                for (number, tab) in tabs[list].enumerated() where tab.anchor != nil {
                    var tab = tab
                    tab.recipientId = nil
                    let path = "templateRoles[\(index)].tabs.\(list.rawValue)[\(number)]"
                    added += try tab.tabs(of: list, for: recipient.id, newTabID: newTabID, at: path)
                }
            }
        }
        return added
    }
}

extension Wire.Tab {
    /// The members of a tab that say where and how it stands, as far as they are given.
    fileprivate var placeMembers: [String] {
        [
            ("anchorString", anchor != nil), ("documentId", documentId != nil), ("width", width != nil),
            ("height", height != nil), ("fontSize", fontSize != nil), ("name", name != nil),
            ("tooltip", tooltip != nil),
        ].filter(\.1).map(\.0)
    }
}
