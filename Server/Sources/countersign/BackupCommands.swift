import ArgumentParser
import Foundation
import SigningService

/// Copies a data directory while a service runs on it.
struct BackupCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "backup", abstract: "Copies a data directory, also while a service runs on it.",
        discussion: """
            The copy is a data directory itself: countersign check reads it, and restore makes another one of it. It has \
            the keys of the service, so keep it as safe as the data directory. Documents are linked where both are on one \
            disk; copy the folder to another machine then.
            """)

    @OptionGroup var directory: DataOption

    @Option(help: ArgumentHelp("The new folder for the copy.", valueName: "dir"))
    var to: String

    func validate() throws { try BackupText.check("--to", to) }

    func run() async throws {
        let shown = BackupText()
        let count = try await directory.use {
            try ServiceBackup(existing: $0).write(to: URL(filePath: to), progress: shown.count)
        }
        shown.terminal.line("\(BackupText.files(count)) and the database are in \(to).")
    }
}

/// Makes a data directory of a copy.
struct RestoreCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore", abstract: "Makes a data directory of a backup, and checks it.",
        discussion: "Ends with 1 if something is not as it was stored; countersign check tells what.")

    @Option(help: ArgumentHelp("The folder that countersign backup has made.", valueName: "dir"))
    var from: String

    @Option(help: ArgumentHelp("The new data directory.", valueName: "dir"))
    var data: String

    func validate() throws {
        try BackupText.check("--from", from)
        try BackupText.check("--data", data)
    }

    func run() async throws {
        let shown = BackupText()
        let folder = URL(filePath: data)
        let count = try ServiceBackup.restore(from: URL(filePath: from), to: folder, progress: shown.count)
        let report = try await StoredHistories(existing: folder).check { shown.count($0.files) }
        shown.terminal.line(
            "\(BackupText.files(count)) and the database are in \(data), with "
                + "\(report.envelopes) envelope\(report.envelopes == 1 ? "" : "s").")
        guard report.problems.isEmpty else {
            shown.terminal.line("Not everything is as it was stored: countersign check --data \(data) tells what.")
            throw ExitCode.failure
        }
    }
}

/// What both commands show while they copy.
private final class BackupText {
    let terminal = Terminal()
    private var shown = ContinuousClock.now

    func count(_ files: Int) {
        guard ContinuousClock.now - shown > .seconds(2) else { return }
        shown = .now
        terminal.line(terminal.styled("\(Self.files(files)) so far…", .faint))
    }

    static func files(_ count: Int) -> String { "\(count) file\(count == 1 ? "" : "s")" }

    static func check(_ option: String, _ folder: String) throws {
        guard DataDirectory.folder(named: folder) != nil else { throw ValidationError("\(option) is empty.") }
    }
}
