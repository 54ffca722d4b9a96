import EntitlementsDatabase
import Foundation
import TestSupport
import Testing

extension BinaryTests.Commands {
    @Suite("hearth keys rotate-encryption, and a wrong encryption key")
    struct KeyRotateEncryptionTests {
        private static let first = Data(repeating: 7, count: 32).base64EncodedString()
        private static let second = Data(repeating: 8, count: 32).base64EncodedString()

        @Test("serve starts with a key that does not open every secret, and names the secrets")
        func wrongKey() async throws {
            try await Self.withSecrets { slug, environment in
                let complaint = try await Self.complaint(environment(Self.second, nil))
                for name in [
                    "slot 1 of authorization of \(slug)", "revenuecat-api-key of \(slug)",
                    "signing key ", "slot 1 of endpoint ",
                ] {
                    #expect(complaint.contains(name), "\(complaint)")
                }
            }
        }

        @Test("without a key, each command says to set the one that sealed, if secrets are sealed")
        func missingKey() async throws {
            try await Self.withSecrets { slug, environment in
                var without = environment(Self.first, nil)
                without["HEARTH_ENCRYPTION_KEY"] = nil
                try await withTemporaryDirectory { directory in
                    let option = ["--data-directory", directory]
                    for arguments in [
                        ["serve"], ["doctor"] + option,
                        ["tenants", "secrets", "set", slug, "--kind", "authorization"] + option,
                        ["endpoints", "create", slug, "https://hooks.example/2"] + option,
                    ] {
                        let refused = try await HearthProcess.run(arguments, environment: without)
                        let text = refused.error + refused.output
                        #expect(text.contains("Set it to the key that sealed"), "\(text)")
                        #expect(!text.contains("openssl"), "\(arguments)")
                    }
                }
            }
        }

        @Test("a key that opens no secret seals none, unless the operator says that it is new")
        func sealedUnasked() async throws {
            try await Self.withSecrets { slug, environment in
                let set = ["tenants", "secrets", "set", slug, "--kind", "authorization"]
                for arguments in [
                    set, ["endpoints", "create", slug, "https://hooks.example/2"],
                    ["tenants", "signing-keys", "rotate", slug],
                ] {
                    let refused = try await HearthProcess.run(
                        arguments, environment: environment(Self.second, nil))
                    #expect(refused.exit == .status(78), "\(arguments)")
                    #expect(refused.error.contains("Set HEARTH_ENCRYPTION_KEY to that key"))
                    #expect(refused.output == "", "\(arguments)")
                    let sealed = try await HearthProcess.run(
                        arguments + (arguments == set ? ["--slot", "2"] : []),
                        environment: environment(Self.first, nil))
                    #expect(sealed.exit == .status(0), "\(sealed.error)")
                }
                let asked = try await HearthProcess.run(
                    set + ["--slot", "2", "--new-key"], environment: environment(Self.second, nil))
                #expect(asked.exit == .status(0), "\(asked.error)")
                let next = try await HearthProcess.run(
                    set + ["--slot", "1"], environment: environment(Self.second, nil))
                #expect(next.exit == .status(0), "\(next.error)")
            }
        }

        /// What a server says of its key, which starts nonetheless.
        private static func complaint(_ environment: [String: String]) async throws -> String {
            let server = try HearthProcess(["serve"], environment: environment)
            var complaint: String?
            while complaint == nil, let line = await server.nextLine() {
                if line.contains("sealed with another encryption key") { complaint = line }
            }
            server.send(signal: SIGTERM)
            #expect(await server.exit() == .status(0), "\(server.errorText)")
            return complaint ?? ""
        }

        @Test("every secret is sealed again, once, and the former key opens none")
        func rotated() async throws {
            try await Self.withSecrets { slug, environment in
                let rotate = ["keys", "rotate-encryption"]
                let both = environment(Self.second, Self.first)
                let plan = try await HearthProcess.run(rotate + ["--dry-run"], environment: both)
                #expect(
                    plan.output == "4 secrets would be sealed with the new key\n", "\(plan.error)")
                let first = try await HearthProcess.run(rotate, environment: both)
                #expect(first.output == "4 secrets were sealed with the new key\n")
                let again = try await HearthProcess.run(rotate, environment: both)
                #expect(again.output == "0 secrets were sealed with the new key\n")

                let complaint = try await Self.complaint(environment(Self.first, nil))
                #expect(complaint.contains("slot 1 of authorization of \(slug)"))
                let server = try HearthProcess(
                    ["serve"], environment: environment(Self.second, nil))
                let line = await server.nextLine()
                #expect(line?.contains("encryption") == false, "\(server.errorText)")
                server.send(signal: SIGTERM)
                #expect(await server.exit() == .status(0))
            }
        }

        @Test("a rotation needs both keys, and one of them must open every secret")
        func refused() async throws {
            try await Self.withSecrets { _, environment in
                let rotate = ["keys", "rotate-encryption"]
                let one = try await HearthProcess.run(
                    rotate, environment: environment(Self.second, nil))
                #expect(one.exit == .status(78))
                #expect(one.error.contains("must both be set"))
                let third = Data(repeating: 9, count: 32).base64EncodedString()
                let wrong = try await HearthProcess.run(
                    rotate, environment: environment(Self.second, third))
                #expect(wrong.exit == .status(78))
                let plan = try await HearthProcess.run(
                    rotate + ["--dry-run"], environment: environment(Self.second, Self.first))
                #expect(plan.output == "4 secrets would be sealed with the new key\n")
            }
        }

        @Test("a running server without the new key is named, and the rotation waits for it")
        func lacking() async throws {
            try await Self.withSecrets { _, environment in
                let rotate = ["keys", "rotate-encryption"]
                let both = environment(Self.second, Self.first)
                let former = try await Self.serve(environment(Self.first, nil))
                let plan = try await HearthProcess.run(rotate + ["--dry-run"], environment: both)
                #expect(
                    plan.output
                        == "4 secrets would be sealed with the new key\n"
                        + "  ! lacks the new key: \(former.name)\n")
                let refused = try await HearthProcess.run(rotate, environment: both)
                #expect(refused.exit == .status(75))
                #expect(refused.error.contains(": \(former.name)\n"), "\(refused.error)")
                former.process.send(signal: SIGTERM)
                #expect(await former.process.exit() == .status(0))

                let restarted = try await Self.serve(both)
                let rotated = try await HearthProcess.run(rotate, environment: both)
                #expect(
                    rotated.output == "4 secrets were sealed with the new key\n",
                    "\(rotated.error)")
                restarted.process.send(signal: SIGTERM)
                #expect(await restarted.process.exit() == .status(0))
            }
        }

        @Test("--force seals although a running server lacks the new key, and names it")
        func forced() async throws {
            try await Self.withSecrets { _, environment in
                let former = try await Self.serve(environment(Self.first, nil))
                let forced = try await HearthProcess.run(
                    ["keys", "rotate-encryption", "--force"],
                    environment: environment(Self.second, Self.first))
                #expect(
                    forced.output
                        == "4 secrets were sealed with the new key\n"
                        + "  ! lacks the new key: \(former.name)\n", "\(forced.error)")
                former.process.send(signal: SIGTERM)
                #expect(await former.process.exit() == .status(0))
            }
        }

        @Test("one secret that another key sealed leaves a running server ready, which says so")
        func stillReady() async throws {
            try await ScratchDatabase.withEmpty { url in
                try await withTemporaryDirectory { directory in
                    let hearth = try await RunningHearth.start(
                        in: directory, arguments: ["--no-demo"],
                        environment: ["DATABASE_URL": url])
                    #expect(try await hearth.request("GET", "/readyz").status == 200)
                    let set = try await HearthProcess.run(
                        [
                            "tenants", "secrets", "set", "yapmate", "--kind", "revenuecat-api-key",
                            "--new-key",
                        ],
                        environment: [
                            "DATABASE_URL": url, "HEARTH_ENCRYPTION_KEY": Self.second,
                        ], input: "sk_1\n")
                    #expect(set.exit == .status(0), "\(set.error)")
                    let isSaid = try await eventually {
                        let answer = try await hearth.request("GET", "/readyz")
                        return answer.status == 200 && answer.text.contains("opens most secrets")
                    }
                    #expect(isSaid)
                    await hearth.stop()
                }
            }
        }

        /// Starts a server, and waits until it has noted its presence.
        private static func serve(
            _ environment: [String: String]
        ) async throws -> (process: HearthProcess, name: String) {
            let process = try HearthProcess(["serve"], environment: environment)
            let name = "\(ProcessInfo.processInfo.hostName)/\(process.processID)"
            try await ScratchDatabase.lend(environment["DATABASE_URL"] ?? "") { own in
                let isPresent = try await eventually(withinSeconds: 30) {
                    try await own.database.call(ListServers()).contains { $0.serverName == name }
                }
                #expect(isPresent, "\(process.errorText)")
            }
            return (process, name)
        }

        /// Lends a tenant with two secrets, a signing key and an endpoint, sealed by the first key.
        private static func withSecrets(
            _ body: (
                _ slug: String, (_ key: String, _ previous: String?) -> [String: String]
            ) async throws -> Void
        ) async throws {
            try await ScratchDatabase.with { own in
                let slug = try await TestTenant.create(in: own.database).slug
                let environment = { (key: String, previous: String?) -> [String: String] in
                    var environment = [
                        "DATABASE_URL": own.connectionString, "HEARTH_ENCRYPTION_KEY": key,
                        "HEARTH_PORT": "0",
                    ]
                    environment["HEARTH_PREVIOUS_ENCRYPTION_KEY"] = previous
                    return environment
                }
                for (kind, input) in [("authorization", nil), ("revenuecat-api-key", "sk_1\n")] {
                    let set = try await HearthProcess.run(
                        ["tenants", "secrets", "set", slug, "--kind", kind],
                        environment: environment(first, nil), input: input)
                    #expect(set.exit == .status(0), "\(set.error)")
                }
                let key = try await HearthProcess.run(
                    ["tenants", "signing-keys", "rotate", slug],
                    environment: environment(first, nil))
                #expect(key.exit == .status(0), "\(key.error)")
                let endpoint = try await HearthProcess.run(
                    ["endpoints", "create", slug, "https://hooks.example/in"],
                    environment: environment(first, nil))
                #expect(endpoint.exit == .status(0), "\(endpoint.error)")
                try await body(slug, environment)
            }
        }
    }
}
