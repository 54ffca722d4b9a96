-- Replaces ids where no foreign key does: in lists, JSON, the audit and the keys of purchases.
--
-- The caller has locked the app user and all linked ones. `linked` are all ids ever named together
-- with theirs. `names` replace `ids`, in the same order.
-- security definer because hearth_server may not edit snapshots, drift or the audit.
-- Idempotent: a replaced id is not found again.
-- Locks: the rows.

create function api.rename_traces(linked text[], ids text[], names text[]) returns void
language plpgsql volatile security definer
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    -- The app user is also named as the one who acted.
    _evidence constant text[] := ids || array(select 'app_user:' || id from unnest(ids) as id);
    _names constant text[] := names || array(
        select 'app_user:' || name from unnest(names) as name);
begin
    update entitlements.snapshots snapshot
       set app_user_ids = api.replace_ids(snapshot.app_user_ids, ids, names)
     where snapshot.tenant_id = _tenant_id and snapshot.app_user_id = any (linked)
       and snapshot.app_user_ids && ids;
    update entitlements.drift found
       set app_user_id = (api.replace_ids(array[found.app_user_id], ids, names))[1],
           before = api.replace_ids_in_json(found.before, ids, names),
           after = api.replace_ids_in_json(found.after, ids, names)
     where found.tenant_id = _tenant_id and found.app_user_id = any (linked);
    update entitlements.merges merge
       set moved_app_user_ids = api.replace_ids(merge.moved_app_user_ids, ids, names),
           answer = api.replace_ids_in_json(merge.answer, ids, names)
     where merge.tenant_id = _tenant_id
       and (merge.anonymous_app_user_id = any (linked) or merge.app_user_id = any (linked));
    update entitlements.webhook_events event
       set app_user_id = names[array_position(ids, event.app_user_id)]
     where event.tenant_id = _tenant_id and event.app_user_id = any (ids);
    update entitlements.audit_entries entry
       set app_user_ids = api.replace_ids(entry.app_user_ids, ids, names),
           actor = (api.replace_ids(array[entry.actor], _evidence, _names))[1],
           before = api.replace_ids_in_json(entry.before, _evidence, _names),
           after = api.replace_ids_in_json(entry.after, _evidence, _names)
     where entry.tenant_id = _tenant_id and entry.audit_id in (
           select named.audit_id from entitlements.audited_app_users named
            where named.tenant_id = _tenant_id and named.app_user_id = any (ids));
    update entitlements.audited_app_users named
       set app_user_id = names[array_position(ids, named.app_user_id)]
     where named.tenant_id = _tenant_id and named.app_user_id = any (ids);
    perform api.rename_in_wings(ids, names);
    -- If a store gives no transaction id, the chain id is made of the app user id and the product.
    update entitlements.purchases bought
       set chain_id = 'erased-' || bought.purchase_id
      from entitlements.evidence evidence
     where evidence.tenant_id = _tenant_id and evidence.app_user_id = any (ids)
       and bought.tenant_id = _tenant_id and bought.purchase_id = evidence.purchase_id
       and bought.chain_id in (evidence.app_user_id || ' ' || evidence.product_id,
                               'snapshot:' || evidence.app_user_id || ' ' || evidence.product_id);
end
$$;
