/// The answer to the last request of a visit.
struct VisitEnd: Encodable {
    /// The address that the browser opens; `null` to stay on the page.
    let redirect: Nullable<String>
    /// What the page says if it stays.
    let closing: Nullable<ClosingWords>
}
