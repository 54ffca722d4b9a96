-- Returns the newest uses of limits of a timeline, with the references that they were made under.
--
-- Uses by one id of one limit at one moment are one entry.

create function api.timeline_of_uses(asked entitlements.timeline_query)
returns setof entitlements.timeline_entry
language plpgsql stable rows 50
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
begin
    if coalesce(asked.with_kind <> 'use', false) then
        return;
    end if;
    return query
    with recursive used as ( -- From one limit of an id to its next one.
        select own.id, (select min(one.limit_id collate "C") from entitlements.uses one
                         where one.tenant_id = _tenant_id and one.app_user_id = own.id)
                   as limit_id
          from unnest(asked.app_user_ids) as own (id)
         union all
        select used.id, (select min(one.limit_id collate "C") from entitlements.uses one
                          where one.tenant_id = _tenant_id and one.app_user_id = used.id
                            and one.limit_id > used.limit_id)
          from used where used.limit_id is not null)
    select 'use', made.used_at, made.place, made.app_user_id,
           json_build_object(
               'limit_id', made.limit_id, 'amount', made.amount, 'covered', made.covered,
               'references', coalesce(array(
                   select under.reference from entitlements.reservations under
                    where under.tenant_id = _tenant_id and under.app_user_id = made.app_user_id
                      and under.limit_id = made.limit_id and under.status = 'used'
                      and under.made_at = made.used_at and under.reference is not null
                    order by under.reference limit 20), '{}'))
      from (select use.*, named.place
              from used
             cross join lateral (
                   select one.* from entitlements.uses one
                    where one.tenant_id = _tenant_id and one.app_user_id = used.id
                      and one.limit_id = used.limit_id
                      and one.used_at <= asked.before_recorded_at
                    order by one.used_at desc
                    limit asked.maximum + 1) as use
             cross join lateral (
                   select 'use ' || use.app_user_id || ' ' || use.limit_id as place) as named
             where api.is_earlier(use.used_at, named.place, asked)
             order by use.used_at desc, named.place collate "C" desc
             limit asked.maximum) as made;
end
$$;
