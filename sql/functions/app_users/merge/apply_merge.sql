-- Stores a merge and joins its ids into one app user.
--
-- Returns the changes for derive. The caller has locked the app users, and all ids that links
-- connect with them.
-- A unique index refuses a concurrent second merge of one anonymous id.
-- Locks: as rejoin_app_user_ids.
-- Raises: merge_conflict 409.

create function api.apply_merge(merge entitlements.merges, linked_app_user_ids text[])
returns entitlements.changes
language plpgsql volatile
as $$
declare
    _changes entitlements.changes;
begin
    insert into entitlements.merges
           (tenant_id, merge_id, anonymous_app_user_id, app_user_id, outcome, proof,
            moved_app_user_ids, moved_purchase_ids, answer, merged_at)
    values (merge.tenant_id, merge.merge_id, merge.anonymous_app_user_id, merge.app_user_id,
            merge.outcome, merge.proof, merge.moved_app_user_ids, merge.moved_purchase_ids, '{}',
            merge.merged_at);
    insert into entitlements.merge_links as link
           (tenant_id, anonymous_app_user_id, app_user_id, merge_id)
    select merge.tenant_id, moved.id, merge.app_user_id, merge.merge_id
      from unnest(merge.moved_app_user_ids) as moved (id)
        on conflict on constraint merge_links_pkey do update
       set merge_id = excluded.merge_id, is_severed = false;
    _changes := api.rejoin_app_user_ids(apply_merge.linked_app_user_ids);
    if api.identified_app_user_id(merge.anonymous_app_user_id)
       is distinct from merge.app_user_id then
        raise sqlstate 'PT409' using message = 'merge_conflict',
            detail = 'The links between the ids keep the two app users apart.';
    end if;
    return _changes;
exception when unique_violation then
    raise sqlstate 'PT409' using message = 'merge_conflict',
        detail = 'The anonymous id was merged into another app user.';
end
$$;
