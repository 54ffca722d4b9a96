-- Returns the rows of app users that are known, or that contradict what is known.
--
-- A row is known if its ids already are one app user. A row is refused if one of its anonymous ids
-- belongs to another identified app user, or if an earlier row gives that id to another app user.
-- Refuses: merge_conflict 409, not_anonymous 409.

create function api.settled_app_users(rows entitlements.import_row[])
returns entitlements.import_row[]
language plpgsql stable
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
begin
    return array(
        select judged.one
          from (select (array_agg(named.line))[1] as line,
                       bool_and(holder.app_user_uuid is not null
                                and (named.id is null
                                     or own.app_user_uuid = holder.app_user_uuid)) as are_one,
                       bool_or(not own.is_anonymous and own.app_user_uuid
                               is distinct from holder.app_user_uuid) as are_identified,
                       bool_or(named.first_user <> (named.line).app_user_id
                               or own.app_user_uuid is distinct from holder.app_user_uuid
                                  and api.identified_app_user_id(named.id) is not null) as are_taken
                  from (select line, anonymous.id,
                               case when anonymous.id is not null
                                    then first_value(line.app_user_id) over (
                                        partition by anonymous.id order by line.number) end
                               as first_user
                          from unnest(settled_app_users.rows) as line
                          left join lateral unnest(line.anonymous_app_user_ids) as anonymous (id)
                            on true
                         where line.record = 'app_user') as named
                  left join entitlements.app_user_ids holder
                    on holder.tenant_id = _tenant_id
                   and holder.app_user_id = (named.line).app_user_id
                  left join entitlements.app_user_ids own
                    on own.tenant_id = _tenant_id and own.app_user_id = named.id
                 group by (named.line).number) as asked
         cross join lateral (
               select case
                   when asked.are_one
                   then api.known_row(asked.line, 'The ids are one app user already.')
                   when asked.are_identified
                   then api.refused_row(
                       asked.line, 'not_anonymous',
                       'One of the anonymous ids is identified.')
                   when asked.are_taken
                   then api.refused_row(
                       asked.line, 'merge_conflict',
                       'One of the anonymous ids belongs to another app user.')
                   end as one offset 0) as judged
         where (judged.one).outcome is not null);
end
$$;
