import Countersign
import Typesetting

extension OfflinePlatform {
    /// A platform for testing offline signing: white pages (``BlankPages``) and this machine's fonts.
    ///
    ///     let offline = try session.offlineEnvelopes(on: .testing())
    ///
    /// - Throws: an error that describes a problem with this machine's fonts
    public static func testing(witness: DeviceWitness = DeviceWitness()) throws -> OfflinePlatform {
        OfflinePlatform(renderer: BlankPages(), typesetter: try TestingFonts.typesetter(), witness: witness)
    }
}

/// This machine's fonts, from whichever source it has.
enum TestingFonts {
    static func typesetter() throws -> any Typesetter {
        #if os(Linux)
            try HarfBuzzTypesetter()
        #else
            CoreTextTypesetter()
        #endif
    }
}
