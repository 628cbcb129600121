#if canImport(CWebKitGTK)
    import CWebKitGTK

    /// A widget, with its pointer cast to the other types it has. GTK checks the types itself and reports errors on
    /// standard error.
    @GTKActor
    struct Widget {
        let raw: UnsafeMutablePointer<GtkWidget>

        init?(_ raw: UnsafeMutablePointer<GtkWidget>?) {
            guard let raw else { return nil }
            self.raw = raw
        }

        func `as`<Kind>(_ kind: Kind.Type) -> UnsafeMutablePointer<Kind> {
            UnsafeMutableRawPointer(raw).assumingMemoryBound(to: kind)
        }

        var pointer: UnsafeMutableRawPointer { UnsafeMutableRawPointer(raw) }

        func connect(_ name: String, _ handler: @escaping Signals.Handler) { Signals.connect(pointer, name, handler) }

        func add(_ child: Widget) { gtk_container_add(self.as(GtkContainer.self), child.raw) }

        func pack(_ child: Widget, grows: Bool = false, space: Int = 0) {
            gtk_box_pack_start(self.as(GtkBox.self), child.raw, grows ? 1 : 0, 1, guint(space))
        }

        func margin(_ points: Int32) {
            gtk_widget_set_margin_top(raw, points)
            gtk_widget_set_margin_bottom(raw, points)
            gtk_widget_set_margin_start(raw, points)
            gtk_widget_set_margin_end(raw, points)
        }

        var isVisible: Bool {
            get { gtk_widget_get_visible(raw) != 0 }
            nonmutating set { gtk_widget_set_visible(raw, newValue ? 1 : 0) }
        }

        /// Applies a style to this widget only.
        func style(_ css: String) {
            guard let provider = gtk_css_provider_new() else { return }
            gtk_css_provider_load_from_data(provider, css, -1, nil)
            gtk_style_context_add_provider(
                gtk_widget_get_style_context(raw), OpaquePointer(provider), guint(GTK_STYLE_PROVIDER_PRIORITY_USER))
            g_object_unref(provider)
        }

        /// Returns the size of the first monitor, in pixels.
        static func screenSize() -> (width: Int32, height: Int32)? {
            guard let display = gdk_display_get_default(), let monitor = gdk_display_get_monitor(display, 0) else {
                return nil
            }
            var area = GdkRectangle()
            gdk_monitor_get_geometry(monitor, &area)
            return (area.width, area.height)
        }

        // MARK: Kinds

        static func box(vertical: Bool, spacing: Int32 = 0) -> Widget? {
            Widget(gtk_box_new(vertical ? GTK_ORIENTATION_VERTICAL : GTK_ORIENTATION_HORIZONTAL, spacing))
        }

        static func label(_ text: String, wraps: Bool = false) -> Widget? {
            guard let label = Widget(gtk_label_new(text)) else { return nil }
            let raw = label.as(GtkLabel.self)
            gtk_label_set_xalign(raw, 0)
            if wraps {
                gtk_label_set_line_wrap(raw, 1)
                gtk_label_set_line_wrap_mode(raw, PANGO_WRAP_WORD_CHAR)
                gtk_label_set_max_width_chars(raw, 60)
            } else {
                gtk_label_set_ellipsize(raw, PANGO_ELLIPSIZE_END)
            }
            return label
        }

        /// Creates a button of at least 44 by 44 points, the recommended size for touch.
        static func button(_ text: String, _ act: @escaping @GTKActor () -> Void) -> Widget? {
            guard let button = Widget(gtk_button_new_with_label(text)) else { return nil }
            gtk_widget_set_size_request(button.raw, 44, 44)
            button.connect("clicked") { _ in
                act()
                return true
            }
            return button
        }
    }
#endif
