-- Every entitlement that a person has or had, each with the best of its sources: active before
-- inactive, latest end, own before household before grant, direct before implied.
--
-- internal: called by everything that answers what a person may do, so that all answer alike.
-- The tenant's catalog says what a product grants (a Play product `subscription:plan` is also known
-- as `subscription`); where it does not know the product, the ids that the event named count.
-- What has not begun yet is answered with has_begun false, for the sake of next_change_at: the
-- moment at which the clock alone changes the answer.
-- Locks: none.

create function api.entitlement_answers(app_user_id text, environment text, as_of timestamptz)
returns table (
    entitlement_id text, rank integer, has_begun boolean, is_active boolean, status text,
    expires_at timestamptz, will_renew boolean, source_kind text, source_app_user_id text,
    product_id text, store text, period_type text, implied_by text, next_change_at timestamptz)
language plpgsql stable security invoker rows 4
set search_path = ''
as $$
#variable_conflict use_column
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _as_of constant timestamptz := entitlement_answers.as_of;
begin
    return query
    select distinct on (granted.entitlement_id)
           granted.entitlement_id, catalog.rank, bought.access_starts_at <= _as_of,
           clock.is_active,
           case when clock.is_active then bought.status_until_end else bought.status_after_end end,
           case when isfinite(bought.access_ends_at) then bought.access_ends_at end,
           clock.is_active and bought.will_renew,
           case when bought.store = 'promotional' then 'grant' else 'own' end,
           bought.owner_app_user_id, bought.product_id, bought.store, bought.period_type,
           granted.implied_by,
           least(min(clock.begins_at) over (partition by granted.entitlement_id),
                 case when clock.is_active and isfinite(bought.access_ends_at)
                      then bought.access_ends_at end)
      from api.owned_purchases(
               entitlement_answers.app_user_id, entitlement_answers.environment, _as_of) as bought
     cross join lateral (
           select bought.access_starts_at <= _as_of and _as_of < bought.access_ends_at,
                  case when bought.access_starts_at > _as_of
                        and bought.access_ends_at > bought.access_starts_at
                       then bought.access_starts_at end) as clock (is_active, begins_at)
      left join lateral (
           select product.product_id from entitlements.products product
            where product.tenant_id = _tenant_id
              and product.product_id in (bought.product_id, split_part(bought.product_id, ':', 1))
            order by octet_length(product.product_id) desc
            limit 1) as sold on true
     cross join lateral (
           select known.entitlement_id, known.implied_by
             from entitlements.product_entitlements known
            where known.tenant_id = _tenant_id and known.product_id = sold.product_id
            union all
           select named.entitlement_id, named.implied_by
             from api.with_implied(bought.entitlement_ids) as named
            where sold.product_id is null) as granted
      left join entitlements.entitlements catalog
        on catalog.tenant_id = _tenant_id and catalog.entitlement_id = granted.entitlement_id
     order by granted.entitlement_id, clock.is_active desc, bought.access_starts_at <= _as_of desc,
              bought.access_ends_at desc, bought.store = 'promotional',
              granted.implied_by nulls first, bought.period_started_at desc, bought.purchase_id;
end
$$;

grant execute on function api.entitlement_answers(text, text, timestamptz) to hearth_server;
comment on function api.entitlement_answers(text, text, timestamptz) is
    'Every entitlement that a person has or had, each with the best of its sources.';
