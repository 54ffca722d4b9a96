\set number :number + 1
\set pair :first + :number * :clients + :client_id
\startpipeline
select set_config('hearth.tenant_id', :tenant, true);
select "answered_as_of", "answer"
  from api.identify_app_user(
           "anonymous_app_user_id" => '$RCAnonymousID:' || :pair, "app_user_id" => 'u_' || :pair,
           "proof" => 'vouched', "proof_digest" => null, "actor" => 'pgbench',
           "is_dry_run" => false, "as_of" => null);
\endpipeline
