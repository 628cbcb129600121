#if canImport(CWebKitGTK)
    import Foundation

    /// How a GTK presenter shows a page.
    public struct GTKPresentation: Sendable {
        /// The kind of window.
        public enum Mode: Sendable, Hashable {
            /// A window of this size in pixels, which the person can resize.
            case window(width: Int, height: Int)
            /// The whole screen without decorations, for a shared device: no files, no other programs, no context menu.
            /// The close control is available as usual, and asks first.
            case kiosk
        }

        /// The destination of files that the page offers.
        public enum Downloads: Sendable, Hashable {
            /// Asks the person.
            case ask
            /// Saves into this folder, under an unused name.
            case folder(URL)
            case refused
        }

        /// Default: a window of 1,000 by 800 pixels.
        public var mode: Mode
        /// Colors and fonts around the page. Default: the page's own.
        public var theme: SigningTheme
        /// The window's own texts. Default: English.
        public var texts: PresenterTexts
        /// Makes a GtkWidget to show while the page loads; `nil` for a spinner and a word.
        public var loading: (@GTKActor @Sendable () -> OpaquePointer?)?
        /// The destination of downloads. In a kiosk, ``Downloads/ask`` means `refused`.
        public var downloads: Downloads
        /// Opens an address in another program; `nil` for the system's default. In a kiosk, `nil` opens nothing.
        public var openOutside: (@Sendable (URL) -> Void)?
        /// Called with the location of each saved file.
        public var downloaded: (@Sendable (URL) -> Void)?

        /// - Parameters:
        ///   - loading: makes a GtkWidget to show while the page loads; `nil` for a spinner and a word
        ///   - openOutside: opens an address in another program; `nil` for the system's default
        ///   - downloaded: called with the location of each saved file
        public init(
            mode: Mode = .window(width: 1000, height: 800), theme: SigningTheme = SigningTheme(),
            texts: PresenterTexts = PresenterTexts(), loading: (@GTKActor @Sendable () -> OpaquePointer?)? = nil,
            downloads: Downloads = .ask,
            openOutside: (@Sendable (URL) -> Void)? = nil, downloaded: (@Sendable (URL) -> Void)? = nil
        ) {
            self.mode = mode
            self.theme = theme
            self.texts = texts
            self.loading = loading
            self.downloads = downloads
            self.openOutside = openOutside
            self.downloaded = downloaded
        }

        var isKiosk: Bool { mode == .kiosk }
        var effectiveDownloads: Downloads { isKiosk && downloads == .ask ? .refused : downloads }
    }
#endif
