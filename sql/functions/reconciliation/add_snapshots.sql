-- Adds what RevenueCat's REST API said of people, and answers how it differed from what we
-- believed: a row of drift for each difference, and one row for a person of whom we were right.
--
-- Called by whatever read people back, with 1 to 64 snapshots of one tenant. A snapshot is what the
-- client made of either version of the API; `run_id` names the run that asked.
-- A snapshot replaces all that was told before it was read, and what happens later is folded over
-- it. What it no longer lists was refunded or moved away. A dry run answers the same rows, and
-- keeps nothing but them.
-- `outcome` of each snapshot is one of these:
-- - read: it was added;
-- - repeated: it was added, and said what the one before said;
-- - known: it was added before, or another one of the same person was in this run;
-- - unknown: it is about a stranger (see is_of_another_project), and nothing was written;
-- - failed: nothing was written, and `failure` has the code, as in snapshot_malformed.
-- Snapshots of different people are applied together. Where they fail together, or concern each
-- other, half as many are tried, so a bad snapshot spoils only itself.
-- Idempotent: a reading counts once, by the id that was asked about and the time it was read; and
-- of a run, a person does.
-- Locks: the run's rows of the people → tenant and households (where people are joined anew) →
-- transactions → app users by uuid → purchases by id → rows for devices → confirmations.
-- Raises: nothing of its own; serialization failures and deadlocks pass, for the caller to repeat.

create function api.add_snapshots(
    snapshots jsonb[], received_at timestamptz default null, dry_run boolean default false,
    run_id uuid default null)
returns table (
    number integer, outcome text, failure text, drift_id uuid, app_user_id text,
    purchase_id uuid, environment text, product_id text, before json, after json,
    access_affected boolean, cause text)
language plpgsql volatile security invoker rows 64
set search_path = ''
as $$
#variable_conflict use_column
declare
    _at constant timestamptz := coalesce(add_snapshots.received_at, now());
    _count constant integer := cardinality(add_snapshots.snapshots);
    _first integer := 1; _last integer; _size integer := _count;
    _applied record;
    _outcomes text[]; _failures text[];
    _drift entitlements.drift[] := array[]::entitlements.drift[];
    _numbers integer[] := array[]::integer[];
begin
    while _first <= _count loop
        _last := least(_first + _size - 1, _count);
        begin
            select * into strict _applied
              from api.apply_snapshots(
                       add_snapshots.snapshots[_first:_last], _at, add_snapshots.dry_run,
                       add_snapshots.run_id);
            perform api.derive(_applied.changed);
            _outcomes[_first:_last] := _applied.outcomes;
            _drift := _drift || _applied.differences;
            _numbers := _numbers || array(
                select place + _first - 1 from unnest(_applied.places) as place);
            _first := _last + 1;
            _size := least(2 * _size, _count);
        exception
            when serialization_failure or deadlock_detected or lock_not_available then raise;
            when others then
                if _size = _count and _count > 1 then
                    perform api.lock_snapshots(add_snapshots.snapshots);
                end if;
                if _first = _last then
                    _outcomes[_first] := 'failed';
                    _failures[_first] := sqlstate || ' ' || sqlerrm;
                    _first := _first + 1;
                end if;
                _size := greatest((_last - _first + 1) / 2, 1);
        end;
    end loop;
    if not add_snapshots.dry_run then
        perform api.queue_other_sides(_drift);
    end if;
    -- What a crash of the machine takes with it is read again: no need to wait for the disk.
    if add_snapshots.run_id is not null and 'repeated' = all (_outcomes) then
        perform set_config('synchronous_commit', 'off', true);
    end if;
    return query
    select told.number::integer, told.outcome, _failures[told.number], found.drift_id,
           found.app_user_id, found.purchase_id, found.environment, found.product_id,
           found.before::json, found.after::json, found.access_affected, found.cause
      from unnest(_outcomes) with ordinality as told (outcome, number)
      left join unnest(_drift) with ordinality as found
        on _numbers[found.ordinality] = told.number
     order by told.number, found.ordinality;
end
$$;
