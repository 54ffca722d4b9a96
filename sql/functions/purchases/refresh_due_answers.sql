-- Derives stored answers again that are stale, expired or of an old definition; returns how many.
--
-- Also those of app users with a notice that the clock has begun; it is logged. So are changes in
-- the sandbox. If there is room for more, it adopts answers of another release's shape; not while a
-- server of another release is present, because the two would derive the same rows in turns.
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
    _versions bigint[];
    _sandbox_versions bigint[];
    _due uuid[];
    _left bigint;
    _others uuid[] := array[]::uuid[]; _other uuid;
    _away constant uuid[] := api.tenants_away();
begin
    looked_at := 0;
    for _tenant in
        select tenant.tenant_id, tenant.definition_version from entitlements.tenants tenant
         where tenant.tenant_id <> all (_away)
    loop
        _left := refresh_due_answers.maximum - looked_at;
        exit when _left <= 0;
        perform set_config('hearth.tenant_id', _tenant.tenant_id::text, true);
        _versions := api.stored_versions('production');
        -- A locked answer is being written by another transaction.
        _due := array(
            select due.app_user_uuid from unnest(_versions) as version (number)
             cross join lateral (
                   select stored.app_user_uuid from entitlements.stored_answers stored
                    where stored.tenant_id = _tenant.tenant_id
                      and stored.definition_version = version.number
                      and stored.valid_until <= case
                              when api.definition_of_answer(version.number)
                                   = _tenant.definition_version then now() else 'infinity' end
                    limit _left
                      for update skip locked) as due
             limit _left)
            || array(
            select stored.app_user_uuid from entitlements.stored_answers stored
             where stored.tenant_id = _tenant.tenant_id and stored.notice_at <= now()
             limit _left
               for update skip locked)
            || array(
            select stored.app_user_uuid
              from (select distinct mark.app_user_uuid from entitlements.stale_answers mark
                     where mark.tenant_id = _tenant.tenant_id) as stale
              join entitlements.stored_answers stored
                on stored.tenant_id = _tenant.tenant_id
               and stored.app_user_uuid = stale.app_user_uuid
             limit _left
               for update of stored skip locked);
        if _due <> '{}' then
            perform api.store_locked_answers(_due);
            looked_at := looked_at + cardinality(_due);
            _left := greatest(refresh_due_answers.maximum - looked_at, 0);
        end if;
        _sandbox_versions := api.stored_versions('sandbox');
        _due := array(
            select due.app_user_uuid from unnest(_sandbox_versions) as version (number)
             cross join lateral (
                   select stored.app_user_uuid from entitlements.sandbox_answers stored
                    where stored.tenant_id = _tenant.tenant_id
                      and stored.definition_version = version.number
                      and stored.valid_until <= case
                              when api.definition_of_answer(version.number)
                                   = _tenant.definition_version then now() else 'infinity' end
                    limit _left
                      for no key update skip locked) as due
             limit _left);
        if _due <> '{}' then
            perform api.store_sandbox_answers(_due);
            looked_at := looked_at + cardinality(_due);
        end if;
        if not _versions || _sandbox_versions
               <@ array[api.answer_version(_tenant.definition_version)] then
            _others := _others || _tenant.tenant_id;
        end if;
    end loop;
    if looked_at < refresh_due_answers.maximum and _others <> '{}' and api.is_only_release() then
        foreach _other in array _others loop
            perform set_config('hearth.tenant_id', _other::text, true);
            looked_at := looked_at + api.adopt_answers(refresh_due_answers.maximum - looked_at);
        end loop;
    end if;
    return next;
end
$$;
