import Foundation
import SignedPDF
import X509

/// Processes a file as a service and a verifier do, and reports any fault.
package struct Trial: Sendable {
    private let anchor: Certificate
    private let limits: ReadingLimits

    package init(trusting anchor: Certificate, limits: ReadingLimits = .standard) {
        self.anchor = anchor
        self.limits = limits
    }

    package struct Outcome: Sendable {
        package var isOpened = false
        package var isRepaired = false
        package var verdict: VerificationReport.Verdict?
        /// The fault, as a sentence.
        package var fault: String?
        package var seconds = 0.0
    }

    /// - Parameter seed: the file that was mutated
    package func run(_ bytes: Data, seed: SeedFile) async -> Outcome {
        var outcome = Outcome()
        let begun = ContinuousClock.now
        await look(at: bytes, seed: seed, &outcome)
        let taken = begun.duration(to: .now).components
        outcome.seconds = Double(taken.seconds) + Double(taken.attoseconds) / 1e18
        return outcome
    }

    private func look(at bytes: Data, seed: SeedFile, _ outcome: inout Outcome) async {
        let document: PDFDocument
        do throws(PDFError) {
            document = try PDFDocument(bytes, password: seed.password, limits: limits)
        } catch {
            note(error, &outcome)
            return
        }
        outcome.isOpened = true
        for question in Question.allCases {
            attempt(&outcome) { () throws(PDFError) -> String? in
                try question.ask(document)
                return nil
            }
        }
        attempt(&outcome) { () throws(PDFError) -> String? in
            let field = FormField(
                name: "New", page: 1, rect: PageRect(x: 1, y: 1, width: 50, height: 20), content: .text("new"))
            let updated = bytes + (try document.update(adding: [field]))
            return try Self.faultOfReopening(updated, seed)
        }
        do throws(PDFError) {
            let report = try await document.verifySignatures(trusting: [anchor], at: SeedCorpus.now)
            outcome.verdict = report.verdict
            if report.verdict == .valid { check(bytes, report, document, seed, &outcome) }
        } catch {
            note(error, &outcome)
        }
        outcome.isRepaired = document.repair != nil
        if outcome.isRepaired {
            attempt(&outcome) { () throws(PDFError) -> String? in
                let repaired = try document.repaired()
                let opened = try PDFDocument(repaired.bytes, password: seed.password)
                return opened.repair == nil ? nil : "a repaired file has to be repaired again"
            }
        }
    }

    /// The questions asked of every document.
    private enum Question: CaseIterable {
        case pageCount, pages, firstPage, everything

        func ask(_ document: PDFDocument) throws(PDFError) {
            switch self {
            case .pageCount: _ = try document.pageCount()
            case .pages: _ = try document.pages()
            case .firstPage: _ = try document.page(1)
            case .everything: try Trial.readEverything(document)
            }
        }
    }

    private static func readEverything(_ document: PDFDocument) throws(PDFError) {
        for section in try document.sections() {
            for number in section.objectNumbers.prefix(200) {
                let object: PDFObject
                do throws(PDFError) {
                    object = try document.object(PDFReference(number: number))
                } catch {
                    continue
                }
                if let stream = object.streamValue {
                    do throws(PDFError) {
                        _ = try document.decoded(stream)
                    } catch {
                        continue
                    }
                }
            }
        }
    }

    /// Reports a file that needs repair after a field was added.
    private static func faultOfReopening(_ bytes: Data, _ seed: SeedFile) throws(PDFError) -> String? {
        let document = try PDFDocument(bytes, password: seed.password)
        return document.repair == nil ? nil : "a file that an update was appended to needs repair"
    }

    /// Reports a fault if a file that counts as valid was repaired, or differs from its seed before the signature.
    private func check(
        _ bytes: Data, _ report: VerificationReport, _ document: PDFDocument, _ seed: SeedFile, _ outcome: inout Outcome
    ) {
        if document.repair != nil { outcome.fault = "a file whose cross-reference was rebuilt is called valid" }
        guard let original = Self.valueRanges(seed.bytes).first, bytes.count > original.upperBound else { return }
        let before = bytes[..<original.lowerBound]
        if before != seed.bytes[..<original.lowerBound] {
            outcome.fault = "a file is called valid though bytes before its signature were changed"
        }
    }

    /// Returns the ranges of signature values: the longest hexadecimal strings.
    private static func valueRanges(_ bytes: Data) -> [Range<Int>] {
        var ranges: [Range<Int>] = []
        var start = bytes.startIndex
        while let key = bytes.range(of: Data("/Contents <".utf8), in: start..<bytes.endIndex) {
            start = key.upperBound
            guard let end = bytes.range(of: Data(">".utf8), in: start..<bytes.endIndex) else { break }
            if end.lowerBound - start > 500 { ranges.append(key.upperBound..<end.lowerBound) }
        }
        return ranges
    }

    private func attempt(_ outcome: inout Outcome, _ work: () throws(PDFError) -> String?) {
        do throws(PDFError) {
            if let fault = try work() { outcome.fault = fault }
        } catch {
            note(error, &outcome)
        }
    }

    /// Reports an error whose description is not a sentence.
    private func note(_ error: PDFError, _ outcome: inout Outcome) {
        let text = error.description
        if !text.hasSuffix(".") || text.contains("\n") { outcome.fault = "an error is no sentence: \(text)" }
    }
}
