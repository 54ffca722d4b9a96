-- Returns whether evidence of an app user or of purchases was received after a moment.
--
-- The caller holds the app user.
-- A set of one row (plans: rule 6).

create function api.has_later_arrivals(
    app_user_uuid uuid, purchase_ids uuid[], moment timestamptz)
returns table (has_later boolean)
language sql stable rows 1
begin atomic
    select exists (
            select from entitlements.app_user_ids own
             cross join lateral api.evidence_under(own.app_user_id) as came
             where own.tenant_id = entitlements.current_tenant_id()
               and own.app_user_uuid = has_later_arrivals.app_user_uuid
               and came.received_at > has_later_arrivals.moment)
        or exists (
            select from unnest(has_later_arrivals.purchase_ids) as listed (id)
             cross join lateral ( -- plans: rule 3
                   select came.received_at from entitlements.evidence came
                    where came.tenant_id = entitlements.current_tenant_id()
                      and came.purchase_id = listed.id
                   offset 0) as came
             where came.received_at > has_later_arrivals.moment);
end;
