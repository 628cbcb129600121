import Foundation
import Words

/// The default questions of a close control, in the language of the device.
public enum CloseQuestion {
    /// The default if entries survive the closing of the page.
    public static var kept: String { text(.leaveKept) }
    /// The default if ``OfflineOptions/savesProgress`` is off.
    public static var notKept: String { text(.leaveNotKept) }

    /// The default while an envelope is composed.
    public static var draft: String { text(.leaveDraft) }

    private static func text(_ key: WindowText) -> String {
        Catalog.of(.best(for: Locale.preferredLanguages)).sentence(.sdk, key.rawValue) ?? ""
    }
}
