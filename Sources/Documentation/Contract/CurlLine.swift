import Entitlements

/// The command that sends a request, to paste into a shell.
struct CurlLine {
    let operation: Operation

    var text: String {
        var lines = ["curl -s\(method) \(address)"]
        lines += credential.map { [#"-H "Authorization: Bearer $\#($0)""#] } ?? []
        lines += headers
        if let example = operation.body?.example {
            lines.append("-H 'Content-Type: application/json'")
            let json = PrettyJSON.text(example).replacing("'", with: #"'\''"#)
            lines.append("-d '\(json)'")
        }
        return lines.joined(separator: " \\\n    ")
    }

    /// A body makes a POST by itself.
    private var method: String {
        let usual = operation.body?.example == nil ? "GET" : "POST"
        return operation.method == usual ? "" : " -X \(operation.method)"
    }

    private var address: String {
        var path = operation.path
        for parameter in operation.parameters where parameter.place == "path" {
            let value = parameter.example?.word ?? "$\(parameter.name.uppercased())"
            path = path.replacing("{\(parameter.name)}", with: value)
        }
        let query = operation.parameters
            .filter { $0.place == "query" && $0.isRequired }
            .map { "\($0.name)=\($0.example?.word ?? "$\($0.name.uppercased())")" }
        guard !query.isEmpty else { return "$ADDRESS\(path)" }
        return "\"$ADDRESS\(path)?\(query.joined(separator: "&"))\""
    }

    /// The variable of the weakest credential that suffices and that `hearth up` makes; nil if none
    /// is needed.
    private var credential: String? {
        let names = Set(operation.credentials.flatMap(\.self))
        let variables = [
            ("readKey", "READ_KEY"), ("secretKey", "SECRET_KEY"), ("endUserToken", "TOKEN"),
            ("adminKey", "ADMIN_KEY"),
        ]
        return variables.first { names.contains($0.0) }?.1
    }

    private var headers: [String] {
        operation.parameters.filter { $0.place == "header" && $0.isRequired }.map {
            "-H '\($0.name): \($0.example?.word ?? "stockpot")'"
        }
    }
}
