import CCurl
import Foundation

/// One connection to a mail server, kept open between messages, with a thread of its own: libcurl waits there.
///
/// Everything but the initialiser runs on ``queue``.
final class SMTPSession: @unchecked Sendable {
    private var handle: UnsafeMutableRawPointer
    private let queue = DispatchQueue(label: "countersign.smtp")

    /// Returns `nil` if libcurl is not installed or has no memory.
    init?() {
        guard curl_load(), let handle = curl_new() else { return nil }
        self.handle = handle
    }

    deinit {
        // Says goodbye to the server, which takes time.
        nonisolated(unsafe) let handle = handle
        queue.async { curl_end(handle) }
    }

    /// Sends a message. A task that is cancelled ends the conversation within a second or two.
    func send(_ order: SMTPOrder) async -> Result<MailReceipt, MailFailure> {
        let end = TransferEnd()
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                queue.async { continuation.resume(returning: self.perform(order, until: end)) }
            }
        } onCancel: {
            end.want()
        }
    }

    private func perform(_ order: SMTPOrder, until end: TransferEnd) -> Result<MailReceipt, MailFailure> {
        var attempt = attempt(order, onNewConnection: false, until: end)
        // Servers end connections that wait for long.
        if attempt.result != CURLE_OK, attempt.wasReused, attempt.dialogue.isFarewell {
            attempt = self.attempt(order, onNewConnection: true, until: end)
        }
        if attempt.result == CURLE_OK, let answer = attempt.dialogue.acceptance {
            return .success(MailReceipt(server: order.server.displayed, answer: "\(answer.code) \(answer.text)"))
        }
        return .failure(
            attempt.dialogue.failure(
                server: order.server.displayed, reason: "\(HeaderText.line(attempt.reason, longest: 200))."))
    }

    /// What came of one call of libcurl.
    private struct Attempt {
        let result: CURLcode
        /// libcurl's words about a failure.
        let reason: String
        let wasReused: Bool
        let dialogue: SMTPDialogue
    }

    private func attempt(
        _ order: SMTPOrder, onNewConnection isNew: Bool, until end: TransferEnd
    ) -> Attempt {
        // Options of the last message go; the connection stays.
        curl_clear(handle)
        let exchange = SMTPExchange(order.content, until: end)
        let recipients = curl_list_append(nil, "<\(order.recipient)>")
        defer { curl_list_end(recipients) }
        set(order)
        curl_set_number(handle, CURLOPT_FRESH_CONNECT, isNew ? 1 : 0)
        curl_set_list(handle, CURLOPT_MAIL_RCPT, recipients)
        var reasons = [CChar](repeating: 0, count: Int(CURL_ERROR_SIZE))
        let result = reasons.withUnsafeMutableBufferPointer { reasons in
            curl_set_pointer(handle, CURLOPT_ERRORBUFFER, reasons.baseAddress)
            // Neither pointer outlives this call.
            defer { curl_set_pointer(handle, CURLOPT_ERRORBUFFER, nil) }
            return withExtendedLifetime(exchange) { perform(with: exchange) }
        }
        var connections = 0
        curl_get_number(handle, CURLINFO_NUM_CONNECTS, &connections)
        if result == CURLE_OPERATION_TIMEDOUT || result == CURLE_ABORTED_BY_CALLBACK { leave() }
        let bytes = reasons.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
        let reason =
            bytes.isEmpty ? String(cString: curl_reason(result)) : String(decoding: bytes, as: UTF8.self)
        return Attempt(result: result, reason: reason, wasReused: connections == 0, dialogue: exchange.dialogue)
    }

    /// Turns to a new connection. libcurl says goodbye to the old server and waits for its answer for two minutes, which no
    /// further message has to wait for.
    private func leave() {
        guard let new = curl_new() else { return }
        nonisolated(unsafe) let old = handle
        handle = new
        DispatchQueue.global().async { curl_end(old) }
    }

    /// Calls libcurl, which reads from the exchange and reports to it.
    private func perform(with exchange: SMTPExchange) -> CURLcode {
        let pointer = Unmanaged.passUnretained(exchange).toOpaque()
        curl_set_read_function(handle) { buffer, size, count, source in
            guard let buffer, let source else { return 0 }
            return Unmanaged<SMTPExchange>.fromOpaque(source).takeUnretainedValue().read(into: buffer, size * count)
        }
        curl_set_pointer(handle, CURLOPT_READDATA, pointer)
        curl_set_write_function(handle) { _, size, count, _ in size * count }
        curl_set_number(handle, CURLOPT_NOPROGRESS, 0)
        curl_set_progress_function(handle) { source, _, _, _, _ in
            guard let source else { return 0 }
            return Unmanaged<SMTPExchange>.fromOpaque(source).takeUnretainedValue().end.isWanted ? 1 : 0
        }
        curl_set_pointer(handle, CURLOPT_XFERINFODATA, pointer)
        curl_set_number(handle, CURLOPT_VERBOSE, 1)
        curl_set_debug_function(handle) { _, kind, bytes, count, source in
            guard let bytes, let source else { return 0 }
            let exchange = Unmanaged<SMTPExchange>.fromOpaque(source).takeUnretainedValue()
            exchange.note(kind, UnsafeRawBufferPointer(start: bytes, count: count))
            return 0
        }
        curl_set_pointer(handle, CURLOPT_DEBUGDATA, pointer)
        defer {
            curl_set_number(handle, CURLOPT_VERBOSE, 0)
            curl_set_pointer(handle, CURLOPT_DEBUGDATA, nil)
            curl_set_number(handle, CURLOPT_NOPROGRESS, 1)
            curl_set_pointer(handle, CURLOPT_XFERINFODATA, nil)
        }
        return curl_perform(handle)
    }

    private func set(_ order: SMTPOrder) {
        let limits = order.limits
        curl_set_text(handle, CURLOPT_URL, order.server.url)
        curl_set_text(handle, CURLOPT_PROTOCOLS_STR, order.server.security == .tls ? "smtps" : "smtp")
        let tls = order.server.security == .none ? CURLUSESSL_NONE : CURLUSESSL_ALL
        curl_set_number(handle, CURLOPT_USE_SSL, Int(tls.rawValue))
        curl_set_number(handle, CURLOPT_SSLVERSION, CURL_SSLVERSION_TLSv1_2)
        curl_set_number(handle, CURLOPT_SSL_VERIFYPEER, 1)
        curl_set_number(handle, CURLOPT_SSL_VERIFYHOST, 2)
        if let authorities = order.authorities { curl_set_text(handle, CURLOPT_CAINFO, authorities) }
        switch order.login {
        case .password(let user, let password):
            curl_set_text(handle, CURLOPT_USERNAME, user)
            curl_set_text(handle, CURLOPT_PASSWORD, password)
        case .token(let user, let token):
            curl_set_text(handle, CURLOPT_USERNAME, user)
            curl_set_text(handle, CURLOPT_XOAUTH2_BEARER, token)
        case nil: break
        }
        curl_set_text(handle, CURLOPT_MAIL_FROM, "<\(order.sender)>")
        curl_set_number(handle, CURLOPT_UPLOAD, 1)
        curl_set_size(handle, CURLOPT_INFILESIZE_LARGE, curl_off_t(order.content.count))
        curl_set_number(handle, CURLOPT_NOSIGNAL, 1)
        curl_set_number(handle, CURLOPT_CONNECTTIMEOUT_MS, Int(limits.connectTime * 1000))
        curl_set_number(handle, CURLOPT_TIMEOUT_MS, Int(limits.totalTime * 1000))
        curl_set_number(handle, CURLOPT_SERVER_RESPONSE_TIMEOUT, max(1, Int(limits.answerTime)))
        curl_set_number(handle, CURLOPT_LOW_SPEED_LIMIT, 1)
        curl_set_number(handle, CURLOPT_LOW_SPEED_TIME, max(1, Int(limits.answerTime)))
        curl_set_number(handle, CURLOPT_MAXAGE_CONN, max(1, Int(limits.idleTime)))
    }
}
