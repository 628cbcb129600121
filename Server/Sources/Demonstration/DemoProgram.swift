import Foundation

/// The sender's program, with its requests to the eSignature REST API.
struct DemoProgram: Sendable {
    let client: DemoClient
    /// The account's base address, without a final slash.
    let base: String

    /// Sends an envelope and returns its id.
    func send(_ sample: SampleRequest) async throws -> String {
        struct Summary: Decodable { let envelopeId: String }
        return try await client.post("\(base)/envelopes", sample.body(), expecting: 201)
            .decoded(Summary.self).envelopeId
    }

    /// Returns the URL of the signing page for the sample's signer.
    func recipientView(of envelope: String, for sample: SampleRequest, returningTo address: String) async throws
        -> String
    {
        struct View: Decodable { let url: String }
        let body = [
            "returnUrl": address, "authenticationMethod": "None", "userName": sample.signerName,
            "email": sample.signerEmail, "clientUserId": SampleRequest.clientUserID,
        ]
        return try await client.post("\(base)/envelopes/\(envelope)/views/recipient", body, expecting: 201)
            .decoded(View.self).url
    }

    func status(of envelope: String) async throws -> String {
        struct Answer: Decodable { let status: String }
        return try await client.get("\(base)/envelopes/\(envelope)").decoded(Answer.self).status
    }

    /// Returns the bytes of a document: `combined`, `certificate`, or a document's id.
    func document(_ name: String, of envelope: String) async throws -> Data {
        try await client.get("\(base)/envelopes/\(envelope)/documents/\(name)").body
    }
}
