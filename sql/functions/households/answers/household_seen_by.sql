-- Returns a household's answer as one of its members sees it: only the owner sees the invites.

create function api.household_seen_by(household json, app_user_id text) returns json
language plpgsql stable
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
begin
    return (
        select case when household ->> 'owner_app_user_id'
                         = api.shown_app_user_id(known.app_user_uuid)
                    then household
                    else (select json_object_agg(
                                     part.name,
                                     case when part.name = 'invites' then '[]' else part.value end
                                     order by part.position)
                            from json_each(household) with ordinality
                                 as part (name, value, position)) end
          from entitlements.app_user_ids known
         where known.tenant_id = _tenant_id
           and known.app_user_id = household_seen_by.app_user_id);
end
$$;
