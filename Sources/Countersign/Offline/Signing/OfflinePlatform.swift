import PageImages
import Typesetting

/// What the signing page needs of the system that it runs on.
public struct OfflinePlatform: Sendable {
    package var renderer: any PageRenderer
    package var typesetter: any Typesetter
    /// What the device says of itself.
    public var witness: DeviceWitness

    package init(
        renderer: any PageRenderer, typesetter: any Typesetter, witness: DeviceWitness = DeviceWitness()
    ) {
        self.renderer = renderer
        self.typesetter = typesetter
        self.witness = witness
    }

    #if canImport(PDFKit) && canImport(CoreText)
        /// PDFKit's pictures and Core Text's fonts.
        ///
        /// - Parameter handwritings: what a typed signature can be written in: PostScript names of fonts, and what
        ///   people read.
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
        /// Poppler's programs and the fonts of this machine.
        ///
        /// - Throws: an error that names what is not installed.
        public static func system(witness: DeviceWitness = DeviceWitness()) throws -> OfflinePlatform {
            OfflinePlatform(
                renderer: try PopplerPageRenderer(), typesetter: try HarfBuzzTypesetter(), witness: witness)
        }
    #endif

    /// The system's, with the room's own error.
    static func found() throws(CountersignError) -> OfflinePlatform {
        do {
            return try system()
        } catch {
            throw .notPossibleOffline([.systemLacks(reason: error.sentence)])
        }
    }
}
