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

    /// What fails first, then warnings; what is ok only in the count, unless it is asked for.
    func lines(isVerbose: Bool) -> [ShownLine] {
        let shown: [Finding.Status] = isVerbose ? [.fail, .warn, .ok] : [.fail, .warn]
        return shown.flatMap { status in
            findings.filter { $0.status == status }.flatMap(lines)
        } + [summary(isVerbose)]
    }

    private func lines(of finding: Finding) -> [ShownLine] {
        let status = finding.status.rawValue
        let padding = String(repeating: " ", count: 6 - status.count)
        let subject = (finding.tenant.map { "\($0) " } ?? "") + finding.name
        return ["\(status: status)\(padding)\(subject): \(finding.detail)"]
            + [finding.advice].compactMap(\.self).map { "      → \($0)" }
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

    private func summary(_ isVerbose: Bool) -> ShownLine {
        let counts = [Finding.Status.fail, .warn, .ok].map { status in
            "\(findings.count { $0.status == status }) \(status.rawValue)"
        }
        let hidesSome = !isVerbose && findings.contains { $0.status == .ok }
        let hint = hidesSome ? " (--verbose shows these, too)" : ""
        return "\(counts.joined(separator: ", "))\(hint)"
    }
}
