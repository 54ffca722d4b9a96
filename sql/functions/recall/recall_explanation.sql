-- Explains an answer by what had been heard up to a moment, and says what is known of it today.
--
-- Called with a support key or more; see explain_access, recall_access and judged_explanation.
-- Null: entitlement_id, feature_id, transaction_id, as_of.
-- Locks: none of rows that another transaction sees.
-- Raises: known_at_in_future 422, knowledge_not_kept 410, entitlement_not_in_catalog 404,
-- feature_not_in_catalog 404.

create function api.recall_explanation(
    app_user_id text, entitlement_id text, feature_id text, transaction_id text,
    environment text, as_of timestamptz, known_at timestamptz)
returns table (answered_as_of timestamptz, answer json)
language plpgsql volatile rows 1
set plan_cache_mode = 'force_generic_plan'
as $$
declare
    _as_of constant timestamptz := coalesce(recall_explanation.as_of, recall_explanation.known_at);
begin
    begin
        perform api.return_to(
            recall_explanation.app_user_id, recall_explanation.transaction_id,
            recall_explanation.known_at);
        select explained.answer into strict answer
          from api.explain_access(
                   recall_explanation.app_user_id, recall_explanation.entitlement_id,
                   recall_explanation.feature_id, null, recall_explanation.transaction_id,
                   recall_explanation.environment, _as_of) as explained;
        raise sqlstate 'HDRY0'; -- Undoes everything; the answer stays in its variable.
    exception when sqlstate 'HDRY0' then null;
    end;
    return query
    select _as_of, api.judged_explanation(
               answer, recall_explanation.app_user_id, recall_explanation.environment, _as_of);
end
$$;
