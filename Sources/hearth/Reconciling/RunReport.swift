import Entitlements
import FoundationEssentials

/// A run, as shown to an operator.
struct RunReport {
    let id: UUID
    let status: String
    private let json: JSONObject

    /// Throws if the answer is not a run.
    init(json bytes: [UInt8]) throws {
        let json = try JSONParser.parse(bytes).object ?? JSONObject()
        guard let id = json["run_id"]?.string.flatMap(UUID.init(uuidString:)),
            let status = json["status"]?.string
        else {
            throw Failure(.internal, "The answer is not a run.")
        }
        self.id = id
        self.status = status
        self.json = json
    }

    var hasEnded: Bool { json["ended_at"]?.isNull == false }

    /// The run's progress: `[####----] 45 %, 4,500 of 10,000, 468 a minute, …`.
    var progress: String {
        if status == "preparing" { return "listing people: \(people("total")) so far" }
        if status == "listing" { return "listing the project: \(people("total")) people so far" }
        let (total, waiting) = (people("total"), people("waiting"))
        let share = total == 0 ? 1 : Double(total - waiting) / Double(total)
        var parts = [
            "\(bar(share)) \(Int(share * 100)) %", "\(total - waiting) of \(total) people",
            "\(drift("total")) differences",
        ]
        if let rate = number(json["people_per_minute"]), rate > 0 {
            let budget = json["budget"]?.object
            let used = number(budget?["requests_used_per_minute"]) ?? 0
            let allowed = number(budget?["requests_per_minute"]) ?? 1
            parts.append("\(Int(rate)) a minute")
            parts.append("\(Int(used * 100 / allowed)) % of the requests")
        }
        if let setback = json["setback"]?.string { parts.append("setback: \(setback)") }
        if let seconds = number(json["seconds_left"]) { parts.append("\(time(seconds)) left") }
        return parts.joined(separator: " · ")
    }

    /// The run's outcome.
    var summary: String {
        let dry = json["dry_run"] == .bool(true) ? "dry run" : "run"
        let affected = drift("access_affected")
        var text = "\(dry) \(id.uuidString.lowercased()) \(status): \(people("read")) people read"
        if people("unknown") > 0 { text += ", \(people("unknown")) unknown to RevenueCat" }
        if people("failed") > 0 { text += ", \(people("failed")) could not be read" }
        if people("waiting") > 0 { text += ", \(people("waiting")) not read" }
        text += "; \(drift("total")) differences, \(affected) of access"
        if json["scope"]?.string == "all", json["covers"]?.string == "known_ids" {
            text += "\nIt covers known ids only: buyers whose webhooks were all lost are missing."
        }
        if status == "stopped" {
            text += "\nToo many app users lost access. Is the API key for this project?"
        }
        return text
    }
}

extension RunReport {
    private static let barWidth = 24

    private func bar(_ share: Double) -> String {
        let full = Int(share * Double(Self.barWidth))
        let rest = Self.barWidth - full
        return "[\(String(repeating: "#", count: full))\(String(repeating: "-", count: rest))]"
    }

    private func time(_ seconds: Double) -> String {
        let seconds = Int(seconds)
        return seconds < 60 ? "\(seconds) s" : "\(seconds / 60) min \(seconds % 60) s"
    }

    private func people(_ name: String) -> Int { count("people", name) }

    private func drift(_ name: String) -> Int { count("drift", name) }

    private func count(_ group: String, _ name: String) -> Int {
        Int(number(json[group]?.object?[name]) ?? 0)
    }

    private func number(_ value: JSONValue?) -> Double? {
        switch value {
        case .integer(let number): Double(number)
        case .decimal(let number): number.value
        default: nil
        }
    }
}
