import Foundation
import HearthClient
import Hummingbird

/// A backend with Hummingbird that receives webhooks.
///
/// Prints the port that it listens on.
@main
struct HummingbirdExample {
    static func main() async throws {
        let secret = ProcessInfo.processInfo.environment["HEARTH_WEBHOOK_SECRET"] ?? ""
        let app = Application(
            router: router(secret: secret),
            configuration: .init(address: .hostname("127.0.0.1", port: 0)),
            onServerRunning: { channel in
                print(channel.localAddress?.port ?? 0)
                fflush(nil)
            })
        try await app.runService()
    }

    static func router(secret: String) -> Router<BasicRequestContext> {
        let router = Router()
        // region webhook
        router.post("hearth") { request, _ -> HTTPResponse.Status in
            // The bytes as they arrived: JSON that is written again has another signature.
            let body = try await request.body.collect(upTo: 1_048_576)
            let headers = Dictionary(
                request.headers.map { ($0.name.canonicalName, $0.value) },
                uniquingKeysWith: { $1 })
            do {
                let message = try verifyWebhook(
                    headers: headers, body: Data(buffer: body), secret: secret)
                await handle(message)
                return .noContent
            } catch let error as HearthError where error.kind == .verification {
                return .badRequest
            }
        }
        // endregion
        return router
    }

    /// Remember the change's number: Hearth may deliver a change twice.
    static func handle(_ message: WebhookMessage) async {}
}
