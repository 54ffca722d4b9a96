-- Returns the app users of ids and what each owns, as an audit entry shows them.

create function api.ownership_json(app_user_ids text[]) returns jsonb
language plpgsql stable
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
begin
    return coalesce(
        (select jsonb_agg(
                    jsonb_build_object('app_user_ids', app_user.ids, 'purchase_ids', (
                        select coalesce(jsonb_agg(bought.purchase_id order by bought.purchase_id),
                                        '[]')
                          from entitlements.purchases bought
                         where bought.tenant_id = _tenant_id
                           and bought.owner_uuid = app_user.app_user_uuid))
                    order by app_user.ids)
           from (select own.app_user_uuid,
                        jsonb_agg(own.app_user_id order by own.app_user_id) as ids
                   from entitlements.app_user_ids own
                  where own.tenant_id = _tenant_id
                    and own.app_user_uuid in (
                        select named.app_user_uuid from entitlements.app_user_ids named
                         where named.tenant_id = _tenant_id
                           and named.app_user_id = any (ownership_json.app_user_ids))
                  group by own.app_user_uuid) as app_user),
        '[]');
end
$$;
