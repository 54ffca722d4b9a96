-- Returns an explanation of the past with what is known today of the moment that it is about.
--
-- `as_known_now` is what a lookup answers today about the moment, with the code `was_right` or
-- `was_wrong`; null if the catalog no longer has what was asked for. What is about today is left
-- out: how fresh the knowledge is, and what to do next.

create function api.judged_explanation(
    explained json, app_user_id text, environment text, as_of timestamptz)
returns json
language plpgsql stable
as $$
declare
    _kind constant text := judged_explanation.explained #>> '{asked,kind}';
    _id constant text := judged_explanation.explained #>> '{asked,id}';
    _now jsonb;
begin
    begin
        select jsonb_build_object(
                   'is_allowed', asked.is_allowed, 'answer', asked.answer, 'facts', '{}'::jsonb,
                   'reason', case
                       when to_jsonb(asked.is_allowed)
                                = (judged_explanation.explained -> 'is_allowed')::jsonb
                            and asked.id = _id
                       then 'was_right' else 'was_wrong' end)
          into strict _now
          from api.asked_access(
                   judged_explanation.app_user_id, case when _kind = 'entitlement' then _id end,
                   case when _kind = 'feature' then _id end, null,
                   judged_explanation.environment, judged_explanation.as_of) as asked;
    exception when sqlstate 'PT404' then
        _now := null;
    end;
    return api.shown_names((judged_explanation.explained::jsonb || jsonb_build_object(
               'knowledge', '[]'::jsonb, 'next', '[]'::jsonb, 'as_known_now', _now))::json);
end
$$;
