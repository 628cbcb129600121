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
}
