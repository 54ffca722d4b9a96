-- Deletes what exists only for given ids: proofs, attributes, notes, queue rows and more.
--
-- The caller has locked the app user.
-- security definer because hearth_server may not delete most of these rows.
-- Idempotent: deleted rows stay deleted.
-- Locks: the rows.

create function api.delete_traces(app_user_uuid uuid, ids text[]) returns void
language plpgsql volatile security definer
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _places tid[];
begin
    delete from entitlements.device_secrets secret
     where secret.tenant_id = _tenant_id and secret.app_user_id = any (ids);
    delete from entitlements.merge_tickets ticket
     where ticket.tenant_id = _tenant_id
       and (ticket.anonymous_app_user_id = any (ids) or ticket.app_user_id = any (ids));
    delete from entitlements.claim_attempts counted
     where counted.tenant_id = _tenant_id and counted.app_user_id = any (ids);
    delete from entitlements.snapshot_queue waiting
     where waiting.tenant_id = _tenant_id
       and (waiting.app_user_uuid = delete_traces.app_user_uuid
            or waiting.app_user_id = any (ids));
    -- By place (plans: rule 3), locked first: a worker may be moving the row.
    _places := array(
        select listed.place from entitlements.runs run
         cross join unnest(ids) as named (id)
         cross join lateral (
               select app_user.ctid as place from entitlements.run_app_users app_user
                where app_user.tenant_id = _tenant_id and app_user.run_id = run.run_id
                  and app_user.app_user_id = named.id
               offset 0 for update) as listed
         where run.tenant_id = _tenant_id);
    delete from entitlements.run_app_users app_user
     where app_user.tenant_id = _tenant_id and app_user.ctid = any (_places);
    _places := array(
        select found.place from unnest(ids) as named (id)
         cross join lateral (
               select word.text, '' as name
                 from unnest(entitlements.words_of_id(named.id)) as word (text)
                union all
               select word.text, kept.name from entitlements.attributes kept
                cross join lateral unnest(entitlements.words_of(kept.value)) as word (text)
                where kept.tenant_id = _tenant_id and kept.app_user_id = named.id) as searchable
         cross join lateral (
               select one.ctid as place from entitlements.search_words one
                where one.tenant_id = _tenant_id and one.word = searchable.text
                  and one.app_user_id = named.id and one.name = searchable.name
               offset 0) as found);
    delete from entitlements.search_words searched
     where searched.tenant_id = _tenant_id and searched.ctid = any (_places);
    delete from entitlements.attributes kept
     where kept.tenant_id = _tenant_id and kept.app_user_id = any (ids);
    delete from entitlements.idempotent_answers kept
     using unnest(ids) as named (id)
     where kept.tenant_id = _tenant_id
       and strpos(kept.answer::text, to_json(named.id)::text) > 0;
    delete from entitlements.named_by_events mention
     where mention.tenant_id = _tenant_id and mention.text = any (ids);
    delete from entitlements.operator_notes stored
     where stored.tenant_id = _tenant_id and stored.app_user_id = any (ids);
    perform api.erase_in_wings(delete_traces.app_user_uuid, ids);
end
$$;
