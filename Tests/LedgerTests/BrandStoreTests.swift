import Essentials
import Foundation
import TestSupport
import Testing

@testable import Ledger

@Suite("Stored brands")
struct BrandStoreTests {
    private let store: SQLBrandStore

    init() throws {
        store = SQLBrandStore(try TestDatabase.make(SQLSchema([.ledger, .lists, .service, .mail])))
    }

    private func brand(_ id: String, of account: String = "a-1", isDefault: Bool = false) -> AccountBrand {
        AccountBrand(
            id: id, accountID: account, name: "Brand \(id)", header: BrandColor("#ffe600"), isDefault: isDefault)
    }

    @Test("Brands belong to one account, and at most one of them is the default")
    func defaults() async throws {
        #expect(try await store.store(brand("1", isDefault: true)))
        #expect(try await store.store(brand("2", isDefault: true)))
        #expect(try await store.store(brand("1", of: "a-2", isDefault: true)))
        #expect(try await store.brands(of: "a-1").map(\.isDefault) == [false, true])
        #expect(try await store.defaultBrand(of: "a-1")?.id == "2")
        #expect(try await store.look("1", of: "a-1")?.id == "1")
        #expect(try await store.look("9", of: "a-1")?.id == "2")
        #expect(try await store.look("2", of: "a-2")?.accountID == "a-2")
        #expect(try await store.removeBrand("2", of: "a-2") == false)
        #expect(try await store.removeBrand("2", of: "a-1"))
        #expect(try await store.look(nil, of: "a-1") == nil)
    }

    @Test("Brands have names of their own and a small picture, and an account has only so many")
    func limits() async throws {
        var first = brand("1")
        first.logo = BrandLogo(Data([0xFF, 0xD8, 0xFF, 0xE0]))
        #expect(try await store.store(first))
        #expect(try await store.brand("1", of: "a-1") == first)
        #expect(try await store.brands(of: "a-1").first?.logo == nil)
        var twin = brand("2")
        twin.name = first.name
        #expect(try await !store.store(twin))
        for number in 2...AccountBrand.mostInAccount { #expect(try await store.store(brand("\(number)"))) }
        #expect(try await !store.store(brand("one more")))
        #expect(try await store.store(first))
        for wrong in [Data(), Data("<svg/>".utf8), Data([0xFF, 0xD8, 0xFF]) + Data(count: BrandLogo.largest)] {
            #expect(BrandLogo(wrong) == nil)
        }
    }
}
