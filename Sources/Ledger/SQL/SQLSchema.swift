/// What a database's tables are made by: steps with names, carried out once each and in their order.
///
/// A step that has shipped never changes; the next one follows it.
public struct SQLSchema: Sendable {
    public struct Step: Sendable {
        let name: String
        let statements: String

        public init(_ name: String, _ statements: String) {
            self.name = name
            self.statements = statements
        }
    }

    let steps: [Step]

    public init(_ steps: [Step]) {
        self.steps = steps
    }
}

extension SQLSchema.Step {
    /// What the ledger itself needs.
    public static let ledger = Self("ledger", SQLEventStore.tables + SQLEventStore.countTable)
    /// What a service needs besides the ledger, whoever its users are.
    public static let service = Self(
        "service", SQLTemplateStore.tables + SQLTicketStore.tables + SQLSessionStore.tables + SQLUploadStore.tables)
}
