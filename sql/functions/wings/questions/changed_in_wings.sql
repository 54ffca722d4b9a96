-- Returns what events changed for an app user, for each event that changed something.
--
-- The question that list_timeline asks every wing: the change log has it for as long as it is kept.

create function api.changed_in_wings(app_user_ids text[], event_ids text[])
returns table (event_id text, changes json)
language sql stable rows 10
begin atomic
    select changed.event_id, changed.changes
      from api.changes_by_events(
               changed_in_wings.app_user_ids, changed_in_wings.event_ids) as changed;
end;
