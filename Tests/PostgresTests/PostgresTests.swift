import Testing

/// Tests against a real server, in a database for the run.
///
/// They run one after another: many fill the server's connections on purpose, and many measure.
@Suite("The Postgres driver", .scratchDatabase, .serialized)
struct PostgresTests {}
