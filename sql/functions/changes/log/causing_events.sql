-- Returns the app users whose answers events may have changed, each with the event that did.
--
-- That is the latest event about a purchase of their own, or else about one of a member of their
-- household, present or past. Rows are looked up one by one (plans: rule 3).
-- Inlined (plans: rule 6).

create function api.causing_events(event_ids text[])
returns table (app_user_uuid uuid, event_id text, order_at timestamptz)
language sql stable rows 16
begin atomic
    select distinct on (concerned.app_user_uuid)
           concerned.app_user_uuid, evidence.evidence_id, evidence.order_at
      from unnest(causing_events.event_ids) as named (id)
     cross join lateral (
           select one.evidence_id, one.order_at, one.purchase_id from entitlements.evidence one
            where one.tenant_id = entitlements.current_tenant_id()
              and one.evidence_id = named.id
           offset 0) as evidence
     cross join lateral (
           select one.owner_uuid, one.previous_owner_uuid from entitlements.purchases one
            where one.tenant_id = entitlements.current_tenant_id()
              and one.purchase_id = evidence.purchase_id
           offset 0) as bought
     cross join lateral (
           values (bought.owner_uuid, true), (bought.previous_owner_uuid, true)
            union all
           select mate.app_user_uuid, false
             from api.memberships_of(bought.owner_uuid) as member
            cross join lateral api.members_of(member.household_id) as mate)
           as concerned (app_user_uuid, is_own)
     order by concerned.app_user_uuid, concerned.is_own desc, evidence.order_at desc;
end;
