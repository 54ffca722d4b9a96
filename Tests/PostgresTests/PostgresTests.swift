import Testing

/// Everything here talks to a real server, in a database that is made for the run and dropped after
/// it.
///
/// One test runs after the other: many fill a server's connections on purpose, and many measure.
@Suite("The Postgres driver", .scratchDatabase, .serialized)
struct PostgresTests {}
