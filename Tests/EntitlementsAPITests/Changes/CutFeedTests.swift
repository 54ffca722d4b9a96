import Entitlements
import EntitlementsDatabase
import TestSupport
import Testing

@testable import EntitlementsAPI

/// A failover that lost commits and a restore leave a log without its end.
@Suite("Readers of a log that lost its end", .timeLimit(.minutes(5)))
struct CutFeedTests {
    @Test("are refused after a lost number, however many changes came since; others read on")
    func refused() async throws {
        try await TestAPI.run { api in
            try await api.tenant.takeTokens()
            let endpoint = try await api.tenant.createEndpoint()
            try await api.tenant.log([101, 102, 113, 114])
            try await api.tenant.lose(after: 102)
            for new: [Int64] in [[], [201], [202, 203, 204]] {
                try await api.tenant.log(new)
                for lost in [113, 114] {
                    for (operation, path) in [
                        ("listChanges", "/v1/changes?after=\(lost)"),
                        ("listChanges", "/v1/changes?after=\(lost)&wait=30"),
                        ("streamChanges", "/v1/changes/stream?after=\(lost)"),
                    ] {
                        let answer = try await api.get(operation, path, key: api.secretKey)
                        #expect(try answer.refusal == "410 changes_gone")
                    }
                    let comesAgain = try await api.get(
                        "streamChanges", "/v1/changes/stream", key: api.secretKey,
                        headers: [("Last-Event-ID", "\(lost)")])
                    #expect(try comesAgain.refusal == "410 changes_gone")
                    let mine = try await api.me(
                        "listMyChanges", "/v1/me/changes?after=\(lost)", as: "u_1")
                    #expect(try mine.refusal == "410 changes_gone")
                    let replayed = try await api.post(
                        "replayEndpoint", "/v1/admin/endpoints/\(endpoint)/replay",
                        ["from_number": .integer(Int64(lost))], key: api.secretKey)
                    #expect(try replayed.refusal == "410 changes_gone")
                }
            }
            let rest = try await api.get("listChanges", "/v1/changes?after=102", key: api.secretKey)
            #expect(try rest.json["data"]?.array?.map { $0["number"] } == [201, 202, 203, 204])
        }
    }

    @Test("are told while they wait, and their open stream ends without another change")
    func open() async throws {
        try await TestAPI.run { api in
            try await api.tenant.log([101, 102, 113, 114])
            try await api.stream(after: 102) { stream in
                _ = try await stream.text(through: "id: 114\n")
                _ = try await stream.text(through: "\n\n")
                async let waiting = api.get(
                    "listChanges", "/v1/changes?after=114&wait=30", key: api.secretKey)
                try await api.tenant.lose(after: 102)
                try await api.tenant.log([201, 202, 203])
                // The last chunk: the answer is whole.
                let rest = try await stream.text(through: "0\r\n\r\n")
                #expect(!rest.contains("id: "))
                #expect(try await waiting.refusal == "410 changes_gone")
            }
        }
    }

    @Test("who had read what survived go on, and their stream stays open")
    func survived() async throws {
        try await TestAPI.run { api in
            try await api.tenant.log([101, 102])
            try await api.stream(after: 101) { stream in
                _ = try await stream.text(through: "id: 102\n")
                for number: Int64 in [5_001, 5_002, 90_001] {
                    async let waiting = api.get(
                        "listChanges", "/v1/changes?after=102&wait=30", key: api.secretKey)
                    try await api.tenant.log([number])
                    #expect(try await waiting.json["data"]?.array?.first?["number"] == 5_001)
                    _ = try await stream.text(through: "id: \(number)\n")
                }
                // What other streams read is in memory.
                try await api.stream(after: 5_001) { other in
                    _ = try await other.text(through: "id: 5002\n")
                    _ = try await other.text(through: "id: 90001\n")
                }
            }
        }
    }
}

extension TestTenant {
    /// Adds changes of `u_1` under these numbers, and notifies the readers.
    fileprivate func log(_ numbers: [Int64]) async throws {
        guard let last = numbers.last else { return }
        let list = numbers.map(String.init).joined(separator: ",")
        try await TestDatabase.shared.administer(
            """
            insert into entitlements.change_entries
            select '\(id)', number, 'entitlements_changed', 'u_1', null, '{}', 'event', null,
                   now(), now(), now()
              from unnest(array[\(list)]) as number;
            insert into entitlements.change_heads (tenant_id, last_number)
            values ('\(id)', \(last))
                on conflict (tenant_id) do update set last_number = excluded.last_number;
            select pg_notify('hearth_changes', '\(id)'::uuid::text)
            """)
    }

    /// Takes the log back to when this change was its last.
    fileprivate func lose(after number: Int64) async throws {
        try await TestDatabase.shared.administer(
            """
            delete from entitlements.change_entries
             where tenant_id = '\(id)' and number > \(number);
            update entitlements.change_heads set last_number = \(number)
             where tenant_id = '\(id)'
            """)
    }
}
