import PageImages
import Typesetting

/// What the signing page needs from the operating system.
public struct OfflinePlatform: Sendable {
    package var renderer: any PageRenderer
    package var typesetter: any Typesetter
    /// Supplies the device's evidence.
    public var witness: DeviceWitness

    package init(
        renderer: any PageRenderer, typesetter: any Typesetter, witness: DeviceWitness = DeviceWitness()
    ) {
        self.renderer = renderer
        self.typesetter = typesetter
        self.witness = witness
    }

    #if canImport(PDFKit) && canImport(CoreText)
        /// Renders with PDFKit and the fonts of Core Text.
        ///
        /// - Parameter handwritings: the fonts for a typed signature, by PostScript name, with the names shown to
        ///   people
        public static func system(
            witness: DeviceWitness = DeviceWitness(),
            handwritings: KeyValuePairs<String, String> = ["SnellRoundhand": "Snell Roundhand"]
        ) throws -> OfflinePlatform {
            OfflinePlatform(
                renderer: PDFKitPageRenderer(),
                typesetter: CoreTextTypesetter(faces: handwritings.map { FontFace(id: $0.key, name: $0.value) }),
                witness: witness)
        }
    #elseif os(Linux)
        /// Renders with Poppler's programs and this machine's fonts.
        ///
        /// - Throws: an error that names what is not installed
        public static func system(witness: DeviceWitness = DeviceWitness()) throws -> OfflinePlatform {
            OfflinePlatform(
                renderer: try PopplerPageRenderer(), typesetter: try HarfBuzzTypesetter(), witness: witness)
        }
    #endif

    /// Returns the system's platform; errors become ``CountersignError``.
    static func found() throws(CountersignError) -> OfflinePlatform {
        do {
            return try system()
        } catch {
            throw .notPossibleOffline([.systemLacks(reason: error.sentence)])
        }
    }
}
