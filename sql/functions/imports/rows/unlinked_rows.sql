-- Returns the rows of app users all of whose ids are new; anonymous ones are of RevenueCat.
--
-- Of rows that share an id, only the first is returned.
-- Locks: none.

create function api.unlinked_rows(rows entitlements.import_row[])
returns entitlements.import_row[]
language plpgsql stable security invoker
set search_path = ''
as $$
#variable_conflict use_column
begin
    return array(
        select (array_agg(named.told))[1]
          from (select told, one.id,
                       row_number() over (partition by one.id order by told.number) as turn,
                       exists (
                           select from entitlements.app_user_ids known
                            where known.tenant_id = entitlements.current_tenant_id()
                              and known.app_user_id = one.id) as is_known
                  from unnest(unlinked_rows.rows) as told
                 cross join lateral (
                       select distinct each.id
                         from unnest(told.app_user_id || told.anonymous_app_user_ids)
                              as each (id)) as one
                 where told.record = 'app_user' and told.outcome is null) as named
         group by (named.told).number
        having max(named.turn) = 1 and not bool_or(named.is_known)
           and bool_and(starts_with(named.id, '$RCAnonymousID:')
                        or named.id = (named.told).app_user_id));
end
$$;
