-- Returns whether RevenueCat has reported a purchase of the row's product in its store, which the
-- app user owns and which began at the row's time or later.

create function api.is_reported_later(line entitlements.import_row, app_user_uuid uuid)
returns boolean
language plpgsql stable
as $$
begin
    return exists (
        select from entitlements.purchases other
         where other.tenant_id = entitlements.current_tenant_id()
           and other.owner_uuid = is_reported_later.app_user_uuid
           and other.environment = line.environment and other.store = line.store
           and split_part(other.product_id, ':', 1) = split_part(line.product_id, ':', 1)
           and other.folded_rank <> entitlements.evidence_rank('import')
           and other.period_started_at >= line.purchased_at);
end
$$;
