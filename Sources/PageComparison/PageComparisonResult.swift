import Foundation
import SignedPDF

/// The result of comparing a file's rendered pages.
public struct PageComparisonResult: Sendable, Equatable {
    /// The differences, and for each later revision the number of pages that were not compared.
    public var doubts: [PageDoubt] = []
    /// The number of pages that were compared. A page counts once for each revision that follows a signed one.
    public var compared = 0
    /// The number of pages that were not compared, because a limit was reached or a page could not be drawn.
    public private(set) var notCompared = 0
    /// Why pages could not be compared; only the first few problems are kept.
    public private(set) var problems: [PageComparisonProblem] = []

    private static let mostProblems = 20

    /// Counts a page of a step that was not compared, and doubts what the step shows there.
    mutating func missed(_ step: ComparedStep) {
        notCompared += 1
        for index in doubts.indices where doubts[index].from == step.from && doubts[index].to == step.to {
            guard case .pagesNotCompared(let count) = doubts[index].finding else { continue }
            doubts[index].finding = .pagesNotCompared(count: count + 1)
            return
        }
        doubts.append(PageDoubt(.pagesNotCompared(count: 1), step))
    }

    mutating func note(_ problem: PageComparisonProblem) {
        if problems.count < Self.mostProblems, !problems.contains(problem) { problems.append(problem) }
    }
}

/// A visual difference that no permitted change explains, or the lack of a comparison, and the two revisions that it
/// lies between.
public struct PageDoubt: Sendable, Hashable {
    /// What differs and where, or why nothing was compared.
    public var finding: AppearanceFinding
    /// The length in bytes of the earlier revision.
    public var from: Int
    /// The length in bytes of the later revision.
    public var to: Int

    init(_ finding: AppearanceFinding, _ step: ComparedStep) {
        self.finding = finding
        from = step.from
        to = step.to
    }
}

extension PageDoubt: CustomStringConvertible {
    /// The finding as a complete English sentence.
    public var description: String { finding.sentence }
}

extension VerificationReport {
    /// Returns the report with the doubts added to the findings of each signature that precedes them. A file that was
    /// valid or vouched for then becomes indeterminate, also if pages could not be compared.
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
