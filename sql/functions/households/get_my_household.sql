-- Returns the household of an app user, with the invites only if the app user owns it.
--
-- Called with an end user's token. No row: they are in none.
-- Locks: none.

create function api.get_my_household(app_user_id text)
returns table (answered_as_of timestamptz, answer json)
language plpgsql stable security invoker rows 1
set search_path = ''
as $$
#variable_conflict use_column
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
begin
    return query
    select household.answered_as_of,
           case when household.answer ->> 'owner_app_user_id'
                     = api.shown_app_user_id(known.app_user_uuid)
                then household.answer
                else (select json_object_agg(
                                 part.name,
                                 case when part.name = 'invites' then '[]' else part.value end
                                 order by part.position)
                        from json_each(household.answer) with ordinality
                             as part (name, value, position)) end
      from entitlements.app_user_ids known
     cross join lateral api.get_app_user_household(known.app_user_id) as household
     where known.tenant_id = _tenant_id and known.app_user_id = get_my_household.app_user_id;
end
$$;
