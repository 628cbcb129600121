#if canImport(CWebKitGTK)
    import CWebKitGTK
    import Countersign
    import Foundation

    /// Saves files that the page offers, to the location that the presentation specifies.
    @GTKActor
    final class PageDownloads {
        private let presentation: GTKPresentation
        private let view: Widget
        private var isEnded = false

        init(_ presentation: GTKPresentation, window view: Widget) {
            self.presentation = presentation
            self.view = view
        }

        func end() { isEnded = true }

        func watch(_ context: UnsafeMutablePointer<WebKitWebContext>) {
            Signals.connect(context, "download-started") { [weak self] values in
                if let self, let download = values.object(1) { follow(.init(download)) }
                return true
            }
        }

        private func follow(_ download: UnsafeMutablePointer<WebKitDownload>) {
            let raw = UnsafeMutableRawPointer(download)
            guard !isEnded, presentation.effectiveDownloads != .refused else {
                return webkit_download_cancel(download)
            }
            webkit_download_set_allow_overwrite(download, 0)
            Signals.connect(raw, "decide-destination") { [weak self] values in
                let name = DownloadName.safe(values.text(1))
                guard let self, !isEnded, let file = destination(name) else {
                    webkit_download_cancel(download)
                    return true
                }
                webkit_download_set_destination(download, file.absoluteString)
                return true
            }
            let downloaded = presentation.downloaded
            Signals.connect(raw, "finished") { _ in
                let address = webkit_download_get_destination(download).map { String(cString: $0) }
                if let file = address.flatMap({ URL(string: $0) }) { downloaded?(file) }
                return true
            }
        }

        private func destination(_ name: String) -> URL? {
            switch presentation.effectiveDownloads {
            case .folder(let folder): DownloadName.unused(name, in: folder)
            case .ask: chosen(name)
            case .refused: nil
            }
        }

        /// WebKitGTK needs the answer at once, so this dialog, unlike all others, runs its own loop.
        private func chosen(_ name: String) -> URL? {
            let window = gtk_widget_get_toplevel(view.raw).map {
                UnsafeMutableRawPointer($0).assumingMemoryBound(to: GtkWindow.self)
            }
            let texts = presentation.texts
            guard
                let dialog = gtk_file_chooser_native_new(
                    nil, window, GTK_FILE_CHOOSER_ACTION_SAVE, texts.save, texts.cancel)
            else { return nil }
            defer { g_object_unref(UnsafeMutableRawPointer(dialog)) }
            gtk_file_chooser_set_do_overwrite_confirmation(dialog, 1)
            gtk_file_chooser_set_current_name(dialog, name)
            let answer = gtk_native_dialog_run(
                UnsafeMutableRawPointer(dialog).assumingMemoryBound(to: GtkNativeDialog.self))
            guard answer == Int32(GTK_RESPONSE_ACCEPT.rawValue), let path = gtk_file_chooser_get_filename(dialog) else {
                return nil
            }
            defer { g_free(path) }
            return URL(fileURLWithPath: String(cString: path))
        }
    }
#endif
