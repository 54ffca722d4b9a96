\set user random(1, :users)
begin;
select set_config('hearth.tenant_id', :tenant, true);
select "answered_as_of", "answer"
  from api.recall_access(
           "question" => 'entitlements', "app_user_id" => 'user_' || :user,
           "subject_id" => null, "environment" => 'production', "as_of" => null,
           "known_at" => :known_at);
rollback;
