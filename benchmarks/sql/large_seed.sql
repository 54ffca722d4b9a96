-- Creates an app user with a purchase of :events events, and a household whose first :payers of
-- :members members pay; the purchases of the others are over.

\set ON_ERROR_STOP 1
set client_min_messages = warning;
set plan_cache_mode = force_generic_plan;
set enable_seqscan = off;
set enable_hashjoin = off;
set enable_mergejoin = off;
set random_page_cost = 0;
set seq_page_cost = 0;
set cpu_operator_cost = 0.00001;
set cpu_index_tuple_cost = 0.0005;
select set_config('hearth.tenant_id', :'tenant', false) \g /dev/null

create temporary table told as
select 'payer_' || :events as person, 'payer_' || :events || '_' || n as id, n,
       now() - interval '25 days' + n * interval '1 minute' as at, interval '30 days' as lasts
  from generate_series(1, :events) as n
union all
select 'member_' || :events || '_' || n, 'member_' || :events || '_' || n, :events + n,
       now() - interval '1 day',
       case when n <= :payers then interval '30 days' else interval '1 hour' end
  from generate_series(1, :members) as n;

select count(received.status)
  from (select array_agg(told.id order by told.n) as ids,
               array_agg(replace(replace(replace(replace(replace(
                   :'facts', 'user_@user@', told.person), 'transaction_@user@_3', told.id),
                   'transaction_@user@', told.person), '@now@', told.at::text),
                   '@then@', (told.at + told.lasts)::text)::jsonb order by told.n) as facts
          from told
         group by told.n / 50
         order by told.n / 50) as part
 cross join lateral api.receive_webhook_events(
           part.ids, array_fill('RENEWAL'::text, array[cardinality(part.ids)]),
           array_fill('{}'::bytea, array[cardinality(part.ids)]), part.facts,
           array_fill(null::text, array[cardinality(part.ids)])) as received \g /dev/null

with home as (
    insert into entitlements.households (tenant_id, created_at)
    values (:'tenant', now() - interval '2 days') returning household_id
), member as (
    insert into entitlements.household_members (
        tenant_id, household_id, app_user_id, app_user_uuid, seat, seats, joined_at)
    select :'tenant', home.household_id, known.app_user_id, known.app_user_uuid, seat, :members,
           now() - interval '2 days'
      from home
     cross join generate_series(1, :members) as seat
      join entitlements.app_user_ids known
        on known.tenant_id = :'tenant' and known.app_user_id = 'member_' || :events || '_' || seat
    returning *)
insert into entitlements.household_owners (tenant_id, household_id, member_id, owned_from)
select tenant_id, household_id, member_id, joined_at from member where seat = 1;
