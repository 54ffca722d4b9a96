-- Imports rows in one step, and returns them with their outcomes.
--
-- A row without an outcome was imported. The rows are judged under the locks. Unknown ids become
-- app users only after that, so a refused row creates none.
-- Locks: households by id → app users by uuid → purchases by id; see import_rows.
-- Raises: 40001 if a concurrent write took an unknown id; and any error that storing a row raises.
-- Then import_rows tries each row alone.

create function api.import_together(rows entitlements.import_row[], as_of timestamptz)
returns entitlements.import_row[]
language plpgsql volatile
as $$
declare
    _rows entitlements.import_row[] := api.judged_rows(
        import_together.rows, api.unfit_rows(import_together.rows, import_together.as_of));
    _household_ids constant uuid[] := array(
        select distinct api.import_id('household', line.household) from unnest(_rows) as line
         where line.record = 'household_member' and line.outcome is null);
    _open entitlements.import_row[];
    _unknown text[];
    _changes entitlements.changes;
begin
    perform from entitlements.households household
      where household.tenant_id = entitlements.current_tenant_id()
        and household.household_id = any (_household_ids)
      order by household.household_id for no key update;
    _unknown := api.lock_present_app_users(array(
        select distinct line.app_user_id from unnest(_rows) as line
         where line.outcome is null and line.record <> 'app_user'));
    _open := array(select line from unnest(_rows) as line where line.outcome is null);
    _rows := api.judged_rows(
        _rows,
        api.settled_app_users(_open) || api.settled_members(_open)
        || api.settled_purchases(_open) || api.settled_uses(_open) || api.settled_grants(_open));
    select coalesce(array_agg(distinct line.app_user_id order by line.app_user_id), '{}')
      into _unknown
      from unnest(_rows) as line
     where line.outcome is null and line.record <> 'app_user'
       and line.app_user_id = any (_unknown);
    if not api.insert_app_user_ids(
            _unknown, array(select gen_random_uuid() from unnest(_unknown))) then
        raise serialization_failure;
    end if;
    _changes := api.import_app_users(_rows, import_together.as_of);
    _changes := api.all_changes(_changes, api.import_members(_rows, import_together.as_of));
    _changes := api.all_changes(_changes, api.import_purchases(_rows, import_together.as_of));
    _changes := api.all_changes(_changes, api.import_grants(_rows));
    perform api.import_uses(_rows);
    perform api.derive(_changes, 'import');
    return _rows;
end
$$;
