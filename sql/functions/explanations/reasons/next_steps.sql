-- Returns what mends a refusal, the best first: a code and the facts for each step.
--
-- The steps are those of the verdict, then those of other purchases that run and give no access.

create function api.next_steps(verdict jsonb, reasons jsonb[], asked jsonb, has_key boolean)
returns json
language plpgsql stable
as $$
begin
    return (
        with steps as (
            select distinct on (step.code) step.code, listed.number, step.number as position,
                   (listed.reason -> 'facts') || asked as facts
              from unnest(verdict || reasons) with ordinality as listed (reason, number)
             cross join lateral unnest(api.remedies_of(
                       listed.reason ->> 'reason',
                       listed.reason #>> '{facts,owner_app_user_id}' is not null,
                       next_steps.has_key)) with ordinality as step (code, number)
             where listed.number = 1
                or (listed.reason ->> 'place')::integer
                       between api.explanation_place('transaction_unknown', false)
                           and api.explanation_place('ended_before_joining', true)
             order by step.code, listed.number)
        select coalesce(
                   json_agg(json_build_object('reason', steps.code, 'facts', steps.facts)
                            order by steps.number, steps.position),
                   '[]')
          from steps);
end
$$;
