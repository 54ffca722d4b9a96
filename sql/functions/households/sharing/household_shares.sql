-- Returns a household's shared entitlements at a moment, with each purchase behind them.
--
-- A purchase that moved within the household counts as the new owner's, not as held.

create function api.household_shares(household_id uuid, environment text, as_of timestamptz)
returns table (
    entitlement_id text, purchase_id uuid, app_user_uuid uuid, app_user_id text, product_id text,
    store text, ends_at timestamptz, will_renew boolean, is_held boolean)
language plpgsql stable rows 4
as $$
begin
    return query
    select distinct on (granted.entitlement_id, (shared.purchase).purchase_id)
           granted.entitlement_id, (shared.purchase).purchase_id, shared.sharer_uuid,
           api.shown_app_user_id(shared.sharer_uuid), (shared.purchase).product_id,
           (shared.purchase).store, shared.ends_at,
           (shared.purchase).will_renew and not shared.is_held, shared.is_held
      from api.shared_purchases(
               array[household_shares.household_id], household_shares.environment,
               household_shares.as_of, household_shares.as_of < now()) as shared
     cross join lateral api.granted_entitlements(
               (shared.purchase).product_id, (shared.purchase).entitlement_ids) as granted
     where shared.starts_at <= household_shares.as_of
       and shared.ends_at > household_shares.as_of
       and granted.is_shared
     order by granted.entitlement_id, (shared.purchase).purchase_id, shared.is_held;
end
$$;
