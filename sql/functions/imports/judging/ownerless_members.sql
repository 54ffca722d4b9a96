-- Returns the rows of households that would not have exactly one owner, as refused.
--
-- Locks: none; the caller has locked the households.
-- Refuses: household_without_owner 422, import_row_invalid 422.

create function api.ownerless_members(rows entitlements.import_row[])
returns entitlements.import_row[]
language plpgsql stable
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
begin
    return array(
        select case
                   when owned.owners = 0
                   then api.refused_row(
                       owned.line, 'household_without_owner',
                       'The household has members and no owner among its accepted rows.')
                   else api.refused_row(
                       owned.line, 'import_row_invalid', 'The household has several owners.') end
          from (select line, count(*) filter (
                           where line.role = 'owner' and line.left_at is null) over household
                       + case when count(*) filter (where line.left_at is null) over household = 0
                              then 1
                              else (select count(*) from entitlements.household_owners owner
                                     where owner.tenant_id = _tenant_id
                                       and owner.owned_until is null
                                       and owner.household_id = key.household_id) end
                       as owners
                  from unnest(ownerless_members.rows) as line
                 cross join lateral (
                       select api.import_id('household', line.household)
                       offset 0) as key (household_id)
                 where line.record = 'household_member' and line.outcome is null
                window household as (partition by line.household)) as owned
         where owned.owners <> 1);
end
$$;
