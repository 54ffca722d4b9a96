import Entitlements
import EntitlementsAPI
import TestSupport
import Yams

/// `openapi.yaml`, against which the tests check answers.
struct Contract: Sendable {
    struct Operation: Sendable {
        let id: String
        let method: String
        let path: String
        let description: JSONValue
    }

    let document: JSONValue
    let operations: [Operation]

    /// Read once a run, as it is long.
    static func shared() throws -> Contract { try once.get() }

    private static let once = Result { try Contract() }

    private init() throws {
        document = Self.json(try Yams.load(yaml: OpenAPIDocument.text))
        operations = (document["paths"]?.object?.members ?? []).flatMap { path in
            (path.value.object?.members ?? []).filter { $0.name != "parameters" }.map { method in
                Operation(
                    id: method.value["operationId"]?.string ?? "", method: method.name,
                    path: path.name, description: method.value)
            }
        }
    }

    /// The differences between a response and the operation's description.
    func problems(with response: RawHTTPResponse, of operationID: String) throws -> [String] {
        guard let operation = operations.first(where: { $0.id == operationID }) else {
            return ["there is no operation \(operationID)"]
        }
        let responses = operation.description["responses"]
        guard
            let described = (responses?["\(response.status)"] ?? responses?["default"])
                .map(resolved)
        else { return ["\(response.status) is not described"] }
        let headers = described["headers"]?.object?.members ?? []
        let missing = headers.filter { header in
            resolved(header.value)["required"] == .bool(true)
                && response[header.name.lowercased()] == nil
        }
        return missing.map { "the header \($0.name) is missing" }
            + (try bodyProblems(with: response, described))
    }

    private func bodyProblems(
        with response: RawHTTPResponse, _ described: JSONValue
    ) throws -> [String] {
        guard let contents = described["content"]?.object?.members else {
            return response.body.isEmpty ? [] : ["there is a body"]
        }
        let mediaType = response["content-type"].map { $0.split(separator: ";")[0] } ?? "none"
        guard let content = contents.first(where: { $0.name == mediaType }) else {
            return ["the media type \(mediaType) is not described"]
        }
        guard mediaType.hasSuffix("json"), let schema = content.value["schema"] else { return [] }
        return Schema(schema: schema, document: document)
            .problems(with: try JSONParser.parse(response.body))
    }

    func resolved(_ value: JSONValue) -> JSONValue {
        guard let reference = value["$ref"]?.string else { return value }
        return reference.split(separator: "/").dropFirst().reduce(document) {
            $0[String($1)] ?? .null
        }
    }

    private static func json(_ value: Any?) -> JSONValue {
        switch value {
        case let value as Bool: return .bool(value)
        case let value as Int: return .integer(Int64(value))
        case let value as Double: return JSONDecimal(value).map(JSONValue.decimal) ?? .null
        case let value as String: return .string(value)
        case let value as [Any]: return .array(value.map(json))
        case let value as [AnyHashable: Any]:
            var object = JSONObject()
            for case (let name as String, let member) in value { object[name] = json(member) }
            return .object(object)
        default: return .null
        }
    }
}
