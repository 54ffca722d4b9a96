-- Fills one tenant with :users people, as if their events had been received and applied.
--
-- Of 20 people 12 subscribe, 2 are expired, 1 is refunded and 5 never bought. Of 3 people 1 has an
-- anonymous id too. Of 100 people 6 share a household, and 2 of them pay.
-- The product's aggregate folds the purchases from the evidence, so a benchmark measures no state
-- that the product could not reach.
-- Foreign keys are not checked on insertion: seed_check.sql checks them all at once.

\set ON_ERROR_STOP 1
set session_replication_role = replica;
set synchronous_commit = off;
set work_mem = '256MB';
set maintenance_work_mem = '512MB';
select set_config('hearth.tenant_id', :'tenant', false) \g /dev/null

create temporary table people as
select n,
       'user_' || n as app_user_id,
       case when n % 3 = 0 then '$RCAnonymousID:' || md5('person ' || n) end as anonymous_id,
       case when n % 20 < 12 then 'active' when n % 20 < 14 then 'expired'
            when n % 20 < 15 then 'refunded' else 'none' end as fate,
       gen_random_uuid() as app_user_uuid,
       gen_random_uuid() as purchase_id,
       -- Independent of n, so that neighbours in an index are not neighbours in the table.
       now() - interval '1 day' * (40 + hashint4(n) % 10) as began_at
  from generate_series(1, :users) as n;
analyze people;

insert into entitlements.app_users (tenant_id, app_user_uuid, created_at)
select :'tenant'::uuid, app_user_uuid, began_at from people;

insert into entitlements.app_user_ids (tenant_id, app_user_id, app_user_uuid, created_at)
select :'tenant'::uuid, app_user_id, app_user_uuid, began_at from people
union all
select :'tenant'::uuid, anonymous_id, app_user_uuid, began_at from people
 where anonymous_id is not null;

insert into entitlements.app_user_id_links
       (tenant_id, app_user_id, linked_app_user_id, linked_at, evidence_id)
select :'tenant'::uuid, least(anonymous_id, app_user_id collate "C"),
       greatest(anonymous_id, app_user_id collate "C"), began_at, 'event_' || n || '_1'
  from people where anonymous_id is not null and fate <> 'none';

-- Each buyer has a first month; then a renewal, an expiration or a refund.
create temporary table told as
select people.*, event.position, event.kind, began_at + event.after as occurred_at,
       began_at + event.period as purchased_at,
       began_at + event.period + interval '30 days' as expires_at, event.reason
  from people
 cross join lateral (
       values (1, 'initial_purchase', interval '0', interval '0', null::text),
              (2, case fate when 'active' then 'renewal' when 'expired' then 'expiration'
                            else 'cancellation' end,
               interval '30 days',
               case fate when 'active' then interval '30 days' else interval '0' end,
               case fate when 'refunded' then 'customer_support' end))
       as event (position, kind, after, period, reason)
 where fate <> 'none';

insert into entitlements.evidence
       (tenant_id, evidence_id, purchase_id, kind, occurred_at, received_at, environment, store,
        app_user_id, product_id, period_type, purchased_at, expires_at, cancel_reason, price,
        entitlement_ids, transaction_id, original_transaction_id)
select :'tenant'::uuid, 'event_' || n || '_' || position, purchase_id, kind, occurred_at,
       occurred_at + interval '10 seconds' + interval '1 microsecond' * n, 'production',
       'app_store', app_user_id, :'product', 'normal', purchased_at, expires_at, reason, 4.99,
       array['plus'],
       'transaction_' || n || '_' || position, 'transaction_' || n
  from told;

insert into entitlements.webhook_events (tenant_id, event_id, event_type, body, received_at, status)
select :'tenant'::uuid, 'event_' || n || '_' || position, upper(kind), 'seeded',
       occurred_at + interval '10 seconds' + interval '1 microsecond' * n, 'applied'
  from told;

-- `offset 0` keeps the planner from computing the state once for each column.
insert into entitlements.purchases
select (folded.state).*
  from (select jsonb_populate_record(
                   api.fold_purchase(evidence, null::text[]
                       order by evidence.order_at, evidence.rank, evidence.evidence_id),
                   jsonb_build_object(
                       'chain_id', 'transaction_' || told.n,
                       'owner_uuid', told.app_user_uuid)) as state
          from told
          join entitlements.evidence evidence
            on evidence.tenant_id = :'tenant'::uuid
           and evidence.evidence_id = 'event_' || told.n || '_' || told.position
         group by told.n, told.app_user_uuid
        offset 0) as folded;

create temporary table belonging as
select n / 100 as household, n, app_user_id, app_user_uuid,
       row_number() over (partition by n / 100 order by n) as seat
  from people
 where n >= 100 and n % 100 in (0, 1, 15, 16, 17, 18);
create temporary table homes as
select household, gen_random_uuid() as household_id from (
       select distinct household from belonging) as distinct_households;

insert into entitlements.households (tenant_id, household_id, created_at)
select :'tenant'::uuid, household_id, now() - interval '20 days' from homes;

insert into entitlements.household_members
       (tenant_id, household_id, app_user_id, app_user_uuid, seat, seats, joined_at)
select :'tenant'::uuid, household_id, app_user_id, app_user_uuid, seat, 6,
       now() - interval '20 days' + interval '1 hour' * seat
  from belonging join homes using (household);

insert into entitlements.household_owners (tenant_id, household_id, member_id, owned_from)
select tenant_id, household_id, member_id, joined_at
  from entitlements.household_members
 where tenant_id = :'tenant'::uuid and seat = 1;

insert into entitlements.limits (tenant_id, limit_id, rolling_hours, free_amount, is_pooled)
values (:'tenant', 'uses', null, 1000000000, false),
       (:'tenant', 'rolling_uses', 720, 1000000000, false),
       (:'tenant', 'pooled_uses', null, 1000000000, true);

reset session_replication_role;
vacuum (freeze, analyze);

drop table told;
create index on people (n);

-- Stores answers and device rows as the product does. Each transaction stores those of a thousand
-- people and takes back what it logged: the product's worker finds nothing to do, and the change
-- log begins after the seed.
select statement from (
    select place, 1, format(
               'insert into entitlements.stored_answers (tenant_id, app_user_uuid)
                select %1$L, app_user_uuid from people where n between %2$s and %3$s;
                do $do$ begin
                    perform api.derive(api.changes_of(
                                purchase_ids => array_agg(purchase_id),
                                owner_uuids => array_agg(app_user_uuid)), ''event'')
                       from people where n between %2$s and %3$s;
                end $do$;
                delete from entitlements.pending_changes where tenant_id = %1$L;',
               :'tenant', place, place + 999)
      from generate_series(1, :users, 1000) as place
    union all
    select place, 2, 'vacuum entitlements.pending_changes'
      from generate_series(100001, :users, 100000) as place) as step (place, part, statement)
 order by place, part
\gexec
vacuum (freeze, analyze) entitlements.stored_answers, entitlements.synced_subscriptions,
    entitlements.pending_changes;
