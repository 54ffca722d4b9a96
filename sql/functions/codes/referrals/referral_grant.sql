-- Returns the grant that rewards one side of a referral, or null.
--
-- Null if the side gets nothing, the catalog lacks what it would get, or it extends what never
-- ends: a worker gives what can be given.
-- Locks: none; the caller has locked the app user.

create function api.referral_grant(
    gives entitlements.reward, app_user_id text, ids text[], as_of timestamptz)
returns entitlements.grants
language plpgsql volatile
as $$
begin
    if gives is null then
        return null;
    end if;
    return api.reward_grant(
        gives, referral_grant.app_user_id, ids, true, 'referral', 'hearth', referral_grant.as_of);
exception when sqlstate 'PT404' or sqlstate 'PT409' or sqlstate 'PT422' then
    return null;
end
$$;
