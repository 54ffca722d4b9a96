-- Writes down what became of people of a run, in the transaction that reads them, and answers those
-- who still have to be read: the others were read already, by another worker that had their lease
-- before. People who are not of the run still have to be read.
--
-- internal: called by apply_snapshots and confirm_app_user, first thing. Without a run it answers
-- everybody.
-- Idempotent: what became of somebody first holds.
-- Locks: the run's rows of the people, by id, so that of two who have one of them one goes on.

create function api.finish_run_people(run_id uuid, app_user_ids text[], outcome text)
returns setof text
language plpgsql volatile security invoker rows 16
set search_path = ''
as $$
#variable_conflict use_column
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _done text[];
begin
    if finish_run_people.run_id is null then
        return query select unnest(finish_run_people.app_user_ids);
        return;
    end if;
    -- By their key alone: the index of those who wait holds the whole run.
    _done := array(
        select held.app_user_id
          from (select person.app_user_id, person.outcome
                  from entitlements.run_people person
                 where person.tenant_id = _tenant_id
                   and person.run_id = finish_run_people.run_id
                   and person.app_user_id = any (finish_run_people.app_user_ids)
                 order by person.app_user_id
                   for no key update) as held
         where held.outcome is not null);
    update entitlements.run_people person
       set outcome = finish_run_people.outcome, done_at = clock_timestamp(), claim_id = null,
           is_lost = false
     where person.tenant_id = _tenant_id
       and person.run_id = finish_run_people.run_id
       and person.app_user_id = any (finish_run_people.app_user_ids)
       and person.app_user_id <> all (_done);
    return query
    select named.id from unnest(finish_run_people.app_user_ids) as named (id)
     where named.id <> all (_done);
end
$$;
