#if os(Linux)
    import Foundation

    extension PopplerPageRenderer: PageRasterizer {
        /// Draws the page with `pdftoppm`, without compression.
        ///
        /// - Throws: ``PageImageError``, and `FairSlots.Full` if too many requests wait already
        public func pixels(ofPage page: Int, of source: PageSource, width: Int) async throws -> PixelImage {
            guard width >= 1, width <= configuration.widestImage else {
                throw PageImageError.widthOutOfRange(width, limit: configuration.widestImage)
            }
            let pixmap = try await run(
                configuration.pdftoppm, on: source, page: page,
                options: [
                    "-cropbox", "-singlefile", "-scale-dimension-before-rotation", "-scale-to-x", "\(width)",
                    "-scale-to-y", "-1",
                ], trailing: [])
            guard let image = PortablePixmap.image(pixmap), abs(image.width - width) <= 1 else {
                throw PageImageError.unrenderable(page: page, reason: "the program produced no complete picture.")
            }
            return image
        }
    }
#endif
