-- Returns the changes of an app user that given events caused, without notices.

create function api.changes_by_events(app_user_ids text[], event_ids text[])
returns table (event_id text, changes json)
language plpgsql stable rows 10
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
begin
    if cardinality(changes_by_events.event_ids) = 0 then
        return;
    end if;
    return query
    select logged.cause_id,
           json_agg(json_build_object(
               'number', logged.number, 'kind', logged.kind,
               'environment', logged.environment, 'before', logged.before,
               'after', logged.after) order by logged.number)
      from unnest(changes_by_events.app_user_ids) as own (id)
     cross join lateral (
           select one.* from entitlements.change_entries one
            where one.tenant_id = _tenant_id and one.app_user_id = own.id
              and one.cause = 'event' and one.kind <> 'notice'
           offset 0) as logged
     -- Not a join: the ids are hashed, and each row is looked up there.
     where (logged.cause_id in (
               select event.id from unnest(changes_by_events.event_ids) as event (id))) is true
     group by logged.cause_id;
end
$$;
