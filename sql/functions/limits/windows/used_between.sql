-- Returns what an id used of a limit between two moments, and when the first use was made.
--
-- Counts from `since` on, and before `until`. Reads two rows, however many uses there are. Without
-- `counts_covered`, what an entitlement without a limit covered is left out; the first use is then
-- looked up among the others.
-- From -infinity on, pruned uses count too.

create function api.used_between(
    app_user_id text, limit_id text, since timestamptz, until timestamptz,
    counts_covered boolean)
returns table (used bigint, oldest_at timestamptz)
language sql stable rows 1
begin atomic
    select (coalesce(newest.total - oldest.total + oldest.amount, 0)
            - case when used_between.counts_covered then 0 else coalesce(
                  newest.covered_total - oldest.covered_total + oldest.covered, 0) end
            + case when used_between.since = '-infinity' then coalesce((
                  select pruned.used - case when used_between.counts_covered then 0
                                            else pruned.covered end
                    from entitlements.usage pruned
                   where pruned.tenant_id = entitlements.current_tenant_id()
                     and pruned.app_user_id = used_between.app_user_id
                     and pruned.limit_id = used_between.limit_id), 0) else 0 end)::bigint,
           case when used_between.counts_covered or oldest.covered < oldest.amount
                then oldest.used_at else counted.used_at end
      from (values (true)) as always
      left join lateral (
           select first.used_at, first.amount, first.total, first.covered, first.covered_total
             from entitlements.uses first
            where first.tenant_id = entitlements.current_tenant_id()
              and first.app_user_id = used_between.app_user_id
              and first.limit_id = used_between.limit_id
              and first.used_at >= used_between.since and first.used_at < used_between.until
            order by first.used_at
            limit 1) as oldest on true
      left join lateral (
           select last.total, last.covered_total from entitlements.uses last
            where last.tenant_id = entitlements.current_tenant_id()
              and last.app_user_id = used_between.app_user_id
              and last.limit_id = used_between.limit_id
              and last.used_at < used_between.until
            order by last.used_at desc
            limit 1) as newest on true
      left join lateral (
           select first.used_at from entitlements.uses first
            where not used_between.counts_covered and oldest.covered = oldest.amount
              and first.tenant_id = entitlements.current_tenant_id()
              and first.app_user_id = used_between.app_user_id
              and first.limit_id = used_between.limit_id
              and first.used_at >= used_between.since and first.used_at < used_between.until
              and first.covered < first.amount
            order by first.used_at
            limit 1) as counted on true;
end;
