\set user random(1, :users)
\startpipeline
select set_config('hearth.tenant_id', :tenant, true);
select "drift_id", "app_user_id", "purchase_id", "environment", "product_id", "before", "after",
       "access_affected", "cause"
  from api.add_snapshot(
           "snapshot" => (
               select jsonb_build_object(
                          'read_at', clock_timestamp(), 'app_user_id', 'u_' || :user,
                          'app_user_ids', jsonb_build_array('u_' || :user),
                          'purchases', jsonb_agg(jsonb_build_object(
                              'is_one_time', false, 'environment', bought.environment,
                              'store', bought.store, 'product_id', bought.product_id,
                              'period_type', bought.period_type,
                              'purchased_at', bought.period_started_at,
                              'original_purchased_at', bought.starts_at,
                              'expires_at', bought.expires_at, 'never_expires', false,
                              'will_renew', bought.will_renew, 'is_family_share', false,
                              'transaction_id', bought.transaction_id)))
                 from entitlements.purchases bought
                where bought.tenant_id = :tenant::uuid
                  and bought.owner_app_user_id = 'u_' || :user),
           "received_at" => null, "dry_run" => false, "run_id" => null);
\endpipeline
