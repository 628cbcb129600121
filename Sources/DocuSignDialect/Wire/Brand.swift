import Envelopes

extension Wire {
    /// A brand of an account, in requests and answers.
    package struct Brand: WireRecord, Codable, Hashable, Sendable {
        package var brandId: String?
        package var brandName: String?
        package var brandCompany: String?
        package var isSendingDefault: Bool?
        package var isSigningDefault: Bool?
        package var colors: [NamedColor]?
        package var emailContent: [EmailContent]?
        /// Only in answers: where the logos are.
        package var logos: Logos?

        package init() {}

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
        package func color(_ names: String...) -> String? {
            names.lazy.compactMap { name in self.colors?.first { $0.name == name }?.value }.first
        }

        /// The text below each message; `nil` if the brand names none.
        package var footer: String? { emailContent?.first?.content }

        package struct NamedColor: WireObject, Codable, Hashable, Sendable {
            package var name: String
            package var value: String

            package init(name: String, value: String) {
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

        package struct EmailContent: WireObject, Codable, Hashable, Sendable {
            package var emailContentType: String
            package var content: String

            package init(footer: String) {
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

        package struct Logos: Codable, Hashable, Sendable {
            package var primary: String

            package init(primary: String) {
                self.primary = primary
            }
        }
    }

    /// The answer to a list of brands.
    package struct BrandsResponse: Codable, Hashable, Sendable {
        package var brands: [Brand]
        package var senderBrandIdDefault: String?
        package var recipientBrandIdDefault: String?

        package init(_ brands: [Brand], standard id: String?) {
            self.brands = brands
            senderBrandIdDefault = id
            recipientBrandIdDefault = id
        }
    }
}
