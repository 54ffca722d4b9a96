-- Records the outcome of app users of a run and returns the ids that remain to be read.
--
-- Runs first in the transaction that stores their snapshots. Ids that another worker finished under
-- an earlier lease are left out. Ids outside the run are returned; without a run, all are.
-- Idempotent: the first outcome stays.
-- Locks: the run's rows of these app users, by id, so that two workers with one app user take
-- turns.

create function api.finish_run_app_users(run_id uuid, app_user_ids text[], outcome text)
returns setof text
language plpgsql volatile rows 16
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _done text[];
    _open tid[];
begin
    if finish_run_app_users.run_id is null then
        return query select unnest(finish_run_app_users.app_user_ids);
        return;
    end if;
    -- Locks rows without an outcome too (plans: rule 5), each by its key (plans: rule 3).
    select coalesce(array_agg(held.app_user_id) filter (where held.outcome is not null), '{}'),
           array_agg(held.place) filter (where held.outcome is null)
      into strict _done, _open
      from (select named.id from unnest(finish_run_app_users.app_user_ids) as named (id)
             order by named.id collate "C") as named
     cross join lateral (
           select app_user.app_user_id, app_user.outcome, app_user.ctid as place
             from entitlements.run_app_users app_user
            where app_user.tenant_id = _tenant_id
              and app_user.run_id = finish_run_app_users.run_id
              and app_user.app_user_id = named.id
           offset 0
              for no key update) as held;
    update entitlements.run_app_users app_user
       set outcome = finish_run_app_users.outcome, done_at = clock_timestamp(), claim_id = null,
           is_lost = false
     where app_user.tenant_id = _tenant_id and app_user.ctid = any (_open);
    return query
    select named.id from unnest(finish_run_app_users.app_user_ids) as named (id)
     where named.id <> all (_done);
end
$$;
