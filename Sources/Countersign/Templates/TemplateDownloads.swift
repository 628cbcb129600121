import Envelopes
import Essentials
import Foundation

/// Template downloads in progress, one per template. Concurrent requests for a template share its download.
///
/// A download continues as long as somebody waits for it. A cancelled caller stops waiting; when the last one leaves,
/// the download is cancelled.
actor TemplateDownloads {
    private struct Download {
        let number: Int
        let task: Task<Void, Never>
        var waiters: [UUID: CheckedContinuation<Outcome, Never>] = [:]
    }

    private typealias Outcome = Result<Void, CountersignError>

    private var downloads: [TemplateID: Download] = [:]
    private var begun = 0

    /// The number of callers waiting for a template.
    func waiting(for id: TemplateID) -> Int { downloads[id]?.waiters.count ?? 0 }

    /// Runs the work, or waits for the run in progress.
    func run(
        _ id: TemplateID, _ work: @escaping @Sendable () async throws(CountersignError) -> Void
    ) async throws(CountersignError) {
        if downloads[id] == nil { begin(id, work) }
        let waiter = UUID.random()
        let outcome = await withTaskCancellationHandler {
            await withCheckedContinuation { join(id, waiter, $0) }
        } onCancel: {
            Task { await self.leave(id, waiter) }
        }
        try outcome.get()
    }

    private func begin(_ id: TemplateID, _ work: @escaping @Sendable () async throws(CountersignError) -> Void) {
        begun += 1
        let number = begun
        let task = Task {
            do throws(CountersignError) {
                try await work()
                end(id, number, .success(()))
            } catch {
                end(id, number, .failure(error))
            }
        }
        downloads[id] = Download(number: number, task: task)
    }

    private func join(_ id: TemplateID, _ waiter: UUID, _ continuation: CheckedContinuation<Outcome, Never>) {
        downloads[id]?.waiters[waiter] = continuation
        // If the caller was cancelled before joining, its `leave` may have run already and found nothing.
        if Task.isCancelled { leave(id, waiter) }
    }

    private func leave(_ id: TemplateID, _ waiter: UUID) {
        guard let continuation = downloads[id]?.waiters.removeValue(forKey: waiter) else { return }
        if let download = downloads[id], download.waiters.isEmpty {
            download.task.cancel()
            // Later callers start a new download.
            downloads[id] = nil
        }
        continuation.resume(returning: .failure(.cancelled))
    }

    private func end(_ id: TemplateID, _ number: Int, _ outcome: Outcome) {
        guard let download = downloads[id], download.number == number else { return }
        downloads[id] = nil
        for waiter in download.waiters.values { waiter.resume(returning: outcome) }
    }
}
