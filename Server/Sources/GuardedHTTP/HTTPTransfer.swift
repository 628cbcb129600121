import CCurl
import Foundation
import HTTPTypes
import Synchronization

/// What libcurl sends and receives for one request. Everything but ``cancel()`` happens on one thread.
final class HTTPTransfer: @unchecked Sendable {
    private let request: OutgoingRequest
    private let address: NetworkAddress?
    private let timeLimit: Duration
    private let isCanceled = Atomic(false)

    private var reply = ReplyHead()
    private var body = Data()
    /// Why the transfer was ended here; `nil` while it goes on.
    private var end: End?

    private enum End {
        /// Nothing more is wanted.
        case enough
        case tooLong(limit: Int)
        case badHead(ReplyHead.Problem)
    }

    init(_ request: OutgoingRequest, to address: NetworkAddress?, within timeLimit: Duration) {
        self.request = request
        self.address = address
        self.timeLimit = timeLimit
    }

    /// Ends the transfer within a second.
    func cancel() { isCanceled.store(true, ordering: .relaxed) }

    /// - Throws: ``OutgoingFailure`` and `CancellationError`
    func perform() throws -> OutgoingReply {
        guard curl_load(), let handle = curl_new() else {
            throw OutgoingFailure.unreachable("the library libcurl is not installed")
        }
        defer { curl_end(handle) }
        let headers = headerList()
        defer { curl_list_end(headers) }
        curl_set_list(handle, CURLOPT_HTTPHEADER, headers)
        // Whatever libcurl reads in the URL, it connects to this address.
        let target = address.flatMap { curl_list_append(nil, "::\($0.isIPv6 ? "[\($0)]" : "\($0)"):") }
        defer { curl_list_end(target) }
        guard address == nil || target != nil && curl_set_list(handle, CURLOPT_CONNECT_TO, target) == CURLE_OK else {
            throw OutgoingFailure.unreachable("the library libcurl does not take its address")
        }
        set(handle)
        let content = request.body ?? Data()
        let result = content.withUnsafeBytes { bytes in
            if request.body != nil || request.method != .get {
                curl_set_size(handle, CURLOPT_POSTFIELDSIZE_LARGE, curl_off_t(bytes.count))
                if let start = bytes.baseAddress {
                    curl_set_pointer(handle, CURLOPT_POSTFIELDS, UnsafeMutableRawPointer(mutating: start))
                } else {
                    // Without a body, libcurl would ask for one.
                    curl_set_text(handle, CURLOPT_COPYPOSTFIELDS, "")
                }
            }
            curl_set_text(handle, CURLOPT_CUSTOMREQUEST, request.method.rawValue)
            return withExtendedLifetime(self) { run(handle) }
        }
        return try outcome(result)
    }

    /// What libcurl would add of its own is taken out.
    private func headerList() -> UnsafeMutablePointer<curl_slist>? {
        var lines = ["User-Agent: countersign", "Expect:"]
        for field in request.headers {
            // libcurl takes “Name:” for a wish to leave the header out.
            lines.append(field.value.isEmpty ? "\(field.name.rawName);" : "\(field.name.rawName): \(field.value)")
        }
        for name in [HTTPField.Name.accept, .contentType] where request.headers[name] == nil {
            lines.append("\(name.rawName):")
        }
        return lines.reduce(nil) { curl_list_append($0, $1) }
    }

    private func set(_ handle: UnsafeMutableRawPointer) {
        curl_set_text(handle, CURLOPT_URL, request.url)
        curl_set_text(handle, CURLOPT_PROTOCOLS_STR, "http,https")
        curl_set_number(handle, CURLOPT_HTTP_VERSION, CURL_HTTP_VERSION_1_1)
        curl_set_number(handle, CURLOPT_PATH_AS_IS, 1)
        curl_set_number(handle, CURLOPT_FOLLOWLOCATION, 0)
        // A proxy that the environment names would connect to other addresses than the ones that were checked.
        curl_set_text(handle, CURLOPT_PROXY, "")
        curl_set_number(handle, CURLOPT_SSLVERSION, CURL_SSLVERSION_TLSv1_2)
        curl_set_number(handle, CURLOPT_SSL_VERIFYPEER, 1)
        curl_set_number(handle, CURLOPT_SSL_VERIFYHOST, 2)
        curl_set_number(handle, CURLOPT_NOSIGNAL, 1)
        curl_set_number(handle, CURLOPT_TIMEOUT_MS, max(1, Int(min(timeLimit / .milliseconds(1), 1e9))))
    }

    /// Calls libcurl, which reports to this object.
    private func run(_ handle: UnsafeMutableRawPointer) -> CURLcode {
        let pointer = Unmanaged.passUnretained(self).toOpaque()
        curl_set_header_function(handle) { bytes, size, count, transfer in
            HTTPTransfer.of(transfer)?.head(bytes, size * count) == true ? size * count : 0
        }
        curl_set_pointer(handle, CURLOPT_HEADERDATA, pointer)
        curl_set_write_function(handle) { bytes, size, count, transfer in
            HTTPTransfer.of(transfer)?.part(bytes, size * count) == true ? size * count : 0
        }
        curl_set_pointer(handle, CURLOPT_WRITEDATA, pointer)
        curl_set_number(handle, CURLOPT_NOPROGRESS, 0)
        curl_set_progress_function(handle) { transfer, _, _, _, _ in
            HTTPTransfer.of(transfer)?.isCanceled.load(ordering: .relaxed) == true ? 1 : 0
        }
        curl_set_pointer(handle, CURLOPT_XFERINFODATA, pointer)
        return curl_perform(handle)
    }

    private static func of(_ pointer: UnsafeMutableRawPointer?) -> HTTPTransfer? {
        pointer.map { Unmanaged<HTTPTransfer>.fromOpaque($0).takeUnretainedValue() }
    }

    // MARK: What arrives

    /// Takes a line of the reply's head.
    ///
    /// - Returns: whether the transfer goes on
    private func head(_ bytes: UnsafeMutablePointer<CChar>?, _ count: Int) -> Bool {
        // Lines behind the body are trailers. Nobody reads them, libcurl would keep them all, and they may never end.
        guard let bytes, !reply.isComplete else {
            end = .enough
            return false
        }
        let line = String(decoding: UnsafeRawBufferPointer(start: bytes, count: count), as: UTF8.self)
        do {
            try reply.read(line)
        } catch {
            end = .badHead(error)
            return false
        }
        guard reply.isComplete, limit == nil else { return true }
        end = .enough
        return false
    }

    /// Takes a part of the reply's body.
    private func part(_ bytes: UnsafeMutablePointer<CChar>?, _ count: Int) -> Bool {
        guard let bytes, let limit else {
            end = .enough
            return false
        }
        let room = limit - body.count
        body.append(contentsOf: UnsafeRawBufferPointer(start: bytes, count: min(count, room)))
        guard count > room else { return true }
        end = isExplanation ? .enough : .tooLong(limit: limit)
        return false
    }

    private var isExplanation: Bool {
        if case .explanation = request.reading { true } else { false }
    }

    /// How many bytes of the body are wanted; `nil` for no body.
    private var limit: Int? {
        switch request.reading {
        case .whole(let limit): reply.status == 200 ? limit : nil
        case .explanation(let limit): (200..<300).contains(reply.status) ? nil : limit
        case .any(let limit): limit
        }
    }

    private func outcome(_ result: CURLcode) throws -> OutgoingReply {
        let whole = OutgoingReply(status: reply.status, headers: reply.headers, body: body)
        switch end {
        case .enough: return whole
        case .tooLong(let limit): throw OutgoingFailure.tooLong(limit: limit)
        case .badHead(let problem): throw OutgoingFailure.unreachable(problem.reason)
        case nil: break
        }
        // The status of a failure has said already what matters.
        if result == CURLE_OK || reply.isComplete && isExplanation { return whole }
        switch result {
        case CURLE_ABORTED_BY_CALLBACK: throw CancellationError()
        case CURLE_OPERATION_TIMEDOUT: throw OutgoingFailure.tooSlow(seconds: request.timeLimit / .seconds(1))
        case CURLE_COULDNT_RESOLVE_HOST: throw OutgoingFailure.unreachable("there is no such host")
        case CURLE_COULDNT_CONNECT: throw OutgoingFailure.unreachable("no connection to \(place)")
        case CURLE_PEER_FAILED_VERIFICATION: throw OutgoingFailure.unreachable("its certificate is not trusted")
        case CURLE_SSL_CONNECT_ERROR: throw OutgoingFailure.unreachable("it makes no secure connection")
        default: throw OutgoingFailure.unreachable("the connection could not be made or broke off")
        }
    }

    /// The URL's host and port.
    private var place: String {
        let url = URL(string: request.url)
        let port = url?.port ?? (url?.scheme?.lowercased() == "http" ? 80 : 443)
        return "\(url?.host() ?? "the host"), port \(port)"
    }
}
