/// The limits on turning files into PDFs.
public struct ConversionLimits: Sendable, Hashable {
    /// Wall-clock seconds, after which the program is killed.
    public var seconds = 60
    /// Address space of the program in bytes. Default: 4 GiB; LibreOffice begins with nearly two.
    public var addressSpace = 4 << 30
    /// The size of everything that the program writes, in bytes. Default: 256 MiB.
    public var writtenBytes = 256 << 20
    /// The maximum number of pictures of one file.
    public var pictures = 200
    /// The number of programs at work at once.
    public var atOnce = 2
    /// How many further files of one account may wait; more are refused.
    public var line = 20

    /// Starts with the defaults.
    public init() {}
}
