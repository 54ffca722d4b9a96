-- Adds what RevenueCat's REST API said of a person as evidence, and answers how it differed from
-- what we believed: a row of drift for each difference, none where we were right.
--
-- Called by whatever read a person back; a run first asks repeat_snapshots. `snapshot` is what the
-- client made of either version of the API; `run_id` names the run that asked.
-- A snapshot replaces all that was told before it was read, and what happens later is folded over
-- it. What it no longer lists was refunded or moved away. A dry run answers the same rows, and
-- keeps nothing but them.
-- Idempotent: a reading counts once, by the id that was asked about and the time it was read; and
-- of a run, a person does.
-- Locks: the run's row of the person → tenant and households (where people are joined anew) → app
-- users by uuid → purchases by id → rows for devices → confirmations.
-- Raises: snapshot_malformed 422, app_user_not_outcome.differences 404 (see is_stranger).

create function api.add_snapshot(
    snapshot jsonb, received_at timestamptz default null, dry_run boolean default false,
    run_id uuid default null)
returns table (
    drift_id uuid, app_user_id text, purchase_id uuid, environment text, product_id text,
    before json, after json, access_affected boolean, cause text)
language plpgsql volatile security invoker rows 1
set search_path = ''
as $$
#variable_conflict use_column
declare
    _reading entitlements.snapshots := api.snapshot_reading(
        snapshot, coalesce(add_snapshot.received_at, now()));
    _listed constant entitlements.evidence[] := array(
        select told from api.snapshot_evidence(snapshot -> 'purchases', _reading) as told);
    _outcome entitlements.reading_outcome;
begin
    if not api.finish_run_person(add_snapshot.run_id, _reading.app_user_id, 'read') then
        return;
    end if;
    _reading.run_id := add_snapshot.run_id;
    _reading.content := (
        select api.snapshot_content(add_snapshot.snapshot, tenant.sandbox_policy)
          from entitlements.tenants tenant where tenant.tenant_id = _reading.tenant_id);
    if add_snapshot.dry_run then
        begin
            _outcome := api.apply_snapshot(_reading, _listed);
            raise sqlstate 'HDRY0'; -- Undoes everything, and the rows stay in their variable.
        exception when sqlstate 'HDRY0' then null;
        end;
    else
        _outcome := api.apply_snapshot(_reading, _listed);
        perform api.derive(_outcome.changed);
    end if;
    if _outcome.differences is null then
        return; -- As nearly always.
    end if;
    if not add_snapshot.dry_run then
        perform api.queue_other_sides(_reading, _outcome.differences);
    end if;
    perform api.note_lost_access(add_snapshot.run_id, _reading.app_user_id, _outcome.differences);

    return query
    with added as (
        insert into entitlements.drift as drift
               (tenant_id, run_id, found_at, app_user_id, purchase_id, environment, product_id,
                before, after, access_affected, cause, is_dry_run)
        select _reading.tenant_id, add_snapshot.run_id, _reading.received_at,
               _reading.app_user_id, known.purchase_id, found.environment, found.product_id,
               found.before, found.after, found.access_affected, found.cause,
               add_snapshot.dry_run
          from unnest(_outcome.differences) as found
          left join entitlements.purchases known
            on known.tenant_id = _reading.tenant_id and known.purchase_id = found.purchase_id
        returning drift.*),
    marked as (
        update entitlements.snapshots reading set has_drift = true
         where reading.tenant_id = _reading.tenant_id
           and reading.app_user_id = _reading.app_user_id
           and reading.read_at = _reading.read_at
           and not add_snapshot.dry_run)
    select added.drift_id, added.app_user_id, added.purchase_id, added.environment,
           added.product_id, added.before::json, added.after::json, added.access_affected,
           added.cause
      from added;
end
$$;

grant execute on function api.add_snapshot(jsonb, timestamptz, boolean, uuid) to hearth_server;
comment on function api.add_snapshot(jsonb, timestamptz, boolean, uuid) is
    'Adds what RevenueCat''s REST API said of a person, and answers how it differed.';
