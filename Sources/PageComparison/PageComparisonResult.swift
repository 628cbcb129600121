import Foundation
import SignedPDF

/// What the pictures of a file's pages say.
public struct PageComparisonResult: Sendable, Hashable {
    public var doubts: [PageDoubt] = []
    /// The number of pages that were compared; a page counts for each revision that followed a signed one.
    public var compared = 0
    /// The number of pages that were not: there were too many, or one of their pictures could not be drawn.
    public var notCompared = 0
    /// Why pages could not be drawn, in sentences; the first few.
    public private(set) var problems: [String] = []

    private static let mostProblems = 20

    /// - Parameter problem: may hold words of a renderer about a stranger's file: nothing that a terminal obeys is kept.
    mutating func note(_ problem: String) {
        let problem = String(
            String.UnicodeScalarView(
                problem.unicodeScalars.prefix(500).map { $0.properties.generalCategory == .control ? " " : $0 }))
        if problems.count < Self.mostProblems, !problems.contains(problem) { problems.append(problem) }
    }
}

/// A difference between the pictures of a page that no permitted change explains.
public struct PageDoubt: Sendable, Hashable {
    /// Rectangles are in points from the top left of the page as a reader sees it.
    public enum Kind: Sendable, Hashable {
        /// The page looks different outside of the places of all permitted changes.
        case changedElsewhere(page: Int, PageRect)
        /// A permitted change hides something that is printed on the page.
        case printedMatterVanished(page: Int, PageRect)
        /// The page has another size or shape.
        case otherSize(page: Int)
        case otherPageCount(before: Int, after: Int)
    }

    public var kind: Kind
    /// The number of bytes of the file as it was before.
    public var from: Int
    /// The number of bytes of the file as it was afterwards.
    public var to: Int

    init(_ kind: Kind, _ step: ComparedStep) {
        self.kind = kind
        from = step.from
        to = step.to
    }
}

extension PageDoubt: CustomStringConvertible {
    /// A sentence for people.
    public var description: String {
        switch kind {
        case .changedElsewhere(let page, let rect):
            "Page \(page) looks different where no permitted change is: \(Self.place(rect))."
        case .printedMatterVanished(let page, let rect):
            "Something printed on page \(page) can no longer be seen under a later change: \(Self.place(rect))."
        case .otherSize(let page):
            "Page \(page) got another size or shape after this signature was made."
        case .otherPageCount(let before, let after):
            "The file had \(before) \(before == 1 ? "page" : "pages") before a later change, and \(after) afterwards."
        }
    }

    private static func place(_ rect: PageRect) -> String {
        func points(_ value: Double) -> Int { Int(min(max(0, value.rounded()), 1_000_000)) }
        return
            "\(max(1, points(rect.width))) by \(max(1, points(rect.height))) points, \(points(rect.x)) from the left "
            + "and \(points(rect.y)) from the top"
    }
}

extension VerificationReport {
    /// The report with what the pictures say: each signature has the doubts about what came after it among its problems,
    /// and a file that was valid or vouched for is indeterminate. What could not be compared changes nothing.
    public func doubted(because result: PageComparisonResult) -> VerificationReport {
        var report = self
        var isDoubted = false
        for index in report.signatures.indices {
            let steps = Set(report.signatures[index].changes.map { [$0.from, $0.to] })
            for doubt in result.doubts where steps.contains([doubt.from, doubt.to]) {
                isDoubted = true
                let sentence = doubt.description
                guard !report.signatures[index].problems.contains(sentence) else { continue }
                report.signatures[index].problems.append(sentence)
            }
        }
        if isDoubted, report.verdict == .valid || report.verdict == .vouched { report.verdict = .indeterminate }
        return report
    }
}
