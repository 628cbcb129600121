import Testing

@testable import CountersignUI

@Suite("Colours of what presenters draw")
struct SigningThemeTests {
    @Test(
        "a theme that follows the system is dark where the system is; any other is what it says",
        arguments: [
            (SigningTheme.Appearance.system, true, true), (.system, false, false), (.light, true, false),
            (.light, false, false), (.dark, true, true), (.dark, false, true),
        ])
    func dark(appearance: SigningTheme.Appearance, system: Bool, isDark: Bool) {
        #expect(SigningTheme(appearance: appearance).isDark(whereSystemIs: system) == isDark)
    }
}
