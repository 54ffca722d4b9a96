-- Tells of a payment of every third of :users people: their first purchase, or a month's renewal.
--
-- The clock of the cluster says when. Ids are as long as RevenueCat's, and events come in sets of
-- 16, each month in another order. With :reads, RevenueCat is then read about everyone. At the end
-- the workers of a server do their part: changes are numbered, answers are refreshed, and what is
-- not kept is pruned.

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

create or replace procedure public.pay(
    tenant uuid, users integer, month integer, third integer, body text, facts jsonb)
language plpgsql as $$
declare
    _kind constant text := case month when 0 then 'initial_purchase' else 'renewal' end;
    _set record;
begin
    for _set in
        select array_agg(event.id::text) as ids, array_agg(upper(_kind)) as types,
               array_agg(null::text) as problems,
               array_agg(convert_to(replace(replace(replace(replace(
                   body, '@event@', event.id::text), 'user_@user@', payer.id),
                   'transaction_@user@_3', (payer.transaction + month)::text),
                   'transaction_@user@', payer.transaction::text), 'UTF8')) as bodies,
               array_agg(facts || jsonb_build_object(
                   'kind', _kind, 'app_user_id', payer.id, 'app_user_ids', array[payer.id],
                   'occurred_at', now(), 'purchased_at', now(),
                   'expires_at', now() + interval '31 days',
                   'transaction_id', (payer.transaction + month)::text,
                   'original_transaction_id', payer.transaction::text)) as facts
          from (select n, gen_random_uuid() as id,
                       row_number() over (order by hashint8(n * 1000 + month)) as place
                  from generate_series(1, users) as n
                 where n % 3 = third) as event
         cross join lateral (
               select md5('payer ' || event.n)::uuid::text as id,
                      400000000000000 + event.n * 1000 as transaction) as payer
         group by event.place / 16
    loop
        perform set_config('hearth.tenant_id', tenant::text, true);
        perform api.receive_webhook_events(
            _set.ids, _set.types, _set.bodies, _set.facts, _set.problems);
        commit;
    end loop;
end
$$;

create or replace procedure public.read_all(tenant uuid) language plpgsql as $$
declare
    _set record;
begin
    for _set in
        select array_agg(jsonb_build_object(
                   'app_user_id', bought.owner_app_user_id,
                   'app_user_ids', jsonb_build_array(bought.owner_app_user_id),
                   'read_at', now(), 'first_seen_at', bought.starts_at,
                   'purchases', jsonb_build_array(jsonb_build_object(
                       'is_one_time', false, 'environment', 'production', 'store', bought.store,
                       'product_id', bought.product_id, 'period_type', 'normal',
                       'purchased_at', bought.period_started_at,
                       'original_purchased_at', bought.starts_at,
                       'expires_at', bought.expires_at, 'never_expires', false,
                       'will_renew', true, 'is_family_share', false,
                       'transaction_id', bought.transaction_id)))) as snapshots
          from (select purchase.*, row_number() over (order by purchase.purchase_id) as place
                  from entitlements.purchases purchase
                 where purchase.tenant_id = tenant) as bought
         group by bought.place / 16
    loop
        perform set_config('hearth.tenant_id', tenant::text, true);
        perform api.add_snapshots(_set.snapshots);
        commit;
    end loop;
end
$$;

call public.pay(:'tenant', :users, :month, :third, :'body', :'facts');
\if :reads
call public.read_all(:'tenant');
\endif
select from api.number_changes(1000000000);
select from api.refresh_due_answers(1000000000);

-- As the server does it: until less is left than one call takes.
do $$
declare
    _done record;
begin
    loop
        select * into strict _done from api.prune(48, 30, 400, 400, 10000);
        if _done.failure is not null then
            raise '%', _done.failure;
        end if;
        commit;
        exit when _done.pruned < 10000;
    end loop;
end
$$;
vacuum (analyze);
