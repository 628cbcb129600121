import Envelopes

extension Wire.CustomFields {
    /// The fields of a request, each with its id; a new field has none yet.
    private var listed: [(id: String?, field: CustomField, isGiven: (name: Bool, value: Bool))] {
        let texts = (textCustomFields ?? []).map { field in
            (
                id: field.fieldId,
                field: CustomField(
                    id: "", name: field.name ?? "", value: field.value ?? "", show: field.show ?? false,
                    required: field.required ?? false), isGiven: (name: field.name != nil, value: field.value != nil)
            )
        }
        let lists = (listCustomFields ?? []).map { field in
            (
                id: field.fieldId,
                field: CustomField(
                    id: "", name: field.name ?? "", value: field.value ?? "", show: field.show ?? false,
                    required: field.required ?? false, items: field.listItems ?? []),
                isGiven: (name: field.name != nil, value: field.value != nil)
            )
        }
        return texts + lists
    }

    /// Returns an envelope's fields with those of a request added. A field without an id gets the next free number.
    ///
    /// - Returns: all fields, and the ids of the new ones
    /// - Throws: ``APIError`` for an id that is taken
    package func adding(to fields: [CustomField]) throws(APIError) -> (all: [CustomField], ids: Set<String>) {
        var all = fields
        var ids: Set<String> = []
        let given = Set(listed.compactMap(\.id))
        for entry in listed {
            var field = entry.field
            if let id = entry.id {
                guard !all.contains(where: { $0.id == id }) else {
                    throw APIError(.invalidRequestParameter, "There is a custom field \(id.prefix(64)) already.")
                }
                field.id = id
            } else {
                var number = 1
                while all.contains(where: { $0.id == String(number) }) || given.contains(String(number)) { number += 1 }
                field.id = String(number)
            }
            ids.insert(field.id)
            all.append(field)
        }
        try DialectLimits.check(all.filter { ids.contains($0.id) })
        guard !ids.isEmpty else { throw APIError(.invalidRequestParameter, "The request names no custom field.") }
        return (all, ids)
    }

    /// Returns an envelope's fields with those of a request changed, named by `fieldId`. Members that are not given
    /// stay.
    package func changing(_ fields: [CustomField]) throws(APIError) -> [CustomField] {
        var all = fields
        for (index, entry) in listed.enumerated() {
            let place = try place(entry.id, in: all)
            var field = all[place]
            if entry.isGiven.name { field.name = entry.field.name }
            if entry.isGiven.value { field.value = entry.field.value }
            let texts = textCustomFields ?? []
            if index < texts.count {
                field.show = texts[index].show ?? field.show
                field.required = texts[index].required ?? field.required
            } else if let list = listCustomFields?[index - texts.count] {
                field.show = list.show ?? field.show
                field.required = list.required ?? field.required
                field.items = list.listItems ?? field.items
            }
            if entry.isGiven.value { try DialectLimits.check([field]) }
            all[place] = field
        }
        return all
    }

    /// Returns an envelope's fields without those of a request, named by `fieldId`.
    package func removed(from fields: [CustomField]) throws(APIError) -> [CustomField] {
        var all = fields
        for entry in listed { all.remove(at: try place(entry.id, in: all)) }
        return all
    }

    private func place(_ id: String?, in fields: [CustomField]) throws(APIError) -> Int {
        guard let id else { throw APIError(.invalidRequestParameter, "A custom field has no fieldId.") }
        guard let place = fields.firstIndex(where: { $0.id == id }) else {
            throw APIError(.invalidRequestParameter, "The envelope has no custom field \(id.prefix(64)).")
        }
        return place
    }
}
