// Made by scripts/words from Sources/Words/Catalogs; changes belong there.

/// The sentences of an app's windows around a page.
package enum WindowText: String, CaseIterable, Sendable {
    case title
    case titleComposing = "title.composing"
    case close
    case loading
    case leave
    case stay
    case stayComposing = "stay.composing"
    case leaveKept = "leave.kept"
    case leaveNotKept = "leave.notKept"
    case leaveDraft = "leave.draft"
    case allow
    case refuse
    case cameraQuestion
    case save
    case cancel
    case ok
    case downloadFailed
    case handOverTitle = "handOver.title"
    case handOverReady = "handOver.ready"
    case handOverSubject = "handOver.subject"
    case handBackTitle = "handBack.title"
    case handBackReady = "handBack.ready"
    case chooseTitle = "choose.title"
    case notNow
}
