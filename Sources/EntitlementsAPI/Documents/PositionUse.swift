/// How an operation uses `Hearth-Position`; by the rule of `Route.Kind`.
enum PositionUse {
    /// A lookup may ask with it.
    case asked
    /// The answer to a write has it.
    case told

    static let header = ##"Hearth-Position: { $ref: "#/components/headers/Hearth-Position" }"##
    private static let parameter =
        ##"        - { $ref: "#/components/parameters/HearthPosition" }"##

    /// Nil for an operation without a caller, one of the change log, or one that reads for an
    /// operator.
    ///
    /// Takes the line of the operation's answers.
    init?(ofOperationAt answers: Int, in lines: [Substring]) {
        guard let verb = lines[..<answers].lastIndex(where: { $0.margin == 4 }),
            let path = lines[..<verb].last(where: { $0.margin == 2 })
        else { return nil }
        let operation = lines[verb..<answers]
        guard path.hasPrefix("  /v1/"), !path.contains("/changes"),
            !operation.contains("      security: []")
        else { return nil }
        let isLookup =
            lines[verb] == "    get:"
            || operation.contains { $0.hasPrefix("      operationId: check") }
        if isLookup, path.hasPrefix("  /v1/admin/") { return nil }
        self = isLookup ? .asked : .told
    }

    /// Adds the parameter to the operation with answers at this line.
    static func addParameter(above answers: Int, to lines: inout [Substring]) {
        guard let verb = lines[..<answers].lastIndex(where: { $0.margin == 4 }) else { return }
        let own = lines[verb..<answers].firstIndex { $0 == "      parameters:" }
        guard let own else {
            return lines.insert(contentsOf: ["      parameters:", parameter[...]], at: answers)
        }
        let last = lines.block(below: own).upperBound
        lines.insert(parameter[...], at: last)
    }
}
