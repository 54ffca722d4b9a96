-- Imports rows in one step, and returns them with their outcomes; null: imported.
--
-- Refused rows are sorted out before the locks, which create app users. Under the locks the rows
-- are judged again: a row that a concurrent write made wrong repeats the call.
-- Locks: households by id → app users by uuid → purchases by id; see import_rows.
-- Raises: 40001; what a row raises that was not foreseen, import_rows then tries each row alone.

create function api.import_together(rows entitlements.import_row[], as_of timestamptz)
returns entitlements.import_row[]
language plpgsql volatile security invoker
set search_path = ''
as $$
declare
    _rows entitlements.import_row[] := api.judged_rows(
        import_together.rows, api.unfit_rows(import_together.rows, import_together.as_of));
    _settled entitlements.import_row[];
    _household_ids uuid[];
    _changes entitlements.changes;
begin
    _rows := api.judged_rows(_rows, api.settled_rows(_rows));
    _household_ids := array(
        select distinct api.import_id('household', told.household) from unnest(_rows) as told
         where told.record = 'household_member' and told.outcome is null);
    perform from entitlements.households household
      where household.tenant_id = entitlements.current_tenant_id()
        and household.household_id = any (_household_ids)
      order by household.household_id for no key update;
    perform api.lock_app_users(array(
        select distinct told.app_user_id from unnest(_rows) as told
         where told.outcome is null and told.record <> 'app_user'));
    _settled := api.settled_rows(_rows);
    if exists (select from unnest(_settled) as one where one.outcome = 'refused') then
        raise serialization_failure;
    end if;
    _rows := api.judged_rows(_rows, _settled);
    _changes := api.import_app_users(_rows, import_together.as_of);
    _changes := api.all_changes(_changes, api.import_members(_rows, import_together.as_of));
    _changes := api.all_changes(_changes, api.import_purchases(_rows, import_together.as_of));
    _changes := api.all_changes(_changes, api.import_grants(_rows));
    perform api.import_uses(_rows);
    perform api.derive(_changes, 'import');
    return _rows;
end
$$;
