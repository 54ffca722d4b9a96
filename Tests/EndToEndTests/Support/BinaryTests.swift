import Testing

/// Tests of the real binary, one after another: each starts a server and measures its time to
/// answer.
///
/// Tests that mostly wait, as for the end of a lease, are separate suites.
@Suite("The real binary", .serialized)
struct BinaryTests {}
