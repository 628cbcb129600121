extension PDFDocument {
    /// Returns what `read` reads; `nil` if the file is damaged there. Exceeded limits are still thrown.
    package func readable<Value>(_ read: () throws(PDFError) -> Value) throws(PDFError) -> Value? {
        do {
            return try read()
        } catch .beyondLimits(let what) {
            throw .beyondLimits(what)
        } catch {
            return nil
        }
    }
}
