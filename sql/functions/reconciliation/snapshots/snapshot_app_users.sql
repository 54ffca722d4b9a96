-- Returns the app users and links of ids that RevenueCat takes for one customer.
--
-- Compared before and after a join.

create function api.snapshot_app_users(app_user_ids text[]) returns jsonb
language plpgsql stable
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
begin
    return jsonb_build_object(
        'people', (
            select coalesce(jsonb_agg(app_user.ids order by app_user.ids), '[]')
              from (select jsonb_agg(own.app_user_id order by own.app_user_id) as ids
                      from entitlements.app_user_ids own
                     where own.tenant_id = _tenant_id
                       and own.app_user_uuid in (
                           select named.app_user_uuid from entitlements.app_user_ids named
                            where named.tenant_id = _tenant_id
                              and named.app_user_id = any (snapshot_app_users.app_user_ids))
                     group by own.app_user_uuid) as app_user),
        'links', (
            select count(*) from entitlements.app_user_id_links link
             where link.tenant_id = _tenant_id
               and link.app_user_id = any (snapshot_app_users.app_user_ids)
               and link.linked_app_user_id = any (snapshot_app_users.app_user_ids)));
end
$$;
