import Entitlements
import Testing

@Suite("The document explains itself")
struct DescriptionTests {
    private let contract: Contract

    init() throws {
        contract = try Contract.shared()
    }

    @Test("each operation, parameter, property and area has a description")
    func descriptions() {
        var missing = contract.operations.filter { !isDescribed($0.description) }.map(\.id)
        missing += (contract.document["tags"]?.array ?? []).filter { !isDescribed($0) }
            .compactMap { $0["name"]?.string }
        for part in ["paths", "components"] {
            missing += undescribed(in: contract.document[part] ?? .null, at: part)
        }
        #expect(missing == [], "say what these are")
    }

    @Test("it names its operators and the documents, and no license")
    func information() {
        let information = contract.document["info"]
        #expect(information?["contact"]?["name"]?.string?.isEmpty == false)
        #expect(information?["license"] == nil)
        #expect(contract.document["externalDocs"]?["url"]?.string == "/docs")
    }

    @Test("a property without a description is found, wherever it is")
    func missingIsFound() throws {
        let schema = try JSONParser.parse(
            Array(
                ##"""
                {"allOf": [{"properties": {
                    "bare": {"type": "string"},
                    "named": {"$ref": "#/components/schemas/Timestamp"},
                    "explained": {"$ref": "#/components/schemas/Reward"},
                    "list": {"description": "All.", "items": {"properties": {
                        "description": {"type": "string", "description": "Text."},
                        "inner": {"type": "string", "description": ""}}}}}}]}
                """##.utf8))
        #expect(
            undescribed(in: schema, at: "")
                == ["/allOf/bare", "/allOf/named", "/allOf/list/items/inner"])
    }

    private func isDescribed(_ part: JSONValue) -> Bool {
        part["description"]?.string?.isEmpty == false
    }

    /// The places of properties and parameters that neither explain themselves nor name a schema
    /// that does.
    private func undescribed(in part: JSONValue, at place: String) -> [String] {
        if let elements = part.array {
            return elements.flatMap { undescribed(in: $0, at: place) }
        }
        if part.isCondition { return [] }
        var missing: [String] = []
        if let name = part["name"]?.string, part["in"]?.string != nil, !isDescribed(part) {
            missing.append("\(place)/\(name)")
        }
        for member in part.object?.members ?? [] where !member.name.hasPrefix("example") {
            guard member.name == "properties" else {
                missing += undescribed(in: member.value, at: "\(place)/\(member.name)")
                continue
            }
            for property in member.value.object?.members ?? [] {
                let name = "\(place)/\(property.name)"
                if !isDescribed(property.value), !isDescribed(contract.resolved(property.value)) {
                    missing.append(name)
                }
                missing += undescribed(in: property.value, at: name)
            }
        }
        return missing
    }
}
