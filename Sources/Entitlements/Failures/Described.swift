/// Returns an error in words, for a log line: its description, or the name of its type.
///
/// Swift's own dump of a value shows names of ours and every field, which may hold what no log may
/// have.
package func described(_ error: any Error) -> String {
    switch error {
    case let error as any CustomStringConvertible: error.description
    default: "\(type(of: error))"
    }
}
