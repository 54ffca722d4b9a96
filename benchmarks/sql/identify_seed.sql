-- Creates people by events: each paid five times before signing up, and has an account.
-- Uses the server's role and planner settings.
set role hearth_server;
set enable_seqscan = off;
set enable_hashjoin = off;
set enable_mergejoin = off;
set random_page_cost = 0;
set seq_page_cost = 0;
set cpu_operator_cost = 0.00001;
set cpu_index_tuple_cost = 0.0005;
set plan_cache_mode = force_generic_plan;
set synchronous_commit = off;
select set_config('hearth.tenant_id', :'tenant', false);
do $$
declare
    -- Ten people have 60 events; a call takes 64.
    _people constant integer := 10;
    _last constant integer := current_setting('hearth.last')::integer;
    _first integer;
begin
    for _first in
        select generate_series(current_setting('hearth.first')::integer, _last, _people)
    loop
        perform api.receive_webhook_events(
            array_agg('seed-' || told.purchase), array_agg('INITIAL_PURCHASE'::text),
            array_agg(''::bytea),
            array_agg(jsonb_build_object(
                'kind', 'initial_purchase', 'occurred_at', now(), 'environment', 'production',
                'store', 'app_store', 'product_id', 'stockpot_plus_monthly',
                'app_user_id', told.app_user_id,
                'app_user_ids', jsonb_build_array(told.app_user_id),
                'purchased_at', now(), 'expires_at', now() + interval '30 days',
                'period_type', 'normal', 'transaction_id', 't-' || told.purchase,
                'original_transaction_id', 't-' || told.purchase)),
            array_agg(null::text))
           from (select person || '-' || number as purchase,
                        case number when 6 then 'u_' || person
                             else '$RCAnonymousID:' || person end as app_user_id
                   from generate_series(_first, least(_first + _people - 1, _last)) as person,
                        generate_series(1, 6) as number) as told;
        commit;
    end loop;
end
$$;
