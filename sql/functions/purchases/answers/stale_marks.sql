-- Returns the marks of app users whose stored answers must be derived again.
--
-- Looks each app user up (plans: rule 3). Inlined (plans: rule 6).

create function api.stale_marks(app_user_uuids uuid[]) returns setof entitlements.stale_answers
language sql stable rows 4
begin atomic
    select stale.*
      from unnest(stale_marks.app_user_uuids) as named (app_user_uuid)
     cross join lateral (
           select mark.* from entitlements.stale_answers mark
            where mark.tenant_id = entitlements.current_tenant_id()
              and mark.app_user_uuid = named.app_user_uuid
           offset 0) as stale;
end;
