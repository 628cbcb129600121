#if canImport(CWebKitGTK)
    import Foundation

    /// How a GTK presenter shows a page.
    public struct GTKPresentation: Sendable {
        /// What kind of window.
        public enum Mode: Sendable, Hashable {
            /// A window of that size in pixels, which the person may change.
            case window(width: Int, height: Int)
            /// The whole screen without a frame, for a device that many people use: no files, no other programs, no
            /// menu of the page. The close control is there as ever, and asks first.
            case kiosk
        }

        /// Where files go that the page offers.
        public enum Downloads: Sendable, Hashable {
            /// The person is asked.
            case ask
            /// Into that folder, under an unused name.
            case folder(URL)
            case refused
        }

        public var mode: Mode
        public var theme: SigningTheme
        public var texts: PresenterTexts
        /// In a kiosk, ``Downloads/ask`` is `refused`.
        public var downloads: Downloads
        /// Opens an address in another program; nil for the system's choice, which a kiosk does without.
        public var openOutside: (@Sendable (URL) -> Void)?
        /// Is told where a file was kept.
        public var downloaded: (@Sendable (URL) -> Void)?

        public init(
            mode: Mode = .window(width: 1000, height: 800), theme: SigningTheme = SigningTheme(),
            texts: PresenterTexts = PresenterTexts(), downloads: Downloads = .ask,
            openOutside: (@Sendable (URL) -> Void)? = nil, downloaded: (@Sendable (URL) -> Void)? = nil
        ) {
            self.mode = mode
            self.theme = theme
            self.texts = texts
            self.downloads = downloads
            self.openOutside = openOutside
            self.downloaded = downloaded
        }

        var isKiosk: Bool { mode == .kiosk }
        var effectiveDownloads: Downloads { isKiosk && downloads == .ask ? .refused : downloads }
    }
#endif
