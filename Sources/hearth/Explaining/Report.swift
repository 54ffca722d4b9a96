import Entitlements

/// What commands print that show more of an answer than a table or a card.
enum Report {
    static func explanation(_ explained: JSONValue, of tenant: String) {
        let user = explained["app_user_id"]?.string ?? ""
        StandardStream.output.writeLines(WhyReport(user: user, explained: explained).lines)
    }

    static func figures(_ figures: JSONValue, of tenant: String) {
        StandardStream.output.writeLines(FigureReport(figures).lines)
    }

    /// Prints the text of a tenant file, or its content if the text is not known.
    static func definition(_ shown: JSONValue, of tenant: String) {
        if let source = shown["source"]?.string {
            StandardStream.output.write(Array(source.utf8))
        } else {
            print((shown["definition"] ?? .null).indented)
        }
    }

    /// Prints what a tenant file changed.
    static func changes(_ shown: JSONValue, of tenant: String) {
        let facts = ["definition_version", "applied_at", "applied_by"]
            .map { shown[$0]?.shown ?? JSONValue.nothing }
        printLine("\(tenant): version \(facts.joined(separator: ", "))")
        for line in PlanReport.lines(ofChanges: shown["changes"] ?? .null) { print(line) }
    }

    static func run(_ run: JSONValue, of tenant: String) throws {
        StandardStream.output.writeLine(try RunReport(json: run.bytes).summary)
    }

    /// Says that a test message was delivered; throws if it was not.
    static func testMessage(_ outcome: JSONValue, of tenant: String) throws {
        if let error = outcome["error"]?.string {
            throw OperatorMessage(
                "the endpoint did not take the message", why: error,
                advice: "It must answer with a status from 200 to 299 within 10 seconds.",
                exitStatus: .unavailable)
        }
        let duration = outcome["duration_milliseconds"]?.shown ?? JSONValue.nothing
        print("\(outcome["webhook_id"]?.shown ?? "") was delivered in \(duration) ms")
    }
}
