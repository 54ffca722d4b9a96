/// `openapi.yaml`, joined from a file of each area and `components.yaml` with what they share.
///
/// The files leave out what is the same everywhere, and it is added here: operations of phones that
/// are another one's (`x-me`), the header `X-Request-Id` of each answer, the answer `default` of
/// each operation, and `Hearth-Position` of lookups and of answers to writes.
package enum JoinedDocument {
    /// The areas with a file, in the document's order.
    package static let areas = [
        "purchases", "catalog", "limits", "households", "app_users", "codes", "changes",
        "endpoints", "webhooks", "reconciliation", "tenants", "documents", "health",
    ]

    private static let requestID: Substring =
        ##"X-Request-Id: { $ref: "#/components/headers/X-Request-Id" }"##
    private static let defaultAnswer: Substring =
        ##"        default: { $ref: "#/components/responses/Problem" }"##

    /// Takes the files' texts by their names without `.yaml`.
    package static func text(of files: [String: String]) -> String {
        let parts = (["components"] + areas).compactMap { files[$0] }
            .map { Branch.parsed($0).withoutCommands }
        let head = (parts.first ?? []).filter { !["", "paths", "components"].contains($0.name) }
        let kinds = parts.reduce(into: [Branch]()) { kinds, part in
            for kind in part["components"]?.below ?? [] {
                kinds[String(kind.name), default: Branch(line: kind.line)].below += kind.below
            }
        }
        let paths = parts.flatMap { $0["paths"]?.below ?? [] }.filter { !$0.line.isEmpty }
        var text = ""
        head.forEach { $0.write(to: &text) }
        text += "\npaths:\n"
        for path in withPhones(paths) {
            completed(path).write(to: &text)
            text += "\n"
        }
        text += "components:\n"
        kinds.map(completed(kind:)).forEach { $0.write(to: &text) }
        return text
    }

    /// The paths with those of phones, each behind the one that describes it.
    private static func withPhones(_ paths: [Branch]) -> [Branch] {
        paths.reduce(into: []) { all, path in
            let phones = path.below.compactMap { PhoneOperation($0, of: path) }
            add(path, to: &all)
            for phone in phones {
                all[String(path.name)]?.below[phone.method]?.below["x-me"] = phone.link
                add(phone.pathItem, to: &all)
            }
        }
    }

    /// Adds a path, or what the path of the same name lacks of it.
    private static func add(_ path: Branch, to paths: inout [Branch]) {
        guard let known = paths[String(path.name)]?.below else { return paths.append(path) }
        paths[String(path.name)]?.below += path.below.filter { known[String($0.name)] == nil }
    }

    private static func completed(_ path: Branch) -> Branch {
        var path = path
        for index in path.below.indices {
            guard let answers = path.below[index].below["responses"] else { continue }
            let use = PositionUse(of: path.below[index], at: path)
            var completed = answers
            completed.below = answers.below.map { answer in
                let isOfWrite = use == .told && answer.name.hasPrefix("\"2")
                return answer.adding(
                    headers: [requestID] + (isOfWrite ? [PositionUse.header] : []))
            }
            completed.below.append(Branch(line: defaultAnswer))
            path.below[index].below["responses"] = completed
            if use == .asked { PositionUse.addParameter(to: &path.below[index]) }
        }
        return path
    }

    private static func completed(kind: Branch) -> Branch {
        guard kind.name == "responses" else { return kind }
        return Branch(line: kind.line, below: kind.below.map { $0.adding(headers: [requestID]) })
    }
}

extension Branch {
    /// The answer with headers beside its own ones; unchanged if it refers to another.
    fileprivate func adding(headers added: [Substring]) -> Branch {
        guard line.last == ":" else { return self }
        let margin = String(repeating: " ", count: line.margin + 2)
        var answer = self
        if answer.below["headers"] != nil {
            answer.below["headers"]?.below.insert(
                contentsOf: added.map { Branch(line: "\(margin)  \($0)") }, at: 0)
        } else {
            let content = below.firstIndex { $0.name == "content" }
            let headers = "\(margin)headers: { \(added.joined(separator: ", ")) }"
            answer.below.insert(Branch(line: headers[...]), at: content ?? below.endIndex)
        }
        return answer
    }
}

extension [Branch] {
    /// The branches without what describes commands and forms.
    fileprivate var withoutCommands: [Branch] {
        filter { !Self.ofOurs.contains($0.name) }
            .map { Branch(line: $0.line, below: $0.below.withoutCommands) }
    }

    private static let ofOurs: Set<Substring> = [
        "x-command", "x-help", "x-form", "x-codes",
    ]

    fileprivate subscript(name: String, default member: Branch) -> Branch {
        get { self[name] ?? member }
        set { self[name] = newValue }
    }
}
