import Testing

/// Tests of the real binary, in lanes.
///
/// Within a lane they run one after another, because each starts a server and measures its time to
/// answer. The lanes take about equally long.
///
/// Tests that mostly wait, as for the end of a lease, are separate suites.
enum BinaryTests {
    /// Apps, documents and outages.
    @Suite("The real binary: apps", .serialized)
    struct Apps {}

    /// What operators type.
    @Suite("The real binary: commands", .serialized)
    struct Commands {}

    /// Processes that start, serve and end.
    @Suite("The real binary: processes", .serialized)
    struct Processes {}
}
