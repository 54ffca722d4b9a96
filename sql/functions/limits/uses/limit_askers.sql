-- Returns the app users of a request about limits, with the limits, all their ids and their answer.
--
-- The answer is null without `is_lifted`: then no entitlement lifts one of the requested limits.

create function api.limit_askers(
    app_user_ids text[], limit_ids text[], environment text, as_of timestamptz,
    is_lifted boolean)
returns table (app_user_id text, limit_ids text[], ids text[], answer json)
language sql stable rows 16
begin atomic
    select asked.id, asked.limit_ids, array(
               select own.app_user_id from entitlements.app_user_ids own
                where own.tenant_id = entitlements.current_tenant_id()
                  and own.app_user_uuid = known.app_user_uuid),
           case when limit_askers.is_lifted then coalesce(stored.answer, (
               select found.answer from api.get_entitlements_set(
                          array[asked.id], limit_askers.environment,
                          limit_askers.as_of) as found)) end
      from (select pair.app_user_id, array_agg(pair.limit_id)
              from unnest(limit_askers.app_user_ids, limit_askers.limit_ids)
                   as pair (app_user_id, limit_id)
             group by pair.app_user_id) as asked (id, limit_ids)
      left join entitlements.app_user_ids known
        on known.tenant_id = entitlements.current_tenant_id() and known.app_user_id = asked.id
      left join lateral api.stored_answer(
                case when limit_askers.is_lifted then known.app_user_uuid end,
                limit_askers.environment, limit_askers.as_of) as stored on true
    offset 0;
end;
