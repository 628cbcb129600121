import PageImages
import Typesetting

/// What the signing page needs of the system that it runs on.
public struct OfflinePlatform: Sendable {
    public var renderer: any PageRenderer
    public var typesetter: any Typesetter
    public var witness: DeviceWitness

    public init(
        renderer: any PageRenderer, typesetter: any Typesetter, witness: DeviceWitness = DeviceWitness()
    ) {
        self.renderer = renderer
        self.typesetter = typesetter
        self.witness = witness
    }

    #if os(Linux) && !canImport(CoreText)
        /// Poppler's programs and the fonts of this machine.
        ///
        /// - Throws: `PageImageError` and `TypesettingError` naming what is not installed.
        public static func linux(witness: DeviceWitness = DeviceWitness()) throws -> OfflinePlatform {
            OfflinePlatform(
                renderer: try PopplerPageRenderer(), typesetter: try HarfBuzzTypesetter(), witness: witness)
        }
    #endif
}
