#if os(Linux)
    import Foundation
    import Testing

    @testable import TestSupport

    @testable import PageImages

    @Suite("Pages shown with Poppler")
    struct PopplerPageRendererTests {
        let renderer: PopplerPageRenderer

        init() throws {
            renderer = try PopplerPageRenderer()
        }

        private func source(_ pdf: Data) -> PageSource {
            PageSource(hash: String(repeating: "0", count: 64)) { pdf }
        }

        @Test(
            "A picture has the requested width and the visible shape of the page",
            arguments: [(0, false, 960), (90, false, 427), (180, true, 853), (270, true, 480), (90, true, 480)])
        func imageSize(rotation: Int, isCropped: Bool, height: Int) async throws {
            let pdf = SamplePDF.offset(rotation: rotation, isCropped: isCropped)
            let size = try #require(
                JPEGHeader.size(of: try await renderer.image(ofPage: 1, of: source(pdf), width: 640)))
            #expect(size.width == 640)
            #expect(abs(size.height - height) <= 1)
        }

        /// The sample's “Hello” stands at (110, 420) of user space: (100, 400) from the media box's corner and
        /// (50, 300) from the crop box's, and is 27.34 points long.
        @Test(
            "A word's box is measured from the top left of the visible page",
            arguments: [
                (0, false, 100.0, 191.38), (0, true, 50, 91.38),
                (90, false, 397.52, 100), (90, true, 297.52, 50),
                (180, false, 272.66, 397.52), (180, true, 222.66, 297.52),
                (270, false, 191.38, 272.66), (270, true, 91.38, 222.66),
            ])
        func wordBoxes(rotation: Int, isCropped: Bool, x: Double, y: Double) async throws {
            let pdf = SamplePDF.offset(rotation: rotation, isCropped: isCropped)
            let words = try await renderer.words(onPage: 1, of: source(pdf))
            let hello = try #require(words.first { $0.text == "Hello" })
            #expect(abs(hello.x - x) < 0.02 && abs(hello.y - y) < 0.02)
            let isUpright = rotation % 180 == 0
            #expect(abs((isUpright ? hello.width : hello.height) - 27.34) < 0.02)
            #expect(Set(words.map(\.line)) == [0, 1])
            let line = { (text: String) in words.first { $0.text == text }?.line }
            #expect(line("Hello") == line("World") && line("second") == line("<line>"))
            #expect(line("Hello") != line("second"))
        }

        @Test("A page without text has no words")
        func noWords() async throws {
            #expect(try await renderer.words(onPage: 1, of: source(SamplePDF.offset(content: "0 0 1 rg"))).isEmpty)
        }

        @Test("A program that fails where nothing can be written any more does not blame the page")
        func fullDisk() async throws {
            let folder = TemporaryFolder()
            let work = folder.appending("work")
            try FileManager.default.createDirectory(at: work, withIntermediateDirectories: true)
            let script = folder.appending("pdftoppm")
            try Data("#!/bin/sh\nrmdir \(work.path)\nexit 1\n".utf8).write(to: script)
            try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: script.path)
            let renderer = try PopplerPageRenderer(
                configuration: .init(temporaryDirectory: work, pdftoppm: script.path))
            await #expect(throws: PageImageError.fileProblem(path: work.path, reason: "the disk is full.")) {
                try await renderer.image(ofPage: 1, of: source(SamplePDF.offset()), width: 640)
            }
        }

        @Test("A missing page and a file that is not a PDF are refused with a reason")
        func refusesBadInput() async throws {
            await #expect(throws: PageImageError.self) {
                try await renderer.image(ofPage: 2, of: source(SamplePDF.offset()), width: 640)
            }
            await #expect(throws: PageImageError.self) {
                try await renderer.words(onPage: 0, of: source(SamplePDF.offset()))
            }
            let error = await #expect(throws: PageImageError.self) {
                try await renderer.image(ofPage: 1, of: source(Data("no PDF".utf8)), width: 640)
            }
            #expect("\(try #require(error))".hasPrefix("Page 1 cannot be shown: "))
            await #expect(throws: PageImageError.widthOutOfRange(0, limit: 4000)) {
                try await renderer.image(ofPage: 1, of: source(SamplePDF.offset()), width: 0)
            }
        }

        @Test("A page that needs more memory than the limit fails")
        func memoryLimit() async throws {
            let limits = ProgramLimits(addressSpace: 200 << 20)
            let tight = try PopplerPageRenderer(configuration: .init(limits: limits, widestImage: 40_000))
            await #expect(throws: PageImageError.self) {
                try await tight.image(ofPage: 1, of: source(SamplePDF.offset()), width: 40_000)
            }
            #expect(try await tight.image(ofPage: 1, of: source(SamplePDF.offset()), width: 640).count > 1000)
        }

        @Test("A run leaves nothing in the temporary directory, even if it fails")
        func leavesNothingBehind() async throws {
            let directory = FileManager.default.temporaryDirectory.appendingPathComponent("pages-\(UUID().uuidString)")
            try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
            defer { try? FileManager.default.removeItem(at: directory) }
            let renderer = try PopplerPageRenderer(configuration: .init(temporaryDirectory: directory))
            _ = try await renderer.image(ofPage: 1, of: source(SamplePDF.offset()), width: 640)
            _ = try? await renderer.image(ofPage: 1, of: source(Data()), width: 640)
            #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path).isEmpty)
        }

        @Test("A missing program is named with its Debian package")
        func missingProgram() {
            #expect(throws: PageImageError.programMissing(path: "/no/pdftoppm", package: "poppler-utils")) {
                try PopplerPageRenderer(configuration: .init(pdftoppm: "/no/pdftoppm"))
            }
        }
    }

    @Suite("Programs under limits")
    struct LimitedProgramTests {
        private func run(
            _ path: String, _ arguments: [String], limits: ProgramLimits = ProgramLimits(), reading bytes: Data = Data()
        ) async throws -> Data {
            let directory = FileManager.default.temporaryDirectory.appendingPathComponent("run-\(UUID().uuidString)")
            try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
            defer { try? FileManager.default.removeItem(at: directory) }
            return try await LimitedProgram(
                path: path, arguments: arguments.map { $0 == "HERE" ? directory.path : $0 }, limits: limits,
                directory: directory, bytes: bytes
            ).output()
        }

        @Test("Input and output files have no name, so nothing stays if this process is killed")
        func nameless() async throws {
            #expect(try await run("/usr/bin/ls", ["-A", "HERE"], reading: Data(count: 100_000)).isEmpty)
            let bytes = Data((0..<200_000).map { UInt8(truncatingIfNeeded: $0) })
            #expect(try await run("/usr/bin/cat", [LimitedProgram.input], reading: bytes) == bytes)
            #expect(
                try await run("/usr/bin/head", ["-c", "3", LimitedProgram.input], reading: bytes) == Data([0, 1, 2]))
        }

        @Test("500 pages leave no file open, whether they succeed or fail")
        func leavesNothingOpen() async throws {
            let directory = FileManager.default.temporaryDirectory.appendingPathComponent("open-\(UUID().uuidString)")
            try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
            defer { try? FileManager.default.removeItem(at: directory) }
            let renderer = try PopplerPageRenderer(configuration: .init(temporaryDirectory: directory))
            let page = SamplePDF.offset()
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 0..<500 {
                    group.addTask {
                        let source = PageSource(hash: "") { number % 10 == 9 ? Data("no PDF".utf8) : page }
                        let image = try? await renderer.image(ofPage: 1, of: source, width: 20)
                        #expect((image == nil) == (number % 10 == 9))
                    }
                    if number >= 8 { try await group.next() }
                }
                try await group.waitForAll()
            }
            let open = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").filter { name in
                let target = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(name)")
                return target?.contains(directory.lastPathComponent) ?? false
            }
            #expect(open.isEmpty, "\(open.count) files are open")
        }

        @Test("A program gets only its three standard files")
        func inheritsNothing() async throws {
            var ends: [Int32] = [0, 0]
            try #require(pipe(&ends) == 0)
            defer { ends.forEach { close($0) } }
            let files = try await run("/usr/bin/ls", ["/proc/self/fd"])
            // The last is the folder itself, which ls has open.
            #expect(String(decoding: files, as: UTF8.self) == "0\n1\n2\n3\n")
        }

        @Test("A program is set to be killed when this process ends")
        func endsWithParent() async throws {
            let state = try await run(LimitedProgram.setpriv, ["--dump"])
            #expect(String(decoding: state, as: UTF8.self).contains("Parent death signal: KILL"))
        }

        @Test("If no file can be created, the error names the folder")
        func noFolder() async throws {
            let limited = LimitedProgram(
                path: "/usr/bin/true", arguments: [], limits: ProgramLimits(),
                directory: URL(fileURLWithPath: "/no/such/folder"))
            let error = await #expect(throws: LimitedProgram.Failure.self) { try await limited.output() }
            #expect("\(try #require(error))".contains("/no/such/folder"))
        }

        @Test("Output larger than a pipe arrives whole")
        func largeOutput() async throws {
            let data = try await run("/usr/bin/head", ["-c", "5000000", "/dev/zero"])
            #expect(data.count == 5_000_000)
        }

        @Test("A program over its time limit is killed", .timeLimit(.minutes(5)))
        func timesOut() async throws {
            await #expect(throws: LimitedProgram.Failure.timedOut) {
                try await run("/usr/bin/sleep", ["3600"], limits: ProgramLimits(seconds: 0.2))
            }
        }

        @Test("Cancelling the task kills the program", .timeLimit(.minutes(5)))
        func cancels() async throws {
            let task = Task { try await run("/usr/bin/sleep", ["3600"], limits: ProgramLimits(seconds: 3600)) }
            try await Task.sleep(for: .milliseconds(200))
            task.cancel()
            await #expect(throws: CancellationError.self) { try await task.value }
        }

        @Test("Endless output is stopped at the limit")
        func outputLimit() async throws {
            await #expect(throws: LimitedProgram.Failure.self) {
                try await run("/usr/bin/yes", [], limits: ProgramLimits(outputBytes: 1 << 20))
            }
        }

        @Test("A failing program's error output is reported")
        func complaint() async throws {
            let error = await #expect(throws: LimitedProgram.Failure.self) {
                try await run("/usr/bin/cat", ["/no/such/file"])
            }
            guard case .failed(let complaint) = try #require(error) else {
                Issue.record("not a failure")
                return
            }
            #expect(complaint.contains("/no/such/file"))
        }
    }
#endif
