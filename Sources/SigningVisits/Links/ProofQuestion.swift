import Ceremony
import HTTPMessages
import PageKit

/// A question for a code, as a visitor sees it.
struct ProofQuestion {
    let look: LinkPage
    var title: String
    var explanation: String
    var label: String
    /// A sentence for somebody without a code.
    var note: String?
    /// What was wrong with the last one.
    var problem: String?
    var status: Int
    let codePath: String
    let sendingPath: String
    var isByMail = false
    /// Whether there is a code to enter.
    var takesCode = true
    /// The words on the button that sends a code; `nil` if no code can be sent.
    var send: String?

    /// The button that hands the code in.
    var button: String { look.text(.continueOn) }

    /// Returns the question as a page without scripts.
    func page() -> HTTPReply {
        guard takesCode else {
            return look.page(
                title,
                [
                    LinkPage.paragraph(explanation), alert,
                    send.map { LinkPage.form(sendingPath, $0) },
                ], status: status)
        }
        return look.page(
            title,
            [
                LinkPage.paragraph(explanation), entry,
                note.flatMap { LinkPage.paragraph($0, class: "quiet") },
                send.map {
                    "<form method=\"post\" action=\"\(PlainPage.escaped(sendingPath))\">"
                        + "<button class=\"plain\">\(PlainPage.escaped($0))</button></form>"
                },
            ], status: status)
    }

    private var alert: String? {
        problem.map { "<p class=\"wrong\" role=\"alert\" id=\"problem\">\(PlainPage.escaped($0))</p>" }
    }

    private var entry: String {
        let described = problem == nil ? "" : " aria-describedby=\"problem\" aria-invalid=\"true\""
        let attributes =
            isByMail
            ? "inputmode=\"numeric\" autocomplete=\"one-time-code\""
            : "autocomplete=\"off\" autocapitalize=\"off\" spellcheck=\"false\""
        return """
            \(alert ?? "")
            <form method="post" action="\(PlainPage.escaped(codePath))">
            <label for="code">\(PlainPage.escaped(label))</label>
            <input id="code" name="code" required maxlength="\(ProofForms.longestCode)" autofocus \(attributes)\(described)>
            <div class="actions"><button>\(PlainPage.escaped(button))</button></div>
            </form>
            """
    }
}
