import ArgumentParser
import Curl
import Entitlements
import EntitlementsAPI
import RevenueCatSimulator

/// Sends webhook events of a tenant to a server, authenticated as RevenueCat's.
struct WebhookPost {
    private let installation: DatabaseOption.Installation
    private let tenant: String
    private let address: String

    /// To the server at an address; by default, to the installation's own.
    init(
        to address: String?, of tenant: String, in installation: DatabaseOption.Installation
    ) async {
        self.installation = installation
        self.tenant = tenant
        let own = installation.isPrivate ? await installation.directory.announcedServer() : nil
        let local = "http://127.0.0.1:\(installation.configuration.http.port)"
        self.address = address ?? own?.address ?? local
    }

    /// Throws unless the server is for trying: an event gives access.
    static func requireDevelopment(in installation: DatabaseOption.Installation) throws {
        guard installation.isPrivate || installation.configuration.isDevelopment else {
            throw OperatorMessage(
                "the event was not sent", why: "it would give access in production",
                advice: "Set HEARTH_ENVIRONMENT=development if this is not a production server. "
                    + "--dry-run shows the event.",
                exitStatus: .invalidConfiguration)
        }
    }

    /// Sends an event and prints the answer; ends with the status of a refusal.
    func send(_ body: [UInt8], named name: String) async throws {
        let secrets = try await installation.webhookSecrets(of: tenant)
        let signing = WebhookSigning(
            authorization: secrets[.authorization], secret: secrets[.signature])
        let answer: CurlResponse
        do {
            answer = try await LocalServer(address: address).send(
                "POST", "/v1/webhooks/revenuecat/\(tenant)",
                headers: signing.headers(for: body, at: systemTime()), body: body)
        } catch {
            throw OperatorMessage(
                "the event was not sent", why: "no server answers at \(address)",
                advice: "Start `hearth up` or `hearth serve`, or name the server with --address. "
                    + "HEARTH_PORT is the port on this machine, and --data-directory finds a "
                    + "`hearth up`.",
                exitStatus: .unavailable)
        }
        printLine("\(name): \(answer.status) \(String(decoding: answer.body, as: UTF8.self))")
        guard answer.status == 200 else {
            throw ExitCode(OperatorMessage.ExitStatus(httpStatus: answer.status).rawValue)
        }
    }
}
