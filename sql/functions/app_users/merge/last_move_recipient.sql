-- Returns the identified id that last received a purchase by a merge or a claim.
--
-- Null if the purchase never moved in this way.

create function api.last_move_recipient(purchase_id uuid) returns text
language plpgsql stable
as $$
begin
    return (
        select move.app_user_id from entitlements.purchase_moves move
         where move.tenant_id = entitlements.current_tenant_id()
           and move.purchase_id = last_move_recipient.purchase_id
         order by move.moved_at desc, move.audit_id desc
         limit 1);
end
$$;
