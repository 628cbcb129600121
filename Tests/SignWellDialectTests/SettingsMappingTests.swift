import Envelopes
import Testing

@testable import SignWellDialect

@Suite("Changed reminders and expiry of SignWell's API")
struct SettingsMappingTests {
    private static let before = NotificationSettings(reminders: .init(days: [2, 5]), expiry: .init(after: 90, warn: 3))

    @Test("A new expiry leaves the reminders")
    func expiry() {
        var settings = SignWell.DocumentSettings(name: "Lease")
        settings.expiresIn = 30
        let after = settings.changing(Self.before)
        #expect(after.reminders == Self.before.reminders)
        #expect(after.expiry == .init(after: 30, warn: 0))
    }

    @Test("Reminders switched off leave the expiry", arguments: [true, false])
    func reminders(isOn: Bool) {
        var settings = SignWell.DocumentSettings(name: "Lease")
        settings.reminders = isOn
        let after = settings.changing(Self.before)
        #expect(after.reminders == (isOn ? .init(days: [3, 6, 10]) : nil))
        #expect(after.expiry == Self.before.expiry)
    }
}
