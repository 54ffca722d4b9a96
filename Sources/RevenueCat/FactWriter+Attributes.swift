import Entitlements

extension FactWriter {
    /// RevenueCat allows 50 of the app's own, and has some 30 itself.
    private static let maximumAttributes = 100
    /// RevenueCat allows 40 and 500 characters, each of up to four bytes.
    private static let maximumNameBytes = 160
    private static let maximumValueBytes = 2_000

    /// Adds what RevenueCat keeps of the app user beside purchases, to search by.
    ///
    /// It decides nothing, so what cannot be read is left out. A value that is null or empty was
    /// removed. Of too many, the newest are taken.
    mutating func addAttributes(from fields: RevenueCatFields) {
        guard let told = fields.value("subscriber_attributes")?.object, !told.members.isEmpty
        else { return }
        let attributes = told.members.compactMap { Attribute($0.name, $0.value) }
        guard !attributes.isEmpty else { return }
        let newest = attributes.sorted { $0.updatedAt > $1.updatedAt }
        add("attributes", .array(newest.prefix(Self.maximumAttributes).map(\.json)))
    }

    private struct Attribute {
        let name: String
        let value: String?
        let updatedAt: Timestamp

        /// Nil if Postgres could not store it, or it is longer than RevenueCat allows.
        init?(_ name: String, _ content: JSONValue) {
            let fields = RevenueCatFields(content.object ?? JSONObject())
            let nameBytes = name.utf8
            guard 1...FactWriter.maximumNameBytes ~= nameBytes.count, !nameBytes.contains(0),
                let updatedAt = try? fields.time("updated_at_ms")
            else { return nil }
            self.name = name
            self.updatedAt = updatedAt
            switch fields.value("value") {
            case nil: value = nil
            case .string(let text):
                guard text.utf8.count <= FactWriter.maximumValueBytes, !text.utf8.contains(0)
                else { return nil }
                value = text.isEmpty ? nil : text
            default: return nil
            }
        }

        var json: JSONValue {
            var object = JSONObject()
            object["name"] = .string(name)
            object["value"] = value.map(JSONValue.string)
            object["updated_at"] = .string(updatedAt.rfc3339)
            return .object(object)
        }
    }
}
