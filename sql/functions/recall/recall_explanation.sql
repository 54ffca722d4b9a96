-- Explains an answer by what had been heard up to a moment, and says what is known of it today.
--
-- Called with a secret or an admin key; see explain_access and recall_access. `as_known_now` is
-- what is known today about the moment `as_of`, with the code `was_right` or `was_wrong`. Null if
-- the catalog no longer has what is asked for. What is about today is left out: how fresh the
-- knowledge is, and what to do next.
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
    _now jsonb;
begin
    begin
        select jsonb_build_object(
                   'id', asked.id, 'is_allowed', asked.is_allowed, 'answer', asked.answer)
          into strict _now
          from api.asked_access(
                   recall_explanation.app_user_id, recall_explanation.entitlement_id,
                   recall_explanation.feature_id, null, recall_explanation.environment, _as_of)
               as asked;
    exception when sqlstate 'PT404' then
        _now := null;
    end;
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
    _now := _now - 'id' || jsonb_build_object(
        'facts', '{}'::jsonb,
        'reason', case
            when _now -> 'is_allowed' = answer::jsonb -> 'is_allowed'
                 and _now -> 'id' = answer::jsonb #> '{asked,id}' then 'was_right'
            else 'was_wrong' end);
    return query
    select _as_of, api.shown_names((answer::jsonb || jsonb_build_object(
               'knowledge', '[]'::jsonb, 'next', '[]'::jsonb, 'as_known_now', _now))::json);
end
$$;
