-- Whether a person of a run was read already: by a worker who had them before, and whom everybody
-- took for dead.
--
-- internal: called by add_snapshot, first thing.
-- Locks: the run's row of the person, so that of two who have them one does it.

create function api.is_done_in_run(run_id uuid, app_user_id text) returns boolean
language plpgsql volatile security invoker
set search_path = ''
as $$
declare
    _outcome text;
begin
    select person.outcome into _outcome from entitlements.run_people person
     where person.tenant_id = entitlements.current_tenant_id()
       and person.run_id = is_done_in_run.run_id
       and person.app_user_id = is_done_in_run.app_user_id
       for no key update;
    return _outcome is not null;
end
$$;

grant execute on function api.is_done_in_run(uuid, text) to hearth_server;
comment on function api.is_done_in_run(uuid, text) is
    'Whether a person of a run was read already.';
