import Foundation
import Hummingbird
import Ledger

/// The least that a request with one stored row costs: a bare handler of the service's HTTP server, and one commit in the
/// service's database. What `make bench` measures a round trip against.
///
///     HandlerBenchmark PORT FILE
@main
struct HandlerBenchmark {
    static func main() async throws {
        let arguments = CommandLine.arguments
        guard arguments.count == 3, let port = Int(arguments[1]) else {
            print("usage: HandlerBenchmark PORT FILE")
            exit(64)
        }
        let schema = SQLSchema([.init("bench", "CREATE TABLE row (id TEXT PRIMARY KEY NOT NULL, body BYTES NOT NULL);")]
        )
        let database = try SQLiteDatabase(file: URL(filePath: arguments[2]), schema: schema)
        let router = Router()
        router.post("/") { request, _ in
            let body = Data(try await request.body.collect(upTo: 4096).readableBytesView)
            try await database.write { connection in
                try connection.run("INSERT INTO row (id, body) VALUES (?, ?)", [UUID().uuidString, body])
            }
            return HTTPResponse.Status.noContent
        }
        let application = Application(
            router: router, configuration: .init(address: .hostname("127.0.0.1", port: port)),
            onServerRunning: { _ in
                print("listening")
                fflush(nil)
            })
        try await application.runService()
    }
}
