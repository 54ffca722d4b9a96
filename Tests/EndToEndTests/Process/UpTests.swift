import Entitlements
import Foundation
import TestSupport
import Testing

extension BinaryTests {
    @Suite("hearth up starts everything, on the real binary")
    struct UpTests {
        @Test(
            "one line of JSON when ready; a webhook in, an entitlement out; the data and keys stay")
        func webhookInEntitlementOut() async throws {
            try await withTemporaryDirectory { directory in
                let first = try await RunningHearth.start(in: directory)
                #expect(first.ready["admin_key"]?.string?.hasPrefix("hearth_admin_") == true)
                let tenants = first.ready["tenants"]?.object?.members.map(\.name)
                #expect(tenants == ["bookwish", "digero", "iris", "stockpot", "yapmate"])
                #expect(first.ready["tenants"]?["stockpot"]?["webhook_signing_secret"] == .null)
                #expect(first.ready["tenants"]?["bookwish"]?["webhook_authorization"] == .null)
                #expect(try await first.plan(of: "demo_active") == "plus")
                #expect(try await first.plan(of: "demo_expired") == "free")
                // Who pays nothing, and lives with somebody who does.
                #expect(try await first.plan(of: "demo_member") == "plus")

                let event = RevenueCatEvent.plusForEver("u_1")
                #expect(try await first.deliver(event).contains("applied"))
                #expect(try await first.plan(of: "u_1") == "plus")
                #expect(await first.stop() == .status(0))

                let second = try await RunningHearth.start(in: directory)
                #expect(second.ready["tenants"] == first.ready["tenants"])
                #expect(second.ready["admin_key"] == first.ready["admin_key"])
                #expect(try await second.deliver(event).contains("duplicate"))
                #expect(try await second.plan(of: "u_1") == "plus")
                #expect(await second.stop() == .status(0))
            }
        }

        @Test("--no-demo loads the tenants and nobody")
        func noDemo() async throws {
            try await withTemporaryDirectory { directory in
                let hearth = try await RunningHearth.start(in: directory, arguments: ["--no-demo"])
                #expect(try await hearth.plan(of: "demo_active") == "free")
                await hearth.stop()
            }
        }

        @Test("DATABASE_URL is used instead of a cluster, and told the keys it does not know")
        func otherDatabase() async throws {
            try await ScratchDatabase.withEmpty { url in
                try await withTemporaryDirectory { directory in
                    let first = try await RunningHearth.start(
                        in: directory, environment: ["DATABASE_URL": url])
                    #expect(!FileManager.default.fileExists(atPath: directory + "/postgres"))
                    #expect(try await first.plan(of: "demo_active") == "plus")
                    await first.stop()
                }
                // Another directory: other keys, another encryption key, the same database.
                try await withTemporaryDirectory { directory in
                    let second = try await RunningHearth.start(
                        in: directory, environment: ["DATABASE_URL": url])
                    #expect(try await second.plan(of: "demo_active") == "plus")
                    let event = RevenueCatEvent.plusForEver("u_2")
                    #expect(try await second.deliver(event).contains("applied"))
                    await second.stop()
                }
            }
        }

        @Test(
            "a key that was revoked is replaced at the next start, a rotated secret is kept"
        )
        func revokedAndRotated() async throws {
            try await withTemporaryDirectory { directory in
                let first = try await RunningHearth.start(in: directory, arguments: ["--no-demo"])
                let readKey = first.key("read_key")
                let keyID = String(readKey.split(separator: "_")[2])
                let option = ["--data-directory", directory]
                let revoked = try await HearthProcess.run(["key", "revoke", keyID] + option)
                #expect(revoked.exit == .status(0))
                let rotated = try await HearthProcess.run(
                    ["tenant", "secret", "set", "stockpot", "--kind", "authorization"] + option)
                let secret = rotated.output.trimmingCharacters(in: .newlines)
                #expect(secret.hasPrefix("Bearer "))
                await first.stop()

                let second = try await RunningHearth.start(in: directory, arguments: ["--no-demo"])
                #expect(second.key("read_key") != readKey)
                #expect(try await second.plan(of: "u_1") == "free")
                #expect(second.key("webhook_authorization") == secret)
                let event = RevenueCatEvent.plusForEver("u_1")
                #expect(try await second.deliver(event).contains("applied"))
                await second.stop()
            }
        }

        @Test("after kill -9 the next start takes over, and nothing acknowledged is lost")
        func killed() async throws {
            try await withTemporaryDirectory { directory in
                let first = try await RunningHearth.start(in: directory, arguments: ["--no-demo"])
                let event = RevenueCatEvent.plusForEver("u_1")
                #expect(try await first.deliver(event).contains("applied"))
                first.process.send(signal: SIGKILL)
                #expect(await first.process.exit() == .signal(SIGKILL))

                let second = try await RunningHearth.start(in: directory, arguments: ["--no-demo"])
                #expect(try await second.plan(of: "u_1") == "plus")
                #expect(await second.stop() == .status(0))
            }
        }
    }
}
