-- Derives stored answers again that are stale, expired or of an old definition; returns how many.
--
-- Also those of app users with a notice that the clock has begun; it is logged. So are changes in
-- the sandbox.
-- Handles at most `maximum` answers, to keep locks short.
-- security definer because it goes through all tenants, one at a time under the row security of
-- each; it returns only a number.
-- Idempotent: an answer that is not due does not change.
-- Locks: rows of answers, skipping locked rows.

create function api.refresh_due_answers(maximum integer) returns table (looked_at bigint)
language plpgsql volatile security definer rows 1
as $$
declare
    _tenant record;
    _due uuid[];
    _away constant uuid[] := api.tenants_away();
begin
    looked_at := 0;
    for _tenant in
        select tenant.tenant_id, tenant.definition_version from entitlements.tenants tenant
         where tenant.tenant_id <> all (_away)
    loop
        exit when looked_at >= refresh_due_answers.maximum;
        perform set_config('hearth.tenant_id', _tenant.tenant_id::text, true);
        -- A locked answer is being written by another transaction.
        _due := array(
            select stored.app_user_uuid from entitlements.stored_answers stored
             where stored.tenant_id = _tenant.tenant_id
               and (stored.definition_version < _tenant.definition_version
                    or (stored.definition_version = _tenant.definition_version
                        and stored.valid_until <= now()))
             limit refresh_due_answers.maximum - looked_at
               for update skip locked)
            || array(
            select stored.app_user_uuid from entitlements.stored_answers stored
             where stored.tenant_id = _tenant.tenant_id and stored.notice_at <= now()
             limit refresh_due_answers.maximum - looked_at
               for update skip locked)
            || array(
            select stored.app_user_uuid
              from (select distinct mark.app_user_uuid from entitlements.stale_answers mark
                     where mark.tenant_id = _tenant.tenant_id) as stale
              join entitlements.stored_answers stored
                on stored.tenant_id = _tenant.tenant_id
               and stored.app_user_uuid = stale.app_user_uuid
             limit refresh_due_answers.maximum - looked_at
               for update of stored skip locked);
        if _due <> '{}' then
            perform api.store_answers(array_agg(held.stored), array_agg(held.place))
               from (select distinct unnest(_due)) as due (app_user_uuid)
              cross join lateral (
                    select stored, stored.ctid as place from entitlements.stored_answers stored
                     where stored.tenant_id = _tenant.tenant_id
                       and stored.app_user_uuid = due.app_user_uuid
                    offset 0) as held;
            looked_at := looked_at + cardinality(_due);
        end if;
        _due := array(
            select stored.app_user_uuid from entitlements.sandbox_answers stored
             where stored.tenant_id = _tenant.tenant_id
               and (stored.definition_version < _tenant.definition_version
                    or (stored.definition_version = _tenant.definition_version
                        and stored.valid_until <= now()))
             limit greatest(refresh_due_answers.maximum - looked_at, 0)
               for no key update skip locked);
        if _due <> '{}' then
            perform api.store_sandbox_answers(_due);
            looked_at := looked_at + cardinality(_due);
        end if;
    end loop;
    return next;
end
$$;
