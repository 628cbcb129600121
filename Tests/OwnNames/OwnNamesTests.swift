import Countersign
import Testing

/// A type of the app's own, of a name that the library has as well.
struct Signer {
    let shoeSize: Int
}

@Suite("Apps with types of the library's names")
struct OwnNamesTests {
    @Test("The app's own type keeps its name, and the library's is reached through the module name")
    func both() {
        let own = Signer(shoeSize: 42)
        let theirs = Countersign.Signer(id: "1", name: "Bo", email: "bo@example.org") {}
        let draft = EnvelopeDraft("Lease") { theirs }
        #expect(own.shoeSize == 42 && draft.recipients.count == 1)
    }
}
