-- Returns a page of an app user's uses of a limit, newest first.
--
-- Called with any key of the tenant. Of a pool, the uses of all members are listed that it counts.
-- Uses without a reference by one id at one moment are one row. Reserved amounts are not in it
-- until they are confirmed. `counts` says whether a use counts against an allowance: one that an
-- entitlement without a limit covered counts only if the limit counts all. `before_used_at` and
-- `before_use_id` are the last row of the previous page, null for the first page.
-- Null: before_used_at, before_use_id.
-- Raises: limit_not_in_catalog 404.

create function api.list_uses(
    app_user_id text, limit_id text, page_limit integer, before_used_at timestamptz,
    before_use_id uuid)
returns table (used_at timestamptz, use_id uuid, answer json)
language plpgsql stable rows 100
set plan_cache_mode = force_generic_plan
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    -- plans: rule 4
    _before constant timestamptz := coalesce(list_uses.before_used_at, 'infinity');
    _household_id uuid;
    _counts_covered boolean;
begin
    select case when known.is_pooled
                then api.household_at(list_uses.app_user_id, clock_timestamp()) end,
           known.counts = 'all'
      into _household_id, _counts_covered
      from entitlements.limits known
     where known.tenant_id = _tenant_id and known.limit_id = list_uses.limit_id;
    if not found then
        raise sqlstate 'PT404' using message = 'limit_not_in_catalog',
            detail = api.unknown_name('limit', list_uses.limit_id);
    end if;
    return query
    select use.used_at, entry.use_id,
           json_build_object(
               'used_at', api.rfc3339(use.used_at), 'amount', entry.amount,
               'reference', entry.reference, 'reservation_id', entry.reservation_id,
               'app_user_id', use.app_user_id,
               'counts', _counts_covered or not entry.is_covered)
      from api.counted_spans(
               api.ids_of_app_user(list_uses.app_user_id), _household_id, '-infinity',
               'infinity') as span
     cross join lateral (
           select own.* from entitlements.uses own
            where own.tenant_id = _tenant_id and own.app_user_id = span.app_user_id
              and own.limit_id = list_uses.limit_id
              and own.used_at >= span.counted_from and own.used_at < span.counted_until
              and own.used_at <= _before
            order by own.used_at desc
            limit list_uses.page_limit + 1) as use
     cross join lateral api.entries_of_use(
               row(use.*)::entitlements.uses) as entry
     where list_uses.before_used_at is null
        or (use.used_at, entry.use_id) < (list_uses.before_used_at, list_uses.before_use_id)
     order by use.used_at desc, entry.use_id desc
     limit list_uses.page_limit;
end
$$;
