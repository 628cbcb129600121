import ArgumentParser
import Ceremony
import SignedPDF
import SigningService

/// The limits of `serve` on pictures that recipients attach and on logos.
struct PictureOptions: ParsableArguments {
    private static let usual = ServiceConfiguration.usual.envelopes.ceremony.pictures

    @Option(
        help: ArgumentHelp(
            "The maximum size of a picture's pixels: their number times their depth.", valueName: "MB"))
    var pictureSize = usual.limits.decodedBytes >> 20

    @Option(
        help: ArgumentHelp(
            "The maximum number of pixels of a picture that are kept; a larger picture is made smaller.",
            valueName: "megapixels"))
    var picturePixels = usual.limits.keptPixels / 1_000_000

    @Option(help: ArgumentHelp("The maximum number of pictures decoded at once.", valueName: "number"))
    var picturesAtOnce = usual.atOnce

    @Option(
        help: ArgumentHelp("The maximum number of further pictures of one account that wait.", valueName: "number"))
    var waitingPictures = usual.line

    func validate() throws {
        try check("picture-size", pictureSize, 1...1024, .megabytes)
        try check("picture-pixels", picturePixels, 1...100)
        try check("pictures-at-once", picturesAtOnce, 1...64)
        try check("waiting-pictures", waitingPictures, 0...10_000)
    }

    func apply(to configuration: inout ServiceConfiguration) {
        configuration.envelopes.ceremony.pictures = PictureIntake(
            limits: PictureLimits(decodedBytes: pictureSize << 20, keptPixels: picturePixels * 1_000_000),
            atOnce: picturesAtOnce, line: waitingPictures)
    }
}
