import Ceremony
import Countersign
import Foundation
import Testing

@testable import CountersignUI

extension WindowTests {
    /// The page that the app answers itself, in a real window, used as a person uses it.
    @Suite("The signing page inside the app")
    struct CeremonyWindowTests {
        /// For scripts: `until` waits for what it is given to be there, `act` chooses a button by its words.
        private static let tools = """
            const until = async (found) => {
                for (;;) {
                    const value = found();
                    if (value) return value;
                    await new Promise(requestAnimationFrame);
                }
            };
            const button = (name) => [...document.querySelectorAll('button')].find((one) =>
                one.innerText.trim() === name || one.getAttribute('aria-label')?.startsWith(name));
            const act = async (name) => (await until(() => button(name))).click();

            """

        private func visitor(
            _ envelope: OneEnvelope, _ theme: SigningTheme = SigningTheme(), width: Int = 360, height: Int = 700,
            configuration: CeremonyConfiguration = CeremonyConfiguration()
        ) async throws -> Visitor {
            let visitor = try await Visitor(
                SigningPage(source: .host(try envelope.host(configuration)), policy: .inApp),
                GTKPresentation(mode: .window(width: width, height: height), theme: theme))
            #expect(await visitor.loaded() == InAppPage.url.absoluteString)
            return visitor
        }

        private func agree(_ visitor: Visitor) async throws {
            _ = try await visitor.evaluate(
                Self.tools + """
                    (await until(() => document.querySelector('input[type=checkbox]'))).click();
                    await act('Continue');
                    await until(() => document.querySelector('.sheet'));
                    return '';
                    """)
        }

        @Test("A signer agrees, fills in, signs and finishes, and the envelope is sealed")
        func signing() async throws {
            let envelope = try OneEnvelope()
            let visitor = try await visitor(envelope)
            try await agree(visitor)
            _ = try await visitor.evaluate(
                Self.tools + """
                    const city = await until(() => document.querySelector('.sheet input[type=text], .sheet textarea'));
                    city.focus();
                    city.value = 'Żółkiew';
                    city.dispatchEvent(new Event('input', {bubbles: true}));
                    city.dispatchEvent(new Event('change', {bubbles: true}));
                    city.blur();
                    await act('Signature');
                    await until(() => document.querySelector('dialog[open] input[type=radio]'));
                    await act('Adopt and sign');
                    await until(() => !document.querySelector('dialog[open]'));
                    return '';
                    """)
            await visitor.run(Self.tools + "await act('Finish'); return '';")
            #expect(await visitor.ending == .returned(.signingComplete))
            #expect(try envelope.status == .completed)
            #expect(try envelope.value(of: "City") == "Żółkiew")
        }

        @Test("A person declines with a reason")
        func declining() async throws {
            let envelope = try OneEnvelope()
            let visitor = try await visitor(envelope)
            try await agree(visitor)
            await visitor.run(
                Self.tools + """
                    await act('More');
                    await act('Decline');
                    const reason = await until(() => document.querySelector('dialog[open] textarea'));
                    reason.value = 'The rent is not the one we agreed on.';
                    reason.dispatchEvent(new Event('input', {bubbles: true}));
                    await act('Decline to sign');
                    return '';
                    """)
            #expect(await visitor.ending == .returned(.decline))
            #expect(try envelope.signer?.declinedReason == "The rent is not the one we agreed on.")
        }

        @Test(
            "Next goes to required blanks or to every field, and finishing later is optional",
            arguments: [
                (true, "text, BUTTON, text | Search the text, Download, Print, Finish later, Decline"),
                (false, "text, checkbox, BUTTON | Search the text, Download, Print, Decline"),
            ])
        func nextAndLater(_ isUsual: Bool, _ reported: String) async throws {
            var configuration = CeremonyConfiguration()
            configuration.nextGoesOnlyToBlankRequired = isUsual
            configuration.allowsFinishingLater = isUsual
            let visitor = try await visitor(OneEnvelope(), configuration: configuration)
            try await agree(visitor)
            let found = try await visitor.evaluate(
                Self.tools + """
                    const visited = [];
                    for (const name of ['Start', 'Next', 'Next']) {
                        await act(name);
                        const field = document.activeElement;
                        const type = field.tagName === 'INPUT' ? field.type : field.tagName;
                        visited.push(field.matches('.text-input') ? 'text' : type);
                    }
                    await act('More');
                    const entries = [...document.querySelectorAll('#more-list button')].map((one) => one.innerText.trim());
                    return visited.join(', ') + ' | ' + entries.join(', ');
                    """)
            #expect(found == reported)
            visitor.cancel()
            _ = await visitor.ending
        }

        @Test("A page whose web process dies is reloaded")
        func deadWebProcess() async throws {
            let envelope = try OneEnvelope()
            let visitor = try await visitor(envelope)
            try await agree(visitor)
            await visitor.window.endWebProcess()
            #expect(await visitor.loaded() == InAppPage.url.absoluteString)
            let heading = try await visitor.evaluate(
                Self.tools + "await until(() => document.querySelector('.sheet')); return document.title")
            #expect(heading == "Sign: Lease of 2 Harbour Street")
            visitor.cancel()
            #expect(await visitor.ending == .dismissed)
        }

        @Test("The page can reach only its host")
        func confined() async throws {
            let server = try PageServer(["/": .html("out")])
            defer { server.close() }
            let visitor = try await visitor(OneEnvelope())
            let answers = try await visitor.evaluate(
                """
                const tried = [];
                for (const address of ['\(server.address)/', 'countersign-page://other/', 'file:///etc/passwd']) {
                    tried.push(await fetch(address).then((reply) => reply.status, () => 'none'));
                }
                tried.push((await fetch('../../etc/passwd')).status, (await fetch('session', {method: 'DELETE'})).status);
                return tried.join(' ');
                """)
            #expect(answers == "none none none 404 405")
            #expect(server.requests.isEmpty)
            visitor.cancel()
            _ = await visitor.ending
        }

        @Test(
            "A dark theme darkens the surroundings, and the paper stays white",
            arguments: [(SigningTheme.Appearance.dark, "rgb(20, 25, 26)"), (.light, "rgb(241, 240, 236)")])
        func appearance(_ appearance: SigningTheme.Appearance, _ ground: String) async throws {
            let visitor = try await visitor(OneEnvelope(), SigningTheme(appearance: appearance))
            try await agree(visitor)
            let colours = try await visitor.evaluate(
                """
                const style = (one) => getComputedStyle(one);
                const sheet = document.querySelector('.sheet');
                return [style(document.body).backgroundColor, style(sheet).backgroundColor, style(sheet).filter,
                    style(sheet.querySelector('.picture') ?? sheet).filter].join(' | ');
                """)
            #expect(colours == "\(ground) | rgb(255, 255, 255) | none | none")
            visitor.cancel()
            _ = await visitor.ending
        }

        /// With COUNTERSIGN_PICTURES=FOLDER in the environment, pictures of the windows are left there to be looked at.
        @Test("The window fits 360 and 1280 pixels", arguments: [360, 1280])
        func widths(_ width: Int) async throws {
            let folder = ProcessInfo.processInfo.environment["COUNTERSIGN_PICTURES"].map { URL(fileURLWithPath: $0) }
            for appearance in [SigningTheme.Appearance.light, .dark] {
                let theme = SigningTheme(appearance: appearance)
                let visitor = try await visitor(OneEnvelope(), theme, width: width, height: 800)
                try await agree(visitor)
                await visitor.window.pressClose()
                try await visitor.whenAsking { _ in }
                #expect(await visitor.window.size().width == width)
                let isScrolled = try await visitor.evaluate(
                    Self.tools + """
                        await until(() => document.querySelector('.picture')?.complete);
                        await new Promise((done) => setTimeout(done, \(folder == nil ? 0 : 1500)));
                        return document.documentElement.scrollWidth > innerWidth;
                        """)
                #expect(isScrolled == "false")
                if let folder {
                    let name = "signing-\(width)-\(appearance).png"
                    #expect(await visitor.window.savePicture(to: folder.appendingPathComponent(name)))
                }
                visitor.cancel()
                _ = await visitor.ending
            }
        }
    }
}
