-- Returns whether access of a purchase's owner to something ends with this purchase.
--
-- So it is for a purchase that grants nothing known, too: another cannot replace it.

create function api.is_last_access(
    app_user_uuid uuid, bought entitlements.purchases, as_of timestamptz)
returns boolean
language plpgsql stable
as $$
begin
    return coalesce(
        (select bool_or((found.purchase).purchase_id = bought.purchase_id)
           from api.granted_entitlements(bought.product_id, bought.entitlement_ids) as granted
           join api.entitlement_ends(
                    array[is_last_access.app_user_uuid], bought.environment,
                    is_last_access.as_of) as found
             on found.entitlement_id = granted.entitlement_id),
        true);
end
$$;
