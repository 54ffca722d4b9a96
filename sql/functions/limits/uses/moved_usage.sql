-- Returns what app user ids bring to the present windows of their app user's limits.
--
-- Few ids have used anything before a merge, so that is checked first.

create function api.moved_usage(app_user_id text, moved_app_user_ids text[], as_of timestamptz)
returns jsonb
language plpgsql stable
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
begin
    if not exists (
        select from unnest(moved_usage.moved_app_user_ids) as moved (id)
         cross join lateral ( -- plans: rule 3
               select from entitlements.uses used
                where used.tenant_id = _tenant_id and used.app_user_id = moved.id
                union all
               select from entitlements.usage pruned
                where pruned.tenant_id = _tenant_id and pruned.app_user_id = moved.id
               offset 0) as found) then
        return jsonb '[]';
    end if;
    return coalesce(
        (select jsonb_agg(
                    jsonb_build_object('limit_id', counted.limit_id, 'used', counted.used)
                    order by counted.limit_id)
           from (select state.limit_id, sum(own.used) as used
                   from api.limit_states(
                            array[moved_usage.app_user_id], array[null], 'production',
                            moved_usage.as_of) as state
                  cross join unnest(moved_usage.moved_app_user_ids) as moved (id)
                  cross join lateral api.used_between(
                            moved.id, state.limit_id, state.since, 'infinity',
                            state.counts_covered) as own
                  group by state.limit_id
                 having sum(own.used) > 0) as counted),
        '[]');
end
$$;
