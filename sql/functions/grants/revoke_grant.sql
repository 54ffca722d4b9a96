-- Revokes a grant of an app user: its access ends at this moment.
--
-- Called with a secret key, with any id of the app user.
-- Idempotent: a grant that was revoked or has ended stays as it is.
-- Locks: the app user → the grant's purchase.
-- Raises: grant_not_found 404.

create function api.revoke_grant(
    app_user_id text, grant_id uuid, actor text, reason text, as_of timestamptz default null)
returns table (answered_as_of timestamptz, answer json)
language plpgsql volatile rows 1
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _grant entitlements.grants;
begin
    perform from entitlements.app_users app_user
      where app_user.tenant_id = _tenant_id
        and app_user.app_user_uuid = (
            select known.app_user_uuid from entitlements.app_user_ids known
             where known.tenant_id = _tenant_id
               and known.app_user_id = revoke_grant.app_user_id)
        for no key update;
    answered_as_of := coalesce(revoke_grant.as_of, clock_timestamp());
    if not exists (
        select from entitlements.grants granted
         where granted.tenant_id = _tenant_id and granted.grant_id = revoke_grant.grant_id
           and granted.app_user_id = any (api.ids_of_app_user(revoke_grant.app_user_id))) then
        raise sqlstate 'PT404' using message = 'grant_not_found',
            detail = 'The app user has no grant with this id.';
    end if;
    perform api.derive(
        api.revoke_grants(
            array[revoke_grant.grant_id], revoke_grant.actor, revoke_grant.reason,
            answered_as_of),
        'revocation', array[revoke_grant.grant_id::text]);
    select granted.* into strict _grant from entitlements.grants granted
     where granted.tenant_id = _tenant_id and granted.grant_id = revoke_grant.grant_id;
    answer := api.grant_json(_grant, greatest(answered_as_of, _grant.granted_at));
    return next;
end
$$;
