import Entitlements
import Foundation
import Glibc
import TestSupport
import Testing

@testable import hearth

@Suite("The keys of a data directory")
struct KeyRingTests {
    @Test("keys are read as written, and readable by their owner only")
    func roundTrip() throws {
        let folder = TestFolder(named: "keys")
        defer { folder.remove() }
        let directory = DataDirectory(path: folder.path + "/new")
        try directory.create()
        #expect(try directory.readKeys() == nil)
        let keys = try ring()
        try directory.write(keys)
        try directory.write(keys)
        #expect(try directory.readKeys() == keys)
        let attributes = try FileManager.default.attributesOfItem(
            atPath: directory.path + "/keys.json")
        #expect(attributes[.posixPermissions] as? Int == 0o600)
    }

    @Test("an incomplete file is refused, as new keys could not unseal the secrets")
    func damaged() throws {
        let folder = TestFolder(named: "keys")
        defer { folder.remove() }
        let bytes = try ring().fileBytes
        for file in [Array(bytes.dropLast(40)), Array("{}".utf8), []] {
            try Data(file).write(to: URL(filePath: folder.path + "/keys.json"))
            #expect(throws: OperatorMessage.self) {
                try DataDirectory(path: folder.path).readKeys()
            }
        }
    }

    @Test("a tenant gets the mechanisms its file requires, and keeps existing ones")
    func complete() throws {
        var random = SeededGenerator(seed: 1)
        var keys = try ring()
        #expect(keys.tenants["stockpot"]?.webhookSecrets.keys.map(\.self) == [.authorization])
        #expect(keys.tenants["bookwish"]?.webhookSecrets.keys.map(\.self) == [.signature])
        let before = keys
        keys.complete(for: try ExampleTenants.definitions(), using: &random)
        #expect(keys == before)

        var stockpot = try TestTenant.definition(of: "stockpot")
        stockpot.webhooks.authentication = [.authorization, .signature]
        keys.complete(for: [stockpot], using: &random)
        #expect(
            keys.tenants["stockpot"]?.webhookSecrets[.authorization]
                == before.tenants["stockpot"]?.webhookSecrets[.authorization])
        #expect(
            keys.tenants["stockpot"]?.webhookSecrets[.signature]?.hasPrefix("whsec_") == true)
    }

    @Test("the line for scripts has all keys of each tenant, null if unused")
    func readyLine() throws {
        let keys = try ring()
        let line = keys.readyLine(
            address: "http://127.0.0.1:1", console: nil, simulator: nil)
        #expect(!line.contains("\n"))
        let json = try JSONParser.parse(Array(line.utf8))
        #expect(
            json.object?.members.map(\.name) == [
                "address", "console", "simulator", "admin_key", "tenants",
            ])
        #expect(json["simulator"] == .null)
        #expect(json["console"] == .null)
        #expect(
            json["tenants"]?["bookwish"]?.object?.members.map(\.name) == [
                "secret_key", "read_key", "webhook_authorization", "webhook_signing_secret",
            ])
        #expect(json["tenants"]?["bookwish"]?["webhook_authorization"] == .null)
        #expect(json["tenants"]?["stockpot"]?["webhook_signing_secret"] == .null)
        #expect(!line.contains(Data(keys.encryptionKey).base64EncodedString()))
    }

    private func ring() throws -> KeyRing {
        var random = SeededGenerator(seed: 7)
        var keys = KeyRing.random(using: &random)
        keys.complete(for: try ExampleTenants.definitions(), using: &random)
        return keys
    }
}
