#if canImport(PDFKit) && canImport(CoreText)
    import Countersign
    import PageImages
    import Typesetting

    extension OfflinePlatform {
        /// A handwriting that is on every device.
        public static let snellRoundhand = FontFace(
            id: "SnellRoundhand", name: "Snell Roundhand", fileName: "", packagedDirectory: "", debianPackage: "")

        /// PDFKit's pictures and Core Text's fonts.
        ///
        /// - Parameter faces: the handwritings that a typed signature can have, by PostScript name.
        public static func apple(
            faces: [FontFace] = [snellRoundhand],
            witness: DeviceWitness = DeviceWitness()
        ) -> OfflinePlatform {
            OfflinePlatform(
                renderer: PDFKitPageRenderer(), typesetter: CoreTextTypesetter(faces: faces), witness: witness)
        }
    }
#endif
