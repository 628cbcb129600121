import Crypto
import EnvelopeService
import Essentials
import Foundation
import HTTPMessages
import Ledger
import PageKit

/// The page on which a person signs in and authorizes an application.
///
/// It has no scripts and no external resources.
struct SignInPage {
    let request: AuthorizationRequest
    /// Proves that the form comes from this page (see ``SignInForm``).
    let form: Secret
    /// Whether a person may ask for a code instead of entering a password.
    var offersCodes = false
    var email: String?
    /// What went wrong before.
    var problem: SignInProblem?

    func answer(status: Int = 200, headers: HTTPFields = [:]) -> HTTPReply {
        PlainPage(
            title: "Sign in", body: html, formTargets: [RedirectURI.formTarget(request.redirectURI)]
        ).answer(status: status, headers: headers)
    }

    private var html: String {
        let hidden = (request.parameters + [(SignInForm.field, form.text)]).map { name, value in
            "<input type=\"hidden\" name=\"\(name)\" value=\"\(PlainPage.escaped(value))\">"
        }.joined(separator: "\n")
        let problem = problem.map {
            "<p class=\"wrong\" role=\"alert\" id=\"problem\">\(PlainPage.escaped($0.sentence))</p>"
        }
        let described = self.problem == nil ? "" : " aria-describedby=\"problem\" aria-invalid=\"true\""
        return """
            \(ConsentText.html(request))
            \(problem ?? "")
            <form method="post" action="/oauth/auth">
            \(hidden)
            <label for="email">E-mail address</label>
            <input id="email" name="email" type="email" autocomplete="username" required\(described)
                value="\(PlainPage.escaped(email ?? request.loginHint ?? ""))">
            <label for="password">Password</label>
            <input id="password" name="password" type="password" autocomplete="current-password" required\(described)>
            <div class="actions">
            <button name="act" value="allow">Sign in and allow</button>
            \(offersCodes ? Self.codeButton : "")
            <button name="act" value="cancel" class="plain" formnovalidate>Cancel</button>
            </div>
            </form>
            """
    }

    private static let codeButton =
        "<button name=\"act\" value=\"code\" class=\"plain\" formnovalidate>Send me a code instead</button>"
}

/// What a person allows an application, in English like the rest of the page.
enum ConsentText {
    static func html(_ request: AuthorizationRequest) -> String {
        let name = "<strong>\(PlainPage.escaped(request.application.name))</strong>"
        let paragraphs =
            ["\(name) wants to send and manage documents for signature in your name."]
            + (request.asksForConsent
                ? [
                    "It may then do so at any time, also when you are not signed in. It gets access by itself and does "
                        + "not ask you again.",
                    "To take this permission back, write to the people who run this service.",
                ] : [])
        return paragraphs.map { "<p>\($0)</p>" }.joined(separator: "\n")
    }
}

/// The page on which a person enters the code of a message.
struct CodePage {
    let request: AuthorizationRequest
    let form: Secret
    /// The id of the sign-in.
    let challenge: String
    let email: String
    var problem: SignInProblem?

    func answer(status: Int = 200, headers: HTTPFields = [:]) -> HTTPReply {
        PlainPage(
            title: "Check your mail", body: html, formTargets: [RedirectURI.formTarget(request.redirectURI)]
        ).answer(status: status, headers: headers)
    }

    private var html: String {
        let fields = [(SignInForm.field, form.text), ("challenge", challenge), ("email", email)]
        let hidden = (request.parameters + fields).map { name, value in
            "<input type=\"hidden\" name=\"\(name)\" value=\"\(PlainPage.escaped(value))\">"
        }.joined(separator: "\n")
        let problem = problem.map {
            "<p class=\"wrong\" role=\"alert\" id=\"problem\">\(PlainPage.escaped($0.sentence))</p>"
        }
        let described = self.problem == nil ? "" : " aria-describedby=\"problem\" aria-invalid=\"true\""
        return """
            \(request.asksForConsent ? ConsentText.html(request) : "")
            <p>We sent a six-digit code to \(PlainPage.escaped(email)).</p>
            \(problem ?? "")
            <form method="post" action="/oauth/auth">
            \(hidden)
            <label for="code">Six-digit code</label>
            <input id="code" name="code" inputmode="numeric" autocomplete="one-time-code" maxlength="12"
                required\(described)>
            <div class="actions">
            <button name="act" value="confirm">Sign in and allow</button>
            <button name="act" value="code" class="plain" formnovalidate>Send a new code</button>
            <button name="act" value="password" class="plain" formnovalidate>Use my password</button>
            <button name="act" value="cancel" class="plain" formnovalidate>Cancel</button>
            </div>
            </form>
            """
    }
}

/// Distinguishes a form of this service's page from one that another site made a browser send. The form holds a value
/// that a cookie of the same browser proves. Otherwise somebody could sign another person in as themselves. The value
/// belongs to what the page showed, so that nobody allows another application or another scope with it.
enum SignInForm {
    static let field = "form"
    static let cookieName = "countersign_signin"

    /// Returns the form's value for a cookie and a request.
    static func proof(of cookie: Secret, for request: AuthorizationRequest) -> Secret {
        var code = HMAC<SHA256>(key: SymmetricKey(data: Data(cookie.text.utf8)))
        for (name, value) in request.parameters {
            code.update(data: Data("\(name) \(value.utf8.count) \(value)".utf8))
        }
        return Secret(text: Hexadecimal.text(Data(code.finalize())))
    }

    static func cookie(_ secret: Secret, isSecure: Bool) -> String {
        "\(cookieName)=\(secret.text); Path=/oauth; HttpOnly; SameSite=Strict; Max-Age=1800"
            + (isSecure ? "; Secure" : "")
    }

    /// Whether the form's value matches the call's cookie and the request in the form.
    static func isOwn(_ fields: FormFields, _ call: ServiceCall, for request: AuthorizationRequest) -> Bool {
        guard let shown = fields[field], let cookie = cookie(of: call) else { return false }
        return Data(shown.utf8).isEqualInConstantTime(to: Data(proof(of: cookie, for: request).text.utf8))
    }

    static func cookie(of request: ServiceCall) -> Secret? { request.cookie(named: cookieName) }
}
