#if canImport(CWebKitGTK)
    import CWebKitGTK
    import Countersign
    import CountersignUI
    import Foundation

    /// The home screen on Linux.
    @GTKActor
    final class HomeWindow {
        typealias Widget = UnsafeMutablePointer<GtkWidget>

        private let window: Widget
        private let server: Widget
        private let apiKey: Widget
        private let fromFile: Widget
        private let file: Widget
        private let fromAddress: Widget
        private let address: Widget
        private let button: Widget
        private let status: Widget
        private let presenter: any SigningPresenter
        private var form: DemoForm
        private var waiting: CheckedContinuation<Void, Never>?

        /// Returns `nil` if there is no display.
        static func open(
            _ form: DemoForm, presenter: any SigningPresenter = GTKSigningPresenter()
        ) async -> HomeWindow? {
            guard await presenter.presentationObstacle == nil else { return nil }
            return HomeWindow(form, presenter)
        }

        private init?(_ form: DemoForm, _ presenter: any SigningPresenter) {
            guard let window = gtk_window_new(GTK_WINDOW_TOPLEVEL), let grid = gtk_grid_new(),
                let server = gtk_entry_new(), let apiKey = gtk_entry_new(),
                let fromFile = gtk_radio_button_new_with_label(nil, "File"),
                let fromAddress = gtk_radio_button_new_with_label_from_widget(Self.cast(fromFile), "URL"),
                let file = gtk_file_chooser_button_new("Choose a document", GTK_FILE_CHOOSER_ACTION_OPEN),
                let address = gtk_entry_new(), let button = gtk_button_new_with_label("Create and sign"),
                let status = gtk_label_new("")
            else { return nil }
            (self.window, self.server, self.apiKey, self.fromFile) = (window, server, apiKey, fromFile)
            (self.fromAddress, self.file, self.address, self.button) = (fromAddress, file, address, button)
            (self.status, self.presenter, self.form) = (status, presenter, form)
            gtk_entry_set_text(Self.cast(server), form.server)
            gtk_entry_set_text(Self.cast(apiKey), form.apiKey)
            gtk_entry_set_text(Self.cast(address), form.address)
            if let path = form.file?.path { gtk_file_chooser_set_filename(.init(OpaquePointer(file)), path) }
            gtk_toggle_button_set_active(Self.cast(form.source == .file ? fromFile : fromAddress), 1)
            arrange(grid)
            connect()
            gtk_widget_show_all(window)
        }

        private func arrange(_ grid: Widget) {
            gtk_grid_set_row_spacing(Self.cast(grid), 12)
            gtk_grid_set_column_spacing(Self.cast(grid), 12)
            gtk_container_set_border_width(Self.cast(grid), 24)
            place(label("Service"), server, at: 0, in: grid)
            place(label("API key"), apiKey, at: 1, in: grid)
            place(fromFile, file, at: 2, in: grid)
            place(fromAddress, address, at: 3, in: grid)
            gtk_grid_attach(Self.cast(grid), button, 0, 4, 2, 1)
            gtk_label_set_line_wrap(Self.cast(status), 1)
            gtk_label_set_max_width_chars(Self.cast(status), 40)
            gtk_label_set_xalign(Self.cast(status), 0)
            gtk_grid_attach(Self.cast(grid), status, 0, 5, 2, 1)
            gtk_widget_set_size_request(button, 44, 44)
            gtk_container_add(Self.cast(window), grid)
            gtk_window_set_title(Self.cast(window), "Embedded signing")
            gtk_window_set_default_size(Self.cast(window), 480, 360)
        }

        private func label(_ text: String) -> Widget? {
            let label = gtk_label_new(text)
            if let label { gtk_label_set_xalign(Self.cast(label), 0) }
            return label
        }

        private func place(_ name: Widget?, _ entry: Widget, at row: Int32, in grid: Widget) {
            if let name { gtk_grid_attach(Self.cast(grid), name, 0, row, 1, 1) }
            gtk_widget_set_hexpand(entry, 1)
            gtk_grid_attach(Self.cast(grid), entry, 1, row, 1, 1)
        }

        // MARK: What happens

        private func connect() {
            // The window lives as long as the program's main function holds it.
            let data = Unmanaged.passUnretained(self).toOpaque()
            let clicked: @convention(c) (UnsafeMutableRawPointer?, UnsafeMutableRawPointer?) -> Void = { _, data in
                guard let data else { return }
                let home = Unmanaged<HomeWindow>.fromOpaque(data).takeUnretainedValue()
                Task { await home.sign() }
            }
            let destroyed: @convention(c) (UnsafeMutableRawPointer?, UnsafeMutableRawPointer?) -> Void = { _, data in
                guard let data else { return }
                let home = Unmanaged<HomeWindow>.fromOpaque(data).takeUnretainedValue()
                home.end()
            }
            let flags = GConnectFlags(rawValue: 0)
            g_signal_connect_data(button, "clicked", unsafeBitCast(clicked, to: GCallback.self), data, nil, flags)
            g_signal_connect_data(window, "destroy", unsafeBitCast(destroyed, to: GCallback.self), data, nil, flags)
        }

        /// Reads the screen, creates the document and presents it.
        func sign() async {
            form.server = Self.text(server)
            form.apiKey = Self.text(apiKey)
            form.address = Self.text(address)
            form.source = gtk_toggle_button_get_active(Self.cast(fromFile)) != 0 ? .file : .address
            if let path = gtk_file_chooser_get_filename(.init(OpaquePointer(file))) {
                form.file = URL(filePath: String(cString: path))
                g_free(path)
            }
            gtk_widget_set_sensitive(button, 0)
            say("Creating the document …")
            say(await form.sign(with: presenter))
            gtk_widget_set_sensitive(button, 1)
        }

        /// Presses the button, as a person does.
        func press() { gtk_button_clicked(Self.cast(button)) }

        /// Types another API key.
        func enter(apiKey text: String) { gtk_entry_set_text(Self.cast(apiKey), text) }

        /// The sentence under the button.
        var said: String { String(cString: gtk_label_get_text(Self.cast(status))) }

        private func say(_ text: String) {
            gtk_label_set_text(Self.cast(status), text)
            print(text)
        }

        /// Returns when the person has closed the window.
        func closed() async {
            await withCheckedContinuation { waiting = $0 }
        }

        func close() { gtk_widget_destroy(window) }

        private func end() {
            waiting?.resume()
            waiting = nil
        }

        private static func text(_ entry: Widget) -> String { String(cString: gtk_entry_get_text(cast(entry))) }

        private nonisolated static func cast<Kind>(_ widget: Widget) -> UnsafeMutablePointer<Kind> {
            UnsafeMutableRawPointer(widget).assumingMemoryBound(to: Kind.self)
        }
    }
#endif
