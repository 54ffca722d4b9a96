-- Returns the rows of household members that are known, or that contradict what is known.
--
-- A membership has the key household, app user id and joined_at. The rows of one household are
-- judged together: if the household would have members but no owner, all its rows are refused.
-- Locks: none; the caller has locked the households and the app users.
-- Refuses: import_row_differs 409, already_in_household 409, household_dissolved 409,
-- household_full 409, household_without_owner 422.

create function api.settled_members(rows entitlements.import_row[])
returns entitlements.import_row[]
language plpgsql stable
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _judged entitlements.import_row[];
begin
    select coalesce(array_agg(judged.one), '{}') into _judged
      from api.asked_members(settled_members.rows) as asked
      left join entitlements.household_members before
        on before.tenant_id = _tenant_id and before.household_id = asked.household_id
       and before.member_id = asked.member_id
      left join entitlements.households household
        on household.tenant_id = _tenant_id and household.household_id = asked.household_id
     cross join lateral (
           select case
               when before.left_at is not distinct from (asked.line).left_at
                    and before.member_id is not null
               then api.known_row(asked.line, 'The membership was imported before.')
               when before.member_id is not null or asked.is_repeated
               then api.refused_row(
                   asked.line, 'import_row_differs',
                   'The membership was imported with another “left_at”.')
               when household.dissolved_at is not null and (asked.line).left_at is null
               then api.refused_row(
                   asked.line, 'household_dissolved', 'The household is dissolved.')
               when asked.is_overlapping or exists (
                    select from entitlements.household_members other
                     where other.tenant_id = _tenant_id
                       and other.app_user_uuid = asked.app_user_uuid
                       and tstzrange(other.joined_at, other.left_at)
                           && tstzrange((asked.line).joined_at, (asked.line).left_at))
               then api.refused_row(
                   asked.line, 'already_in_household',
                   'The app user was in a household then already.')
               when asked.seat > 100
               then api.refused_row(
                   asked.line, 'household_full', 'A household has at most 100 members.')
               end as one offset 0) as judged
     where (judged.one).outcome is not null;
    return _judged || api.ownerless_members(
        api.judged_rows(settled_members.rows, _judged));
end
$$;
