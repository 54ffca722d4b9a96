-- Returns the answer to a merge: the app user, their household, and what moved.

create function api.merge_answer(
    merge_id uuid, outcome text, app_user_id text, moved_app_user_ids text[],
    moved_purchase_ids uuid[], as_of timestamptz)
returns jsonb
language plpgsql stable
as $$
begin
    return (
        select jsonb_build_object(
                   'outcome', merge_answer.outcome,
                   'merge_id', merge_answer.merge_id,
                   'app_user', jsonb_build_object(
                       'app_user_ids', facts.app_user_ids,
                       'kind', facts.kind,
                       'created_at', facts.created_at),
                   'household', facts.household,
                   'moved', jsonb_build_object(
                       'app_user_ids', to_jsonb(merge_answer.moved_app_user_ids),
                       'subscriptions', moved.subscriptions,
                       'purchases', moved.purchases)
                       || api.moved_in_wings(
                           merge_answer.app_user_id, merge_answer.moved_app_user_ids,
                           merge_answer.moved_purchase_ids, merge_answer.as_of))
          from entitlements.app_user_ids known
         cross join lateral api.app_user_facts(known.app_user_uuid, merge_answer.as_of) as facts
         cross join lateral api.moved_purchases(
                   known.app_user_uuid, merge_answer.moved_purchase_ids, merge_answer.as_of)
                   as moved
         where known.tenant_id = entitlements.current_tenant_id()
           and known.app_user_id = merge_answer.app_user_id);
end
$$;
