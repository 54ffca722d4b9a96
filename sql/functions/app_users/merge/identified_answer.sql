-- Returns the answer for an anonymous id that is the identified app user's already.
--
-- It is the merge's first answer, with the outcome `already_identified`. Null if the ids belong to
-- two app users.

create function api.identified_answer(anonymous_app_user_id text, app_user_id text) returns jsonb
language plpgsql stable
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
begin
    if not exists (
        select from entitlements.app_user_ids identified
          join entitlements.app_user_ids joined
            on joined.tenant_id = _tenant_id and joined.app_user_uuid = identified.app_user_uuid
         where identified.tenant_id = _tenant_id
           and identified.app_user_id = api.resolved_alias(identified_answer.app_user_id)
           and not identified.is_anonymous
           and joined.app_user_id = identified_answer.anonymous_app_user_id) then
        return null;
    end if;
    return coalesce(
        (select merge.answer from entitlements.merges merge
          where merge.tenant_id = _tenant_id and merge.undone_at is null
            and merge.anonymous_app_user_id = identified_answer.anonymous_app_user_id),
        api.merge_answer(null, 'already_identified', identified_answer.app_user_id, '{}', '{}',
                         now()))
        || '{"outcome": "already_identified"}';
end
$$;
