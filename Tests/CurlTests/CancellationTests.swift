import Curl
import TestSupport
import Testing

extension CurlTests {
    @Suite("A cancelled request")
    struct CancellationTests {
        @Test("in flight, closes its connection and frees its slot")
        func inFlight() async throws {
            try await withClient {
                $0.maximumRequestsInFlight = 1
                $0.maximumRequestsWaiting = 0
            } _: { client, server in
                let task = Task { await failure(of: .get(server.url("/silent")), on: client) }
                #expect(await eventually { server.log.requests.count == 1 })
                #expect(await failure(of: .get(server.url("/")), on: client) == .tooManyWaiting)
                task.cancel()
                #expect(await task.value == .cancelled)
                let response = try await client.send(.get(server.url("/")))
                #expect(response.status == 200)
                let isClosed = await eventually {
                    server.log.openConnectionCount == 1
                }
                #expect(isClosed)
            }
        }

        @Test("in the queue, is never sent")
        func waiting() async throws {
            try await withClient {
                $0.maximumRequestsInFlight = 1
                $0.maximumRequestsWaiting = 1
            } _: { client, server in
                async let held = client.send(.get(server.url("/held")))
                #expect(await eventually { server.log.requests.count == 1 })
                let tasks = (1...2).map { _ in
                    Task { await failure(of: .get(server.url("/late")), on: client) }
                }
                // The queue holds one. The refused one shows that the other is waiting.
                let isFull = await withTaskGroup(of: CurlError?.self) { group in
                    for task in tasks { group.addTask { await task.value } }
                    let first = await group.next() ?? nil
                    tasks.forEach { $0.cancel() }
                    let second = await group.next() ?? nil
                    return first == .tooManyWaiting && second == .cancelled
                }
                #expect(isFull)
                server.release()
                let answer = try await held
                #expect(answer.status == 200)
                #expect(server.log.requests.map(\.target) == ["/held"])
            }
        }

        @Test("before it was made, is never sent")
        func beforehand() async throws {
            try await withClient { client, server in
                let task = Task {
                    while !Task.isCancelled { await Task.yield() }
                    return await failure(of: .get(server.url("/silent")), on: client)
                }
                task.cancel()
                #expect(await task.value == .cancelled)
                #expect(server.log.connectionCount == 0)
            }
        }

        @Test("never affects others, over many rounds")
        func overAndOver() async throws {
            try await withClient { client, server in
                await withTaskGroup(of: Void.self) { group in
                    for number in 0..<200 {
                        group.addTask {
                            let path = number.isMultiple(of: 2) ? "/silent" : "/fine"
                            let task = Task {
                                await failure(of: .get(server.url(path)), on: client)
                            }
                            if path == "/silent" { task.cancel() }
                            #expect(await task.value == (path == "/silent" ? .cancelled : nil))
                        }
                    }
                }
            }
        }
    }
}
