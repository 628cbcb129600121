import Countersign

/// How a presentation went: its outcome, or the error that it threw.
typealias Ended = Result<SigningOutcome, CountersignError>

/// Returns how a presentation went, as a value.
func ended(_ presentation: () async throws -> SigningOutcome) async throws -> Ended {
    do { return .success(try await presentation()) } catch let error as CountersignError { return .failure(error) }
}
