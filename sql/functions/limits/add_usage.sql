-- Counts under an id what was used.
--
-- internal: called by use_limit and confirm_reservation, which hold the person.
-- Locks: the row of usage.

create function api.add_usage(
    app_user_id text, limit_id text, period_starts_at timestamptz, amount bigint)
returns void
language plpgsql volatile security invoker
set search_path = ''
as $$
#variable_conflict use_column
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
begin
    insert into entitlements.usage as counted
           (tenant_id, app_user_id, limit_id, period_starts_at, used)
    values (_tenant_id, add_usage.app_user_id, add_usage.limit_id, add_usage.period_starts_at,
            add_usage.amount)
        on conflict on constraint usage_pkey do update
       set used = counted.used + excluded.used;
end
$$;

grant execute on function api.add_usage(text, text, timestamptz, bigint) to hearth_server;
comment on function api.add_usage(text, text, timestamptz, bigint) is
    'Counts under an id what was used.';
