-- Fills one tenant with a year of :users people, as if their events had been received.
--
-- Of 20 people 10 subscribe by the month, half of them after a trial, 3 by the year after a trial,
-- 1 buys for ever, 1 has a refund, and 5 never buy. Of 4 subscribers by the month 3 end within the
-- year, one of them by a failed payment. All are of one tenant, in 5 countries and 2 stores.
-- Foreign keys are not checked.

\set ON_ERROR_STOP 1
set session_replication_role = replica;
set synchronous_commit = off;
set work_mem = '256MB';
set maintenance_work_mem = '512MB';
select set_config('hearth.tenant_id', :'tenant', false) \g /dev/null

create temporary table lives as
select n, gen_random_uuid() as purchase_id,
       case when n % 20 < 10 then 'month' when n % 20 < 13 then 'year' when n % 20 < 14 then 'ever'
            when n % 20 < 15 then 'refund' else 'none' end as fate,
       n % 20 between 5 and 12 as has_trial,
       (array['DE', 'US', 'FR', 'JP', 'BR'])[1 + n % 5] as country,
       case when n % 3 = 0 then 'play_store' else 'app_store' end as store,
       case when n % 4 = 0 then 99 else 1 + abs(hashint4(n) % 12) end as months,
       n % 16 = 1 as is_unpaid,
       date_trunc('day', now()) - interval '365 days'
           + interval '1 second' * (abs(hashint8(n)) % (330 * 86400)) as began_at
  from generate_series(1, :users) as n;

create temporary table told as
select lives.*, event.position, event.kind, event.period_type, event.at, event.purchased_at,
       event.expires_at, event.reason, event.price
  from lives
 cross join lateral (
       -- Payments: a trial of 7 days, then months or years.
       select paid.position, case when fate = 'ever' then 'non_renewing_purchase'
                                  when paid.position = 0 then 'initial_purchase'
                                  else 'renewal' end as kind,
              case when has_trial and paid.position = 0 then 'trial' else 'normal' end
                  as period_type,
              paid.at as at, paid.at as purchased_at,
              case when fate = 'ever' then null
                   when has_trial and paid.position = 0 then paid.at + interval '7 days'
                   when fate = 'year' then paid.at + interval '365 days'
                   else paid.at + interval '30 days' end as expires_at,
              null as reason,
              case when has_trial and paid.position = 0 then 0 when fate = 'month' then 4.99
                   when fate = 'year' then 39.99 else 99.99 end as price
         from (select number as position,
                      began_at + case when has_trial and number > 0
                          then interval '7 days' + interval '30 days' * (number - 1)
                          else interval '30 days' * number end as at
                 from generate_series(0, case fate when 'month' then least(months, 12)
                                          when 'year' then 1 else 0 end) as number) as paid
        where paid.at < now()
        union all
       -- The end: auto-renewal is switched off, or a payment fails; then access runs out.
       select ended.position, ended.kind, 'normal', ended.at, ended.paid_at,
              ended.paid_at + interval '30 days',
              case when ended.kind = 'billing_issue' then null
                   when is_unpaid then 'billing_error' else 'unsubscribe' end, 0
         from (select 100 as position,
                      case when is_unpaid then 'billing_issue' else 'cancellation' end as kind,
                      last.at + interval '20 days' as at, last.at as paid_at
                 from (select began_at + interval '30 days' * (months - 1) + case
                                  when has_trial then interval '7 days'
                                  else interval '30 days' end as at) as last
                union all
               select 101, 'expiration', last.at + interval '30 days', last.at
                 from (select began_at + interval '30 days' * (months - 1) + case
                                  when has_trial then interval '7 days'
                                  else interval '30 days' end as at) as last) as ended
        where fate = 'month' and months < 12 and ended.at < now()
        union all
       select 102, 'cancellation', 'normal', began_at + interval '3 days', began_at,
              began_at + interval '3 days', 'customer_support', -4.99
        where fate = 'refund') as event
 where fate <> 'none';

insert into entitlements.evidence
       (tenant_id, evidence_id, purchase_id, kind, occurred_at, received_at, environment, store,
        app_user_id, product_id, period_type, purchased_at, expires_at, cancel_reason,
        expiration_reason, price, price_in_purchased_currency, currency, country_code,
        entitlement_ids, transaction_id, original_transaction_id, is_trial_conversion, offer_code)
select :'tenant'::uuid, 'figure_' || n || '_' || position, purchase_id, kind, at,
       at + interval '10 seconds', 'production', store, 'user_' || n,
       case fate when 'year' then 'plus_annual' when 'ever' then 'plus_lifetime'
                 else 'plus_monthly' end,
       period_type, purchased_at, expires_at, case when kind = 'cancellation' then reason end,
       case when kind = 'expiration' then reason end, price, price,
       case country when 'US' then 'USD' when 'JP' then 'JPY' when 'BR' then 'BRL' else 'EUR' end,
       country, array['plus'], 'transaction_' || n || '_' || extract(epoch from purchased_at),
       'transaction_' || n,
       case when kind = 'renewal' then has_trial and position = 1 end,
       case when position = 0 and n % 50 = 0 then 'summer' end
  from told order by at;

reset session_replication_role;
vacuum (freeze, analyze) entitlements.evidence;
select sum(computed.changed)
  from generate_series(0, 15) as bucket cross join lateral api.compute_figures(bucket) as computed
\g /dev/null
vacuum (freeze, analyze) entitlements.figures;
