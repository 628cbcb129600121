import Accounts
import EnvelopeService
import Envelopes
import FileSigning
import Foundation
import Logging
import ServiceLifecycle
import SignedPDF
import SigningService

/// An end-to-end demonstration against its own service: it sends an agreement, signs it as a browser would, and
/// downloads the sealed PDF.
///
/// Everything between starting the service and checking the files goes over HTTP.
package struct DemoRun: Sendable {
    /// One completed step.
    package struct Step: Sendable {
        package let title: String
        package let detail: String?
        package let duration: Duration
    }

    /// The files that the demonstration leaves behind.
    package struct Outcome: Sendable {
        /// The data directory that the service used.
        package let data: URL
        package let signed: URL
        package let certificate: URL
        package let history: URL
    }

    private let folder: URL
    private let pdf: URL?
    private let report: @Sendable (Step) -> Void

    /// - Parameters:
    ///   - folder: the folder for the results; created if missing
    ///   - pdf: the file to sign; a sample agreement by default
    ///   - report: called after each step
    package init(folder: URL, pdf: URL? = nil, report: @escaping @Sendable (Step) -> Void) {
        self.folder = folder
        self.pdf = pdf
        self.report = report
    }

    /// Runs the demonstration.
    /// - Throws: ``DemoError``, and the errors of the service and the PDF code
    package func run() async throws -> Outcome {
        let clock = ContinuousClock()
        var start = clock.now
        let sample = try pdf.map(SampleAgreement.around) ?? SampleAgreement.make()
        do {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        } catch {
            throw DemoError.unwritable(path: folder.relativePath)
        }
        let data = folder.appending(path: "data", directoryHint: .isDirectory)
        // Errors are reported in one sentence at the end.
        let service = try SigningService(
            ServiceConfiguration(dataDirectory: data, port: 0), logger: ServiceLog.logger(level: .critical))
        return try await Self.whileRunning(service) { address in
            try await perform(sample, service, at: address, data: data) { title, detail in
                let now = clock.now
                report(Step(title: title, detail: detail, duration: now - start))
                start = clock.now
            }
        }
    }

    /// Runs the service until `body` returns.
    private static func whileRunning<Value: Sendable>(
        _ service: SigningService, _ body: @escaping (String) async throws -> Value
    ) async throws -> Value {
        let (addresses, continuation) = AsyncStream.makeStream(of: URL.self)
        let application = service.application(onRunning: { continuation.yield($0) })
        let group = ServiceGroup(configuration: .init(services: [application], logger: service.logger))
        async let running: Void = {
            defer { continuation.finish() }
            try await group.run()
        }()
        guard let address = await addresses.first(where: { _ in true }) else {
            try await running
            throw DemoError.missing(what: "address", request: "starting the service")
        }
        do {
            let value = try await body(address.absoluteString)
            await group.triggerGracefulShutdown()
            try await running
            return value
        } catch {
            await group.triggerGracefulShutdown()
            _ = try? await running
            throw error
        }
    }

    private func perform(
        _ sample: SampleRequest, _ service: SigningService, at address: String, data: URL,
        done: (String, String?) -> Void
    ) async throws -> Outcome {
        done("Started the service", "\(address), data in \(data.relativePath)")
        let credentials = try await sender(service)
        let program = DemoProgram(
            client: DemoClient(credentials: (.authorization, "Bearer \(credentials.accessToken.text)")),
            base: "\(address)/restapi/v2.1/accounts/\(credentials.identity.accountID)")
        let envelope = try await program.send(sample)
        done("Sent \(sample.documentName)", "envelope \(envelope) for \(sample.signerName), \(sample.tabs.count) tabs")

        let url = try await program.recipientView(of: envelope, for: sample, returningTo: "\(address)/health")
        done("Asked for the signing page", "a link that works once within five minutes")

        let person = DemoPerson(origin: address)
        let ceremony = try await person.open(url)
        done("Opened the page", ceremony.summary)
        try await person.fill(ceremony)
        done("Agreed, filled in \(ceremony.fieldCount) fields and typed a signature", nil)
        try await person.finish(ceremony)
        done("Finished", "signed by the person, sealed by the service")

        let status = try await program.status(of: envelope)
        guard status == "completed" else { throw DemoError.notCompleted(status: status) }
        let outcome = Outcome(
            data: data, signed: folder.appending(path: "signed.pdf"),
            certificate: folder.appending(path: "certificate.pdf"), history: folder.appending(path: "history.json"))
        let sizes = try await fetch(envelope, program, service, outcome)
        done("Fetched the results", sizes)
        done("Verified both files and the history", try await verify(outcome, service))
        return outcome
    }

    /// Returns the account of an earlier run in the same folder, or a new one.
    private func sender(_ service: SigningService) async throws -> Credentials {
        let name = "Demo Sender"
        let email = "sender@example.com"
        if let known = try await service.accounts.renew(name: name, email: email, at: Date()) { return known }
        return try await service.accounts.create(name: name, email: email, at: Date())
    }

    private func fetch(
        _ envelope: String, _ program: DemoProgram, _ service: SigningService, _ outcome: Outcome
    ) async throws -> String {
        guard let id = EnvelopeID(rawValue: envelope) else {
            throw DemoError.missing(what: "envelope id", request: "POST envelopes")
        }
        let signed = try await program.document("combined", of: envelope)
        let certificate = try await program.document("certificate", of: envelope)
        let history = try await service.ledger.history(id).file
        for (data, url) in [(signed, outcome.signed), (certificate, outcome.certificate), (history, outcome.history)] {
            do {
                try data.write(to: url, options: .atomic)
            } catch {
                throw DemoError.unwritable(path: url.relativePath)
            }
        }
        return "\(SigningText.bytes(signed.count)) signed, \(SigningText.bytes(certificate.count)) certificate"
    }

    /// Verifies the resulting files with the service's own authority as the only trust anchor.
    private func verify(_ outcome: Outcome, _ service: SigningService) async throws -> String {
        var findings: [String] = []
        for url in [outcome.signed, outcome.certificate] {
            let report = try await FileSigner.open(url)
                .verifySignatures(trusting: [service.authority.certificate], at: Date())
            guard report.verdict == .valid else {
                throw DemoError.notVerified(
                    file: url.relativePath,
                    findings: report.signatures.flatMap(\.findings).filter { $0.severity != .note })
            }
            let count = report.signatures.count
            findings.append("\(count) valid signature\(count == 1 ? "" : "s") in \(url.lastPathComponent)")
        }
        let history = try History(file: Data(contentsOf: outcome.history))
        findings.append("\(history.events.count) events in an unbroken chain")
        return findings.joined(separator: ", ")
    }
}
