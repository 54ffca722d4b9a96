import Testing

@testable import Postgres

extension PostgresTests {
    @Suite("Positions in the log of writes")
    struct PositionTests {
        @Test(
            "a position is read as it was written",
            arguments: [
                ("1:0/0", 1, 0), ("3:1A/16B3748", 3, 0x1A_016B_3748),
                ("4294967295:FFFFFFFF/FFFFFFFF", UInt32.max, UInt64.max),
            ] as [(String, UInt32, UInt64)])
        func read(text: String, timeline: UInt32, byte: UInt64) throws {
            let position = try #require(LogPosition(text))
            #expect(position == LogPosition(timeline: timeline, byte: byte))
            #expect(position.text == text)
        }

        @Test(
            "other text is no position",
            arguments: [
                "", "1", "1:", "1:0", ":0/0", "0:0/0", "-1:0/0", "+1:0/0", "1:+1/0", "1:0/-1",
                "1:0/0/0", "1:0/0:0", "1 :0/0", "1:0/0 ", "4294967296:0/0", "1:100000000/0",
                "1:0/100000000", "1:0/x", "1:/0", "1:0/", "１:0/0", "0/16B3748",
                "1:0/0'; select 1", "1:0/0\u{0}",
            ])
        func other(text: String) {
            #expect(LogPosition(text) == nil)
        }

        @Test("a later timeline is a later history, wherever its log begins")
        func ordered() {
            let positions = ["2:0/1", "1:0/2", "1:1/0", "1:0/FF"].compactMap { LogPosition($0) }
            #expect(positions.sorted().map(\.text) == ["1:0/2", "1:0/FF", "1:1/0", "2:0/1"])
        }

        @Test("each write of a task has a position behind its commit, and the newest counts")
        func written() async throws {
            try await withClient { client in
                let writes = WrittenPosition()
                try await WrittenPosition.$current.withValue(writes) {
                    _ = try await client.call(ScopeSeen(), in: nil)
                    #expect(writes.position == nil)
                    var last: LogPosition?
                    for word in ["one", "two", "three"] {
                        _ = try await client.call(WriteWord(word: word), in: nil)
                        let position = try #require(writes.position)
                        #expect(last.map { $0 < position } ?? true)
                        last = position
                    }
                    let place = try #require(last).text.split(separator: ":")[1]
                    let now = try await ScratchDatabase.administer(
                        "select '\(place)'::pg_lsn between '0/1' and pg_current_wal_insert_lsn()")
                    #expect(now == [["t"]])
                    writes.note(LogPosition(timeline: 1, byte: 1))
                    #expect(writes.position == last)
                }
            }
        }

        @Test("a refused or rolled back write answers as ever, and the next one is committed")
        func refused() async throws {
            try await withClient {
                $0.writeConnections = 1
            } _: { client in
                for round in 0..<3 {
                    let backend = try await client.call(Backend(), in: nil)
                    #expect(
                        await failure(of: PromiseWord(word: "twice"), on: client)
                            == (round == 0 ? nil : .server(sqlState: "23505")))
                    let writes = WrittenPosition()
                    try await WrittenPosition.$current.withValue(writes) {
                        _ = try await client.call(
                            WriteWord(word: "tried", rollsBack: true), in: nil)
                    }
                    #expect(writes.position == nil)
                    let same = try await client.call(Backend(), in: nil)
                    #expect(same == backend)
                }
            }
        }

        @Test("a call whose position is not reached fails, and those beside it are answered")
        func notReached() async throws {
            try await withClient { client in
                _ = try await client.call(Began(), in: .at("1:0/1"))
                _ = await failure(of: ScopeSeen(), in: .at("1:0/2"), on: client)
                async let nap = client.call(Nap(milliseconds: 200), in: .at("1:0/1"))
                try await withThrowingTaskGroup(of: Void.self) { group in
                    for number in 0..<60 {
                        group.addTask {
                            let isReached = !number.isMultiple(of: 3)
                            let scope = Scope.at(isReached ? "1:0/1" : "1:0/2", "\(number)")
                            if isReached {
                                let seen = try await client.call(ScopeSeen(), in: scope)
                                #expect(seen == ["\(number)"])
                            } else {
                                #expect(
                                    await failure(of: ScopeSeen(), in: scope, on: client)
                                        == .positionNotReached)
                            }
                        }
                    }
                    try await group.waitForAll()
                }
                let napped = try await nap
                #expect(napped == ["tenant"])
            }
        }
    }
}

extension Scope {
    fileprivate static func at(_ position: String, _ value: String = "tenant") -> Scope {
        Scope(
            entering: "enter_at", value: value,
            at: LogPosition(position) ?? LogPosition(timeline: 9, byte: 9), isExact: true)
    }
}
