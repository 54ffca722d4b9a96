-- Returns whether following referrals from a referrer upwards leads to the referred app user.
--
-- Follows at most 100 steps.

create function api.is_circular(referrer text[], referred text[]) returns boolean
language plpgsql stable
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _ids text[] := is_circular.referrer;
begin
    for _step in 1 .. 100 loop
        if _ids && is_circular.referred then
            return true;
        end if;
        _ids := array(
            select distinct own.app_user_id
              from entitlements.referrals referral
              join entitlements.app_user_ids known
                on known.tenant_id = _tenant_id
               and known.app_user_id = referral.referrer_app_user_id
              join entitlements.app_user_ids own
                on own.tenant_id = _tenant_id and own.app_user_uuid = known.app_user_uuid
             where referral.tenant_id = _tenant_id
               and referral.referred_app_user_id = any (_ids));
        exit when cardinality(_ids) = 0;
    end loop;
    return false;
end
$$;
