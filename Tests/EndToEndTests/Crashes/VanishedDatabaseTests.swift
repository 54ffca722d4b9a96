import TestSupport
import Testing

extension BinaryTests.Apps {
    @Suite("Without its database the server answers 503, and it recovers")
    struct VanishedDatabaseTests {}
}

extension BinaryTests.Apps.VanishedDatabaseTests {
    private static let longestAnswer = Duration.seconds(5)
    /// It is 2.5 seconds, more on a busy machine, and over 6 if the hang goes unnoticed.
    private static let longestHang = Duration.seconds(4)
    private static let resumptionSeconds = 10

    @Test("a silent database leads to 503 with Retry-After within five seconds")
    func silent() async throws {
        try await Installation.with { installation in
            let server = try await installation.start()
            let begin = ContinuousClock.now
            try await expectService(of: server, to: "u_1")
            try await installation.whileDatabaseIsSilent {
                for _ in 0..<3 {
                    async let lookup = timely { try await server.lookUp("u_1") }
                    async let delivery = timely {
                        try await server.deliver(Delivery(appUserID: "u_2"))
                    }
                    async let readiness = timely { try await server.request("GET", "/readyz") }
                    #expect(try await server.request("GET", "/livez").status == 200)
                    for answer in try await [lookup, delivery] {
                        #expect(answer.status == 503)
                        #expect(answer.text.contains("database_unavailable"))
                        expectProblem(answer)
                    }
                    #expect(try await readiness.status == 503)
                }
            }
            let hasResumed = await eventually(withinSeconds: Self.resumptionSeconds) {
                (try? await server.isActive("u_1")) == true
            }
            #expect(hasResumed)
            try await expectService(of: server, to: "u_3")
            let hindrances = server.process.errorText.split(separator: "\n")
                .filter { $0.contains("could not be") || $0.contains("were interrupted") }
            let minutes = Int(begin.duration(to: .now) / .seconds(60)) + 1
            #expect(hindrances.count <= minutes, "\(hindrances)")
        }
    }

    @Test("a database that hangs leads to 503 at once, whatever is under way or waits behind it")
    func hanging() async throws {
        try await Installation.with { installation in
            let server = try await installation.start()
            try await expectService(of: server, to: "u_1")
            // Writes of each kind have prepared their statements.
            for call in HangingCall.allCases { _ = try await call.send(to: server, 0) }
            try await installation.whileDatabaseHangs {
                for round in 1...2 {
                    try await withThrowingTaskGroup(of: Void.self) { group in
                        for number in 1...10 {
                            for call in HangingCall.allCases {
                                group.addTask {
                                    let answer = try await timely(within: Self.longestHang) {
                                        try await call.send(to: server, round * 100 + number)
                                    }
                                    #expect(answer.text.contains("database_unavailable"), "\(call)")
                                    expectProblem(answer)
                                }
                            }
                        }
                        try await group.waitForAll()
                    }
                }
                let isShown = try await eventually {
                    let metrics = try await server.metrics()
                    return ["read", "write"].allSatisfy {
                        metrics.contains(
                            #"hearth_postgres_connections_open{pool="\#($0)"} 0\#n"#)
                    }
                }
                #expect(isShown, "HearthDatabaseAway would not fire")
            }
            let hasResumed = await eventually(withinSeconds: Self.resumptionSeconds) {
                (try? await server.isActive("u_1")) == true
            }
            #expect(hasResumed)
            try await expectService(of: server, to: "u_3")
            #expect(server.process.errorText.contains("the server hangs"))
        }
    }

    @Test("a killed postmaster is started again; meanwhile requests get 503")
    func killed() async throws {
        try await Installation.with { installation in
            let server = try await installation.start()
            try await expectService(of: server, to: "u_1")
            #expect(await installation.killPostmaster())
            var number = 0
            let hasResumed = try await eventually(withinSeconds: Self.resumptionSeconds) {
                number += 1
                let delivery = Delivery(appUserID: "u_2_\(number)")
                #expect(try await server.request("GET", "/livez").status == 200)
                let answers = try await [
                    timely { try await server.deliver(delivery) },
                    timely { try await server.lookUp("u_1") },
                ]
                for answer in answers where answer.status != 200 { expectProblem(answer) }
                return answers.allSatisfy { $0.status == 200 }
            }
            #expect(hasResumed)
            try await expectService(of: server, to: "u_3")
            let log = server.process.errorText.split(separator: "\n")
            for message in ["The database cannot be reached", "The database is back"] {
                #expect(log.count { $0.contains("\"\(message)\"") } == 1, "\(message): \(log)")
            }
            #expect(!log.contains { $0.contains("\"level\":\"warning\"") }, "\(log)")
        }
    }

    private func expectService(of server: RunningHearth, to appUserID: String) async throws {
        #expect(try await server.deliver(Delivery(appUserID: appUserID)).status == 200)
        #expect(try await server.isActive(appUserID))
    }

    /// Expects an answer in time.
    private func timely(
        within limit: Duration = longestAnswer, _ ask: () async throws -> RawHTTPResponse
    ) async throws -> RawHTTPResponse {
        let begin = ContinuousClock.now
        let answer = try await ask()
        let duration = begin.duration(to: .now)
        #expect(duration < limit, "\(duration)")
        return answer
    }

    /// Expects a problem with Retry-After and without internal details.
    private func expectProblem(_ answer: RawHTTPResponse) {
        #expect(answer.status == 503)
        #expect(answer["content-type"] == "application/problem+json")
        #expect(answer["retry-after"].flatMap { Int($0) } ?? 0 >= 1)
        let text = answer.text.lowercased()
        #expect(["postgres", "sql", "socket", "/tmp", "/shm"].allSatisfy { !text.contains($0) })
    }
}
