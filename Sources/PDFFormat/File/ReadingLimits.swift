/// Limits on the resources for reading a file.
///
/// A few bytes of a PDF file can ask for gigabytes. The standard limits are far above the needs of real files. They are
/// meant to keep any file of one megabyte below two seconds and 256 MiB; `docs/fuzzing.md` has the measurements.
/// Comparing revisions counts as well; certificate signatures have their own limits (``CertificatePaths``).
public struct ReadingLimits: Sendable, Hashable {
    /// The maximum nesting of arrays and dictionaries.
    public var nesting = 100
    /// The highest object number, as in ISO 32000-1 annex C.
    public var objectNumber = 8_388_607
    /// The maximum number of numbers, names, strings and other elements in one indirect object.
    public var elements = 1_000_000
    /// The maximum number of cross-reference sections: one more than the incremental updates.
    public var sections = 100_000
    /// The maximum size in bytes of one decoded stream, and of all cross-reference streams of a file together.
    public var decodedBytes = 32 << 20
    /// The maximum work while the document is open, regardless of the file's size. The unit is the work of reading one
    /// byte. Repeated reading counts again unless the result was cached.
    public var work = 96 << 20
    /// The additional work allowed for each byte of the file.
    public var workPerByte = 64

    /// The standard limits; change the members for others.
    public init() {}

    /// The limits that apply unless the caller gives others.
    public static let standard = ReadingLimits()
}
