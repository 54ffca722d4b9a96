-- Returns the oldest referral code of an app user, or null.

create function api.referral_code(app_user_id text) returns text
language plpgsql stable
as $$
begin
    return (
        select known.code from entitlements.referral_codes known
         where known.tenant_id = entitlements.current_tenant_id()
           and known.app_user_id = any (api.ids_of_app_user(referral_code.app_user_id))
         order by known.created_at, known.app_user_id
         limit 1);
end
$$;
