import Foundation
import SignedPDF

extension FormField {
    /// Returns a text field near the top left corner of a page.
    static func sample(name: String, page: Int = 1, text: String = "Value", rect: PageRect? = nil) -> FormField {
        FormField(
            name: name, page: page, rect: rect ?? PageRect(x: 20, y: 30, width: 120, height: 18), content: .text(text))
    }
}
