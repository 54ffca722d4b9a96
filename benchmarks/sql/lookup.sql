\set user random(1, :users)
\startpipeline
select set_config('hearth.tenant_id', :tenant, true);
select "answered_as_of", "answer"
  from api.get_entitlements(
           "app_user_id" => 'user_' || :user, "environment" => 'production', "as_of" => null);
\endpipeline
