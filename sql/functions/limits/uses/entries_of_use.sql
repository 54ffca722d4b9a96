-- Returns what a row of uses consists of: each use under a reference, and the rest as one.
--
-- The rest has an id made of the app user id, so that pages have a total order.
-- Locks: none.

create function api.entries_of_use(
    app_user_id text, limit_id text, used_at timestamptz, total bigint)
returns table (use_id uuid, amount bigint, reference text, reservation_id uuid)
language plpgsql stable security invoker rows 2
set search_path = ''
as $$
#variable_conflict use_column
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _rest bigint := entries_of_use.total;
begin
    for use_id, amount, reference in
        select made.reservation_id, made.amount, made.reference
          from entitlements.reservations made
         where made.tenant_id = _tenant_id and made.app_user_id = entries_of_use.app_user_id
           and made.limit_id = entries_of_use.limit_id and made.status = 'used'
           and made.made_at = entries_of_use.used_at
    loop
        reservation_id := use_id;
        _rest := _rest - amount;
        return next;
    end loop;
    if _rest > 0 then
        return query select md5(entries_of_use.app_user_id)::uuid, _rest, null, null::uuid;
    end if;
end
$$;
