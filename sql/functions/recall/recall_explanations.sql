-- Explains a plan and entitlements by what had been heard up to a moment, and judges them by today.
--
-- Called with a support key or more; see explain_entitlements, recall_access and
-- judged_explanation. The past is stored, and undone, once for all explanations.
-- Null: as_of.
-- Locks: none of rows that another transaction sees.
-- Raises: known_at_in_future 422, knowledge_not_kept 410.

create function api.recall_explanations(
    app_user_id text, environment text, as_of timestamptz, known_at timestamptz)
returns table (answered_as_of timestamptz, answer json)
language plpgsql volatile rows 1
set plan_cache_mode = 'force_generic_plan'
as $$
declare
    _as_of constant timestamptz := coalesce(
        recall_explanations.as_of, recall_explanations.known_at);
begin
    begin
        perform api.return_to(
            recall_explanations.app_user_id, null, recall_explanations.known_at);
        select explained.answer into strict answer
          from api.explain_entitlements(
                   recall_explanations.app_user_id, recall_explanations.environment, _as_of)
               as explained;
        raise sqlstate 'HDRY0'; -- Undoes everything; the answer stays in its variable.
    exception when sqlstate 'HDRY0' then null;
    end;
    return query
    select _as_of,
           json_build_object(
               'plan', api.judged_explanation(
                   answer -> 'plan', recall_explanations.app_user_id,
                   recall_explanations.environment, _as_of),
               'entitlements', (
                   select coalesce(
                              json_object_agg(held.key, api.judged_explanation(
                                  held.value, recall_explanations.app_user_id,
                                  recall_explanations.environment, _as_of)),
                              '{}')
                     from json_each(answer -> 'entitlements') as held));
end
$$;
