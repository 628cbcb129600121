import Countersign

extension CountersignError {
    /// An error that shows the server's sentence.
    static func saying(_ sentence: String) -> CountersignError {
        .refused(status: 400, code: nil, message: sentence, trace: nil)
    }
}
