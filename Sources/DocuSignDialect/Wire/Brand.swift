import Envelopes

extension Wire {
    /// A brand of an account, in requests and answers.
    public struct Brand: WireRecord, Codable, Hashable, Sendable {
        public var brandId: String?
        public var brandName: String?
        public var brandCompany: String?
        public var isSendingDefault: Bool?
        public var isSigningDefault: Bool?
        public var colors: [NamedColor]?
        public var emailContent: [EmailContent]?
        /// Only in answers: where the logos are.
        public var logos: Logos?

        public init() {}

        static let members: [WireMember<Self>] = [
            .refused(["landingPages", "links", "resources"]),
            .name("brandId", \.brandId),
            .name("brandName", \.brandName),
            .name("brandCompany", \.brandCompany),
            .plainFlag("isSendingDefault", \.isSendingDefault),
            .plainFlag("isSigningDefault", \.isSigningDefault),
            .list("colors", \.colors),
            .list("emailContent", \.emailContent),
            .answer("logos", \.logos),
        ]

        /// Returns the value of the first of these colours that the brand names.
        public func color(_ names: String...) -> String? {
            names.lazy.compactMap { name in self.colors?.first { $0.name == name }?.value }.first
        }

        /// The text below each message; `nil` if the brand names none.
        public var footer: String? { emailContent?.first?.content }

        public struct NamedColor: WireObject, Codable, Hashable, Sendable {
            public var name: String
            public var value: String

            public init(name: String, value: String) {
                self.name = name
                self.value = value
            }

            /// The colours that a brand has. The colours of text follow from them.
            private static let names = ["headerBackground", "buttonPrimaryBackground", "buttonMainBackground"]

            init(reading reader: WireReader) throws {
                name = try reader.name("name") ?? ""
                value = try reader.name("value") ?? ""
                guard Self.names.contains(name) else {
                    throw reader.refusal("name", "can only be one of \(Self.names.joined(separator: ", "))")
                }
            }
        }

        public struct EmailContent: WireObject, Codable, Hashable, Sendable {
            public var emailContentType: String
            public var content: String

            public init(footer: String) {
                emailContentType = "footer"
                content = footer
            }

            init(reading reader: WireReader) throws {
                emailContentType = try reader.name("emailContentType") ?? ""
                content = try reader.name("content") ?? ""
                guard emailContentType == "footer" else {
                    throw reader.refusal("emailContentType", "can only be footer")
                }
            }
        }

        public struct Logos: Codable, Hashable, Sendable {
            public var primary: String

            public init(primary: String) {
                self.primary = primary
            }
        }
    }

    /// The answer to a list of brands.
    public struct BrandsResponse: Codable, Hashable, Sendable {
        public var brands: [Brand]
        public var senderBrandIdDefault: String?
        public var recipientBrandIdDefault: String?

        public init(_ brands: [Brand], standard id: String?) {
            self.brands = brands
            senderBrandIdDefault = id
            recipientBrandIdDefault = id
        }
    }
}
