-- Returns the running totals of an id's uses of a limit at a moment.
--
-- They are those of the last use until then. Without one, they are those of the next use, less its
-- own amounts.

create function api.totals_before(app_user_id text, limit_id text, moment timestamptz)
returns table (total bigint, covered_total bigint)
language sql stable rows 1
begin atomic
    (select earlier.total, earlier.covered_total from entitlements.uses earlier
      where earlier.tenant_id = entitlements.current_tenant_id()
        and earlier.app_user_id = totals_before.app_user_id
        and earlier.limit_id = totals_before.limit_id
        and earlier.used_at <= totals_before.moment
      order by earlier.used_at desc limit 1)
     union all
    (select later.total - later.amount, later.covered_total - later.covered
       from entitlements.uses later
      where later.tenant_id = entitlements.current_tenant_id()
        and later.app_user_id = totals_before.app_user_id
        and later.limit_id = totals_before.limit_id
        and later.used_at > totals_before.moment
      order by later.used_at limit 1)
    limit 1;
end;
