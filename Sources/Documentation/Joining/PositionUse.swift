/// How an operation uses `Hearth-Position`; by the rule of `Route.Kind`.
enum PositionUse {
    /// A lookup may ask with it.
    case asked
    /// The answer to a write has it.
    case told

    static let header: Substring =
        ##"Hearth-Position: { $ref: "#/components/headers/Hearth-Position" }"##
    private static let parameter: Substring =
        ##"        - { $ref: "#/components/parameters/HearthPosition" }"##

    /// Nil for an operation without a caller, one of the change log, or one that reads for an
    /// operator.
    init?(of operation: Branch, at path: Branch) {
        guard path.name.hasPrefix("/v1/"), !path.name.contains("/changes"),
            operation.below["security"]?.value != "[]"
        else { return nil }
        let isLookup =
            operation.name == "get"
            || operation.below["operationId"]?.value.hasPrefix("check") == true
        if isLookup, path.name.hasPrefix("/v1/admin/") { return nil }
        self = isLookup ? .asked : .told
    }

    /// Adds the parameter to an operation.
    static func addParameter(to operation: inout Branch) {
        let added = Branch(line: parameter)
        if operation.below["parameters"] != nil {
            operation.below["parameters"]?.below.append(added)
        } else {
            let answers = operation.below.firstIndex { $0.name == "responses" }
            operation.below.insert(
                Branch(line: "      parameters:", below: [added]),
                at: answers ?? operation.below.endIndex)
        }
    }
}
