/// The `openapi.yaml` of this binary: the files of `openapi/`, in the order of their names.
///
/// The files leave out what is the same everywhere, and it is added here: the header
/// `X-Request-Id` of each answer, the answer `default` of each operation, and `Hearth-Position` of
/// lookups and of answers to writes.
package enum OpenAPIDocument {
    package static let text = joined(
        DocumentText.files.filter { $0.path.hasPrefix("Sources/EntitlementsAPI/openapi/") }
            .map(\.text))

    private static let requestID =
        ##"X-Request-Id: { $ref: "#/components/headers/X-Request-Id" }"##
    private static let defaultAnswer =
        ##"        default: { $ref: "#/components/responses/Problem" }"##

    /// Answers lie below `responses:` of an operation (six spaces) or of the components (two).
    ///
    /// Goes from the end, so that an added line moves none that is still to be read.
    static func joined(_ parts: [String]) -> String {
        var lines = parts.joined().split(separator: "\n", omittingEmptySubsequences: false)
        for start in lines.indices.reversed() {
            let isOfOperation = lines[start] == "      responses:"
            guard isOfOperation || lines[start] == "  responses:" else { continue }
            let answers = lines.block(below: start)
            if isOfOperation { lines.insert(defaultAnswer[...], at: answers.upperBound) }
            let use = isOfOperation ? PositionUse(ofOperationAt: start, in: lines) : nil
            for line in answers.reversed()
            where lines[line].last == ":" && lines[line].margin == lines[start].margin + 2 {
                let isOfWrite = use == .told && lines[line].hasPrefix("        \"2")
                addHeaders(
                    [requestID] + (isOfWrite ? [PositionUse.header] : []), to: line, of: &lines)
            }
            if use == .asked { PositionUse.addParameter(above: start, to: &lines) }
        }
        return lines.joined(separator: "\n")
    }

    /// Adds headers to the answer that begins at a line, beside its other headers.
    private static func addHeaders(
        _ added: [String], to answer: Int, of lines: inout [Substring]
    ) {
        let fields = lines.block(below: answer)
        let margin = String(repeating: " ", count: lines[answer].margin + 2)
        if let headers = lines[fields].firstIndex(of: "\(margin)headers:") {
            lines.insert(contentsOf: added.map { "\(margin)  \($0)" }, at: headers + 1)
        } else {
            let content = lines[fields].firstIndex(of: "\(margin)content:")
            let line = "\(margin)headers: { \(added.joined(separator: ", ")) }"
            lines.insert(line[...], at: content ?? fields.upperBound)
        }
    }
}

extension [Substring] {
    /// The lines that are further to the right than the one above them, without empty last ones.
    func block(below first: Int) -> Range<Int> {
        let margin = self[first].margin
        let below = self[(first + 1)...].prefix { $0.isEmpty || $0.margin > margin }
        return first + 1..<(below.lastIndex { !$0.isEmpty } ?? first) + 1
    }
}

extension Substring {
    /// The number of spaces before the text.
    var margin: Int { utf8.prefix { $0 == UInt8(ascii: " ") }.count }
}
