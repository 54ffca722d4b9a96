import Testing

/// Each test has a server and a client of its own.
@Suite("Requests to other servers", .timeLimit(.minutes(5)))
enum CurlTests {}
