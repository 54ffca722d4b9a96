-- Adds to the seed what operators search for, and one person with 1,000 events: user_5.
--
-- Each person has an e-mail and a name; the words of ids and attributes are those that the product
-- stores. The renewals of user_5 are received by the product.

\set ON_ERROR_STOP 1
set synchronous_commit = off;
select set_config('hearth.tenant_id', :'tenant', false) \g /dev/null

insert into entitlements.search_words (tenant_id, word, app_user_id, name)
select distinct own.tenant_id, word.text, own.app_user_id, ''
  from entitlements.app_user_ids own
 cross join lateral unnest(entitlements.words_of_id(own.app_user_id)) as word (text)
 where own.tenant_id = :'tenant'
    on conflict do nothing;
insert into entitlements.attributes (tenant_id, app_user_id, name, value, updated_at)
select :'tenant'::uuid, 'user_' || n, given.name, given.value, now()
  from generate_series(1, :users) as n
 cross join lateral (
       values ('$email', 'person' || n || '.muster@example.com'), ('$displayName', 'Ana Muster'))
       as given (name, value);
insert into entitlements.search_words (tenant_id, word, app_user_id, name)
select kept.tenant_id, word.text, kept.app_user_id, kept.name
  from entitlements.attributes kept
 cross join lateral unnest(entitlements.words_of(kept.value)) as word (text)
 where kept.tenant_id = :'tenant'
    on conflict do nothing;

insert into entitlements.endpoints
       (tenant_id, endpoint_id, url, handed_over_number, leased_until, created_at)
values (:'tenant', gen_random_uuid(), 'https://hooks.example/', 0, now(), now());
select format(
           'set role hearth_server; '
           'select count(*) from api.receive_webhook_events(%L, %L, %L, %L, %L);',
           array['heavy ' || n], array['RENEWAL'], array[''::bytea],
           array[jsonb_build_object(
               'kind', 'renewal', 'environment', 'production', 'store', 'app_store',
               'app_user_id', 'user_5', 'app_user_ids', jsonb_build_array('user_5'),
               'product_id', :'product', 'original_transaction_id', 'transaction_5',
               'transaction_id', 'heavy ' || n, 'purchased_at', now(),
               'occurred_at', now() - interval '1 hour' + n * interval '1 second',
               'expires_at', now() + interval '90 days' + n * interval '1 hour')],
           array[null]::text[])
  from generate_series(1, 998) as n
\gexec
reset role;
select count(*) from api.number_changes(100000) \g /dev/null
insert into entitlements.deliveries
       (tenant_id, endpoint_id, number, attempts, first_attempt_at, last_attempt_at,
        duration_milliseconds, http_status)
select entry.tenant_id, known.endpoint_id, entry.number, 1, entry.recorded_at, entry.recorded_at,
       10, 200
  from entitlements.change_entries entry
  join entitlements.endpoints known on known.tenant_id = entry.tenant_id
 where entry.tenant_id = :'tenant' and entry.app_user_id = 'user_5';
insert into entitlements.uses
       (tenant_id, app_user_id, limit_id, used_at, amount, total)
select :'tenant', 'user_5', 'uses', now() - n * interval '1 minute', 1, 1001 - n
  from generate_series(1, 1000) as n;
insert into entitlements.snapshots
       (tenant_id, app_user_id, read_at, received_at, app_user_ids, purchase_ids, silent_products)
select :'tenant', 'user_5', now() - n * interval '1 minute', now() - n * interval '1 minute',
       '{user_5}', '{}', '{}'
  from generate_series(1, 1000) as n;
vacuum (freeze, analyze);
