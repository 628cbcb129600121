import ArgumentParser
import Foundation
import Typesetting

/// The options for fonts, used for names and values that the standard PDF fonts cannot show.
struct FontOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Font families for names and values in any script, in order of preference; missing ones are skipped, and "
                + "fontconfig's other fonts follow.",
            valueName: "family,..."))
    var fonts: String?

    @Option(help: ArgumentHelp("A folder with more fonts.", valueName: "folder"))
    var fontFolder: [String] = []

    @Option(
        help: ArgumentHelp(
            "The preferred forms of Han characters if a text does not specify them: ja, zh-Hans, zh-Hant, or ko.",
            valueName: "language,..."))
    var hanForms: String?

    func validate() throws {
        for folder in fontFolder {
            var isFolder: ObjCBool = false
            guard FileManager.default.fileExists(atPath: folder, isDirectory: &isFolder), isFolder.boolValue else {
                throw ValidationError("--font-folder \"\(folder)\" is not a folder.")
            }
        }
        let unknown = Self.list(hanForms).first { !FontOrder().ideographs.contains($0) }
        if let unknown { throw ValidationError("--han-forms knows ja, zh-Hans, zh-Hant and ko, not \"\(unknown)\".") }
    }

    var order: FontOrder {
        var order = FontOrder(directories: fontFolder)
        order.families = Self.list(fonts) + order.families
        let wanted = Self.list(hanForms)
        order.ideographs = wanted + order.ideographs.filter { !wanted.contains($0) }
        return order
    }

    private static func list(_ text: String?) -> [String] {
        (text ?? "").split(separator: ",")
            .map { String($0.trimmingPrefix { $0 == " " }) }
            .filter { !$0.isEmpty }
    }
}
