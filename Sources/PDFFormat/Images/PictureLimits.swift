/// How large a picture may be, so that nobody fills the memory with a small file.
public struct PictureLimits: Sendable, Hashable {
    /// The maximum size of a picture's pixels in bytes, as its header gives them: their number times their depth.
    public var decodedBytes: Int
    /// The maximum number of pixels that are kept; a larger PNG is made smaller by a whole factor.
    public var keptPixels: Int

    /// By default, pictures of up to 160 MiB of pixels are read, and 12 million pixels are kept.
    public init(decodedBytes: Int = 160 << 20, keptPixels: Int = 12_000_000) {
        self.decodedBytes = decodedBytes
        self.keptPixels = keptPixels
    }

    /// The number of pixels, across and down, of which one becomes one.
    func factor(width: Int, height: Int) -> Int {
        var factor = 1
        while ((width + factor - 1) / factor) * ((height + factor - 1) / factor) > max(1, keptPixels) { factor += 1 }
        return factor
    }
}
