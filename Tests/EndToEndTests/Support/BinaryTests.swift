import Testing

/// Tests that run the real binary, one after the other: each starts a server and measures how soon
/// it answers.
///
/// Tests that mostly wait, for a lease to end or for a killed server, are suites of their own.
@Suite("The real binary", .serialized)
struct BinaryTests {}
