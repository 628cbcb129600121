import HTTPMessages

/// The parts of the signing page that other pages of the service share: its look, dialogs, announcements.
package enum PageKit {
    private static let names: Set<String> = [
        "announcer.js", "base.css", "dialog.js", "dialogs.css", "dom.js", "icon.svg", "text.js",
    ]

    /// Returns a shared file, or “not modified” if the browser has it already; `nil` for any other name.
    package static func reply(_ name: String, to request: HTTPCall) -> HTTPReply? {
        names.contains(name) ? PageFiles.all.reply(name, to: request) : nil
    }
}
