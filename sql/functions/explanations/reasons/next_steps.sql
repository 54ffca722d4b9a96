-- Returns what mends a refusal, the best first: a code and the facts for each step.
--
-- The steps are those of the verdict, then those of other purchases that run and give no access.

create function api.next_steps(
    verdict entitlements.explained_reason, reasons entitlements.explained_reason[], asked jsonb,
    has_key boolean)
returns json
language plpgsql stable
as $$
begin
    return (
        with steps as (
            select distinct on (step.code) step.code, listed.ordinality as number,
                   step.number as position, listed.facts || asked as facts
              from unnest(array_prepend(verdict, reasons)) with ordinality as listed
             cross join lateral unnest(api.remedies_of(
                       listed.code, listed.facts ->> 'owner_app_user_id' is not null,
                       next_steps.has_key)) with ordinality as step (code, number)
             where listed.ordinality = 1 or listed.is_withheld
             order by step.code, listed.ordinality)
        select coalesce(
                   json_agg(json_build_object('reason', steps.code, 'facts', steps.facts)
                            order by steps.number, steps.position),
                   '[]')
          from steps);
end
$$;
