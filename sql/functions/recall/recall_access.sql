-- Returns what a lookup answered by what had been heard up to a moment.
--
-- Called with a support key or more. `question` is `entitlements`, `entitlement`, `features` or
-- `feature`; `subject_id` names the one that is asked for. Without `as_of`, the answer is about
-- `known_at`: what was answered then.
-- It stores what was known then in a tenant that no other transaction sees, asks the function of
-- the lookup, and undoes everything. So the past has no rules of its own.
-- Null: subject_id, as_of.
-- Locks: none of rows that another transaction sees.
-- Raises: known_at_in_future 422, knowledge_not_kept 410, entitlement_not_in_catalog 404,
-- feature_not_in_catalog 404.

create function api.recall_access(
    question text, app_user_id text, subject_id text, environment text, as_of timestamptz,
    known_at timestamptz)
returns table (answered_as_of timestamptz, answer json)
language plpgsql volatile rows 1
set plan_cache_mode = 'force_generic_plan'
as $$
declare
    _as_of constant timestamptz := coalesce(recall_access.as_of, recall_access.known_at);
begin
    begin
        perform api.return_to(recall_access.app_user_id, null, recall_access.known_at);
        answer := case recall_access.question
            when 'entitlements' then (
                select found.answer from api.get_entitlements(
                    recall_access.app_user_id, recall_access.environment, _as_of) as found)
            when 'entitlement' then (
                select found.answer from api.get_entitlement(
                    recall_access.app_user_id, recall_access.subject_id,
                    recall_access.environment, _as_of) as found)
            when 'features' then (
                select found.answer from api.get_features(
                    recall_access.app_user_id, recall_access.environment, _as_of) as found)
            else (
                select found.answer from api.get_feature(
                    recall_access.app_user_id, recall_access.subject_id,
                    recall_access.environment, _as_of) as found) end;
        raise sqlstate 'HDRY0'; -- Undoes everything; the answer stays in its variable.
    exception when sqlstate 'HDRY0' then null;
    end;
    return query select _as_of, api.shown_names(answer);
end
$$;
