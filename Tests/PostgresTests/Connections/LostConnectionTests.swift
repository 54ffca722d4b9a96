import Glibc
import Postgres
import Testing

extension PostgresTests {
    @Suite("Lost connections")
    struct LostConnectionTests {
        @Test("reads are repeated, and no write happens twice")
        func underLoad() async throws {
            let name = "hearth terminated"
            let outcomes = try await withClient(named: name) {
                $0.readConnections = 2
                $0.writeConnections = 4
            } _: { client in
                try await withThrowingTaskGroup(of: [String: PostgresError?].self) { group in
                    for worker in 0..<20 {
                        group.addTask { await write(worker, on: client) }
                        group.addTask { try await read(worker, on: client) }
                    }
                    // Fewer losses than a read's attempts, with calls in between.
                    for _ in 0..<5 {
                        for _ in 0..<10 { _ = try await client.call(Nap(milliseconds: 1), in: nil) }
                        try await terminate(named: name)
                        #expect(try await areConnected(7, named: name))
                    }
                    let outcomes = try await group.reduce(into: [:]) {
                        $0.merge($1) { $1 }
                    }
                    let afterwards = try await client.call(ScopeSeenByWrite(), in: nil)
                    #expect(afterwards == [""])
                    return outcomes
                }
            }
            let rows = try await ScratchDatabase.administer(
                "select word, count(*) from public.written where word like 'loss %' group by word")
            let counts = Dictionary(uniqueKeysWithValues: rows.map { ($0[0] ?? "", $0[1] ?? "") })
            #expect(outcomes.count == 20 * 50)
            for (word, error) in outcomes {
                switch error {
                case nil: #expect(counts[word] == "1", "\(word)")
                case .connectionLost(outcomeUnknown: true): #expect(counts[word] != "2")
                default: Issue.record("\(word): \(String(describing: error))")
                }
            }
        }

        private func write(
            _ worker: Int, on client: PostgresClient
        ) async -> [String: PostgresError?] {
            var outcomes: [String: PostgresError?] = [:]
            for number in 0..<50 {
                let word = "loss \(worker) \(number)"
                let error = await failure(of: WriteWord(word: word, milliseconds: 2), on: client)
                outcomes.updateValue(error, forKey: word)
            }
            return outcomes
        }

        private func read(
            _ worker: Int, on client: PostgresClient
        ) async throws -> [String: PostgresError?] {
            for number in 0..<100 {
                let scope = "\(worker) \(number)"
                let seen = try await client.call(Nap(milliseconds: 1), in: .test(scope))
                #expect(seen == [scope])
            }
            return [:]
        }

        @Test("a running write fails with an unknown outcome, and is not repeated")
        func writeUnderWay() async throws {
            let name = "hearth torn"
            try await withClient(named: name) { client in
                let call = Task {
                    await failure(of: WriteWord(word: "torn", milliseconds: 20_000), on: client)
                }
                #expect(try await isNapping(name))
                try await terminate(named: name)
                #expect(await call.value == .connectionLost(outcomeUnknown: true))
                _ = try await client.call(Backend(), in: nil)
            }
            #expect(try await count(of: "torn") == "0")
        }

        @Test("a write avoids idle connections that the server ended")
        func idleConnections() async throws {
            let name = "hearth idle"
            try await withClient(named: name) { client in
                for _ in 0..<30 {
                    #expect(try await areConnected(4, named: name))
                    try await terminate(named: name)
                    _ = try await client.call(Backend(), in: nil)
                }
            }
        }

        @Test("calls without a server end at their deadline, or when it is back")
        func serverAway() async throws {
            let folder = "/tmp/hearth-postgres-tests-\(getpid())"
            #expect(mkdir(folder, 0o700) == 0)
            defer { removeSocket(in: folder) }
            let socket = try await socketPath()
            try await withClient(to: try ScratchDatabase.connectionString(through: folder)) {
                $0.connectionWaitMilliseconds = 400
            } _: { client in
                let took = await ContinuousClock().measure {
                    #expect(await failure(of: ScopeSeen(), on: client) == .unreachable)
                }
                #expect(took >= .milliseconds(400) && took < .seconds(5))
                #expect(await failure(of: Backend(), on: client) == .unreachable)

                #expect(symlink(socket, folder + "/.s.PGSQL.5432") == 0)
                var error: PostgresError? = .unreachable
                for _ in 0..<20 where error == .unreachable {
                    error = await failure(of: ScopeSeen(), on: client)
                }
                #expect(error == nil)
            }
        }

        private func socketPath() async throws -> String {
            let rows = try await ScratchDatabase.administer(
                """
                select split_part(current_setting('unix_socket_directories'), ',', 1)
                    || '/.s.PGSQL.' || current_setting('port')
                """)
            return try #require(rows.first?.first ?? nil)
        }

        private func removeSocket(in folder: String) {
            unlink(folder + "/.s.PGSQL.5432")
            rmdir(folder)
        }

        @Test("two hundred losses leak no thread and no descriptor")
        func nothingLeaks() async throws {
            let place = try ScratchDatabase.current.connectionString
            // In a process of its own, because other tests open descriptors meanwhile.
            await #expect(processExitsWith: .success) { [place = place as String] in
                try await ScratchDatabase.withCurrent(place) { try await loseConnections() }
            }
        }
    }
}

private func loseConnections() async throws {
    let name = "hearth replaced"
    try await withClient(named: name) {
        $0.readConnections = 5
        $0.writeConnections = 5
    } _: { client in
        #expect(try await areConnected(11, named: name))
        let before = (entries(of: "/proc/self/fd"), entries(of: "/proc/self/task"))
        for _ in 0..<20 {
            try await terminate(named: name)
            #expect(try await areConnected(11, named: name))
        }
        _ = try await client.call(Backend(), in: nil)
        let after = (entries(of: "/proc/self/fd"), entries(of: "/proc/self/task"))
        // The threads of Swift's own pools come and go.
        #expect(after.0 <= before.0 + 4, "\(before) then \(after)")
        #expect(after.1 <= before.1 + 8, "\(before) then \(after)")
    }
}

func entries(of folder: String) -> Int {
    guard let directory = opendir(folder) else { return 0 }
    defer { closedir(directory) }
    var count = 0
    while readdir(directory) != nil { count += 1 }
    return count
}

/// Waits for the number of connections with the name; one of them is for pings.
private func areConnected(_ count: Int, named name: String) async throws -> Bool {
    try await ScratchDatabase.waits(
        for: "\(count)",
        "select count(*) from pg_stat_activity where application_name = '\(name)'")
}
