-- Returns whether one of these ids is a tester's, whose sandbox purchases are taken in any case.

create function api.are_testers(app_user_ids text[], as_of timestamptz) returns boolean
language sql stable
return exists (
    select from entitlements.sandbox_testers tester
     where tester.tenant_id = entitlements.current_tenant_id()
       and tester.app_user_id = any (are_testers.app_user_ids)
       and tester.counts_until > are_testers.as_of);
