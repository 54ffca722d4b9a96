-- Returns an app user: ids, kind, household, and purchases and grants in both environments.
--
-- Called with any key of the tenant. No row if the id is unknown.

create function api.get_app_user(app_user_id text, as_of timestamptz default null)
returns table (answered_as_of timestamptz, answer json)
language plpgsql stable rows 1
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _as_of constant timestamptz := coalesce(get_app_user.as_of, now());
begin
    return query
    select _as_of,
           json_build_object(
               'app_user_ids', (
                   select json_agg(own.app_user_id order by own.is_anonymous, own.app_user_id)
                     from entitlements.app_user_ids own
                    where own.tenant_id = _tenant_id
                      and own.app_user_uuid = app_user.app_user_uuid),
               'kind', case when exists (
                   select from entitlements.app_user_ids own
                    where own.tenant_id = _tenant_id and own.app_user_uuid = app_user.app_user_uuid
                      and not own.is_anonymous) then 'identified' else 'anonymous' end,
               'created_at', api.rfc3339(app_user.created_at),
               'household', (
                   select json_build_object(
                              'household_id', belonging.household_id,
                              'role', member.role,
                              'joined_at', api.rfc3339(member.joined_at))
                     from entitlements.household_members belonging
                    cross join lateral api.members_of_household(
                              belonging.household_id, _as_of) as member
                    where belonging.tenant_id = _tenant_id
                      and belonging.app_user_uuid = app_user.app_user_uuid
                      and member.member_id = belonging.member_id
                    order by member.joined_at desc
                    limit 1),
               'subscriptions', coalesce(bought.subscriptions, '[]'::json),
               'purchases', coalesce(bought.purchases, '[]'::json),
               'grants', coalesce(bought.grants, '[]'::json))
      from entitlements.app_user_ids known
      join entitlements.app_users app_user
        on app_user.tenant_id = _tenant_id and app_user.app_user_uuid = known.app_user_uuid
     cross join lateral (
           select json_agg(purchase.answer order by purchase.place)
                      filter (where purchase.kind = 'subscription') as subscriptions,
                  json_agg(purchase.answer order by purchase.place)
                      filter (where purchase.kind = 'purchase') as purchases,
                  json_agg(purchase.answer order by purchase.place)
                      filter (where purchase.kind = 'grant') as grants
             from api.purchase_answers(known.app_user_uuid, _as_of) as purchase) as bought
     where known.tenant_id = _tenant_id and known.app_user_id = get_app_user.app_user_id;
end
$$;
