-- Returns the app user whose referral code a digest is; null if there is none.

create function api.referrer_of_code(code_digest bytea) returns text
language plpgsql stable
as $$
begin
    return (
        select known.app_user_id from entitlements.referral_codes known
         where known.tenant_id = entitlements.current_tenant_id()
           and known.digest = referrer_of_code.code_digest
           and exists (
               select from entitlements.referral_rules rules
                where rules.tenant_id = entitlements.current_tenant_id()));
end
$$;
