import Hummingbird

/// Answers the lookup route with bytes given at its start.
///
/// Usage: `bare <port> <answer>`
@main
struct Bare {
    static func main() async throws {
        guard CommandLine.arguments.count == 3, let port = Int(CommandLine.arguments[1]) else {
            throw HTTPError(.badRequest, message: "usage: bare <port> <answer>")
        }
        let answer = ByteBuffer(string: CommandLine.arguments[2])
        let router = Router()
        router.get("v1/users/:app_user_id/entitlements") { _, _ in
            Response(
                status: .ok,
                headers: [.contentType: "application/json"],
                body: ResponseBody(byteBuffer: answer))
        }
        let application = Application(
            router: router, configuration: .init(address: .hostname("127.0.0.1", port: port)))
        try await application.runService()
    }
}
