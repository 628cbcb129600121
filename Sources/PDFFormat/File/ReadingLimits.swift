/// How much a file may ask of its reader.
///
/// A PDF file is a program of sorts: a few bytes can ask for gigabytes. The standard limits are far above what real
/// files need, and are meant to let no file of one megabyte take more than two seconds or 256 MiB: `docs/fuzzing.md`
/// tells what was measured. What comparing revisions costs is counted as well; signatures on certificates have limits
/// of their own (``CertificatePaths``).
public struct ReadingLimits: Sendable, Hashable {
    /// How deep arrays and dictionaries may stand in one another.
    public var nesting = 100
    /// The highest object number, as in ISO 32000-1 annex C.
    public var objectNumber = 8_388_607
    /// The most numbers, names, strings and so on in one indirect object.
    public var elements = 1_000_000
    /// The most cross-reference sections: a file has one more than it has incremental updates.
    public var sections = 100_000
    /// The most bytes that one stream may decode to, and all cross-reference streams of a file together.
    public var decodedBytes = 32 << 20
    /// What may be read altogether, while the document is open, whatever the size of the file. The unit is the work of
    /// reading one byte; what is read again is counted again unless it was kept.
    public var work = 96 << 20
    /// What may be read besides for each byte of the file.
    public var workPerByte = 64

    public init() {}

    public static let standard = ReadingLimits()
}
