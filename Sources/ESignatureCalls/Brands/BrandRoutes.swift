import DocuSignDialect
import EnvelopeWork
import Envelopes
import Essentials
import Foundation
import HTTPMessages
import Ledger
import ServiceCalls

/// The calls for an account's brands.
struct BrandRoutes {
    let store: SQLBrandStore
    let logos: LogoIntake
    /// The maximum size of a request body, in bytes.
    let requestLimit: Int

    private static let brands = "restapi/v2.1/accounts/:accountId/brands"

    var routes: [APIRoute] {
        let one = "\(Self.brands)/:brandId"
        let logo = "\(one)/logos/:logoType"
        return [
            .dialect(.get, Self.brands) { try await list($0) },
            .dialect(.post, Self.brands) { try await create($0) },
            .dialect(.get, one) { try await show($0) },
            .dialect(.put, one) { try await update($0) },
            .dialect(.delete, one) { try await remove($0) },
            APIRoute(.get, logo) { try await showLogo($0) },
            APIRoute(.put, logo) { try await setLogo($0) },
            APIRoute(.delete, logo) { try await removeLogo($0) },
        ]
    }

    private func list(_ request: ServiceCall) async throws -> HTTPReply {
        let brands = try await store.brands(of: request.requireIdentity().accountID)
        return try .json(
            Wire.BrandsResponse(brands.map(Wire.Brand.init), standard: brands.first(where: \.isDefault)?.id)
        )
    }

    private func create(_ request: ServiceCall) async throws -> HTTPReply {
        let body = try await request.decoded(Wire.Brand.self, limit: requestLimit)
        let accountID = try request.requireIdentity().accountID
        var brand = AccountBrand(id: UUID.random().uuidString.lowercased(), accountID: accountID, name: "")
        try Self.change(&brand, by: body)
        try await save(brand)
        return try .json(
            Wire.BrandsResponse([Wire.Brand(brand)], standard: brand.isDefault ? brand.id : nil), status: 201
        )
    }

    private func show(_ request: ServiceCall) async throws -> HTTPReply {
        return try .json(Wire.Brand(try await brand(request)))
    }

    private func update(_ request: ServiceCall) async throws -> HTTPReply {
        let body = try await request.decoded(Wire.Brand.self, limit: requestLimit)
        var brand = try await brand(request)
        try Self.change(&brand, by: body)
        try await save(brand)
        return try .json(Wire.Brand(brand))
    }

    private func remove(_ request: ServiceCall) async throws -> HTTPReply {
        let brand = try await brand(request)
        _ = try await store.removeBrand(brand.id, of: brand.accountID)
        return HTTPReply(status: 200)
    }

    private func save(_ brand: AccountBrand) async throws {
        guard try await store.store(brand) else {
            throw APIError(
                .invalidRequestParameter,
                "The account has another brand of this name, or \(AccountBrand.mostInAccount) brands already.")
        }
    }

    private func brand(_ request: ServiceCall) async throws -> AccountBrand {
        let id = request.parameters["brandId"] ?? ""
        guard let found = try await store.brand(id, of: request.requireIdentity().accountID) else {
            throw APIError(.resourceNotFound, "There is no brand \(id.prefix(64)).")
        }
        return found
    }

    /// Changes the members that a request has.
    private static func change(_ brand: inout AccountBrand, by body: Wire.Brand) throws(APIError) {
        brand.name = body.brandName ?? brand.name
        brand.company = body.brandCompany ?? brand.company
        brand.footer = body.footer ?? brand.footer
        brand.isDefault = body.isSigningDefault ?? body.isSendingDefault ?? brand.isDefault
        brand.header = try color(body.color("headerBackground")) ?? brand.header
        brand.button = try color(body.color("buttonPrimaryBackground", "buttonMainBackground")) ?? brand.button
        guard !TextRules.isBlank(brand.name) else {
            throw APIError(.invalidRequestParameter, "brandName is missing.")
        }
        for (member, text, limit) in [
            ("brandName", brand.name, AccountBrand.longestName),
            ("brandCompany", brand.company, AccountBrand.longestName),
            ("The footer", brand.footer.replacing("\n", with: " "), AccountBrand.longestFooter),
        ] {
            guard !TextRules.isLonger(text, than: limit) else {
                throw APIError(.invalidRequestParameter, "\(member) has more than \(limit) characters.")
            }
            guard !TextRules.holdsControlCharacter(text) else {
                throw APIError(.invalidRequestParameter, "\(member) holds a control character.")
            }
        }
    }

    private static func color(_ text: String?) throws(APIError) -> BrandColor? {
        guard let text else { return nil }
        guard let color = BrandColor(text) else {
            throw APIError(.invalidRequestParameter, "“\(text.prefix(40))” is not a colour such as #0c5460.")
        }
        return color
    }

    // MARK: Logos

    /// One logo serves everywhere.
    private static func check(_ request: ServiceCall) throws(APIError) {
        guard request.parameters["logoType"] == "primary" else {
            throw APIError(.invalidRequestParameter, "The only logo is primary; messages and pages show it.")
        }
    }

    private func showLogo(_ request: ServiceCall) async throws -> HTTPReply {
        try Self.check(request)
        guard let logo = try await brand(request).logo else {
            throw APIError(.resourceNotFound, "The brand has no logo.")
        }
        return .bytes(logo.bytes, type: logo.mediaType)
    }

    private func setLogo(_ request: ServiceCall) async throws -> HTTPReply {
        try Self.check(request)
        var brand = try await brand(request)
        let bytes = try await request.body.data(limit: requestLimit)
        do {
            brand.logo = try await logos.logo(bytes, of: brand.accountID)
        } catch LogoIntake.Problem.unusable(let reason) {
            throw APIError(.invalidRequestParameter, "The logo in the request's body cannot be used: \(reason).")
        } catch LogoIntake.Problem.tooManyAtOnce {
            throw TooManyCalls()
        }
        try await save(brand)
        return HTTPReply(status: 200)
    }

    private func removeLogo(_ request: ServiceCall) async throws -> HTTPReply {
        try Self.check(request)
        var brand = try await brand(request)
        brand.logo = nil
        try await save(brand)
        return HTTPReply(status: 200)
    }
}

extension Wire.Brand {
    init(_ brand: AccountBrand) {
        self.init()
        brandId = brand.id
        brandName = brand.name
        brandCompany = brand.displayedName
        isSendingDefault = brand.isDefault
        isSigningDefault = brand.isDefault
        colors =
            [("headerBackground", brand.header), ("buttonPrimaryBackground", brand.button)].compactMap { name, color in
                color.map { NamedColor(name: name, value: $0.description) }
            }
        if !brand.footer.isEmpty { emailContent = [EmailContent(footer: brand.footer)] }
        logos = Logos(primary: "/accounts/\(brand.accountID)/brands/\(brand.id)/logos/primary")
    }
}
