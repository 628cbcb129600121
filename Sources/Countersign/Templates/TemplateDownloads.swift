import Envelopes
import Foundation

/// The downloads of templates that are under way: one for each template, however often it is asked for.
actor TemplateDownloads {
    private var tasks: [TemplateID: (isUpdate: Bool, task: Task<Void, any Error>)] = [:]

    /// Whether a template is being downloaded, and whether an older copy is there; nil when it is not.
    func isUpdate(_ id: TemplateID) -> Bool? { tasks[id]?.isUpdate }

    /// Does the work, or waits for the one who does it already.
    func run(
        _ id: TemplateID, isUpdate: Bool, _ work: @escaping @Sendable () async throws -> Void
    ) async throws(CountersignError) {
        let task: Task<Void, any Error>
        if let running = tasks[id] {
            task = running.task
        } else {
            task = Task { try await work() }
            tasks[id] = (isUpdate, task)
        }
        let result = await withTaskCancellationHandler {
            await task.result
        } onCancel: {
            task.cancel()
        }
        if tasks[id]?.task == task { tasks[id] = nil }
        do {
            try result.get()
        } catch let error as CountersignError {
            throw error
        } catch {
            throw .cancelled
        }
    }
}
