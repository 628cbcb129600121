import Envelopes
import SignWellDialect
import Testing

@Suite("Lengths in pixels")
struct PixelLengthTests {
    @Test("A pixel is three quarters of a point, both ways")
    func pixelsArePoints() {
        #expect(PixelLength(96).points == Points(72))
        #expect(PixelLength(Points(84)).value == 112)
    }
}
