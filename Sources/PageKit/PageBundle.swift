import Foundation

/// The page's modules as one script, and its style sheets as one, so that a browser asks twice instead of sixty times.
///
/// Each module becomes a function that returns what the module exports, after the modules that it imports. This takes
/// the forms that the page's modules keep to, each in a line of its own: `import { a, b } from "./name.js";`,
/// `import * as a from "./name.js";`, `export` before `function`, `async function`, `class` or `const`, and `export { a, b };`. No modules import each other
/// in a circle.
struct PageBundle {
    let script: String
    let style: String
    private let place: String
    private let before: [Substring]
    private let after: [Substring]

    /// Reads the page. Returns `nil` if it, or a module, has a form that the bundle does not know; the page then loads
    /// its files one by one.
    ///
    /// - Parameters:
    ///   - files: all files by name
    ///   - place: the address of the files, relative to the page's
    init?(of page: String, among files: [String: String], at place: String = "") {
        self.place = place
        let lines = page.split(separator: "\n", omittingEmptySubsequences: false)
        func name(_ line: Substring, _ form: Regex<(Substring, Substring)>) -> String? {
            guard let address = line.wholeMatch(of: form)?.1, address.hasPrefix(place) else { return nil }
            return String(address.dropFirst(place.count))
        }
        let isStyle = /<link rel="stylesheet" href="([\w.\/]+)">/
        let styles = lines.compactMap { name($0, isStyle).flatMap { files[$0] } }
        guard let first = lines.firstIndex(where: { name($0, isStyle) != nil }),
            let last = lines.lastIndex(where: { name($0, isStyle) != nil }),
            lines.indices.contains(last + 1), styles.count == last - first + 1,
            let entry = name(lines[last + 1], /<script type="module" src="([\w.\/]+)"><\/script>/)
        else { return nil }
        before = Array(lines[..<first])
        after = Array(lines[(last + 2)...])
        style = styles.joined()
        var bundled: [String: String] = [:]
        var order: [String] = []
        guard Self.add(entry, files, &bundled, &order, inside: []) else { return nil }
        script = order.compactMap { bundled[$0] }.joined()
    }

    /// Returns the page that loads the two files.
    func page(style: String, script: String) -> String {
        let links: [Substring] = [
            "<link rel=\"stylesheet\" href=\"\(place)\(style)\">",
            "<script type=\"module\" src=\"\(place)\(script)\"></script>",
        ]
        return (before + links + after).joined(separator: "\n")
    }

    /// Adds a module after those that it imports.
    ///
    /// - Parameter inside: the modules that are being added, which it cannot import
    /// - Returns: whether the module and all that it imports have known forms
    private static func add(
        _ name: String, _ files: [String: String], _ bundled: inout [String: String], _ order: inout [String],
        inside: Set<String>
    ) -> Bool {
        if bundled[name] != nil { return true }
        guard !inside.contains(name), let source = files[name], let module = Module(source) else { return false }
        for imported in module.imports
        where !add(imported, files, &bundled, &order, inside: inside.union([name])) { return false }
        bundled[name] = module.function(named: variable(name))
        order.append(name)
        return true
    }

    /// The name of the constant that holds what a module exports.
    fileprivate static func variable(_ name: String) -> String {
        "module_" + name.replacing(/[^A-Za-z0-9]/, with: "_")
    }
}

/// One module of the page.
private struct Module {
    private(set) var imports: [String] = []
    private var exports: [String] = []
    private var lines: [Substring] = []

    init?(_ source: String) {
        // Nothing is left out of a text over several lines.
        let keepsAll = source.split(separator: "\n").contains { $0.count(where: { $0 == "`" }) % 2 == 1 }
        for line in keepsAll ? source.split(separator: "\n") : Self.withoutComments(source) {
            guard line.hasPrefix("import") || line.hasPrefix("export") else {
                lines.append(keepsAll ? line : line.drop { $0 == " " })
                continue
            }
            if let match = line.wholeMatch(of: /import \{ ([\w, ]+) \} from "\.\/([\w.]+)";/) {
                let names = match.1.replacing(" as ", with: ": ")
                imports.append(String(match.2))
                lines.append("const { \(names) } = \(PageBundle.variable(String(match.2)));")
            } else if let match = line.wholeMatch(of: /import \* as (\w+) from "\.\/([\w.]+)";/) {
                imports.append(String(match.2))
                lines.append("const \(match.1) = \(PageBundle.variable(String(match.2)));")
            } else if let match = line.prefixMatch(of: /export (?:async function|function|class|const) (\w+)/) {
                exports.append(String(match.1))
                lines.append(line.dropFirst("export ".count))
            } else if let match = line.wholeMatch(of: /export \{ ([\w, ]+) \};/) {
                exports.append(String(match.1))
            } else {
                return nil
            }
        }
    }

    func function(named name: String) -> String {
        let body = (lines + ["return { \(exports.joined(separator: ", ")) };"]).joined(separator: "\n")
        return "const \(name) = (() => {\n\(body)\n})();\n"
    }

    /// Returns the lines without those that hold only a comment. A comment within a line stays.
    private static func withoutComments(_ source: String) -> [Substring] {
        var isInside = false
        return source.split(separator: "\n").filter { line in
            let text = line.drop { $0 == " " }
            if isInside {
                isInside = !text.contains("*/")
                return false
            }
            if text.hasPrefix("/*") {
                isInside = !text.contains("*/")
                return !isInside && !text.hasSuffix("*/")
            }
            return !text.hasPrefix("//")
        }
    }
}
