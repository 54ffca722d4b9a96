-- Writes down what became of a person of a run, in the transaction in which it did.
--
-- internal: called by add_snapshot and confirm_app_user.
-- Lost is who lost access by what RevenueCat says, and who has access though RevenueCat knows
-- nobody of that id.
-- Idempotent: what became of them first holds.
-- Locks: the run's row of the person.

create function api.finish_run_person(
    run_id uuid, app_user_id text, outcome text, differences entitlements.drift[],
    as_of timestamptz)
returns void
language plpgsql volatile security invoker
set search_path = ''
as $$
begin
    update entitlements.run_people person
       set outcome = finish_run_person.outcome, done_at = clock_timestamp(), claim_id = null,
           is_lost = case finish_run_person.outcome
               when 'unknown' then exists (
                   select from api.active_answers(
                            array[finish_run_person.app_user_id], finish_run_person.as_of)
                            as answer
                    where cardinality(answer.entitlement_ids) > 0)
               else exists (
                   select from unnest(finish_run_person.differences) as drift
                    where drift.access_affected
                      and (drift.before ->> 'is_active')::boolean
                      and not (drift.after ->> 'is_active')::boolean) end
     where person.tenant_id = entitlements.current_tenant_id()
       and person.run_id = finish_run_person.run_id
       and person.app_user_id = finish_run_person.app_user_id
       and person.outcome is null;
end
$$;

grant execute
    on function api.finish_run_person(uuid, text, text, entitlements.drift[], timestamptz)
    to hearth_server;
comment on function api.finish_run_person(
    uuid, text, text, entitlements.drift[], timestamptz) is
    'Writes down what became of a person of a run.';
