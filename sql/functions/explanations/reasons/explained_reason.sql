-- Returns a reason of an explanation, with the place of its code (see explanation_codes).
--
-- Null: `part` of a verdict without a purchase or an event, `rule`, `begins_at`.
-- Pure: reads only its arguments.

create function api.explained_reason(
    part text, code text, facts jsonb, is_running boolean default false,
    has_won boolean default false, rule text default null, begins_at timestamptz default null)
returns entitlements.explained_reason
language sql immutable
begin atomic
    select row(
               explained_reason.part, explained_reason.code, explained_reason.facts,
               explained_reason.rule, explained_reason.has_won, explained_reason.begins_at,
               explained_reason.is_running, max(ranked.place), bool_or(ranked.place < 200),
               bool_or(ranked.place between 200 and 299))::entitlements.explained_reason
      from (select case when explained_reason.is_running
                        then coalesce(known.running_place, known.place)
                        else known.place end
              from api.explanation_codes() as known
             where known.code = explained_reason.code) as ranked (place);
end;
