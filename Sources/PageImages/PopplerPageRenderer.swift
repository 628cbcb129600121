import Essentials

#if os(Linux)
    import Foundation

    /// Renders pages with Poppler's programs `pdftoppm` and `pdftotext`, each in a process of its own under resource
    /// limits.
    ///
    /// The programs read the file through a nameless descriptor, so nobody else can open it and nothing is left behind.
    /// Canceling the task kills its program.
    public struct PopplerPageRenderer: PageRenderer {
        /// Where the programs are and what they may use.
        public struct Configuration: Sendable {
            /// The number of programs that may run at once, across all documents.
            public var programsAtOnce: Int
            /// What each program may use before it is killed.
            public var limits: ProgramLimits
            /// The largest width of a picture in pixels.
            public var widestImage: Int
            /// The JPEG quality from 0 to 100.
            public var quality: Int
            /// The directory for temporary files.
            public var temporaryDirectory: URL
            /// The absolute path of the program that draws.
            public var pdftoppm: String
            /// The absolute path of the program that reads words.
            public var pdftotext: String

            /// The defaults suit Debian's package poppler-utils.
            public init(
                programsAtOnce: Int = 4, limits: ProgramLimits = ProgramLimits(), widestImage: Int = 4000,
                quality: Int = 85, temporaryDirectory: URL = FileManager.default.temporaryDirectory,
                pdftoppm: String = "/usr/bin/pdftoppm", pdftotext: String = "/usr/bin/pdftotext"
            ) {
                self.programsAtOnce = programsAtOnce
                self.limits = limits
                self.widestImage = widestImage
                self.quality = quality
                self.temporaryDirectory = temporaryDirectory
                self.pdftoppm = pdftoppm
                self.pdftotext = pdftotext
            }
        }

        let configuration: Configuration
        private let slots: FairSlots

        /// - Throws: ``PageImageError/programMissing(path:package:)`` if a program is not installed
        public init(configuration: Configuration = Configuration()) throws(PageImageError) {
            for (path, package) in [
                (configuration.pdftoppm, "poppler-utils"), (configuration.pdftotext, "poppler-utils"),
                (LimitedProgram.prlimit, "util-linux"),
            ] where !FileManager.default.isExecutableFile(atPath: path) {
                throw .programMissing(path: path, package: package)
            }
            self.configuration = configuration
            slots = FairSlots(count: configuration.programsAtOnce)
        }

        /// Draws the page with `pdftoppm`. Waits if too many programs run.
        ///
        /// - Throws: ``PageImageError``, and `FairSlots.Full` if too many requests wait already
        public func image(ofPage page: Int, of source: PageSource, width: Int) async throws -> Data {
            guard width >= 1, width <= configuration.widestImage else {
                throw PageImageError.widthOutOfRange(width, limit: configuration.widestImage)
            }
            // “Scale before rotation” is Poppler's term for measuring the width on the page as it is shown.
            let jpeg = try await run(
                configuration.pdftoppm, on: source, page: page,
                options: [
                    "-jpeg", "-jpegopt", "quality=\(configuration.quality)", "-cropbox", "-singlefile",
                    "-scale-dimension-before-rotation", "-scale-to-x", "\(width)", "-scale-to-y", "-1",
                ], trailing: [])
            // When memory runs out, pdftoppm writes a picture of a few pixels and reports success.
            guard let size = JPEGHeader.size(of: jpeg), abs(size.width - width) <= 1 else {
                throw blaming(
                    .unrenderable(page: page, reason: "the program produced no complete picture."))
            }
            return jpeg
        }

        /// Reads the words with `pdftotext`. Waits if too many programs run.
        ///
        /// - Throws: ``PageImageError``, and `FairSlots.Full` if too many requests wait already
        public func words(onPage page: Int, of source: PageSource) async throws -> [WordBox] {
            let layout = try await run(
                configuration.pdftotext, on: source, page: page,
                options: ["-bbox-layout", "-cropbox", "-enc", "UTF-8"], trailing: ["-"])
            return BoundingBoxLayout.words(in: layout, sizes: source.sizes(from: page))
        }

        /// Reads the words of all pages with one run of `pdftotext`.
        ///
        /// - Throws: ``PageImageError``, also if the file has fewer pages
        public func words(onPages pages: ClosedRange<Int>, of source: PageSource) async throws -> [[WordBox]] {
            let layout = try await layout(ofPages: pages, source)
            return try Self.checked(
                BoundingBoxLayout.wordsByPage(in: layout, sizes: source.sizes(from: pages.lowerBound)), pages)
        }

        /// Reads the words of all pages with one run of `pdftotext`.
        ///
        /// - Throws: ``PageImageError``, also if the file has fewer pages
        public func wordsAsPlaced(
            onPages pages: ClosedRange<Int>, of source: PageSource
        ) async throws -> [[WordBox]] {
            let layout = try await layout(ofPages: pages, source)
            return try Self.checked(
                BoundingBoxLayout.wordsAsPlaced(in: layout, sizes: source.sizes(from: pages.lowerBound)), pages)
        }

        private func layout(ofPages pages: ClosedRange<Int>, _ source: PageSource) async throws -> Data {
            try await run(
                configuration.pdftotext, on: source, page: pages.lowerBound, last: pages.upperBound,
                options: ["-bbox-layout", "-cropbox", "-enc", "UTF-8"], trailing: ["-"])
        }

        private static func checked(
            _ words: [[WordBox]], _ pages: ClosedRange<Int>
        ) throws(PageImageError) -> [[WordBox]] {
            guard words.count == pages.count else {
                throw .unrenderable(page: pages.lowerBound, reason: "the program read other pages.")
            }
            return words
        }

        /// - Parameter last: the last page of several; `nil` for one page
        func run(
            _ program: String, on source: PageSource, page: Int, last: Int? = nil, options: [String],
            trailing: [String]
        ) async throws -> Data {
            guard page >= 1 else { throw PageImageError.unrenderable(page: page, reason: "pages are counted from 1.") }
            let configuration = configuration
            return try await slots.run(for: source.share) {
                let limited = LimitedProgram(
                    path: program,
                    arguments: options + ["-f", "\(page)", "-l", "\(last ?? page)", LimitedProgram.input] + trailing,
                    limits: configuration.limits, directory: configuration.temporaryDirectory,
                    bytes: try await source.bytes())
                do {
                    return try await limited.output()
                } catch let failure as LimitedProgram.Failure {
                    throw blaming(Self.error(for: failure, page: page, seconds: configuration.limits.seconds))
                }
            }
        }

        /// Returns the error, or another one if the page is not at fault: programs fail as well where the disk is full.
        private func blaming(_ error: PageImageError) -> PageImageError {
            let directory = configuration.temporaryDirectory
            guard error.isOfThePage, !NamelessFile.hasRoom(in: directory) else { return error }
            return .fileProblem(path: directory.path, reason: "the disk is full.")
        }

        private static func error(
            for failure: LimitedProgram.Failure, page: Int, seconds: Double
        ) -> PageImageError {
            switch failure {
            case .timedOut: .timedOut(page: page, seconds: seconds)
            case .notStarted(let reason): .programFailed(reason: reason)
            case .failed(let complaint):
                .unrenderable(
                    page: page, reason: complaint.isEmpty ? "the program gave up within its limits." : complaint)
            }
        }
    }
#endif
