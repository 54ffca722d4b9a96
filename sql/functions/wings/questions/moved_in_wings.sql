-- Returns what moved with ids and purchases in wings, for the answer to a merge.
--
-- The question that merge_answer asks every wing, a key for each.

create function api.moved_in_wings(
    app_user_id text, app_user_ids text[], purchase_ids uuid[], as_of timestamptz)
returns jsonb
language sql stable
return jsonb_build_object(
    'usage', api.moved_usage(app_user_id, app_user_ids, as_of),
    'credits', api.moved_credits(app_user_id, purchase_ids, as_of));
