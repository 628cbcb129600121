#if canImport(CWebKitGTK)
    import Foundation
    import Testing

    @testable import CountersignUI

    extension WindowTests {
        @Suite("GTK's thread")
        struct GTKActorTests {
            /// How many threads this process has.
            private func threads() throws -> Int {
                try FileManager.default.contentsOfDirectory(atPath: "/proc/self/task").count
            }

            @GTKActor private func visit() -> ObjectIdentifier { ObjectIdentifier(Thread.current) }

            @Test("All work runs on one thread")
            func one() async throws {
                let first = await visit()
                let before = try threads()
                for _ in 1...100 {
                    await Task.yield()
                    #expect(await visit() == first)
                }
                // Swift's own threads come and go; there are no more of them than processors.
                #expect(try threads() < before + 50)
            }
        }
    }
#endif
