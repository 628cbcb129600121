import Countersign
import Typesetting

extension OfflinePlatform {
    /// What signing without a network needs of the system, for tests: white pages (``BlankPages``), and this machine's
    /// fonts.
    ///
    ///     let offline = try session.offline(.testing())
    ///
    /// - Throws: what is wrong with this machine's fonts.
    public static func testing(witness: DeviceWitness = DeviceWitness()) throws -> OfflinePlatform {
        OfflinePlatform(renderer: BlankPages(), typesetter: try TestingFonts.typesetter(), witness: witness)
    }
}

/// This machine's fonts, however it has them.
enum TestingFonts {
    static func typesetter() throws -> any Typesetter {
        #if os(Linux)
            try HarfBuzzTypesetter()
        #else
            CoreTextTypesetter()
        #endif
    }
}
