import DocuSignDialect
import EnvelopeWork
import Envelopes
import Foundation
import HTTPMessages
import Ledger
import ServiceCalls

/// The calls about the texts and settings that belong to an envelope: reminders and expiry, the address for replies,
/// custom fields, document fields, and what was entered.
struct EnvelopePartRoutes {
    let changes: EnvelopeChanges
    let timer: EnvelopeTimer
    let requestLimit: Int

    private static let envelope = "restapi/v2.1/accounts/:accountId/envelopes/:envelopeId"

    var routes: [APIRoute] {
        let fields = "\(Self.envelope)/documents/:documentId/fields"
        return [
            .dialect(.put, "\(Self.envelope)/notification") { try await updateNotification($0) },
            .dialect(.get, "\(Self.envelope)/form_data") { try await formData($0) },
            .dialect(.get, "\(Self.envelope)/email_settings") { try await emailSettings($0) },
            .dialect(.post, "\(Self.envelope)/email_settings") { try await updateEmailSettings($0, status: 201) },
            .dialect(.put, "\(Self.envelope)/email_settings") { try await updateEmailSettings($0, status: 200) },
            .dialect(.delete, "\(Self.envelope)/email_settings") { try await removeEmailSettings($0) },
            .dialect(.get, "\(Self.envelope)/custom_fields") { try await customFields($0) },
            .dialect(.post, "\(Self.envelope)/custom_fields") { try await addCustomFields($0) },
            .dialect(.put, "\(Self.envelope)/custom_fields") { try await updateCustomFields($0) },
            .dialect(.delete, "\(Self.envelope)/custom_fields") { try await removeCustomFields($0) },
            .dialect(.get, fields) { try await documentFields($0) },
            .dialect(.post, fields) { try await addDocumentFields($0) },
            .dialect(.put, fields) { try await updateDocumentFields($0) },
            .dialect(.delete, fields) { try await removeDocumentFields($0) },
        ]
    }

    private func decoded<Value: Decodable>(
        _ type: Value.Type, _ request: ServiceCall
    ) async throws -> (envelope: Envelope, body: Value) {
        let envelope = try await changes.ledger.envelope(named: request)
        return (envelope, try await request.decoded(type, limit: requestLimit))
    }

    private func updateNotification(_ request: ServiceCall) async throws -> HTTPReply {
        let (envelope, body) = try await decoded(Wire.Notification.self, request)
        let after = try await changes.correct(envelope, request) { newest in
            if body.useAccountDefaults != true, body.reminders == nil, body.expirations == nil { return Correction() }
            guard let settings = body.settings(timer.settings(newest)) else {
                return Correction(cleared: [.notification])
            }
            return Correction(notification: settings)
        }
        return try .json(Wire.Notification(timer.settings(after)))
    }

    private func formData(_ request: ServiceCall) async throws -> HTTPReply {
        return try .json(Wire.EnvelopeFormData(try await changes.ledger.envelope(named: request)))
    }

    // MARK: - The address for replies

    private func emailSettings(_ request: ServiceCall) async throws -> HTTPReply {
        let envelope = try await changes.ledger.envelope(named: request)
        return try .json(Wire.EmailSettings(envelope.definition.replyTo))
    }

    private func updateEmailSettings(_ request: ServiceCall, status: Int) async throws -> HTTPReply {
        let (envelope, body) = try await decoded(Wire.EmailSettings.self, request)
        let after = try await changes.correct(envelope, request) { _ in body.correction }
        return try .json(Wire.EmailSettings(after.definition.replyTo), status: status)
    }

    private func removeEmailSettings(_ request: ServiceCall) async throws -> HTTPReply {
        let envelope = try await changes.ledger.envelope(named: request)
        _ = try await changes.correct(envelope, request) { _ in Correction(cleared: [.replyTo]) }
        return try .json(Wire.EmailSettings(envelope.definition.replyTo))
    }

    // MARK: - Custom fields

    private func customFields(_ request: ServiceCall) async throws -> HTTPReply {
        let envelope = try await changes.ledger.envelope(named: request)
        return try .json(Wire.CustomFields(envelope.definition.customFields))
    }

    private func addCustomFields(_ request: ServiceCall) async throws -> HTTPReply {
        let (envelope, body) = try await decoded(Wire.CustomFields.self, request)
        var ids: Set<String> = []
        let after = try await changes.correct(envelope, request) { newest in
            let added = try body.adding(to: newest.definition.customFields)
            ids = added.ids
            return Correction(customFields: added.all)
        }
        let added = after.definition.customFields.filter { ids.contains($0.id) }
        return try .json(Wire.CustomFields(added), status: 201)
    }

    private func updateCustomFields(_ request: ServiceCall) async throws -> HTTPReply {
        let (envelope, body) = try await decoded(Wire.CustomFields.self, request)
        let after = try await changes.correct(envelope, request) { newest in
            Correction(customFields: try body.changing(newest.definition.customFields))
        }
        return try .json(Wire.CustomFields(after.definition.customFields))
    }

    /// Answers with the fields that are left.
    private func removeCustomFields(_ request: ServiceCall) async throws -> HTTPReply {
        let (envelope, body) = try await decoded(Wire.CustomFields.self, request)
        let after = try await changes.correct(envelope, request) { newest in
            Correction(customFields: try body.removed(from: newest.definition.customFields))
        }
        return try .json(Wire.CustomFields(after.definition.customFields))
    }

    // MARK: - Document fields

    private func document(_ request: ServiceCall, in envelope: Envelope) throws(APIError) -> EnvelopeDocument {
        let id = request.parameters["documentId"] ?? ""
        guard let document = envelope.document(DocumentID(id)) else {
            throw APIError(.documentDoesNotExist, "The envelope has no document \(id.prefix(64)).")
        }
        return document
    }

    private func documentFields(_ request: ServiceCall) async throws -> HTTPReply {
        let envelope = try await changes.ledger.envelope(named: request)
        return try .json(Wire.DocumentFieldsInformation(try document(request, in: envelope).fields))
    }

    private func changeDocumentFields(
        _ request: ServiceCall, status: Int, _ change: ([DocumentField], [DocumentField]) throws -> [DocumentField]
    ) async throws -> HTTPReply {
        let (envelope, body) = try await decoded(Wire.DocumentFieldsInformation.self, request)
        let given = try body.fields()
        guard !given.isEmpty else { throw APIError(.invalidRequestParameter, "The request names no document field.") }
        let after = try await changes.correct(envelope, request) { newest in
            var document = try document(request, in: newest)
            document.fields = try change(document.fields, given)
            return Correction(documents: [document])
        }
        return try .json(
            Wire.DocumentFieldsInformation(try document(request, in: after).fields), status: status
        )
    }

    private func addDocumentFields(_ request: ServiceCall) async throws -> HTTPReply {
        try await changeDocumentFields(request, status: 201) { old, given in
            let taken = given.first { field in old.contains { $0.name == field.name } }
            if let taken {
                throw APIError(
                    .invalidRequestParameter, "The document has a field “\(taken.name.prefix(100))” already.")
            }
            return old + given
        }
    }

    private func updateDocumentFields(_ request: ServiceCall) async throws -> HTTPReply {
        try await changeDocumentFields(request, status: 200) { old, given in
            var all = old
            for field in given { all[try Self.place(of: field, in: all)] = field }
            return all
        }
    }

    private func removeDocumentFields(_ request: ServiceCall) async throws -> HTTPReply {
        try await changeDocumentFields(request, status: 200) { old, given in
            var all = old
            for field in given { all.remove(at: try Self.place(of: field, in: all)) }
            return all
        }
    }

    private static func place(of field: DocumentField, in all: [DocumentField]) throws(APIError) -> Int {
        guard let place = all.firstIndex(where: { $0.name == field.name }) else {
            throw APIError(.invalidRequestParameter, "The document has no field “\(field.name.prefix(100))”.")
        }
        return place
    }
}
