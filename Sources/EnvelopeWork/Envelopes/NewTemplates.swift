import Envelopes
import Foundation
import Ledger
import SignWellDialect

/// Stores new templates, whichever call makes them, and orders what hooks hear of them.
package struct NewTemplates: Sendable {
    let templates: SQLTemplateStore
    let hooks: SQLHookStore
    package let now: @Sendable () -> Date

    package func add(_ template: Template) async throws {
        let date = now()
        let hearing = try await hooks.hooks(of: template.accountID).filter { $0.isCalled(about: template) }
        let jobs = try hearing.map { hook in
            try HookOrder(
                .template(template.id, at: date), accountID: template.accountID,
                type: SignWell.HookEvent.Kind.templateCreated.rawValue, hook: hook.number
            ).job()
        }
        try await templates.keep(template, with: jobs, at: date)
    }
}
