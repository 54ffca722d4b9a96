import Entitlements

/// The findings of an examination, as text and as JSON.
struct FindingReport {
    let findings: [Finding]

    /// The worst status.
    var status: Finding.Status {
        if findings.contains(where: { $0.status == .fail }) { return .fail }
        return findings.contains { $0.status == .warn } ? .warn : .ok
    }

    /// That of the first check that failed; nil if none did.
    var exitStatus: OperatorMessage.ExitStatus? {
        findings.first { $0.status == .fail }?.exitStatus
    }

    var text: String {
        let lines = findings.map { finding in
            let status = finding.status.rawValue
            let subject = (finding.tenant.map { "\($0) " } ?? "") + finding.name
            let padding = String(repeating: " ", count: 6 - status.count)
            let advice = finding.advice.map { "\n      → \($0.showingControlCharacters)" } ?? ""
            let detail = finding.detail.showingControlCharacters
            return "\(status)\(padding)\(subject): \(detail)\(advice)"
        }
        return (lines + [summary]).joined(separator: "\n")
    }

    var json: String {
        var writer = JSONWriter(reservingBytes: 4_096)
        writer.beginObject()
        writer.name("status")
        writer.string(status.rawValue)
        writer.name("checks")
        writer.beginArray()
        for finding in findings {
            writer.beginObject()
            writer.name("name")
            writer.string(finding.name)
            writer.name("tenant")
            if let tenant = finding.tenant { writer.string(tenant) } else { writer.null() }
            writer.name("status")
            writer.string(finding.status.rawValue)
            writer.name("detail")
            writer.string(finding.detail)
            writer.name("advice")
            if let advice = finding.advice { writer.string(advice) } else { writer.null() }
            writer.endObject()
        }
        writer.endArray()
        writer.endObject()
        return String(decoding: writer.bytes, as: UTF8.self).escapingControlCharacters
    }

    private var summary: String {
        let counts = [Finding.Status.ok, .warn, .fail].map { status in
            "\(findings.count { $0.status == status }) \(status.rawValue)"
        }
        return "\n" + counts.joined(separator: ", ")
    }
}
