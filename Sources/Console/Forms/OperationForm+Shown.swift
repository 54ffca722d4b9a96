package import Entitlements

/// What a form is shown with.
private struct Filling {
    let values: [String: String]
    let choices: [String: [ActChoices.Choice]]
    let preview: JSONValue
    let isTried: Bool
}

extension OperationForm {
    /// The form as the template `act_form` reads it.
    ///
    /// - Parameters:
    ///   - action: The address that it is sent to.
    ///   - values: What was typed into fields, or what the page gives.
    ///   - choices: What choices offer, by the name of the field.
    ///   - preview: What a dry run answered: then the fields cannot be changed. Null without one.
    ///   - isTried: Whether the form was sent and is shown again.
    /// - Returns: The form.
    package func shown(
        to action: String, _ values: [String: String] = [:],
        choices: [String: [ActChoices.Choice]] = [:], preview: JSONValue = .null,
        isTried: Bool = false
    ) -> JSONValue {
        let filling = Filling(values: values, choices: choices, preview: preview, isTried: isTried)
        return .members([
            "carries_out": .string(operation), "name": .string(name), "title": .string(title),
            "about": about.map(JSONValue.string) ?? .null, "is_open": .bool(isTried),
            "action": .string(action),
            "fields": .array(fields.compactMap { $0.shown(filling) }),
            "is_grave": .bool(confirms != nil),
            "needs_preview": .bool(hasPreview && preview.isNull),
            "preview": preview.isNull ? .null : ActsView.preview(preview),
        ])
    }
}

extension JSONValue {
    /// What a page shows, without the forms of operations that are not permitted.
    ///
    /// A form that is alone becomes null; an array loses it.
    package func keepingForms(of isPermitted: (String) -> Bool) -> JSONValue {
        switch self {
        case .object(var object):
            if let operation = object["carries_out"]?.string, !isPermitted(operation) {
                return .null
            }
            for member in object.members {
                object[member.name] = member.value.keepingForms(of: isPermitted)
            }
            return .object(object)
        case .array(let elements):
            return .array(
                elements.compactMap { element in
                    let kept = element.keepingForms(of: isPermitted)
                    return kept.isNull && !element.isNull ? nil : kept
                })
        default: return self
        }
    }
}

extension FormField {
    /// The field as the template `act_form` reads it; nil if it is the same for every form.
    fileprivate func shown(_ filling: Filling) -> JSONValue? {
        let value = filling.values[name] ?? (filling.isTried ? "" : self.value)
        let (kind, members) = parts(value, filling)
        guard kind != "fixed" else { return nil }
        var shown = JSONValue.members([
            "name": .string(name), "label": .string(label),
            "hint": hint.map(JSONValue.string) ?? .null, "value": .string(value),
            "is_required": .bool(isRequired), "is_readonly": .bool(!filling.preview.isNull),
            "is_checked": .bool(!value.isEmpty), "is_text": .bool(kind == "text"),
            "is_url": .bool(kind == "url"), "is_number": .bool(kind == "number"),
            "is_choice": .bool(kind == "choice"), "is_box": .bool(kind == "box"),
            "is_boxes": .bool(kind == "boxes"), "is_hidden": .bool(kind == "hidden"),
            "maximum": .null, "least": .null, "greatest": .null, "choices": .null,
        ]).object
        for member in members.object?.members ?? [] { shown?[member.name] = member.value }
        return shown.map(JSONValue.object)
    }

    /// The kind of the field's element, and what that kind alone has.
    private func parts(
        _ value: String, _ filling: Filling
    ) -> (kind: String, members: JSONValue) {
        switch control {
        case .text(let maximum): ("text", .members(["maximum": .string(String(maximum))]))
        case .url(let maximum): ("url", .members(["maximum": .string(String(maximum))]))
        case .number(let range):
            (
                "number",
                .members([
                    "least": .string(String(range.lowerBound)),
                    "greatest": range.upperBound == .max
                        ? .null : .string(String(range.upperBound)),
                ])
            )
        case .choice:
            ("choice", .members(["choices": offered(filling.choices[name] ?? [], value)]))
        case .words(let words):
            ("choice", .members(["choices": offered(words.map { ($0.word, $0.label) }, value)]))
        case .box: ("box", .members([:]))
        case .boxes(let words):
            ("boxes", .members(["choices": boxes(words, value, filling)]))
        case .hidden: ("hidden", .members([:]))
        case .fixed: ("fixed", .members([:]))
        }
    }

    private func offered(_ choices: [ActChoices.Choice], _ chosen: String) -> JSONValue {
        .array(
            choices.map { choice in
                .members([
                    "value": .string(choice.value), "label": .string(choice.label),
                    "is_chosen": .bool(choice.value == chosen),
                ])
            })
    }

    private func boxes(
        _ words: [String], _ value: String, _ filling: Filling
    ) -> JSONValue {
        let chosen = value.split(separator: ",").map(String.init)
        return .array(
            words.map { word in
                .members([
                    "value": .string(box(of: word)), "label": .string(word),
                    "is_chosen": .bool(
                        filling.isTried
                            ? filling.values[box(of: word)] != nil : chosen.contains(word)),
                ])
            })
    }
}
