import Synchronization

/// Holds the one signing page that is shown at a time.
final class PresentationSlot: Sendable {
    private enum State {
        case free
        /// The page's address is being asked for, or what became of the page.
        case taken
        case shown(dismiss: @Sendable () -> Void)
        /// To be taken away as soon as it is shown.
        case dismissed
    }

    private let state = Mutex(State.free)

    /// - Throws: ``CountersignError/alreadyPresenting``.
    func take() throws(CountersignError) {
        let isFree = state.withLock { state in
            guard case .free = state else { return false }
            state = .taken
            return true
        }
        if !isFree { throw .alreadyPresenting }
    }

    func leave() { state.withLock { $0 = .free } }

    /// Shows a page until it is gone, or somebody dismisses it.
    func show(_ page: SigningPage, with presenter: any SigningPresenter) async -> SigningPageEnding {
        let task = Task { await presenter.present(page) }
        let isDismissed = state.withLock { state in
            if case .dismissed = state { return true }
            state = .shown { task.cancel() }
            return false
        }
        if isDismissed { task.cancel() }
        return await withTaskCancellationHandler {
            await task.value
        } onCancel: {
            task.cancel()
        }
    }

    /// Takes the page away; nothing happens where there is none.
    func dismiss() {
        let dismiss: (@Sendable () -> Void)? = state.withLock { state in
            switch state {
            case .free: return nil
            case .shown(let dismiss): return dismiss
            case .taken, .dismissed:
                state = .dismissed
                return nil
            }
        }
        dismiss?()
    }
}
