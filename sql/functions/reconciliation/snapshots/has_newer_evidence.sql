-- Returns whether ids have evidence or snapshots newer than a place in order, or any transfer.
--
-- The caller holds the app user. A snapshot's place (see order_of) is never later than its read
-- time, so the condition on `read_at` keeps the search short.
-- A set of one row (plans: rule 6).

create function api.has_newer_evidence(app_user_ids text[], moment timestamptz)
returns table (has_newer boolean)
language sql stable rows 1
begin atomic
    select exists (
            select from entitlements.evidence known
             where known.tenant_id = entitlements.current_tenant_id()
               and known.app_user_id = any (has_newer_evidence.app_user_ids)
               and api.order_of(known.occurred_at, known.received_at)
                   > has_newer_evidence.moment)
        or exists (
            select from entitlements.snapshots other
             where other.tenant_id = entitlements.current_tenant_id()
               and other.app_user_id = any (has_newer_evidence.app_user_ids)
               and other.read_at > has_newer_evidence.moment
               and api.order_of(other.read_at, other.received_at)
                   > has_newer_evidence.moment)
        or exists (
            select from entitlements.transfer_sides side
             where side.tenant_id = entitlements.current_tenant_id()
               and side.app_user_id = any (has_newer_evidence.app_user_ids));
end;
