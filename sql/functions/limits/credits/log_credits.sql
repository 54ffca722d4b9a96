-- Logs the balances of credits that changed, in production, and notes them.
--
-- The cause is an event of the app user, else the only one of `cause_ids`; for spends it is the
-- reference of the latest. A purchase that begins later counts at once.
-- The caller has locked the app users. Idempotent: a noted balance is logged once.
-- Locks: the rows of noted balances.

create function api.log_credits(
    app_user_uuids uuid[], cause text, cause_ids text[], as_of timestamptz) returns void
language plpgsql volatile
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
begin
    with had as materialized (
        select now_had.app_user_uuid, now_had.credit_id, now_had.balance
          from api.credit_balances(
                   array(select distinct named.id
                           from unnest(log_credits.app_user_uuids) as named (id)
                          where named.id is not null),
                   'production', 'infinity') as now_had
    ), noted as materialized (
        select known.app_user_uuid, known.credit_id, known.balance
          from entitlements.noted_balances known
         where known.tenant_id = _tenant_id
           and known.app_user_uuid = any (log_credits.app_user_uuids)
    ), changed as materialized (
        select pair.app_user_uuid, pair.credit_id,
               coalesce(noted.balance, 0) as before, coalesce(had.balance, 0) as after
          from (select had.app_user_uuid, had.credit_id from had
                 union
                select noted.app_user_uuid, noted.credit_id from noted) as pair
          left join had on had.app_user_uuid = pair.app_user_uuid
                       and had.credit_id = pair.credit_id
          left join noted on noted.app_user_uuid = pair.app_user_uuid
                         and noted.credit_id = pair.credit_id
         where coalesce(noted.balance, 0) <> coalesce(had.balance, 0)
    ), kept as (
        insert into entitlements.noted_balances as known
               (tenant_id, app_user_uuid, credit_id, balance)
        select _tenant_id, changed.app_user_uuid, changed.credit_id, changed.after
          from changed order by changed.app_user_uuid, changed.credit_id
            on conflict on constraint noted_balances_pkey do update
           set balance = excluded.balance
    ), causing as materialized (
        select event.* from api.causing_events(log_credits.cause_ids) as event
         where log_credits.cause = 'event')
    insert into entitlements.pending_changes
           (tenant_id, kind, app_user_id, before, after, cause, cause_id, happened_at, recorded_at)
    select _tenant_id, 'credits_changed', named.app_user_id,
           json_build_object('credit_id', changed.credit_id, 'balance', changed.before),
           json_build_object('credit_id', changed.credit_id, 'balance', changed.after),
           log_credits.cause, coalesce(
               causing.event_id,
               case when log_credits.cause = 'spend' then (
                   select spent.reference
                     from entitlements.app_user_ids known
                     join entitlements.credit_spends spent
                       on spent.tenant_id = _tenant_id and spent.app_user_id = known.app_user_id
                    where known.tenant_id = _tenant_id
                      and known.app_user_uuid = changed.app_user_uuid
                      and spent.credit_id = changed.credit_id
                    order by spent.spent_at desc, spent.reference
                    limit 1) end,
               case when cardinality(log_credits.cause_ids) = 1 then log_credits.cause_ids[1] end),
           coalesce(causing.order_at, log_credits.as_of), clock_timestamp()
      from changed
     cross join lateral api.shown_id(changed.app_user_uuid) as named
      left join causing on causing.app_user_uuid = changed.app_user_uuid;
end
$$;
