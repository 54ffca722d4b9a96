-- Records that ids were named as one app user, and joins them if the rules allow it.
--
-- Returns the changes for derive. Unknown ids become app users. Usually all ids are one app user
-- already, and nothing is written.
-- A link between ids of one app user changes nothing, unless a concurrent transaction is separating
-- them and cannot see the link. That transaction has locked them, so this one waits for it.
-- Idempotent: a link keeps its earliest evidence, and an id has one row.
-- Locks: the app user that gains ids; if known ids are linked, households by id → app users by uuid
-- → purchases by id.

create function api.join_app_user_ids(app_user_ids text[], linked_at timestamptz, evidence_id text)
returns entitlements.changes
language plpgsql volatile
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _are_added constant boolean := api.add_app_user_ids(join_app_user_ids.app_user_ids);
    _is_linked boolean;
    _app_users uuid[];
begin
    insert into entitlements.app_user_id_links as link
           (tenant_id, app_user_id, linked_app_user_id, linked_at, evidence_id)
    select _tenant_id, named.app_user_id, named.linked_app_user_id,
           join_app_user_ids.linked_at, join_app_user_ids.evidence_id
      from api.named_links(join_app_user_ids.app_user_ids) as named
       -- An upsert would lock the row even if it changes nothing, which is the usual case.
     where not exists (
           select from entitlements.app_user_id_links earlier
            where earlier.tenant_id = _tenant_id
              and earlier.app_user_id = named.app_user_id
              and earlier.linked_app_user_id = named.linked_app_user_id
              and (earlier.linked_at, earlier.evidence_id)
                  <= (join_app_user_ids.linked_at, join_app_user_ids.evidence_id))
     order by 2, 3
        on conflict on constraint app_user_id_links_pkey do update
       set linked_at = excluded.linked_at, evidence_id = excluded.evidence_id
     where (excluded.linked_at, excluded.evidence_id) < (link.linked_at, link.evidence_id);
    _is_linked := found;
    if _is_linked and not _are_added then
        perform api.lock_linked_app_users(join_app_user_ids.app_user_ids);
    end if;

    _app_users := array(
        select distinct known.app_user_uuid
          from entitlements.app_user_ids known
         where known.tenant_id = _tenant_id
           and known.app_user_id = any (join_app_user_ids.app_user_ids));
    if cardinality(_app_users) > 1 then
        return api.rejoin_app_user_ids(
            api.lock_linked_app_users(join_app_user_ids.app_user_ids));
    end if;
    if _is_linked and exists (
        select from entitlements.app_user_ids own
          join entitlements.aliased_ids named
            on named.tenant_id = _tenant_id and named.app_user_id = own.app_user_id
         where own.tenant_id = _tenant_id and own.app_user_uuid = any (_app_users)) then
        perform api.sync_aliases(api.lock_linked_app_users(join_app_user_ids.app_user_ids));
        return api.changes_of(app_user_uuids => _app_users);
    end if;
    -- An app user that gained an id may be shown under another id now.
    return api.changes_of(
        app_user_uuids => case when _are_added then _app_users else '{}' end);
end
$$;
