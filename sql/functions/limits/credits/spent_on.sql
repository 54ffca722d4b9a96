-- Returns how much of a credit an app user spent under a reference; null if nothing.
--
-- The caller has locked the app user.
-- Locks: none beyond the caller's.

create function api.spent_on(app_user_ids text[], credit_id text, reference text) returns bigint
language plpgsql stable
as $$
begin
    return (
        select sum(spent.amount)
          from entitlements.credit_spends spent
         where spent.tenant_id = entitlements.current_tenant_id()
           and spent.app_user_id = any (spent_on.app_user_ids)
           and spent.credit_id = spent_on.credit_id
           and spent.reference = spent_on.reference);
end
$$;
