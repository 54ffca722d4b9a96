-- Counts uses at their own moments, each with its reference.
--
-- A use counts in each window that its moment falls into, even above the limit. Uses of a limit
-- that never resets are kept for ever.
-- The caller has locked the app users. Idempotent: the caller passes no known rows.
-- Locks: the rows of uses.

create function api.import_uses(rows entitlements.import_row[]) returns void
language plpgsql volatile
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _taken constant entitlements.reservations[] := array(
        select jsonb_populate_record(
                   null::entitlements.reservations,
                   to_jsonb(line) || jsonb_build_object(
                       'tenant_id', _tenant_id, 'reservation_id', gen_random_uuid(),
                       'period_starts_at', case
                           when num_nonnulls(used.period, used.rolling_hours) = 0
                           then '-infinity' else line.used_at end,
                       'status', 'used', 'made_at', line.used_at, 'expires_at', null,
                       'is_covered', false))
          from unnest(import_uses.rows) as line
          join entitlements.limits used
            on used.tenant_id = _tenant_id and used.limit_id = line.limit_id
         where line.record = 'use' and line.outcome is null
         order by line.app_user_id, line.limit_id, line.used_at, line.number);
begin
    if _taken <> '{}' then
        perform api.add_past_uses(_taken);
        insert into entitlements.reservations select made.* from unnest(_taken) as made;
    end if;
end
$$;
