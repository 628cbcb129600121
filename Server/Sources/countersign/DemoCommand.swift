import ArgumentParser
import Demonstration
import Foundation

struct DemoCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "demo", abstract: "Sends an agreement, signs it, and checks the result, all by itself.",
        discussion: "Needs no network and no input. Leaves signed.pdf, certificate.pdf, and history.json.")

    @Option(help: ArgumentHelp("A file to sign instead of the sample agreement.", valueName: "file"))
    var pdf: String?

    @Option(help: ArgumentHelp("The folder for the results.", valueName: "dir"))
    var out = "./demo"

    func run() async throws {
        let terminal = Terminal()
        let start = ContinuousClock.now
        terminal.line(terminal.styled("An agreement goes out, a person signs it, a sealed PDF comes back.", .strong))
        terminal.line()
        let run = DemoRun(folder: URL(filePath: out, directoryHint: .isDirectory), pdf: pdf.map { URL(filePath: $0) }) {
            terminal.show($0)
        }
        let outcome = try await run.run()
        terminal.line()
        let total = DemoText.milliseconds(ContinuousClock.now - start)
        terminal.line("Done in \(total). Look at:")
        for url in [outcome.signed, outcome.certificate, outcome.history] { terminal.line("  \(url.relativePath)") }
        terminal.line()
        terminal.line("Sign one yourself in a browser:")
        terminal.line("  \(terminal.styled(serveCommand(outcome.data), .strong))")
        terminal.line(terminal.styled("  then open http://127.0.0.1:8080/sample", .faint))
    }

    /// Returns the command that serves the same data, ready to paste into a shell.
    private func serveCommand(_ data: URL) -> String {
        DemoText.command([
            DemoText.program(CommandLine.arguments.first), "serve", "--data", data.relativePath, "--sample",
        ])
    }
}

extension Terminal {
    fileprivate func show(_ step: DemoRun.Step) {
        let time = DemoText.milliseconds(step.duration)
        let title = step.title.padding(toLength: max(52, step.title.count), withPad: " ", startingAt: 0)
        let padding = String(repeating: " ", count: max(0, 10 - time.count))
        line("  \(styled("✓", .good)) \(title)\(padding)\(styled(time, .faint))")
        if let detail = step.detail { line(styled("    \(detail)", .faint)) }
    }
}
