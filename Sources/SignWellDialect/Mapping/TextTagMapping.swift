import Envelopes

extension SignWell.Field {
    /// Returns the fields that text tags ask for; tags that cannot be read are noted.
    ///
    /// - Parameter tags: each with its page, and the box around it in points
    package static func all(
        tagged tags: [(text: String, page: Int, frame: TabFrame)], _ problems: RequestProblems
    ) -> [SignWell.Field] {
        tags.compactMap { found in
            do throws(TextTagProblem) {
                return SignWell.Field(try TextTag(found.text), at: found.frame, onPage: found.page)
            } catch {
                problems.add(error.description, at: ["text_tags"])
                return nil
            }
        }
    }

    private init(_ tag: TextTag, at frame: TabFrame, onPage page: Int) {
        self.init(
            type: tag.type, x: PixelLength(Points(frame.x)).value,
            y: PixelLength(Points(frame.y)).value, page: page, recipientID: String(tag.signer))
        required = tag.isRequired
        apiID = tag.apiID
        width = tag.width?.value
        height = tag.height?.value
        if type == .checkbox { name = tag.label } else { label = tag.label }
        value = tag.prefill.map { .text($0) }
        if type == .date {
            lockSignDate = tag.locksSignDate
            dateFormat = tag.dateFormat?.rawValue
        }
        if type.isList { options = tag.options.map { Option(name: $0) } }
    }

    /// A field of a signature page: a signature, or the day of signing.
    package init(_ type: SignWell.FieldType, at frame: TabFrame, onPage page: Int, of signer: RecipientID) {
        self.init(
            type: type, x: PixelLength(Points(frame.x)).value, y: PixelLength(Points(frame.y)).value, page: page,
            recipientID: signer.rawValue)
        width = PixelLength(Points(frame.width)).value
        height = min(PixelLength(Points(frame.height)).value, type.largestHeight)
        if type == .date { lockSignDate = true }
    }
}

extension SignWell.DocumentRequest {
    /// The request with the fields of its files' texts and signature pages.
    ///
    /// - Parameter found: the fields of each file
    package func adding(_ found: [[SignWell.Field]]) -> SignWell.DocumentRequest {
        var all = self
        while all.fields.count < found.count { all.fields.append([]) }
        let ids = Set(recipients.map(\.id))
        for (index, fields) in found.enumerated() {
            all.fields[index] += fields.map { field in
                var field = field
                // A tag names a recipient by their id, which usually is their position.
                if !ids.contains(field.recipientID), let position = Int(field.recipientID),
                    let recipient = recipients[number: position]
                {
                    field.recipientID = recipient.id
                }
                return field
            }
        }
        return all
    }
}

extension SignWell.TemplateRequest {
    /// The request with the fields of its files' texts.
    package func adding(_ found: [[SignWell.Field]]) -> SignWell.TemplateRequest {
        var trial = SignWell.DocumentRequest(files: [], recipients: [], fields: fields)
        trial.recipients = placeholders.map { SignWell.Recipient(id: $0.id, email: "") }
        var all = self
        all.fields = trial.adding(found).fields
        return all
    }
}
