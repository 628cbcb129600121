extension FontSubset {
    /// A font's name as it may stand in a document: the system's own begin with a full stop.
    static func writtenName(_ name: String) -> String {
        let written = name.filter { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }
        return written.isEmpty ? "Font" : written
    }
}
