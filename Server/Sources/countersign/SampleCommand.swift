import ArgumentParser
import Demonstration
import Foundation

/// Writes a sample document.
struct SampleCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sample", abstract: "Writes a sample agreement of three pages.")

    @Argument(help: ArgumentHelp("The PDF file to write; an existing file is not overwritten.", valueName: "file"))
    var output = "contract.pdf"

    func run() async throws {
        do {
            try SampleAgreement.make().pdf.write(to: URL(filePath: output), options: .withoutOverwriting)
        } catch CocoaError.fileWriteFileExists {
            throw Refusal("\(output) already exists and was not overwritten; name another file.")
        } catch let error as CocoaError {
            throw Refusal("\(output) could not be written: \(error.localizedDescription)")
        }
        Terminal().line("Wrote \(output): 3 pages, with room for a signature on the last one (--rect 72,492,240,56).")
    }
}
