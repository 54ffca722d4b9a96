import Entitlements

extension BodyFields {
    /// Returns the URL of an endpoint; unchecked with a note otherwise.
    mutating func endpointURL(_ name: String, isDevelopment: Bool) -> EndpointURL {
        let noted = problems.count
        let text = text(name, bytes: 1...EndpointURL.maximumBytes)
        if let url = EndpointURL(text, isDevelopment: isDevelopment) { return url }
        if problems.count == noted { note(name, EndpointURL.expectation) }
        return EndpointURL(unchecked: text)
    }

    /// Returns kinds of changes, each once; nil if the field is absent.
    mutating func optionalChangeKinds(_ name: String) -> [ChangeKind]? {
        if isAbsent(name) { return nil }
        var kinds: [ChangeKind] = []
        for (index, element) in array(name, counting: 1...20).enumerated() {
            guard let kind = element.string.flatMap(ChangeKind.init(rawValue:)) else {
                let words = ChangeKind.allCases.map(\.rawValue).joined(separator: ", ")
                problems.append(
                    FieldProblem(
                        pointer: "\(JSONPointer.escaped(name))/\(index)",
                        detail: "Expected one of: \(words)."))
                continue
            }
            if !kinds.contains(kind) { kinds.append(kind) }
        }
        return kinds
    }

    /// Returns environments, each once; nil if the field is absent.
    mutating func optionalEnvironments(_ name: String) -> Set<PurchaseEnvironment>? {
        if isAbsent(name) { return nil }
        var environments: Set<PurchaseEnvironment> = []
        for (index, element) in array(name, counting: 1...2).enumerated() {
            guard let environment = element.string.flatMap(PurchaseEnvironment.init(rawValue:))
            else {
                problems.append(
                    FieldProblem(
                        pointer: "\(JSONPointer.escaped(name))/\(index)",
                        detail: "Expected production or sandbox."))
                continue
            }
            environments.insert(environment)
        }
        return environments
    }
}
