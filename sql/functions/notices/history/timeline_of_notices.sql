-- Returns the newest dismissals of notices of a timeline.
--
-- The notices themselves are in the change log, if the tenant logs them.

create function api.timeline_of_notices(asked entitlements.timeline_query)
returns setof entitlements.timeline_entry
language plpgsql stable rows 10
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
begin
    if coalesce(asked.with_kind <> 'notice_dismissed', false) then
        return;
    end if;
    return query
    select 'notice_dismissed', dismissed.dismissed_at, named.place, dismissed.app_user_id,
           json_build_object('notice_id', dismissed.notice_id)
      from unnest(asked.app_user_ids) as own (id)
     cross join lateral (
           select one.* from entitlements.dismissed_notices one
            where one.tenant_id = _tenant_id and one.app_user_id = own.id
           offset 0) as dismissed
     cross join lateral (
           select 'dismissed ' || dismissed.notice_id || ' ' || dismissed.app_user_id as place)
           as named
     where api.is_earlier(dismissed.dismissed_at, named.place, asked)
     order by dismissed.dismissed_at desc, named.place collate "C" desc
     limit asked.maximum;
end
$$;
