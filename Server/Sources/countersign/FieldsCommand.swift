import ArgumentParser
import FileSigning
import Foundation
import PageImages

struct FieldsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "fields", abstract: "Lists the form fields of a PDF file, and draws a page with its coordinates.",
        discussion: """
            Places are in points from the top left of the page as displayed, as in sign --rect and in the tabs of the \
            eSignature REST API.

            Exit status: 0 done, 1 not done, 64 invalid options.
            """)

    @Argument(help: ArgumentHelp("The PDF file.", valueName: "file.pdf"))
    var file: String

    @Option(
        help: ArgumentHelp(
            "Draw a page into this file: with a grid of coordinates, and a frame around each field.",
            valueName: "out.png"))
    var picture: String?

    @Option(help: "The page to draw, from 1; the last page by default.")
    var page: Int?

    @Option(help: ArgumentHelp("A file with the password of an encrypted document.", valueName: "file"))
    var documentPasswordFile: String?

    @Flag(help: "Print a JSON list.")
    var json = false

    func validate() throws {
        guard page == nil || picture != nil else {
            throw ValidationError("--page is the page to draw: give --picture with a file name as well.")
        }
    }

    func run() async throws {
        let passwordFile = documentPasswordFile.map { URL(filePath: $0) }
        let fields = try FileFields(of: URL(filePath: file), passwordFile: passwordFile)
        let terminal = Terminal()
        if json {
            print(try fields.json())
        } else {
            for line in fields.lines(named: file) { terminal.line(line) }
        }
        guard let picture else { return }
        #if os(Linux)
            let receipt = try await CoordinatePicture(rasterizer: PopplerPageRenderer())
                .write(page, of: URL(filePath: file), fields, to: URL(filePath: picture), passwordFile: passwordFile)
            if !json { terminal.line(receipt.line(named: picture)) }
        #else
            throw Refusal("Pictures are not drawn on this system.")
        #endif
    }
}
