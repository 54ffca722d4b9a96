/// The operation below `/v1/me` that does for the token's end user what another one does for an app
/// user that a server names.
///
/// `x-me` of the other one has its path, its name, its summary, and each other difference; members
/// of objects are replaced one by one, and `null` removes one. The rest follows from the callers:
///
/// - its credential is a token, and the tenant the token's;
/// - no parameter names the app user or their household;
/// - a phone asks about no knowledge of the past;
/// - it gets 401 for a token that is refused, and 429 for too many writes; a tenant that is unknown
///   or not the caller's does not occur.
struct PhoneOperation {
    let method: String
    /// Its path with nothing but the operation.
    let pathItem: Branch
    /// What remains of `x-me`: the operation's name.
    let link: Branch

    private static let token = "{ $ref: \"#/components/parameters/TokenTenant\" }"
    private static let impossibleAnswers = ["Forbidden", "TenantNotFound", "KnowledgeNotKept"]

    /// Nil if phones have no such operation.
    init?(_ other: Branch, of otherPath: Branch) {
        guard let description = other.below["x-me"], let path = description.below["path"]?.value,
            let name = description.below["operationId"]?.value
        else { return nil }
        method = String(other.name)
        link = Branch(line: "      x-me: \(name)")
        var operation = other
        operation.below["x-me"] = nil
        operation.below["security"] = Branch(line: "      security: [{ endUserToken: [] }]")
        operation.below["parameters"]?.below = Self.parameters(of: other)
        operation.below["responses"]?.below = Self.answers(of: other)
        let differences = description.below.filter { $0.name != "path" }.map(\.movedLeft)
        operation.below = operation.below.replaced(by: differences)
        operation.below["responses"]?.below.sort { $0.name < $1.name }
        var item = Branch(line: "  \(path):", below: [operation])
        let kept = Self.kept(otherPath.below["parameters"]?.below ?? [], from: otherPath, to: path)
        if !kept.isEmpty { item.below.insert(Branch(line: "    parameters:", below: kept), at: 0) }
        pathItem = item
    }

    /// The path's parameters that the phone's path has, too.
    private static func kept(
        _ parameters: [Branch], from other: Branch, to path: Substring
    ) -> [Branch] {
        let missing = names(in: other.name).subtracting(names(in: path))
        return parameters.filter { parameter in
            // `AppUserID` of the components is `app_user_id`.
            let reference = parameter.reference?.lowercased()
            return !missing.contains { name in
                parameter.line.hasSuffix("name: \(name)")
                    || reference == String(name.replacing("_", with: ""))
            }
        }
    }

    private static func names(in path: Substring) -> Set<Substring> {
        Set(path.split(separator: "/").filter { $0.first == "{" }.map { $0.dropFirst().dropLast() })
    }

    private static func parameters(of other: Branch) -> [Branch] {
        (other.below["parameters"]?.below ?? []).compactMap { parameter in
            switch parameter.reference {
            case "KnownAt": nil
            case "HearthTenant": Branch(line: "        - \(token)")
            default: parameter
            }
        }
    }

    private static func answers(of other: Branch) -> [Branch] {
        var answers = (other.below["responses"]?.below ?? []).filter { answer in
            !impossibleAnswers.contains { answer.reference == $0[...] }
        }
        answers[#""401""#] = Branch(answer: 401, reference: "TokenRefused")
        if other.name != "get" {
            answers[#""429""#] = Branch(answer: 429, reference: "TooManyRequests")
        }
        return answers
    }
}

extension Branch {
    fileprivate init(answer status: Int, reference: String) {
        self.init(line: "        \"\(status)\": { $ref: \"#/components/responses/\(reference)\" }")
    }

    /// The name of the component to which the line refers.
    fileprivate var reference: Substring? {
        guard line.contains("$ref: \"#/components/") else { return nil }
        return line.split(separator: "/").last?.prefix { $0 != "\"" }
    }
}
