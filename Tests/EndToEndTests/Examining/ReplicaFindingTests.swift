import EntitlementsDatabase
import Testing

@testable import hearth

@Suite("What hearth doctor concludes about replicas")
struct ReplicaFindingTests {
    private static func row(_ position: String?, isStandby: Bool = true) -> GetLogPosition.Row {
        GetLogPosition.Row(isStandby: isStandby, logPosition: position)
    }

    @Test(
        "a replica that gets no lookups is a warning that says why",
        arguments: [
            (row("2:0/10"), nil, "240 bytes"), (row("2:0/FFFF"), nil, "0 bytes"),
            (row("2:0/100", isStandby: false), "promoted", "no standby"),
            (row(nil), "minute", "does not tell"),
            (row("1:0/FFFF"), "pg_basebackup", "timeline 1 and the primary 2"),
        ] as [(GetLogPosition.Row, String?, String)])
    func concluded(seen: GetLogPosition.Row, advice: String?, words: String) {
        let finding = Finding.replica("1", seen, of: Self.row("2:0/100", isStandby: false))
        #expect(finding.status == (advice == nil ? .ok : .warn))
        #expect("\(finding)".contains(words), "\(finding)")
        #expect((finding.advice ?? "").contains(advice ?? ""), "\(finding)")
    }

    @Test("one that does not answer is a warning, too")
    func silent() {
        let finding = Finding.replica("2", failedBecause: "no connection is open")
        #expect(finding.status == .warn)
        #expect("\(finding)".contains("number 2") && "\(finding)".contains("no connection"))
    }
}
