#if os(Linux)
    import Foundation
    import PageComparison
    import PageImages
    import SignedPDF
    import Testing
    import X509

    @testable import TestSupport

    /// A file with the pictures of its pages compared.
    struct ComparedFile {
        let report: VerificationReport
        let result: PageComparisonResult
        var doubted: VerificationReport { report.doubted(because: result) }

        /// - Parameter permitting: whether the report is made to say that all changes are permitted and the file is valid,
        ///   as if the rules had overlooked what is wrong with them.
        init(
            _ file: Data, password: String? = nil, trusting anchors: [Certificate], at time: Date = SignedFiles.now,
            permitting: Bool = false, mostPages: Int = 200, timeLimit: Duration = .seconds(900)
        ) async throws {
            let document = try PDFDocument(file, password: password)
            var report = try await document.verifySignatures(trusting: anchors, at: time)
            if permitting {
                report.verdict = .valid
                for index in report.signatures.indices {
                    report.signatures[index].findings = report.signatures[index].changes.map { change in
                        var change = change
                        change.standing = .permitted
                        return .change(change)
                    }
                }
            }
            let comparison = PageComparison(
                rasterizer: try PopplerPageRenderer(), mostPages: mostPages, timeLimit: timeLimit)
            self.report = report
            result = await comparison.doubts(about: report, of: document)
        }

        /// Expects a valid file that stays valid, all pages of which were compared.
        func expectNoDoubt(
            pages: Int? = nil, verdict: VerificationReport.Verdict = .valid,
            sourceLocation: SourceLocation = #_sourceLocation
        ) {
            #expect(report.verdict == verdict, "\(report)", sourceLocation: sourceLocation)
            #expect(result.doubts == [], sourceLocation: sourceLocation)
            #expect(result.problems == [] && result.notCompared == 0, sourceLocation: sourceLocation)
            if let pages { #expect(result.compared == pages, sourceLocation: sourceLocation) }
            #expect(doubted == report, sourceLocation: sourceLocation)
        }
    }
#endif
