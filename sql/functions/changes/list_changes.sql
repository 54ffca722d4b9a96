-- Returns changes after a number, oldest first, and the last number of the log.
--
-- Only those of `environments`. Without `after`: from the oldest change that is kept. With
-- `app_user_id`, only changes of this app user, under any of their ids, which are returned. If
-- there is no change, one row has only `last_number` and those.
-- Head and changes are of one snapshot, so a reader can go on from `last_number` and miss nothing.
-- `after` must be the number of a change that the log has, or where its oldest one begins. Numbers
-- that a failover or a restore lost are in no log, and are refused.
-- Null: after, number, changed_app_user_id, change, own_app_user_ids, changed_environment.
-- Raises: changes_gone 410.

create function api.list_changes(
    after bigint, maximum integer, app_user_id text default null,
    environments text[] default '{production}')
returns table (
    last_number bigint, number bigint, changed_app_user_id text, change json,
    own_app_user_ids text[], changed_environment text)
language plpgsql stable rows 100
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    -- Also an id that no app user has yet: a reader may wait for its first change.
    _ids constant text[] := case when list_changes.app_user_id is not null
                                 then api.ids_of_app_user(list_changes.app_user_id)
                                      || list_changes.app_user_id end;
    _last bigint;
    _pruned bigint;
begin
    select head.last_number, head.pruned_number into _last, _pruned
      from entitlements.change_heads head
     where head.tenant_id = _tenant_id;
    _last := coalesce(_last, 0);
    if list_changes.after <> coalesce(_pruned, 0) and not exists (
        select from entitlements.change_entries entry
         where entry.tenant_id = _tenant_id and entry.number = list_changes.after) then
        raise sqlstate 'PT410' using message = 'changes_gone',
            detail = 'The log does not have this change. Read the answers again, then '
                     'continue from last_number of a request without after.';
    end if;
    return query
    select _last, (page.entry).number, (page.entry).app_user_id,
           case when (page.entry).number is not null then api.change_json(page.entry) end,
           _ids, (page.entry).environment
      from (select 1) as always (one)
      left join lateral (
           select entry from entitlements.change_entries entry
            where entry.tenant_id = _tenant_id
              and entry.number > coalesce(list_changes.after, _pruned, 0)
              and entry.number <= _last
              and entry.environment = any (list_changes.environments)
              and (list_changes.app_user_id is null or entry.app_user_id = any (_ids))
            order by entry.number
            limit list_changes.maximum) as page (entry) on true;
end
$$;
