-- Derives what app users may do now, and stores it.
--
-- The caller has locked the rows of the answers. Deletes only stale marks seen before the
-- derivation: a mark that arrives meanwhile stays.
-- Idempotent: the same facts give the same answers.
-- Locks: none beyond the caller's.

create function api.store_answers(app_user_uuids uuid[]) returns void
language plpgsql volatile security invoker
set search_path = ''
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    -- Looks each app user up (`offset 0`): a comparison with the array may scan all the marks.
    _marks constant uuid[] := array(
        select stale.mark_id
          from unnest(store_answers.app_user_uuids) as named (app_user_uuid)
         cross join lateral (
               select mark.mark_id from entitlements.stale_answers mark
                where mark.tenant_id = _tenant_id and mark.app_user_uuid = named.app_user_uuid
               offset 0) as stale);
    -- clock_timestamp(), not now(): a membership begins after this transaction started.
    _as_of constant timestamptz := clock_timestamp();
begin
    update entitlements.stored_answers stored
       set answer = derived.answer,
           definition_version = tenant.definition_version,
           derived_at = _as_of,
           valid_until = coalesce(derived.next_change_at, 'infinity')
      from api.derived_answers(
               store_answers.app_user_uuids, 'production', _as_of, is_past => false) as derived
     cross join entitlements.tenants tenant
     where tenant.tenant_id = _tenant_id
       and stored.tenant_id = _tenant_id and stored.app_user_uuid = derived.app_user_uuid;
    if cardinality(_marks) > 0 then
        delete from entitlements.stale_answers stale
         where stale.tenant_id = _tenant_id
           and stale.app_user_uuid = any (store_answers.app_user_uuids)
           and stale.mark_id = any (_marks);
    end if;
end
$$;
