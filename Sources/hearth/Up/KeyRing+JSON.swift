import Entitlements
import FoundationEssentials

extension KeyRing {
    /// The line that `hearth up --json` prints; null for a mechanism that the tenant does not use,
    /// for a missing simulator, and for a console that is off.
    func readyLine(address: String, console: ConsoleLink?, simulator: String?) -> String {
        var writer = JSONWriter(reservingBytes: 4_096)
        writer.beginObject()
        writer.name("address")
        writer.string(address)
        writer.name("console")
        if let console { writer.string(console.url) } else { writer.null() }
        writer.name("simulator")
        if let simulator { writer.string(simulator) } else { writer.null() }
        write(to: &writer)
        writer.endObject()
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    /// The contents of the data directory's key file.
    var fileBytes: [UInt8] {
        var writer = JSONWriter(reservingBytes: 4_096)
        writer.beginObject()
        writer.name("encryption_key")
        writer.string(Data(encryptionKey).base64EncodedString())
        write(to: &writer)
        writer.endObject()
        return writer.bytes + [UInt8(ascii: "\n")]
    }

    private func write(to writer: inout JSONWriter) {
        writer.name("admin_key")
        writer.string(adminKey.text)
        writer.name("tenants")
        writer.beginObject()
        for (slug, keys) in tenants.sorted(by: { $0.key < $1.key }) {
            writer.name(slug)
            writer.beginObject()
            writer.name("secret_key")
            writer.string(keys.secretKey.text)
            writer.name("read_key")
            writer.string(keys.readKey.text)
            for mechanism in WebhookMechanism.allCases {
                writer.name(Self.name(of: mechanism))
                if let secret = keys.webhookSecrets[mechanism] {
                    writer.string(secret)
                } else {
                    writer.null()
                }
            }
            writer.endObject()
        }
        writer.endObject()
    }

    private static func name(of mechanism: WebhookMechanism) -> String {
        switch mechanism {
        case .authorization: "webhook_authorization"
        case .signature: "webhook_signing_secret"
        }
    }
}

extension KeyRing {
    /// Nil unless the bytes are a complete key file.
    init?(fileBytes: [UInt8]) {
        guard let file = try? JSONParser.parse(fileBytes),
            let keyText = file["encryption_key"]?.string,
            let key = Data(base64Encoded: keyText), key.count == SecretBox.keyByteCount,
            let adminKey = APIKey(field: "admin_key", of: file, kind: .admin),
            let members = file["tenants"]?.object?.members
        else { return nil }
        encryptionKey = [UInt8](key)
        self.adminKey = adminKey
        tenants = [:]
        for member in members {
            guard let keys = TenantKeys(member.value) else { return nil }
            tenants[member.name] = keys
        }
    }
}

extension KeyRing.TenantKeys {
    fileprivate init?(_ json: JSONValue) {
        guard let secretKey = APIKey(field: "secret_key", of: json, kind: .secret),
            let readKey = APIKey(field: "read_key", of: json, kind: .read)
        else { return nil }
        self.secretKey = secretKey
        self.readKey = readKey
        webhookSecrets = [:]
        webhookSecrets[.authorization] = json["webhook_authorization"]?.string
        webhookSecrets[.signature] = json["webhook_signing_secret"]?.string
    }
}

extension APIKey {
    fileprivate init?(field name: String, of json: JSONValue, kind: Kind) {
        guard let text = json[name]?.string else { return nil }
        self.init(parsing: text)
        guard self.kind == kind else { return nil }
    }
}
