/// The types of SignWell's API v1, with the names of its documentation.
///
/// Members are JSON values of their own types. A request with an unknown member is rejected, as the API does; a request
/// that asks for something that this service does not do is rejected by the member's name. Every problem of a request is
/// reported at once.
public enum SignWell {
    /// The path of every call, without a leading slash.
    public static let base = "api/v1"
}
