import Testing

/// Tests that run the real binary, one after the other: each starts a server, and most a Postgres.
@Suite("The real binary", .serialized)
struct BinaryTests {}
