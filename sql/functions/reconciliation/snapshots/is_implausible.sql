-- Whether a run takes too much from too many of those it read last: the key may be for another
-- project, which knows nobody or knows others. People who wait to be read again because the project
-- is not recognised count with them.
--
-- internal: called by claim_run_people.
-- Locks: none.

create function api.is_implausible(run entitlements.runs) returns boolean
language plpgsql stable security invoker
set search_path = ''
as $$
begin
    return (
        select count(*) >= 20
               and count(*) filter (where latest.is_lost) * 100
                   > count(*) * run.stop_at_lost_percent
          from ((select person.is_lost
                   from entitlements.run_people person
                  where person.tenant_id = run.tenant_id and person.run_id = run.run_id
                    and person.outcome is not null
                  order by person.done_at desc
                  limit 100)
                 union all
                (select person.is_lost
                   from entitlements.run_people person
                  where person.tenant_id = run.tenant_id and person.run_id = run.run_id
                    and person.outcome is null and person.is_lost
                  limit 100)) as latest);
end
$$;
