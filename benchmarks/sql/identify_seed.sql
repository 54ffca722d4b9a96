-- Creates people by events: each paid five times before signing up, and has an account.
-- Uses the server's planner settings.
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
    _told record;
begin
    for _told in
        select person, number
          from generate_series(current_setting('hearth.first')::integer,
                               current_setting('hearth.last')::integer) as person,
               generate_series(1, 6) as number
    loop
        perform api.receive_webhook_events(
            array['seed-' || _told.person || '-' || _told.number], '{INITIAL_PURCHASE}', '{""}',
            array[jsonb_build_object(
                'kind', 'initial_purchase', 'occurred_at', now(), 'environment', 'production',
                'store', 'app_store', 'product_id', 'stockpot_plus_monthly',
                'app_user_id', named.id, 'app_user_ids', jsonb_build_array(named.id),
                'purchased_at', now(), 'expires_at', now() + interval '30 days',
                'period_type', 'normal',
                'transaction_id', 't-' || _told.person || '-' || _told.number,
                'original_transaction_id', 't-' || _told.person || '-' || _told.number)],
            '{null}')
           from (select case _told.number when 6 then 'u_' || _told.person
                        else '$RCAnonymousID:' || _told.person end as id) as named;
        commit;
    end loop;
end
$$;
