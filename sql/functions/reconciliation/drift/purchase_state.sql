-- Returns a purchase at a moment as JSON for drift; null without evidence.
--
-- A consumable, and what is paid once and grants nothing, is never active.

create function api.purchase_state(state entitlements.purchases, as_of timestamptz) returns jsonb
language plpgsql stable
as $$
declare
    _is_consumable constant boolean := state.is_one_time and coalesce(
        (select product.kind = 'consumable' from api.catalog_product(state.product_id) as product),
        not exists (
            select from api.granted_entitlements(state.product_id, state.entitlement_ids)));
begin
    if state.folded_at is null then
        return null;
    end if;
    return jsonb_build_object(
        'app_user_id', state.owner_app_user_id,
        'product_id', state.product_id,
        'store', state.store,
        'period_type', state.period_type,
        'is_active', state.owner_app_user_id is not null and not _is_consumable
            and state.access_starts_at <= purchase_state.as_of
            and purchase_state.as_of < state.access_ends_at,
        'status', case when purchase_state.as_of >= state.access_ends_at
                       then state.status_after_end
                       when _is_consumable then 'purchased' else state.status_until_end end,
        'will_renew', state.will_renew and purchase_state.as_of < state.access_ends_at,
        'current_period_started_at', api.rfc3339(state.period_started_at),
        'current_period_ends_at', api.rfc3339(nullif(state.expires_at, state.grace_expires_at)),
        'grace_period_ends_at', case when state.billing_issue_at is not null
                                     then api.rfc3339(state.grace_expires_at) end,
        'access_ends_at', case when isfinite(state.access_ends_at)
                           then api.rfc3339(state.access_ends_at) end,
        'entitlement_ids', (
            select coalesce(jsonb_agg(granted.entitlement_id order by granted.entitlement_id), '[]')
              from api.granted_entitlements(state.product_id, state.entitlement_ids) as granted));
end
$$;
