-- Writes down that people of a run were read, in the transaction that reads them, and answers whom.
-- Others were read already, or are being read at this moment.
--
-- internal: called by repeat_snapshots. Without a run it answers everybody.
-- Idempotent: what became of somebody first holds.
-- Locks: the run's rows of the people, without waiting.

create function api.finish_run_people(run_id uuid, app_user_ids text[]) returns setof text
language plpgsql volatile security invoker rows 16
set search_path = ''
as $$
declare
    _held text[];
begin
    if finish_run_people.run_id is null then
        return query select unnest(finish_run_people.app_user_ids);
        return;
    end if;
    -- By their key alone: the index of those who wait holds the whole run.
    _held := array(
        select held.app_user_id
          from (select person.app_user_id, person.outcome
                  from entitlements.run_people person
                 where person.tenant_id = entitlements.current_tenant_id()
                   and person.run_id = finish_run_people.run_id
                   and person.app_user_id = any (finish_run_people.app_user_ids)
                offset 0
                   for no key update skip locked) as held
         where held.outcome is null);
    return query
    update entitlements.run_people person
       set outcome = 'read', done_at = clock_timestamp(), claim_id = null
     where person.tenant_id = entitlements.current_tenant_id()
       and person.run_id = finish_run_people.run_id
       and person.app_user_id = any (_held)
    returning person.app_user_id;
end
$$;

grant execute on function api.finish_run_people(uuid, text[]) to hearth_server;
comment on function api.finish_run_people(uuid, text[]) is
    'Writes down that people of a run were read, and answers whom.';
