import Testing

@testable import CountersignUI

@Suite("Presenter colours")
struct SigningThemeTests {
    @Test(
        "A theme that follows the system is dark with it; any other keeps its own appearance",
        arguments: [
            (SigningTheme.Appearance.system, true, true), (.system, false, false), (.light, true, false),
            (.light, false, false), (.dark, true, true), (.dark, false, true),
        ])
    func dark(appearance: SigningTheme.Appearance, system: Bool, isDark: Bool) {
        #expect(SigningTheme(appearance: appearance).isDark(whereSystemIs: system) == isDark)
    }

    @Test("Each appearance has its own background, on which the text can be read")
    func backgrounds() {
        let (sand, night) = (
            SigningTheme.Color(red: 0xF4, green: 0xEE, blue: 0xD8),
            SigningTheme.Color(red: 0x10, green: 0x10, blue: 0x30)
        )
        let theme = SigningTheme(background: sand, darkBackground: night)
        #expect(theme.palette(isDark: false).ground == sand && theme.palette(isDark: false).text == .black)
        #expect(theme.palette(isDark: true).ground == night && theme.palette(isDark: true).text == .white)
        let half = SigningTheme(background: sand).palette(isDark: true)
        #expect(half.ground == SigningTheme().palette(isDark: true).ground && half.text != .black)
    }

    @Test(
        "Parts of a color of the system are rounded, and those beyond sRGB are clamped",
        arguments: [(0, 0), (1, 255), (0.5, 128), (-0.3, 0), (1.2, 255), (Double.nan, 0), (.infinity, 255)])
    func fractions(part: Double, expected: Int) {
        let byte = UInt8(expected)
        let color = SigningTheme.Color(fractionOfRed: part, green: 0, blue: part)
        #expect(color == SigningTheme.Color(red: byte, green: 0, blue: byte))
    }
}
