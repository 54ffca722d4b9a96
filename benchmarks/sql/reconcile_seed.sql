-- Adds a first snapshot of `people` people of `tenant`, and keeps each for pgbench to repeat. A
-- share has 16 people, as many as the server claims at once.

\set ON_ERROR_STOP on
create table said (share integer, snapshot jsonb);
insert into said
select (number + 15) / 16, jsonb_build_object(
           'app_user_id', 'p_' || number, 'app_user_ids', jsonb_build_array('p_' || number),
           'first_seen_at', to_jsonb(bought.at),
           'purchases', jsonb_build_array(jsonb_build_object(
               'is_one_time', false, 'environment', 'production', 'store', 'app_store',
               'product_id', 'plus_monthly', 'period_type', 'normal',
               'purchased_at', to_jsonb(bought.at), 'original_purchased_at', to_jsonb(bought.at),
               'expires_at', to_jsonb(bought.at + interval '30 days'), 'never_expires', false,
               'will_renew', true, 'is_family_share', false, 'transaction_id', 'p_' || number)))
  from generate_series(1, :people) as number
 cross join lateral (select date_trunc('second', now() - interval '5 days') as at) as bought;
create index on said (share);
grant select on said to hearth_server;
analyze said;

create function seed_shares(low integer, high integer) returns bigint language sql as $$
    select count(*) from (
        select api.add_snapshots(
                   "snapshots" => array_agg(
                       snapshot || jsonb_build_object('read_at', clock_timestamp())))
          from said where share between low and high group by share) as drift
$$;

set enable_seqscan = off;
set enable_hashjoin = off;
set enable_mergejoin = off;
set random_page_cost = 0;
set seq_page_cost = 0;
set cpu_operator_cost = 0.00001;
set cpu_index_tuple_cost = 0.0005;
select set_config('hearth.tenant_id', :'tenant', false);
set role hearth_server;
select seed_shares(1, 16);
-- Without statistics each call reads the rows of all people. Autovacuum, which the cluster has
-- switched off, analyzes within a minute.
reset role;
analyze;
set role hearth_server;
select seed_shares(17, 1000000);
