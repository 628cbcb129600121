import Countersign

extension CountersignError {
    /// An error of which the sentence is the server's own.
    static func saying(_ sentence: String) -> CountersignError {
        .refused(status: 400, code: nil, message: sentence, trace: nil)
    }
}
