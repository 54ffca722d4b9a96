-- Returns whether devices have a member's row: its id, or no row.
--
-- Inlined, with its fence (plans: rules 3 and 6).

create function api.synced_member(member uuid)
returns table (id uuid)
language sql stable rows 1
begin atomic
    select synced.id
      from entitlements.synced_household_members synced
     where synced.tenant_id = entitlements.current_tenant_id()
       and synced.id = synced_member.member
    offset 0;
end;
