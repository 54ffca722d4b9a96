-- Returns the entitlements that people have now, each as `entitlement shown-app-user-id`.
--
-- An entitlement's id has no space.

create function api.active_entitlements(app_user_uuids uuid[]) returns text[]
language plpgsql stable
as $$
begin
    return array(
        select answered.entitlement_id || ' ' || api.shown_app_user_id(answered.app_user_uuid)
          from api.answered_entitlements(
                   active_entitlements.app_user_uuids, 'production', now(), false) as answered
         where answered.is_active);
end
$$;
