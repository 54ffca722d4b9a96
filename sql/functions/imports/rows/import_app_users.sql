-- Stores app users with their anonymous ids, and returns what changed.
--
-- The tenant's server vouches that the ids of a row are one app user. The earlier of the row's
-- `created_at` and the stored one is kept.
-- Idempotent: ids that are one app user stay as they are.
-- Locks: the ids that are new; households by id → app users by uuid → purchases by id where known
-- ids are joined.
-- Raises: merge_conflict 409 if the ids stay several app users, not_anonymous 409.

create function api.import_app_users(rows entitlements.import_row[], as_of timestamptz)
returns entitlements.changes
language plpgsql volatile
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _line entitlements.import_row;
    _id text;
    -- All their ids are new, and the anonymous ones are of RevenueCat. Of rows that share an id, it
    -- is the first.
    _new constant entitlements.import_row[] := array(
        select (array_agg(named.line))[1]
          from (select line, one.id,
                       row_number() over (partition by one.id order by line.number) as turn,
                       exists (
                           select from entitlements.app_user_ids known
                            where known.tenant_id = _tenant_id and known.app_user_id = one.id)
                           as is_known
                  from unnest(import_app_users.rows) as line
                 cross join lateral (
                       select distinct each.id
                         from unnest(line.app_user_id || line.anonymous_app_user_ids)
                              as each (id)) as one
                 where line.record = 'app_user' and line.outcome is null) as named
         group by (named.line).number
        having max(named.turn) = 1 and not bool_or(named.is_known)
           and bool_and(starts_with(named.id, '$RCAnonymousID:')
                        or named.id = (named.line).app_user_id));
    _old constant entitlements.import_row[] := array(
        select line from unnest(import_app_users.rows) as line
         where line.record = 'app_user' and line.outcome is null
           and line.number <> all (array(select one.number from unnest(_new) as one)));
    _changes entitlements.changes := api.changes_of();
begin
    perform api.insert_linked_ids(_new, import_app_users.as_of);
    perform api.lock_app_users(array(
        select line.app_user_id from unnest(_old) as line
         where coalesce(line.anonymous_app_user_ids, '{}') = '{}'));
    for _line in
        select line.* from unnest(_old) as line
         where line.anonymous_app_user_ids <> '{}' order by line.app_user_id
    loop
        foreach _id in array _line.anonymous_app_user_ids loop
            if not starts_with(_id, '$RCAnonymousID:') then
                _changes := api.all_changes(
                    _changes, api.declare_anonymous(_id, import_app_users.as_of));
            end if;
        end loop;
        _changes := api.all_changes(_changes, api.join_app_user_ids(
            _line.app_user_id || _line.anonymous_app_user_ids, import_app_users.as_of,
            'import:' || _line.app_user_id));
        if (select count(distinct known.app_user_uuid) > 1 from entitlements.app_user_ids known
             where known.tenant_id = _tenant_id
               and known.app_user_id = any (
                   _line.app_user_id || _line.anonymous_app_user_ids)) then
            raise sqlstate 'PT409' using message = 'merge_conflict',
                detail = 'One of the anonymous ids belongs to another app user.';
        end if;
    end loop;
    update entitlements.app_users app_user
       set created_at = line.created_at
      from unnest(_old) as line
      join entitlements.app_user_ids known
        on known.tenant_id = _tenant_id and known.app_user_id = line.app_user_id
     where app_user.tenant_id = _tenant_id and app_user.app_user_uuid = known.app_user_uuid
       and line.created_at < app_user.created_at;
    return _changes;
end
$$;
