-- Records which app user received each purchase, unless it was the last recipient already.
--
-- require_moves_allowed counts these entries. The caller has locked the purchases.

create function api.add_move_entries(
    audit_id uuid, purchase_ids uuid[], app_user_id text, as_of timestamptz)
returns void
language plpgsql volatile
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
begin
    insert into entitlements.purchase_moves
           (tenant_id, purchase_id, moved_at, audit_id, app_user_id)
    select _tenant_id, moved.purchase_id, add_move_entries.as_of, add_move_entries.audit_id,
           add_move_entries.app_user_id
      from unnest(add_move_entries.purchase_ids) as moved (purchase_id)
     where api.last_move_recipient(moved.purchase_id) is distinct from add_move_entries.app_user_id;
end
$$;
