import Testing

@testable import CountersignUI

@Suite("What a page asks")
struct PageQuestionTests {
    @Test("A message has one way out, a question two, and only a text has an entry")
    func parts() {
        let message = PageQuestion.message("Saved.")
        let question = PageQuestion.question("Leave?")
        let text = PageQuestion.text("Your name?", proposal: "Ada")
        #expect([message, question, text].map(\.hasCancel) == [false, true, true])
        #expect([message, question, text].map(\.proposal) == [nil, nil, "Ada"])
        #expect([message, question, text].map(\.sentence) == ["Saved.", "Leave?", "Your name?"])
    }

    @Test("A page cannot push the buttons out of sight")
    func long() {
        let long = String(repeating: "👩‍👩‍👧", count: 5000)
        for question in [PageQuestion.message(long), .question(long), .text(long, proposal: "")] {
            #expect(question.sentence.count == 2000)
        }
    }
}
