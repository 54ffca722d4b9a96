import Curl
import TestSupport
import Testing

extension CurlTests {
    @Suite("Requests and answers pass unchanged")
    struct RequestTests {
        @Test("the status and the body are returned")
        func getsBody() async throws {
            try await withClient { client, server in
                let response = try await client.send(.get(server.url("/a?b=c")))
                #expect(response.status == 200)
                #expect(response.text == "GET /a?b=c\n")
            }
        }

        @Test("a body is sent unchanged, without additional headers")
        func postsBody() async throws {
            try await withClient { client, server in
                // Large enough for libcurl to send Expect: 100-continue.
                let bytes = Array(repeating: Array(UInt8.min...UInt8.max), count: 8_000).joined()
                var request = CurlRequest(
                    "POST", server.url("/a"), addressFilter: .any, body: Array(bytes))
                request.maximumBodyBytes = 4_000_000
                let response = try await client.send(request)
                #expect(response.body == Array("POST /a\n".utf8) + bytes)
                let seen = try #require(server.log.requests.first)
                #expect(seen["content-length"] == ["2048000"])
                #expect(seen["content-type"] == [])
                #expect(seen["expect"] == [])
                #expect(seen["user-agent"] == ["hearth"])
            }
        }

        @Test(
            "every method is sent",
            arguments: ["GET", "POST", "PUT", "PATCH", "DELETE", "QUERY"])
        func sendsMethod(method: String) async throws {
            try await withClient { client, server in
                for body in [Array("x".utf8), [], nil] {
                    let response = try await client.send(
                        CurlRequest(method, server.url("/"), addressFilter: .any, body: body))
                    #expect(response.body == Array("\(method) /\n".utf8) + (body ?? []))
                }
            }
        }

        @Test("a POST without a body has Content-Length: 0")
        func postsNothing() async throws {
            try await withClient { client, server in
                _ = try await client.send(
                    CurlRequest("POST", server.url("/"), addressFilter: .any))
                #expect(server.log.requests.first?["content-length"] == ["0"])
            }
        }

        @Test("HEAD sends and gets no body")
        func sendsHead() async throws {
            try await withClient { client, server in
                var request = CurlRequest("HEAD", server.url("/head"), addressFilter: .any)
                request.maximumBodyBytes = 0
                let response = try await client.send(request)
                #expect(response["content-length"] == "4")
                #expect(response.body.isEmpty)
                request.body = [1]
                #expect(await failure(of: request, on: client) == .invalidRequest)
            }
        }

        @Test("headers are sent in order, including empty and repeated ones")
        func sendsHeaders() async throws {
            try await withClient { client, server in
                let request = CurlRequest.get(server.url("/")) {
                    $0.headers = [
                        ("X-Word", "a: b;c"), ("X-Empty", ""), ("X-Word", "ü"),
                        ("Content-Type", "text/plain"),
                    ]
                }
                _ = try await client.send(request)
                let seen = try #require(server.log.requests.first)
                let own = seen.headers.filter { $0.name.hasPrefix("X-") }
                #expect(own.map(\.name) == ["X-Word", "X-Empty", "X-Word"])
                #expect(own.map(\.value) == ["a: b;c", "", "ü"])
                #expect(seen["content-type"] == ["text/plain"])
            }
        }

        @Test("headers are returned in order, with lower-case names")
        func receivesHeaders() async throws {
            try await withClient { client, server in
                let response = try await client.send(.get(server.url("/headers")))
                #expect(response.headers.map(\.name) == ["x-b", "x-a", "x-b", "content-length"])
                #expect(response.headers.map(\.value) == ["1", "two words", "3", "0"])
                #expect(response["x-b"] == "1")
            }
        }

        @Test("an interim answer is skipped")
        func skipsInterim() async throws {
            try await withClient { client, server in
                let response = try await client.send(.get(server.url("/interim")))
                #expect(response.status == 200)
                #expect(response.headers.map(\.name) == ["content-length"])
            }
        }

        @Test("a redirect is returned, not followed")
        func followsNothing() async throws {
            try await withClient { client, server in
                let response = try await client.send(.get(server.url("/redirect")))
                #expect(response.status == 302)
                #expect(response["location"] == "/other")
                #expect(server.log.requests.count == 1)
            }
        }

        @Test("one connection serves consecutive requests")
        func reusesConnection() async throws {
            try await withClient { client, server in
                for number in 1...10 {
                    let response = try await client.send(.get(server.url("/\(number)")))
                    #expect(response.text == "GET /\(number)\n")
                }
                #expect(server.log.connectionCount == 1)
            }
        }

        @Test("simultaneous requests get their own answers, over few connections")
        func sendsAtOnce() async throws {
            try await withClient {
                $0.maximumConnectionsPerHost = 4
            } _: { client, server in
                try await withThrowingTaskGroup(of: Void.self) { group in
                    for number in 1...20 {
                        group.addTask {
                            let response = try await client.send(.get(server.url("/\(number)")))
                            #expect(response.text == "GET /\(number)\n")
                        }
                    }
                    try await group.waitForAll()
                }
                #expect(server.log.connectionCount <= 4)
            }
        }

        @Test("a slow answer delays no other request")
        func waitsForNoOther() async throws {
            try await withClient { client, server in
                async let held = client.send(.get(server.url("/held")))
                #expect(await eventually { server.log.requests.count == 1 })
                let response = try await client.send(.get(server.url("/")))
                #expect(response.status == 200)
                server.release()
                let answer = try await held
                #expect(answer.text == "held")
            }
        }
    }
}
