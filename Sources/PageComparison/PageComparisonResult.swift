import Foundation
import SignedPDF

/// What the pictures of a file's pages say.
public struct PageComparisonResult: Sendable, Equatable {
    public var doubts: [PageDoubt] = []
    /// The number of pages that were compared; a page counts for each revision that followed a signed one.
    public var compared = 0
    /// The number of pages that were not: there were too many, or one of their pictures could not be drawn.
    public var notCompared = 0
    /// Why pages could not be drawn; the first few.
    public private(set) var problems: [PageComparisonProblem] = []

    private static let mostProblems = 20

    mutating func note(_ problem: PageComparisonProblem) {
        if problems.count < Self.mostProblems, !problems.contains(problem) { problems.append(problem) }
    }
}

/// A difference between the pictures of a page that no permitted change explains, and between which revisions it is.
public struct PageDoubt: Sendable, Hashable {
    public var finding: AppearanceFinding
    /// The number of bytes of the file as it was before.
    public var from: Int
    /// The number of bytes of the file as it was afterwards.
    public var to: Int

    init(_ finding: AppearanceFinding, _ step: ComparedStep) {
        self.finding = finding
        from = step.from
        to = step.to
    }
}

extension PageDoubt: CustomStringConvertible {
    /// A sentence for people.
    public var description: String { finding.sentence }
}

extension VerificationReport {
    /// The report with what the pictures say: each signature has the doubts about what came after it among its findings,
    /// so that a file which was valid or vouched for is indeterminate. What could not be compared changes nothing.
    public func doubted(because result: PageComparisonResult) -> VerificationReport {
        var report = self
        for index in report.signatures.indices {
            let steps = Set(report.signatures[index].changes.map { [$0.from, $0.to] })
            for doubt in result.doubts where steps.contains([doubt.from, doubt.to]) {
                let finding = SignatureFinding.appearance(doubt.finding)
                if !report.signatures[index].findings.contains(finding) {
                    report.signatures[index].findings.append(finding)
                }
            }
        }
        report.verdict = Verdict(on: report.signatures)
        return report
    }
}
