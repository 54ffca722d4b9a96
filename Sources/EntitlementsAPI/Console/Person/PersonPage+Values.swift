import Console
import Entitlements

extension PersonPage {
    /// The values of the template.
    func values(_ answers: Answers, _ outcome: Outcome) -> JSONObject {
        let view = PersonView(id, answers.person, answers.entitlements, in: request.place)
        let groups = [
            now(view, answers), past(view, answers), forms(view, answers, outcome),
        ]
        var values = JSONObject()
        for member in groups.flatMap({ $0.object?.members ?? [] }) {
            values[member.name] = member.value
        }
        return values
    }

    private func now(_ view: PersonView, _ answers: Answers) -> JSONValue {
        let explained = WhyView(id, in: request.place)
        let allowances = AllowancesView(in: request.place)
        let limits = allowances.limits(answers.limits)
        let credits = AllowancesView.credits(answers.credits)
        let notices = allowances.notices(answers.notices, of: id)
        let features = PersonView.features(answers.features)
        let why = answers.why["entitlements"]
        let names = view.entitlementIDs(answers.features, file: answers.file)
        let verdict = explained.shown(answers.why["plan"] ?? .null)["verdict"]
        return .members([
            "standing": view.standing, "ids": view.namedIDs, "profile": view.profile,
            "verdict": verdict.map { .members(["parts": $0]) } ?? .null,
            "entitlements": .array(
                names.map { name in
                    view.entitlement(
                        name, file: answers.file, why: explained.shown(why?[name] ?? .null))
                }),
            "features": features, "has_features": .bool(features.array?.isEmpty == false),
            "household": MembersView(of: id, view.ids, in: request.place).shown(answers.household),
            "limits": limits, "credits": credits,
            "has_allowances": .bool(limits.array != [] || credits.array != []),
            "notices": notices, "has_notices": .bool(notices.array?.isEmpty == false),
        ])
    }

    private func past(_ view: PersonView, _ answers: Answers) -> JSONValue {
        let charges = ChargesView(in: request.place)
        let purchases = charges.purchases(answers.person)
        let charged = charges.charges(answers.charges)
        let kind = request.query["kind"]
        return .members([
            "purchases": purchases, "has_purchases": .bool(purchases.array?.isEmpty == false),
            "charges": charged, "has_charges": .bool(charged.array?.isEmpty == false),
            "has_more_charges": .bool(answers.charges["next_cursor"]?.isNull == false),
            "is_full": .bool(!answers.timeline.isNull),
            "kinds": TimelineView.filter(timelineKinds, chosen: kind),
            "timeline": TimelineView(of: id, in: request.place).entries(answers.timeline),
            "older": answers.timeline["next_cursor"]?.string.map { cursor in
                .string(
                    request.place.path(
                        "users/\(PercentEncoding.encoded(id))",
                        [("kind", kind), ("cursor", cursor)]) + "#timeline")
            } ?? .null,
            "notes": AllowancesView(in: request.place).notes(answers.notes),
        ])
    }

    private func forms(
        _ view: PersonView, _ answers: Answers, _ outcome: Outcome
    ) -> JSONValue {
        let isAnonymous = answers.person["kind"] == .string("anonymous")
        let acts = ActsView(
            upon: id, isAnonymous: isAnonymous,
            choices: [
                "entitlement_id": view.entitlementIDs(answers.features, file: answers.file)
                    .map { ($0, $0) },
                "duration": ActChoices.durations,
                "merge_id": ActChoices.merges(answers.audit),
                "grant_id": ActChoices.grants(answers.grants),
                "credit_id": ActChoices.credits(answers.credits),
                "campaign_id": ActChoices.campaigns(answers.campaigns),
            ], tried: outcome.tried, in: request.place)
        return .members([
            "href": .string(request.place.path(.person, id)),
            "acts": acts.forms, "note_form": acts.shown(.note),
            "may_act": .bool(ActsView.all.contains { request.api.may($0.operation) }),
            "may_export": .bool(request.api.may("exportAppUser")),
            "answer": outcome.answer,
            "then": asked.banner(backTo: request.place.path(.person, id)),
            "machine": .members([
                "as_of": asked.field("as_of"), "known_at": asked.field("known_at"),
                "is_sandbox": .bool(asked.values["environment"] == "sandbox"),
            ]),
        ])
    }
}

extension AskedMoment {
    /// What a banner says of a page about another moment or the sandbox; null for now.
    fileprivate func banner(backTo href: String) -> JSONValue {
        guard !values.isEmpty else { return .null }
        let text = { (name: String) in values[name].map(JSONValue.string) ?? .null }
        return .members([
            "as_of": text("as_of"), "known_at": text("known_at"),
            "environment": .string(values["environment"] ?? "production"), "href": .string(href),
        ])
    }
}
