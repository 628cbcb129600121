import Countersign
import Essentials
import Foundation
import Testing

@testable import CountersignUI
@testable import EmbeddedSigningDemo

extension WindowTests {
    /// Run by Interop/test_embedded_demo.py, which starts a service.
    @Suite("The embedded signing demo with a service that runs")
    struct DemoWithServiceTests {
        private static let environment = ProcessInfo.processInfo.environment

        @Test(
            "A person signs in the demo's window, and the service has the signed document",
            .enabled(if: environment["EMBEDDED_DEMO_SERVER"] != nil))
        func signs() async throws {
            var form = DemoForm()
            form.server = try #require(Self.environment["EMBEDDED_DEMO_SERVER"])
            form.apiKey = try #require(Self.environment["SIGNWELL_API_KEY"])
            form.file = URL(filePath: try #require(Self.environment["EMBEDDED_DEMO_FILE"]))
            let (windows, found) = AsyncStream<SigningWindow>.makeStream()
            var presenter = GTKSigningPresenter(GTKPresentation(mode: .window(width: 700, height: 800)))
            presenter.observed = { found.yield($0) }
            let home = try #require(await HomeWindow.open(form, presenter: presenter))
            await home.press()
            let window = try #require(await windows.first { _ in true })
            let person = Task {
                // A script ends with the page that it runs in, and the window's first page is an empty one.
                while try await window.evaluate(Self.hasFrame) != "yes" { try await Task.sleep(for: .milliseconds(50)) }
                // The page goes away when signing has ended, and with it the script's answer.
                _ = try? await window.evaluate(Self.person)
            }
            var said = ""
            while said.isEmpty || said.hasSuffix("…"), !Task.isCancelled {
                try await Task.sleep(for: .milliseconds(50))
                said = await home.said
            }
            person.cancel()
            #expect(said == "Your document has been signed.")
            await home.close()
        }

        private static let hasFrame = #"return document.querySelector("iframe") ? "yes" : "no";"#

        /// What a person does in the page, whose frame is of the bundled page's own origin.
        private static let person = """
            const page = () => document.querySelector("iframe")?.contentDocument;
            const named = (text) => [...page()?.querySelectorAll("button") ?? []].find((one) =>
                (one.getAttribute("aria-label") ?? one.textContent).trim().startsWith(text));
            const found = async (find) => {
                for (;;) {
                    const one = find();
                    if (one) return one;
                    await new Promise((done) => setTimeout(done, 50));
                }
            };
            (await found(() => page()?.querySelector("input[type=checkbox]"))).click();
            (await found(() => named("Continue"))).click();
            await found(() => page()?.querySelector("img.picture"));
            (await found(() => named("Signature"))).click();
            (await found(() => named("Adopt and sign"))).click();
            await found(() => !named("Adopt and sign"));
            (await found(() => named("Finish"))).click();
            const date = await found(() => page()?.querySelector("textarea, .text-input"));
            date.value = "November 25, 2026";
            for (const type of ["input", "change"]) date.dispatchEvent(new Event(type, { bubbles: true }));
            date.blur();
            await found(() => page()?.body.innerText.includes("2 of 2"));
            (await found(() => named("Finish"))).click();
            return "";
            """
    }
}
