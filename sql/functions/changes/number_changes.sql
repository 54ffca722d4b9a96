-- Numbers the committed changes of all tenants, and returns how many.
--
-- A call takes the changes of each tenant that has some, at most `maximum` in all. `is_done` is
-- false if some may be left: there were more, or another call numbers those of a tenant. Then
-- `delay_milliseconds` is how long one of them waits.
-- A number grows in the order of commits: it is given after the commit, under the row lock of the
-- tenant's head, which is held until the numbers are committed too. Within a call, changes keep the
-- order of their places. So a reader that sees a number sees all lower ones.
-- The first number of a call is the time in microseconds since 1970, or one more than the last.
-- So a log that lost its end, by a failover or a restore, gives no number again: time has passed.
-- Notifies `hearth_changes` with each tenant that has new numbers.
-- security definer because it goes through all tenants, one at a time; it returns only numbers.
-- Idempotent: a change gets one number.
-- Locks: heads by tenant, skipping locked ones → pending changes.

create function api.number_changes(maximum integer, as_of timestamptz default null)
returns table (numbered bigint, is_done boolean, delay_milliseconds bigint)
language plpgsql volatile security definer rows 1
as $$
declare
    _tenant_id uuid := '00000000-0000-0000-0000-000000000000'::uuid;
    _as_of timestamptz;
    _last bigint;
    _count bigint;
    _away constant uuid[] := api.tenants_away();
begin
    numbered := 0;
    is_done := true;
    loop
        select pending.tenant_id into _tenant_id from entitlements.pending_changes pending
         where pending.tenant_id > _tenant_id and pending.tenant_id <> all (_away)
         order by pending.tenant_id limit 1;
        exit when not found;
        if numbered >= number_changes.maximum then
            is_done := false;
            exit;
        end if;
        perform set_config('hearth.tenant_id', _tenant_id::text, true);
        insert into entitlements.change_heads (tenant_id) values (_tenant_id)
            on conflict do nothing;
        select head.last_number into _last from entitlements.change_heads head
         where head.tenant_id = _tenant_id for update skip locked;
        if not found then
            is_done := false;
            continue;
        end if;
        _as_of := coalesce(number_changes.as_of, clock_timestamp());
        -- One less than the first number that is given.
        _last := greatest(_last, (extract(epoch from _as_of) * 1000000)::bigint - 1);
        with taken as (
            delete from entitlements.pending_changes pending
             where pending.tenant_id = _tenant_id
               and pending.place <= (
                   select max(first.place) from (
                          select one.place from entitlements.pending_changes one
                           where one.tenant_id = _tenant_id
                           order by one.place limit number_changes.maximum - numbered) as first)
            returning pending.*)
        insert into entitlements.change_entries
        select taken.tenant_id, _last + row_number() over (order by taken.place), taken.kind,
               taken.app_user_id, taken.before, taken.after, taken.cause, taken.cause_id,
               taken.happened_at, taken.recorded_at, _as_of, taken.environment
          from taken;
        get diagnostics _count = row_count;
        if _count > 0 then
            update entitlements.change_heads head
               set last_number = _last + _count
             where head.tenant_id = _tenant_id;
            perform pg_notify('hearth_changes', _tenant_id::text);
            numbered := numbered + _count;
        end if;
    end loop;
    if not is_done then
        select api.milliseconds(clock_timestamp()) - api.milliseconds(pending.recorded_at)
          into delay_milliseconds
          from entitlements.pending_changes pending
         where pending.tenant_id <> all (_away)
         order by pending.tenant_id, pending.place limit 1;
    end if;
    delay_milliseconds := coalesce(delay_milliseconds, 0);
    return next;
end
$$;
