import ServiceCalls

extension BodyTooLarge {
    /// Returns a sentence with the limit, the option that sets it, and the other way in.
    ///
    /// - Parameter path: the path of the request
    package func sentence(for path: String) -> String {
        let parts = path.split(separator: "/").map { $0.lowercased() }
        let (option, instead): (String?, String)
        if parts.first == "countersign", parts.contains("uploads") {
            (option, instead) = (nil, "Upload the file in smaller parts; GET /countersign/v1 tells their size.")
        } else if parts.first == "countersign", parts.last == "history" {
            (option, instead) = ("history-limit", "A longer history cannot be uploaded.")
        } else if parts.first == "restapi" {
            (option, instead) = (
                "request-limit",
                "Without raising it: create a draft, and put each PDF as it is, without base64, to "
                    + "…/envelopes/{envelopeId}/documents/{documentId}."
            )
        } else if parts.starts(with: ["api", "v1"]) {
            (option, instead) = ("request-limit", "Without raising it: give files by their addresses, as file_url.")
        } else {
            (option, instead) = (nil, "")
        }
        let whose = option.map { ", which the operator sets with serve --\($0)" } ?? ""
        return "The request's body is larger than this service's limit of \(size)\(whose)."
            + (instead.isEmpty ? "" : " \(instead)")
    }

    private var size: String {
        let mebibyte = 1024 * 1024
        return limit >= mebibyte && limit % mebibyte == 0 ? "\(limit / mebibyte) MB" : "\(limit) bytes"
    }
}
