-- Returns the answer to a merge: the app user, their household, and what moved.

create function api.merge_answer(
    merge_id uuid, outcome text, app_user_id text, moved_app_user_ids text[],
    moved_purchase_ids uuid[], as_of timestamptz)
returns jsonb
language plpgsql stable
as $$
declare
    _app_user constant jsonb := (
        select found.answer from api.get_app_user(merge_answer.app_user_id, merge_answer.as_of)
            as found);
begin
    return jsonb_build_object(
        'outcome', merge_answer.outcome,
        'merge_id', merge_answer.merge_id,
        'app_user', _app_user - array['subscriptions', 'purchases', 'grants', 'household'],
        'household', _app_user -> 'household',
        'moved', jsonb_build_object(
            'app_user_ids', to_jsonb(merge_answer.moved_app_user_ids),
            'subscriptions', api.moved_purchases(
                merge_answer.moved_purchase_ids, _app_user -> 'subscriptions'),
            'purchases', api.moved_purchases(
                merge_answer.moved_purchase_ids,
                (_app_user -> 'purchases') || (_app_user -> 'grants')))
            || api.moved_in_wings(
                merge_answer.app_user_id, merge_answer.moved_app_user_ids,
                merge_answer.moved_purchase_ids, merge_answer.as_of));
end
$$;
