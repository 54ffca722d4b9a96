-- Returns the rows of app users that can be stored without joining ids.
--
-- - All ids of the row are new.
-- - Each id, other than the row's own app user id, is an anonymous id of RevenueCat.
-- - If several rows share an id, only the first of them is returned.

create function api.unlinked_rows(rows entitlements.import_row[])
returns entitlements.import_row[]
language plpgsql stable
as $$
begin
    return array(
        select (array_agg(named.line))[1]
          from (select line, one.id,
                       row_number() over (partition by one.id order by line.number) as turn,
                       exists (
                           select from entitlements.app_user_ids known
                            where known.tenant_id = entitlements.current_tenant_id()
                              and known.app_user_id = one.id) as is_known
                  from unnest(unlinked_rows.rows) as line
                 cross join lateral (
                       select distinct each.id
                         from unnest(line.app_user_id || line.anonymous_app_user_ids)
                              as each (id)) as one
                 where line.record = 'app_user' and line.outcome is null) as named
         group by (named.line).number
        having max(named.turn) = 1 and not bool_or(named.is_known)
           and bool_and(starts_with(named.id, '$RCAnonymousID:')
                        or named.id = (named.line).app_user_id));
end
$$;
