\set user random(1, :users)
begin;
select set_config('hearth.tenant_id', :tenant, true);
select "answered_as_of", "answer"
  from api.explain_access("app_user_id" => 'user_' || :user, "entitlement_id" => 'plus');
commit;
