import Testing

@testable import Glyphs

@Suite("Drawings as values")
struct VectorPathTests {
    @Test("Bounds hold every point and control point; a path without points has none")
    func bounds() {
        let path = VectorPath([.move(x: 1, y: 2), .curve(x1: -3, y1: 9, x2: 4, y2: 0, x: 2, y: 2), .close])
        #expect(path.bounds == InkBox(left: -3, bottom: 0, right: 4, top: 9))
        #expect(VectorPath().bounds == nil && VectorPath([.close]).bounds == nil)
        #expect(
            VectorPath.rectangle(x: 1, y: 2, width: 3, height: 4).bounds
                == InkBox(left: 1, bottom: 2, right: 4, top: 6))
    }

    @Test("A circle of four curves is within 0.03 % of one, at every point tried")
    func circle() {
        var start = (x: 0.0, y: 0.0)
        for element in VectorPath.circle(x: 0, y: 0, radius: 100).elements {
            switch element {
            case .move(let x, let y): start = (x, y)
            case .curve(let x1, let y1, let x2, let y2, let x, let y):
                for step in 0...100 {
                    let t = Double(step) / 100
                    let (a, b, c, d) = (
                        (1 - t) * (1 - t) * (1 - t), 3 * t * (1 - t) * (1 - t), 3 * t * t * (1 - t), t * t * t
                    )
                    let px = a * start.x + b * x1 + c * x2 + d * x
                    let py = a * start.y + b * y1 + c * y2 + d * y
                    #expect(abs((px * px + py * py).squareRoot() - 100) < 0.03)
                }
                start = (x, y)
            case .line, .close: break
            }
        }
    }

    @Test("Path data turns upside down within its box, in hundredths")
    func upward() throws {
        let path = try #require(VectorPath(pathData: "M1 2L3.5 0.25Z"))
        #expect(path.upward(height: 10).pathData == "M1 8L3.5 9.75Z")
        #expect(path.upward(height: 10).upward(height: 10) == path)
    }

    @Test("A number that is none makes a path unfit")
    func finite() {
        #expect(VectorPath.circle(x: 0, y: 0, radius: 1).isFinite)
        #expect(!VectorPath([.move(x: .nan, y: 0)]).isFinite && !VectorPath([.line(x: 0, y: .infinity)]).isFinite)
        #expect(Hundredths(.nan).value == 0 && Hundredths(1e9).value == 100_000)
    }

    @Test(
        "A path is parsed exactly, and any other text is refused",
        arguments: [
            ("M10 20.5L-3 0.05C1 2 3 4 5 6Z", true), ("", true), ("M1 2 3 4", false), ("M1.234 5", false),
            ("M01 5", false), ("m1 2", false), ("M1,2", false), ("M1 2Z1", false), ("Mnan 2", false), ("M1e2 2", false),
            ("M-0 2", false), ("12M1 2", false), ("M1  2", false), ("M1 2 ", false), ("M1.50 2", false),
            ("M1. 2", false), ("M.5 2", false), ("M1.00 2", false), ("M+1 2", false), ("M-0.05 100000", true),
            ("M100000.01 2", false), ("M99999999999999999999999 2", false), ("M1 2Z", true), ("M1 2z", false),
            ("M\u{661} 2", false), ("Z", true), ("M", false), ("C1 2 3 4 5", false),
        ])
    func pathText(text: String, isPath: Bool) {
        #expect((VectorPath(pathData: text)?.pathData == text) == isPath)
    }

    @Test(
        "A coordinate has only one spelling",
        arguments: [
            (0.004, "0"), (-0.004, "0"), (12.0, "12"), (12.5, "12.5"), (12.05, "12.05"), (-0.25, "-0.25"),
            (99.999, "100"),
        ])
    func hundredths(value: Double, text: String) {
        #expect(Hundredths(value).description == text)
        #expect(VectorPath(pathData: "M\(text) 7")?.elements == [.move(x: Hundredths(value).value, y: 7)])
    }
}
