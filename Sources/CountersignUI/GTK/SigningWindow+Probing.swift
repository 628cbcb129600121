#if canImport(CWebKitGTK)
    import CWebKitGTK
    import Foundation

    /// Access to a window for this package's tests; apps do not use it.
    extension SigningWindow {
        package struct ScriptFailed: Error, CustomStringConvertible {
            package let description: String
        }

        private final class Waiting {
            let answer: CheckedContinuation<String, any Error>

            init(_ answer: CheckedContinuation<String, any Error>) {
                self.answer = answer
            }
        }

        /// Runs the body of an asynchronous JavaScript function in the page, and returns its result as text.
        package func evaluate(_ body: String) async throws -> String {
            // WebKit drops a call if its promise is garbage-collected because nothing in the page holds it.
            let held = """
                const work = (async () => {
                \(body)
                })();
                (globalThis.held ??= []).push(work);
                return await work;
                """
            return try await withCheckedThrowingContinuation { continuation in
                let waiting = Unmanaged.passRetained(Waiting(continuation)).toOpaque()
                webkit_web_view_call_async_javascript_function(
                    view.view, held, -1, nil, nil, nil, nil,
                    { view, result, data in
                        guard let view, let data else { return }
                        let waiting = Unmanaged<Waiting>.fromOpaque(data).takeRetainedValue()
                        var error: UnsafeMutablePointer<GError>?
                        let value = webkit_web_view_call_async_javascript_function_finish(
                            UnsafeMutableRawPointer(view).assumingMemoryBound(to: WebKitWebView.self), result, &error)
                        if let value, let text = jsc_value_to_string(value) {
                            waiting.answer.resume(returning: String(cString: text))
                            g_free(text)
                            g_object_unref(value)
                        } else {
                            let message = error?.pointee.message.map { String(cString: $0) } ?? "no answer"
                            g_clear_error(&error)
                            waiting.answer.resume(throwing: ScriptFailed(description: message))
                        }
                    }, waiting)
            }
        }

        /// Returns a stream of the addresses of pages that finish loading from now on.
        package func loads() -> AsyncStream<String> {
            let (stream, continuation) = AsyncStream<String>.makeStream()
            view.widget.connect("load-changed") { values in
                if values.number(1) == Int(WEBKIT_LOAD_FINISHED.rawValue), let view = values.object(0) {
                    let address = webkit_web_view_get_uri(UnsafeMutablePointer(view)).map { String(cString: $0) }
                    continuation.yield(address ?? "")
                }
                return false
            }
            return stream
        }

        package func endWebProcess() { webkit_web_view_terminate_web_process(view.view) }

        package func pressClose() { gtk_button_clicked(close.as(GtkButton.self)) }

        /// Closes the window like the window manager's own close control.
        package func closeByWindowManager() { gtk_window_close(window.as(GtkWindow.self)) }

        package var isAsking: Bool { question.isAsking && question.widget.isVisible }

        package func press(yes: Bool) {
            gtk_button_clicked((yes ? question.yes : question.no).as(GtkButton.self))
        }

        package var title: String { gtk_window_get_title(window.as(GtkWindow.self)).map { String(cString: $0) } ?? "" }

        package func size() -> (width: Int, height: Int) { Self.size(of: window) }

        static func size(of window: Widget) -> (width: Int, height: Int) {
            var (width, height): (Int32, Int32) = (0, 0)
            gtk_window_get_size(window.as(GtkWindow.self), &width, &height)
            return (Int(width), Int(height))
        }

        /// Saves a picture of the window, as displayed, as a PNG file.
        package func savePicture(to file: URL) -> Bool { Self.savePicture(of: window, to: file) }

        static func savePicture(of window: Widget, to file: URL) -> Bool {
            let (width, height) = size(of: window)
            guard let surface = gtk_widget_get_window(window.raw),
                let picture = gdk_pixbuf_get_from_window(surface, 0, 0, Int32(width), Int32(height))
            else { return false }
            defer { g_object_unref(UnsafeMutableRawPointer(picture)) }
            return gdk_pixbuf_savev(picture, file.path, "png", nil, nil, nil) != 0
        }
    }

    extension HandOverWindow {
        package func size() -> (width: Int, height: Int) { SigningWindow.size(of: window) }

        package func savePicture(to file: URL) -> Bool { SigningWindow.savePicture(of: window, to: file) }
    }
#endif
