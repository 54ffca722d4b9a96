/// A command that shows a list: a table of these columns.
protocol ListCommand {
    static var columns: [Column] { get }
}
