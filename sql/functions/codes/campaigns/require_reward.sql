-- Raises if the tenant's catalog lacks what a reward gives.
--
-- Raises: entitlement_not_in_catalog 404, product_not_in_catalog 404, product_not_grantable 409.

create function api.require_reward(gives entitlements.reward) returns void
language plpgsql stable
as $$
begin
    perform api.require_entitlements(array_remove(array[gives.entitlement_id], null));
    perform api.require_grantable(gives.product_id);
end
$$;
