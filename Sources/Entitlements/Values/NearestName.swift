/// The known name that an unknown one was probably meant to be.
package enum NearestName {
    /// Returns a name that begins with the word, else the most similar one; nil if none is similar.
    ///
    /// One letter in three may differ.
    package static func of(_ word: String, among names: [String]) -> String? {
        guard !word.isEmpty else { return nil }
        if let longer = names.first(where: { $0.hasPrefix(word) }) { return longer }
        let distances = names.map { (name: $0, distance: distance(from: word, to: $0)) }
        guard let nearest = distances.min(by: { $0.distance < $1.distance }),
            nearest.distance <= max(1, word.count / 3)
        else { return nil }
        return nearest.name
    }

    /// The Levenshtein distance: how many letters to add, remove or change.
    private static func distance(from word: String, to name: String) -> Int {
        let target = Array(name.utf8)
        var row = Array(0...target.count)
        for (line, letter) in word.utf8.enumerated() {
            var diagonal = row[0]
            row[0] = line + 1
            for column in target.indices {
                let changed = diagonal + (target[column] == letter ? 0 : 1)
                diagonal = row[column + 1]
                row[column + 1] = Swift.min(changed, diagonal + 1, row[column] + 1)
            }
        }
        return row[target.count]
    }
}
