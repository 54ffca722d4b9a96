-- Returns what a row of uses consists of: each use under a reference, and the rest.
--
-- The rest is one entry, or two if an entitlement without a limit covered a part. Its ids are made
-- of the app user id, so that pages have a total order.

create function api.entries_of_use(use entitlements.uses)
returns table (
    use_id uuid, amount bigint, reference text, reservation_id uuid, is_covered boolean)
language plpgsql stable rows 2
as $$
declare
    _covered bigint := use.covered;
    _rest bigint := use.amount - use.covered;
begin
    for use_id, amount, reference, is_covered in
        select made.reservation_id, made.amount, made.reference, made.is_covered
          from entitlements.reservations made
         where made.tenant_id = use.tenant_id and made.app_user_id = use.app_user_id
           and made.limit_id = use.limit_id and made.status = 'used'
           and made.made_at = use.used_at
    loop
        reservation_id := use_id;
        _covered := _covered - case when is_covered then amount else 0 end;
        _rest := _rest - case when is_covered then 0 else amount end;
        return next;
    end loop;
    return query
    select md5(use.app_user_id || rest.suffix)::uuid, rest.amount, null, null::uuid,
           rest.is_covered
      from (values (_rest, '', false), (_covered, ' covered', true))
           as rest (amount, suffix, is_covered)
     where rest.amount > 0;
end
$$;
