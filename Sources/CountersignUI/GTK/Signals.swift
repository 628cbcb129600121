#if canImport(CWebKitGTK)
    import CWebKitGTK

    /// The values of a signal. The first is the object that sent it.
    struct SignalValues {
        let values: UnsafePointer<GValue>
        let count: Int

        func object(_ index: Int) -> OpaquePointer? {
            index < count ? g_value_get_object(values + index).map { OpaquePointer($0) } : nil
        }

        func text(_ index: Int) -> String? {
            index < count ? g_value_get_string(values + index).map { String(cString: $0) } : nil
        }

        /// Returns the value of an enumeration.
        func number(_ index: Int) -> Int { index < count ? Int(g_value_get_enum(values + index)) : 0 }

        func pointer(_ index: Int) -> UnsafeMutableRawPointer? {
            index < count ? g_value_get_boxed(values + index) : nil
        }
    }

    /// Connects closures to GObject's signals. A closure lives as long as the object, or until it is disconnected.
    @GTKActor
    enum Signals {
        /// Returns whether the signal was handled; ignored for signals without a return value.
        typealias Handler = @GTKActor (SignalValues) -> Bool

        private final class Box {
            let handler: Handler

            init(_ handler: @escaping Handler) {
                self.handler = handler
            }
        }

        static func connect(_ object: UnsafeMutableRawPointer, _ name: String, _ handler: @escaping Handler) {
            let box = Unmanaged.passRetained(Box(handler)).toOpaque()
            guard let closure = g_closure_new_simple(guint(MemoryLayout<GClosure>.size), box) else { return }
            g_closure_set_meta_marshal(closure, box) { _, result, count, values, _, data in
                guard let data, let values else { return }
                nonisolated(unsafe) let box = Unmanaged<Box>.fromOpaque(data).takeUnretainedValue()
                nonisolated(unsafe) let arguments = SignalValues(values: values, count: Int(count))
                let isHandled = GTKActor.assumeIsolated { box.handler(arguments) }
                if let result { g_value_set_boolean(result, isHandled ? 1 : 0) }
            }
            g_closure_add_finalize_notifier(closure, box) { data, _ in
                if let data { Unmanaged<Box>.fromOpaque(data).release() }
            }
            g_signal_connect_closure(object, name, closure, 0)
        }
    }
#endif
