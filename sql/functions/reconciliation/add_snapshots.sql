-- Adds 1 to 64 snapshots of one tenant and answers the drift that each reveals.
--
-- Answers a row for each difference, or one row for a snapshot without any. Both versions of the
-- API give the same JSON; `run_id` names the run that asked.
-- A snapshot replaces all evidence from before it was read; later evidence is folded over it. A
-- purchase that it no longer lists was refunded or moved away.
-- A dry run answers the same rows. It keeps only the drift and the run's progress.
-- `outcome` of a snapshot is one of these:
-- - read: it was added;
-- - repeated: it was added, and equals the last one;
-- - known: it was added before, or the run has another snapshot of the app user;
-- - unknown: it is about a stranger (see is_of_another_project), and nothing was written;
-- - failed: nothing was written; `failure` is the SQLSTATE and the message.
-- Snapshots of different app users are applied together. If they fail together, or concern each
-- other, half as many are tried, so a bad snapshot fails alone.
-- Idempotent: a snapshot counts once, by app user id and read time; in a run, an app user does.
-- Null: failure, drift_id, app_user_id, purchase_id, environment, product_id, before, after,
-- access_affected, cause.
-- Locks: the run's rows → tenant and households (where ids are joined) → transactions → app users
-- by uuid → purchases by id → rows for devices → snapshot_queue.
-- Raises: nothing of its own; serialization failures, deadlocks and lock timeouts pass, for the
-- caller to repeat.

create function api.add_snapshots(
    snapshots jsonb[], received_at timestamptz default null, is_dry_run boolean default false,
    run_id uuid default null)
returns table (
    number integer, outcome text, failure text, drift_id uuid, app_user_id text,
    purchase_id uuid, environment text, product_id text, before json, after json,
    access_affected boolean, cause text)
language plpgsql volatile rows 64
as $$
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
                       add_snapshots.snapshots[_first:_last], _at, add_snapshots.is_dry_run,
                       add_snapshots.run_id);
            perform api.derive(
                _applied.changed,
                case when add_snapshots.run_id is null then 'snapshot' else 'run' end,
                array_remove(array[add_snapshots.run_id::text], null));
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
    if not add_snapshots.is_dry_run then
        perform api.queue_other_sides(_drift);
    end if;
    -- A run reads again what a crash loses, so this commit need not wait for the disk.
    if add_snapshots.run_id is not null and 'repeated' = all (_outcomes) then
        perform set_config('synchronous_commit', 'off', true);
    end if;
    return query
    select item.number::integer, item.outcome, _failures[item.number], found.drift_id,
           found.app_user_id, found.purchase_id, found.environment, found.product_id,
           found.before::json, found.after::json, found.access_affected, found.cause
      from unnest(_outcomes) with ordinality as item (outcome, number)
      left join unnest(_drift) with ordinality as found
        on _numbers[found.ordinality] = item.number
     order by item.number, found.ordinality;
end
$$;
