import ClientSupport
import Countersign
import CountersignTesting
import Essentials
import Foundation
import SignedPDF
import Testing

@testable import CountersignUI

extension WindowTests {
    /// The composing page inside an app, in a real window, used as a person uses it.
    @Suite("The composing page inside the app")
    struct ComposingWindowTests {
        /// An app with a session at a service in memory, and a presenter whose windows the test gets.
        private struct App {
            let folder: URL
            let service: ServiceStandIn
            let session: CountersignSession
            let presenter: GTKSigningPresenter
            let windows: AsyncStream<(SigningWindow, AsyncStream<String>)>

            init(
                in folder: URL, _ service: ServiceStandIn, _ user: StandInUser, width: Int = 1000, height: Int = 800
            ) async throws {
                var configuration = CountersignConfiguration(
                    server: service.address, storageFolder: folder, credentials: MemoryCredentials(),
                    transport: service)
                configuration.retries = RetryRule(pauses: [])
                session = try await CountersignClient(configuration).logIn(
                    accessToken: user.accessToken, account: user.account)
                let (windows, found) = AsyncStream<(SigningWindow, AsyncStream<String>)>.makeStream()
                var presenter = GTKSigningPresenter(
                    GTKPresentation(mode: .window(width: width, height: height)))
                presenter.observed = { found.yield(($0, $0.loads())) }
                (self.folder, self.service, self.presenter, self.windows) = (folder, service, presenter, windows)
            }

            /// The next window, once its page has loaded.
            func window() async throws -> SigningWindow {
                let (window, loads) = try #require(await windows.first { _ in true })
                _ = await loads.first { _ in true }
                return window
            }
        }

        /// For scripts: `until` waits for what it is given to be there, `act` chooses a button by its words, `type` fills an
        /// entry as a person does.
        private static let tools = """
            const until = async (found) => {
                for (;;) {
                    const value = found();
                    if (value) return value;
                    await new Promise(requestAnimationFrame);
                }
            };
            const button = (name) => [...document.querySelectorAll('button')].find((one) => !one.hidden
                && (one.innerText.trim() === name || one.getAttribute('aria-label')?.startsWith(name)));
            const act = async (name) => (await until(() => button(name))).click();
            const type = async (id, value) => {
                const entry = await until(() => document.getElementById(id));
                entry.focus();
                entry.value = value;
                entry.dispatchEvent(new Event('input', {bubbles: true}));
                entry.dispatchEvent(new Event('change', {bubbles: true}));
            };
            const saved = () => until(() => document.querySelector('.composing')?.innerText.includes('Saved'));

            """

        private static func pdf() throws -> Data {
            var composition = PDFComposition(DocumentInformation(title: "Lease"))
            composition.addPage(width: 595, height: 842)
            try composition.text("Lease", x: 72, baseline: 100, style: TextStyle(font: .helvetica, size: 12))
            return try composition.data()
        }

        /// Drops a file, as from the desktop.
        private static func dropping(_ file: Data) -> String {
            """
            const bytes = Uint8Array.from(atob('\(file.base64EncodedString())'), (one) => one.charCodeAt(0));
            const files = new DataTransfer();
            files.items.add(new File([bytes], 'Lease.pdf', {type: 'application/pdf'}));
            (await until(() => document.querySelector('.drop-zone'))).dispatchEvent(
                new DragEvent('drop', {dataTransfer: files, bubbles: true, cancelable: true}));
            await until(() => document.querySelector('.file-list li'));

            """
        }

        @Test("Offline: dropped, addressed, killed in the middle, resumed, sent, signed and uploaded as one envelope")
        func whole() async throws {
            try await withFolder { folder in
                let service = try ServiceStandIn()
                let ada = service.addUser(name: "Ada Host", email: "ada@example.org")
                let app = try await App(in: folder, service, ada)
                let first = Task { try await app.session.compose(mode: .offline, presenting: app.presenter) }
                let window = try await app.window()
                #expect(await window.title == "New envelope")
                _ = try await window.evaluate(
                    Self.tools + Self.dropping(try Self.pdf()) + """
                        await act('Add me');
                        await saved();
                        return '';
                        """)
                // The page is gone without a word, like the app that is killed.
                await window.endWebProcess()
                app.session.dismissPresentation()
                #expect(try await first.value == .saved)

                let second = Task { try await app.session.compose(mode: .offline, presenting: app.presenter) }
                let again = try await app.window()
                let shown = try await again.evaluate(
                    Self.tools + """
                        await until(() => document.querySelector('.file-list li'));
                        return document.querySelectorAll('.file-list li').length + ' '
                            + document.getElementById('person-1-email').value;
                        """)
                #expect(shown == "1 ada@example.org")
                await withTaskGroup(of: Void.self) { tasks in
                    tasks.addTask {
                        _ = try? await again.evaluate(
                            Self.tools + """
                                await act('Continue');
                                const kind = await until(() => document.getElementById('kind-signHere'));
                                await until(() => document.querySelector('.sheet'));
                                kind.click();
                                await until(() => document.querySelector('.placed'));
                                await saved();
                                await act('Continue');
                                await until(() => document.getElementById('message-emailSubject')?.value !== '');
                                await saved();
                                await act('Send');
                                return '';
                                """)
                    }
                }
                let signing = try await app.window()
                _ = try? await signing.evaluate(
                    Self.tools + """
                        (await until(() => document.querySelector('input[type=checkbox]'))).click();
                        await act('Continue');
                        await until(() => document.querySelector('.sheet'));
                        await act('Signature');
                        await until(() => document.querySelector('dialog[open] input[type=radio]'));
                        await act('Adopt and sign');
                        await until(() => !document.querySelector('dialog[open]'));
                        await act('Finish');
                        return '';
                        """)
                guard case .signed(let id) = try await second.value else {
                    Issue.record("not signed")
                    return
                }
                let offline = try app.session.offlineEnvelopes
                #expect(try await app.session.syncEngine(for: offline).syncAll().synced == [id])
                #expect(try await service.envelope(id).status == .completed)
                #expect(try await app.session.api.envelopes().envelopes.map(\.id) == [id])
            }
        }
    }
}
