import Foundation
import Testing

@testable import SigningService

@Suite struct DataDirectoryTests {
    @Test(arguments: ["", " ", "\t\n"])
    func `an empty name is not the current folder`(name: String) {
        #expect(DataDirectory.folder(named: name) == nil)
    }

    @Test(arguments: ["data", "./data", "/var/lib/countersign", "."])
    func `a name is a folder's`(name: String) {
        #expect(DataDirectory.folder(named: name)?.hasDirectoryPath == true)
    }
}
