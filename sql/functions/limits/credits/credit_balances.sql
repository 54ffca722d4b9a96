-- Returns app users' balance of each credit they were given, what they spent, and what they owe.
--
-- By the tenant's `refunded_credits`:
-- - forgive: nothing is owed.
-- - allow_negative: what the balance lacks to zero.
-- - block_until_repaid: what was owed at some moment less everything given since. Credits from
--   before stay in the balance and repay nothing, and spends are blocked.

create function api.credit_balances(
    app_user_uuids uuid[], environment text, as_of timestamptz)
returns table (
    app_user_uuid uuid, credit_id text, balance bigint, spent bigint, owed bigint,
    is_blocked boolean)
language plpgsql stable rows 4
as $$
declare
    _blocks constant boolean := (
        select tenant.refunded_credits = 'block_until_repaid' from entitlements.tenants tenant
         where tenant.tenant_id = entitlements.current_tenant_id());
begin
    return query
    with had as materialized (
        select * from api.credit_purchases(
            credit_balances.app_user_uuids, credit_balances.environment,
            credit_balances.as_of))
    select total.app_user_uuid, total.credit_id, total.balance, total.spent,
           case when _blocks then total.owed else greatest(-total.balance, 0) end,
           _blocks and total.owed > 0
      from (select had.app_user_uuid, had.credit_id, sum(had.remaining)::bigint as balance,
                   sum(had.spent)::bigint as spent,
                   greatest(max(debt.owed), 0)::bigint as owed
              from had
              left join lateral (
                   select sum(-later.remaining) filter (where later.owed_at >= had.owed_at)
                          - coalesce(sum(later.given) filter (
                                where not later.is_refunded and later.bought_at >= had.owed_at), 0)
                     from had later
                    where had.owed_at is not null and later.app_user_uuid = had.app_user_uuid
                      and later.credit_id = had.credit_id) as debt (owed) on _blocks
             group by had.app_user_uuid, had.credit_id) as total;
end
$$;
