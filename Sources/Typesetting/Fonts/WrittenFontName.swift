extension FontSubset {
    /// Returns a font's name for use in a document: the names of system fonts begin with a period.
    static func writtenName(_ name: String) -> String {
        let written = name.filter { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }
        return written.isEmpty ? "Font" : written
    }
}
