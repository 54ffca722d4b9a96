-- Returns whether a run took access from too many app users, as another project's key would.
--
-- Counts the last 100 finished app users. Up to 100 that wait because the project is not recognised
-- count as lost. Fewer than 20 are never too many.

create function api.is_implausible(run entitlements.runs) returns boolean
language plpgsql stable
as $$
begin
    return (
        select count(*) >= 20
               and count(*) filter (where latest.is_lost) * 100
                   > count(*) * run.stop_at_lost_percent
          from ((select app_user.is_lost
                   from entitlements.run_app_users app_user
                  where app_user.tenant_id = run.tenant_id and app_user.run_id = run.run_id
                    and app_user.outcome is not null
                  order by app_user.done_at desc
                  limit 100)
                 union all
                (select app_user.is_lost
                   from entitlements.run_app_users app_user
                  where app_user.tenant_id = run.tenant_id and app_user.run_id = run.run_id
                    and app_user.outcome is null and app_user.is_lost
                  limit 100)) as latest);
end
$$;
