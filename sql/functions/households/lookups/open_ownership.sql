-- Returns since when a member owns a household; no row if it is another's.
--
-- Inlined, with its fence (plans: rules 3 and 6).

create function api.open_ownership(household uuid, member uuid)
returns table (household_id uuid, member_id uuid, owned_from timestamptz)
language sql stable rows 1
begin atomic
    select owning.household_id, owning.member_id, owning.owned_from
      from entitlements.household_owners owning
     where owning.tenant_id = entitlements.current_tenant_id()
       and owning.household_id = open_ownership.household
       and owning.member_id = open_ownership.member
       and owning.owned_until is null
    offset 0;
end;
