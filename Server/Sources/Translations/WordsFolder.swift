import Foundation
import Words

/// A folder with an operator's own sentences: one file a language, such as `de.json`, in the form of the catalogs.
public struct WordsFolder: Sendable {
    /// The folder.
    public let url: URL

    /// Reads nothing yet.
    public init(_ url: URL) {
        self.url = url
    }

    /// The maximum size of a file, in bytes.
    private static let largest = 4 << 20

    /// Why a folder cannot be used: one English sentence a line.
    public struct Problems: Error, Hashable, CustomStringConvertible {
        /// A sentence for each problem.
        public let sentences: [String]
        /// The sentences, one a line.
        public var description: String { sentences.joined(separator: "\n") }
    }

    private func file(_ language: Language) -> URL { url.appending(path: "\(language.tag).json") }

    /// Returns the wordings of all languages that have a file.
    public func read() throws(Problems) -> [Wording] {
        guard let names = try? FileManager.default.contentsOfDirectory(atPath: url.path) else {
            throw Problems(sentences: ["The folder \(url.relativePath) cannot be read."])
        }
        var sentences: [String] = []
        var wordings: [Wording] = []
        for name in names.sorted() where name.hasSuffix(".json") {
            guard let language = Language.all.first(where: { "\($0.tag).json" == name }) else {
                sentences.append("\(name): Countersign speaks no language of this name; see --words in the help.")
                continue
            }
            switch result(language) {
            case .success(let wording): wordings.append(wording)
            case .failure(let problems): sentences += problems.sentences
            }
        }
        guard sentences.isEmpty else { throw Problems(sentences: sentences) }
        return wordings
    }

    /// Returns the wording of a language, an empty one without a file.
    public func wording(_ language: Language) throws(Problems) -> Wording {
        guard FileManager.default.fileExists(atPath: file(language).path) else { return Wording(language) }
        return try result(language).get()
    }

    private func result(_ language: Language) -> Result<Wording, Problems> {
        let name = file(language).lastPathComponent
        let size = try? FileManager.default.attributesOfItem(atPath: file(language).path)[.size] as? Int
        guard let size, size <= Self.largest, let bytes = try? Data(contentsOf: file(language)) else {
            return .failure(
                Problems(sentences: ["\(name): The file cannot be read, or is larger than \(Self.largest >> 20) MB."]))
        }
        let (wording, problems) = Wording.read(bytes, in: language)
        guard problems.isEmpty else {
            return .failure(Problems(sentences: problems.map { "\(name): \($0)" }))
        }
        return .success(wording)
    }

    /// Writes the wording of a language, as a whole or not at all.
    public func write(_ wording: Wording) throws {
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        try wording.json.write(to: file(wording.language), options: .atomic)
    }
}
