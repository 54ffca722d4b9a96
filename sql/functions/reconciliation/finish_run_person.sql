-- Writes down that a person of a run was read, in the transaction that reads them. False: they were
-- already, by a worker who had them before, and whom everybody took for dead.
--
-- internal: called by add_snapshot and confirm_app_user, first thing. Without a run it is true.
-- Idempotent: what became of them first holds.
-- Locks: the run's row of the person, so that of two who have them one does it.

create function api.finish_run_person(run_id uuid, app_user_id text, outcome text)
returns boolean
language plpgsql volatile security invoker
set search_path = ''
as $$
begin
    if finish_run_person.run_id is null then
        return true;
    end if;
    update entitlements.run_people person
       set outcome = finish_run_person.outcome, done_at = clock_timestamp(), claim_id = null
     where person.tenant_id = entitlements.current_tenant_id()
       and person.run_id = finish_run_person.run_id
       and person.app_user_id = finish_run_person.app_user_id
       and person.outcome is null;
    return found or not exists (
        select from entitlements.run_people person
         where person.tenant_id = entitlements.current_tenant_id()
           and person.run_id = finish_run_person.run_id
           and person.app_user_id = finish_run_person.app_user_id);
end
$$;

grant execute on function api.finish_run_person(uuid, text, text) to hearth_server;
comment on function api.finish_run_person(uuid, text, text) is
    'Writes down that a person of a run was read.';
