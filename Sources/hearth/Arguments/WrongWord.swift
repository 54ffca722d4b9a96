import ArgumentParser
import Entitlements

/// A word where a command's name should be.
///
/// The parser itself has suggestions for options only.
struct WrongWord: Equatable {
    /// The words before it, with the program's name.
    let before: [String]
    let word: String
    /// The name that was probably meant.
    let nearest: String?

    /// Nil if the words name a command.
    static func find(
        in words: [String], of program: any ParsableCommand.Type
    ) -> WrongWord? {
        var before = [program._commandName]
        var group = program
        for word in words {
            let commands = group.configuration.subcommands
            let takesArguments = commands.isEmpty || group.configuration.defaultSubcommand != nil
            if let named = commands.first(where: { $0._commandName == word }) {
                before.append(word)
                group = named
                continue
            }
            if takesArguments || word.hasPrefix("-") || word == "help" { return nil }
            return WrongWord(
                before: before, word: word,
                nearest: NearestName.of(word, among: commands.map { $0._commandName }))
        }
        return nil
    }

    var error: ValidationError {
        let path = before.joined(separator: " ")
        let question = nearest.map { " Did you mean '\(path) \($0)'?" } ?? ""
        return ValidationError("There is no command '\(path) \(word)'.\(question)")
    }
}
