import Foundation
import X509

extension PDFDocument {
    /// Gathers the validation data for the document's signatures and timestamps, from the document itself and from the
    /// addresses in the certificates.
    ///
    /// Each certificate must have been good at the time of the signature's earliest timestamp, or now if it has none.
    /// The data for the newest signature must be complete. Older signatures may be strangers'; whatever is available
    /// for them is taken.
    ///
    /// - Parameter asksAuthority: whether to request a token from the timestamp authority and discard it, to learn
    ///   which certificate the next timestamp will need data for
    func validationData(
        using services: SigningServices, at now: Date, asksAuthority: Bool = false
    ) async throws -> [(contents: Data, data: ValidationData)] {
        let library = RevisionLibrary(Revision(self, tree: try FieldTree(self)))
        let signatures = try SignatureParts.all(in: library)
        guard let newest = signatures.indices.last else { throw LongTermError.unsigned }
        var evidence = RevocationEvidence.all(in: library, signatures)
        evidence.certificates += services.certificates
        for list in try services.lists(now) { evidence.add(list: Array(list), at: RevocationEvidence.fetched) }
        var collection = ValidationDataCollection(services.revocation, evidence: evidence, at: now)
        var result: [(contents: Data, data: ValidationData)] = []
        for (index, signature) in signatures.enumerated() {
            guard let contents = signature.field.contents else { continue }
            let isOthers = signature.findings.certificate?.issuer != signatures[newest].findings.certificate?.issuer
            if isOthers, !services.asksForOthers { continue }
            var data = ValidationData()
            do {
                var needs = try signature.needs(at: now, isNewest: index == newest)
                if index == newest, asksAuthority { needs.append(try await services.timestamps.need(at: now)) }
                for need in needs {
                    data.formUnion(try await collection.data(for: need))
                }
            } catch let error as LongTermError where index != newest {
                _ = error  // a stranger's signature; what was gathered for it so far is kept
            }
            if !data.isEmpty { result.append((contents, data)) }
        }
        return result
    }
}

extension TimestampService {
    /// Returns the validation need of a timestamp made now.
    fileprivate func need(at now: Date) async throws -> ValidationDataCollection.Need {
        let token = try await token(over: DigestAlgorithm.sha256.digest(of: TimestampRequest.randomNonce()))
        guard let certificate = token.signedData.signerCertificate else { throw TimestampError.noAuthority }
        return ValidationDataCollection.Need(
            certificate: certificate, others: token.signedData.certificates, time: now)
    }
}

extension SignatureParts {
    /// Returns the certificates that need validation data.
    fileprivate func needs(at now: Date, isNewest: Bool) throws(LongTermError) -> [ValidationDataCollection.Need] {
        guard findings.integrity == .intact, let certificate = findings.certificate else {
            throw .broken(field: field.name)
        }
        let timestamps = findings.timestamps.filter { $0.integrity == .intact }
        var time = timestamps.map(\.time).min() ?? now
        // The newest document timestamp protects everything else, so its status should be as recent as possible.
        if isDocumentTimestamp, isNewest, now <= certificate.notValidAfter { time = now }
        var needs = [
            ValidationDataCollection.Need(certificate: certificate, others: findings.certificates, time: time)
        ]
        for timestamp in timestamps where !isDocumentTimestamp {
            guard let authority = timestamp.certificate else { continue }
            needs.append(
                ValidationDataCollection.Need(
                    certificate: authority, others: timestamp.certificates, time: timestamp.time))
        }
        return needs
    }
}
