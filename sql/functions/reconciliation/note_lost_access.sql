-- Writes down that a person of a run lost access by what RevenueCat says, if they did: a run that
-- finds many of them is stopped (is_implausible).
--
-- internal: called by add_snapshot.
-- Locks: the run's row of the person.

create function api.note_lost_access(
    run_id uuid, app_user_id text, differences entitlements.drift[]) returns void
language plpgsql volatile security invoker
set search_path = ''
as $$
begin
    update entitlements.run_people person
       set is_lost = true
     where person.tenant_id = entitlements.current_tenant_id()
       and person.run_id = note_lost_access.run_id
       and person.app_user_id = note_lost_access.app_user_id
       and exists (
           select from unnest(differences) as drift
            where drift.access_affected
              and (drift.before ->> 'is_active')::boolean
              and not (drift.after ->> 'is_active')::boolean);
end
$$;

grant execute on function api.note_lost_access(uuid, text, entitlements.drift[]) to hearth_server;
comment on function api.note_lost_access(uuid, text, entitlements.drift[]) is
    'Writes down that a person of a run lost access by what RevenueCat says.';
