-- Replaces ids where no reference does it: in lists of ids, in what was answered and written down,
-- and in what purchases are known by.
--
-- internal: called by erase_app_user, which holds the person and everybody linked with them.
-- `linked` are all ids that anything ever named together with theirs; `names` stand for `ids`, in
-- their order.
-- security definer because what was told and written down is nobody's to edit, but for this.
-- Idempotent: ids that stand nowhere are replaced nowhere.
-- Locks: the rows.

create function api.rename_traces(linked text[], ids text[], names text[]) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
#variable_conflict use_column
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
begin
    update entitlements.snapshots reading
       set app_user_ids = api.renamed(reading.app_user_ids, ids, names)
     where reading.tenant_id = _tenant_id and reading.app_user_id = any (linked)
       and reading.app_user_ids && ids;
    update entitlements.drift found
       set app_user_id = (api.renamed(array[found.app_user_id], ids, names))[1],
           before = api.renamed_json(found.before, ids, names),
           after = api.renamed_json(found.after, ids, names)
     where found.tenant_id = _tenant_id and found.app_user_id = any (linked);
    update entitlements.merges merge
       set moved_app_user_ids = api.renamed(merge.moved_app_user_ids, ids, names),
           answer = api.renamed_json(merge.answer, ids, names)
     where merge.tenant_id = _tenant_id
       and (merge.anonymous_app_user_id = any (linked) or merge.app_user_id = any (linked));
    update entitlements.audit_entries entry
       set app_user_ids = api.renamed(entry.app_user_ids, ids, names),
           actor = (api.renamed(array[entry.actor], ids, names))[1],
           before = api.renamed_json(entry.before, ids, names),
           after = api.renamed_json(entry.after, ids, names)
     where entry.tenant_id = _tenant_id and entry.app_user_ids && ids;
    -- Where a store gives no transaction, a purchase is known by who bought what.
    update entitlements.purchases bought
       set chain_id = 'erased-' || bought.purchase_id
      from entitlements.evidence told
     where told.tenant_id = _tenant_id and told.app_user_id = any (ids)
       and bought.tenant_id = _tenant_id and bought.purchase_id = told.purchase_id
       and bought.chain_id in (told.app_user_id || ' ' || told.product_id,
                               'snapshot:' || told.app_user_id || ' ' || told.product_id);
end
$$;
