-- Returns a person as lists show them, if they match a filter; no row if they do not.
--
-- Reads the stored answer, which the server refreshes within seconds after the clock changes it. In
-- the sandbox, only people who ever had a sandbox purchase have one. Erased people have no row, and
-- neither has an app user whose ids all belong to another one since a merge.
-- One entitlement must match all of `entitlement_id`, `status`, `product_id`, `store`, `source` and
-- `will_renew` of the filter, and be active unless there is a `status`. The first one of the answer
-- that does is shown. With an end, it must also end then, by this product of this store.
-- Inlined (plans: rule 6).

create function api.listed_app_user(
    app_user_uuid uuid, environment text, filter jsonb, end_of_purchase timestamptz,
    end_of_product text, end_of_store text, changed_at timestamptz)
returns table (answer json)
language sql stable rows 1
begin atomic
    select json_build_object(
               'app_user_id', shown.app_user_id,
               'kind', shown.kind,
               'display_name', (
                   select named.value from api.listed_attribute(
                              known.app_user_uuid, '$displayName') as named),
               'email', (
                   select named.value from api.listed_attribute(
                              known.app_user_uuid, '$email') as named),
               'created_at', api.rfc3339(known.created_at),
               'plan', held.answer ->> 'plan',
               'subscription_status', held.answer ->> 'subscription_status',
               'entitlement', case when given.entitlement_id is not null then json_build_object(
                   'entitlement_id', given.entitlement_id,
                   'is_active', given.value -> 'is_active',
                   'status', given.value ->> 'status',
                   'expires_at', given.value ->> 'expires_at',
                   'will_renew', given.value -> 'will_renew',
                   'source', given.value -> 'source' ->> 'kind',
                   'product_id', given.value -> 'source' ->> 'product_id',
                   'store', given.value -> 'source' ->> 'store') end,
               'household_id', home.household_id,
               'changed_at', api.rfc3339(listed_app_user.changed_at),
               'updated_at', api.rfc3339(held.updated_at))
      from (select app_user.app_user_uuid, app_user.created_at, app_user.erased_at
              from entitlements.app_users app_user
             where app_user.tenant_id = entitlements.current_tenant_id()
               and app_user.app_user_uuid = listed_app_user.app_user_uuid
            offset 0) as known
     cross join lateral ( -- As shown_id, with the kind of the id.
           select own.app_user_id,
                  case when own.is_anonymous then 'anonymous' else 'identified' end as kind
             from entitlements.app_user_ids own
            where own.tenant_id = entitlements.current_tenant_id()
              and own.app_user_uuid = listed_app_user.app_user_uuid
            order by own.is_anonymous, own.created_at, own.app_user_id
            limit 1) as shown
     cross join lateral api.listed_answer(known.app_user_uuid, listed_app_user.environment) as held
      left join lateral api.listed_entitlement(
                    held.answer, listed_app_user.filter, listed_app_user.end_of_purchase,
                    listed_app_user.end_of_product, listed_app_user.end_of_store) as given
        on true
      left join lateral (
           select member.household_id from api.memberships_of(known.app_user_uuid) as member
            where member.left_at is null) as home on true
     where known.erased_at is null
       and coalesce(shown.kind = listed_app_user.filter ->> 'kind', true)
       and coalesce(held.answer ->> 'plan' = listed_app_user.filter ->> 'plan', true)
       and (given.entitlement_id is not null
            or listed_app_user.end_of_purchase is null
               and not listed_app_user.filter
                   ?| '{entitlement_id,status,product_id,store,source,will_renew}')
       and coalesce((home.household_id is not null)
                        = (listed_app_user.filter ->> 'household')::boolean, true);
end;
