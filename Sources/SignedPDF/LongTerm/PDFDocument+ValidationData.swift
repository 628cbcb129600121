import Foundation
import X509

extension PDFDocument {
    /// What the validation of the document's signatures and timestamps needs, gathered from the document itself and from
    /// where the certificates say.
    ///
    /// Each certificate has to have been good when the earliest timestamp says that the signature was there, or now if
    /// none does. The newest signature must get everything; of older ones, which may be strangers', what can be had is
    /// taken.
    ///
    /// - Parameter asksAuthority: Whether the timestamp authority is asked for a token that is thrown away: its
    ///   certificate tells what the timestamp to come will need.
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
    /// What a timestamp made now will need.
    fileprivate func need(at now: Date) async throws -> ValidationDataCollection.Need {
        let token = try await token(over: DigestAlgorithm.sha256.digest(of: TimestampRequest.randomNonce()))
        guard let certificate = token.signedData.signerCertificate else { throw TimestampError.noAuthority }
        return ValidationDataCollection.Need(
            certificate: certificate, others: token.signedData.certificates, time: now)
    }
}

extension SignatureParts {
    /// The certificates that validation data are needed for.
    fileprivate func needs(at now: Date, isNewest: Bool) throws(LongTermError) -> [ValidationDataCollection.Need] {
        guard findings.integrity == .intact, let certificate = findings.certificate else {
            throw .broken(field: field.name)
        }
        let timestamps = findings.timestamps.filter { $0.integrity == .intact }
        var time = timestamps.map(\.time).min() ?? now
        // What vouches for everything else should be known to be good for as long as possible.
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
