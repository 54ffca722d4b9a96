import Entitlements

/// One operation of the API.
struct Operation: Sendable {
    let id: String
    /// In capitals.
    let method: String
    let path: String
    let area: String
    let summary: String
    let description: String
    let parameters: [Parameter]
    let body: Body?
    let responses: [Response]
    /// The names of the sufficient credentials, each a set that is needed together.
    let credentials: [[String]]

    struct Parameter: Sendable {
        let name: String
        let place: String
        let isRequired: Bool
        let description: String
        let schema: JSONValue
        let example: JSONValue?
    }

    struct Body: Sendable {
        let isRequired: Bool
        let mediaType: String
        let schema: JSONValue
        let example: JSONValue?
    }

    struct Response: Sendable {
        /// The status, or `default`.
        let status: String
        let description: String
        let mediaType: String?
        let schema: JSONValue?
        let examples: [JSONValue]

        /// The first example; one of another media type than JSON is text.
        var exampleText: String? { examples.first.map { $0.string ?? PrettyJSON.text($0) } }

        /// The codes that its description and examples name.
        var codes: [ErrorCode] {
            guard !status.hasPrefix("2") else { return [] }
            let named =
                description.split(separator: "`").map(String.init)
                + examples.compactMap { $0["code"]?.string }
            var seen: Set<ErrorCode> = []
            return named.compactMap(ErrorCode.init(rawValue:)).filter { seen.insert($0).inserted }
        }
    }

    var codes: Set<ErrorCode> { Set(responses.flatMap(\.codes)) }

    /// The page.
    var address: String { "/docs/operations/\(id)" }

    /// The answers, and the problems without `default`, which is the same everywhere.
    var answers: (good: [Response], bad: [Response]) {
        (
            responses.filter { $0.status.hasPrefix("2") },
            responses.filter { !$0.status.hasPrefix("2") && $0.status != "default" }
        )
    }

    /// The credentials, as a sentence.
    var callers: String {
        let words = [
            "readKey": "a read key", "supportKey": "a support key",
            "secretKey": "a secret key", "adminKey": "an admin key",
            "endUserToken": "an end user's token", "webhookAuthorization": "RevenueCat's value",
            "webhookSignature": "RevenueCat's signature",
        ]
        let named = credentials.map { set in
            set.isEmpty ? "none" : set.map { words[$0] ?? $0 }.joined(separator: " and ")
        }
        return named.isEmpty
            ? "Needs no credential." : "Takes \(named.joined(separator: ", or ")) as credential."
    }
}

extension Operation {
    /// Nil if the path has no operation of this method.
    init?(
        _ method: String, path: String, item: JSONValue, resolve: (JSONValue) -> JSONValue
    ) {
        guard let operation = item[method], let id = operation["operationId"]?.string else {
            return nil
        }
        self.id = id
        self.method = method.uppercased()
        self.path = path
        area = operation["tags"]?.array?.first?.string ?? ""
        summary = operation["summary"]?.string ?? ""
        description = operation["description"]?.string ?? ""
        parameters = [item, operation].flatMap { $0["parameters"]?.array ?? [] }
            .map { Parameter(resolve($0)) }
        body = operation["requestBody"].map { Body(resolve($0)) }
        responses = (operation["responses"]?.object?.members ?? []).map {
            Response($0.name, resolve($0.value), resolve: resolve)
        }
        credentials = (operation["security"]?.array ?? []).map {
            $0.object?.members.map(\.name) ?? []
        }
    }
}

extension Operation.Parameter {
    init(_ json: JSONValue) {
        name = json["name"]?.string ?? ""
        place = json["in"]?.string ?? ""
        isRequired = json["required"] == .bool(true)
        description = json["description"]?.string ?? ""
        schema = json["schema"] ?? .null
        example = json["example"] ?? schema["examples"]?.array?.first
    }
}

extension Operation.Body {
    init(_ json: JSONValue) {
        isRequired = json["required"] == .bool(true)
        let content = json["content"]?.object?.members.first
        mediaType = content?.name ?? ""
        schema = content?.value["schema"] ?? .null
        example = content?.value.firstExample
    }
}

extension Operation.Response {
    init(_ status: String, _ json: JSONValue, resolve: (JSONValue) -> JSONValue) {
        self.status = status
        description = json["description"]?.string ?? ""
        let content = json["content"]?.object?.members.first
        mediaType = content?.name
        schema = content?.value["schema"]
        let named = content?.value["examples"]?.object?.members.compactMap {
            resolve($0.value)["value"]
        }
        examples = [content?.value["example"]].compactMap(\.self) + (named ?? [])
    }
}

extension JSONValue {
    /// The example of a media type, or the first of several.
    fileprivate var firstExample: JSONValue? {
        self["example"] ?? self["examples"]?.object?.members.first?.value["value"]
    }
}
