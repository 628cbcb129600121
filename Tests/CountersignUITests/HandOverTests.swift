import Envelopes
import Foundation
import Testing

@testable import Countersign
@testable import CountersignUI

private let signer = Recipient(id: "1", name: "María Fernández", email: "maria@example.com", routingOrder: 1)

private func handOver(to receiver: HandOver.Receiver) -> HandOver {
    HandOver(
        envelope: EnvelopeID(UUID()), subject: "Lease of 2 Harbour Street", from: nil, to: receiver,
        hostName: "Ann Sender")
}

extension WindowTests {
    @Suite("The hand-over screen")
    struct HandOverTests {
        private func answer(_ act: @escaping @GTKActor @Sendable (HandOverWindow) -> Void) async -> HandOver.Answer {
            var presenter = GTKSigningPresenter()
            presenter.asked = act
            return await presenter.handOver(handOver(to: .signer(signer)))
        }

        @Test("The screen answers once, with the choice made")
        func chosen() async {
            #expect(await answer { $0.end(0) } == .ready)
            #expect(
                await answer { window in
                    window.end(nil)
                    window.end(0)
                } == .later)
        }

        @Test("The screen fits 360 and 1280 pixels, even with a long name", arguments: [360, 1280])
        func widths(_ width: Int) async throws {
            let folder = ProcessInfo.processInfo.environment["COUNTERSIGN_PICTURES"].map { URL(fileURLWithPath: $0) }
            var long = signer
            long.name = "Wolfeschlegelsteinhausenbergerdorff Hubert Blaine María de los Ángeles Fernández"
            for (number, recipient) in [signer, long].enumerated() {
                let theme = SigningTheme(appearance: number == 0 ? .light : .dark)
                var presenter = GTKSigningPresenter(
                    GTKPresentation(mode: .window(width: width, height: 640), theme: theme))
                let (windows, found) = AsyncStream<HandOverWindow>.makeStream()
                presenter.asked = { found.yield($0) }
                let task = Task { [presenter] in await presenter.handOver(handOver(to: .signer(recipient))) }
                let window = try #require(await windows.first { _ in true })
                #expect(await window.size().width == width)
                if let folder {
                    try await Task.sleep(for: .milliseconds(700))
                    let name = "hand-over-\(width)-\(number).png"
                    #expect(await window.savePicture(to: folder.appendingPathComponent(name)))
                }
                await window.end(0)
                #expect(await task.value == .ready)
            }
        }

        @Test("Cancelling the task counts as later")
        func cancelled() async {
            let (shown, continuation) = AsyncStream<Void>.makeStream()
            var presenter = GTKSigningPresenter()
            presenter.asked = { _ in continuation.yield() }
            let task = Task { [presenter] in await presenter.handOver(handOver(to: .user)) }
            _ = await shown.first { _ in true }
            task.cancel()
            #expect(await task.value == .later)
        }
    }
}

@Suite("Texts of presenters")
struct PresenterTextTests {
    @Test("Names are inserted once, even if they look like a placeholder")
    func placeholders() {
        let values = ["signer": "{subject}", "subject": "Lease"]
        #expect(PresenterTexts.filled("{signer}: {subject} {other} {", values) == "{subject}: Lease {other} {")
    }

    @Test("The screen asks to hand the device to the signer by name, and back to the host")
    func handOverQuestions() {
        let there = HandOverQuestion(handOver(to: .signer(signer)), PresenterTexts())
        #expect(there.title == "Please hand this device to María Fernández")
        #expect(there.note == "To sign: Lease of 2 Harbour Street")
        #expect(there.choices == ["I am María Fernández"])
        let back = HandOverQuestion(handOver(to: .user), PresenterTexts())
        #expect(back.title == "Please hand this device back to Ann Sender")
        #expect(back.choices == ["I am Ann Sender"])
    }
}

@Suite("Theme")
struct ThemeTests {
    @Test("Text on any bar colour has a contrast of at least 4.5 to 1")
    func contrast() {
        for red in stride(from: UInt8(0), through: 255, by: 51) {
            for green in stride(from: UInt8(0), through: 255, by: 51) {
                for blue in stride(from: UInt8(0), through: 255, by: 51) {
                    let colour = SigningTheme.Color(red: red, green: green, blue: blue)
                    let light = max(colour.luminance, colour.readableOnIt.luminance) + 0.05
                    let dark = min(colour.luminance, colour.readableOnIt.luminance) + 0.05
                    #expect(light / dark >= 4.5)
                }
            }
        }
    }
}
