-- Returns the given ids and all that may have had to do with what their app users had, at any time.
--
-- Connected are ids of one app user, now or formerly, ids that were named together, the sides of a
-- transfer, and ids under which evidence tells of one purchase. Each step looks rows up by key.

create function api.connected_app_user_ids(app_user_ids text[]) returns text[]
language plpgsql stable
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _ids text[] := connected_app_user_ids.app_user_ids;
    _new text[] := _ids;
begin
    while _new <> '{}' loop
        _new := array(
            select distinct next.id
              from unnest(_new) as reached (id)
             cross join lateral (
                   select own.app_user_id
                     from entitlements.app_user_ids known
                     join entitlements.app_user_ids own
                       on own.tenant_id = _tenant_id and own.app_user_uuid = known.app_user_uuid
                    where known.tenant_id = _tenant_id and known.app_user_id = reached.id
                    union all
                   select former.app_user_id
                     from entitlements.app_user_ids known
                     join entitlements.former_app_user_ids former
                       on former.tenant_id = _tenant_id
                      and former.app_user_uuid = known.app_user_uuid
                    where known.tenant_id = _tenant_id and known.app_user_id = reached.id
                    union all
                   select link.linked_app_user_id from entitlements.app_user_id_links link
                    where link.tenant_id = _tenant_id and link.app_user_id = reached.id
                    union all
                   select link.app_user_id from entitlements.app_user_id_links link
                    where link.tenant_id = _tenant_id and link.linked_app_user_id = reached.id
                    union all
                   select proof.app_user_id from entitlements.merge_links proof
                    where proof.tenant_id = _tenant_id and proof.anonymous_app_user_id = reached.id
                    union all
                   select proof.anonymous_app_user_id from entitlements.merge_links proof
                    where proof.tenant_id = _tenant_id and proof.app_user_id = reached.id
                    union all
                   select side.app_user_id
                     from entitlements.transfer_sides mine
                     join entitlements.transfer_sides side
                       on side.tenant_id = _tenant_id and side.evidence_id = mine.evidence_id
                    where mine.tenant_id = _tenant_id and mine.app_user_id = reached.id
                    union all
                   select piece.app_user_id
                     from (select distinct evidence.purchase_id from entitlements.evidence evidence
                            where evidence.tenant_id = _tenant_id
                              and evidence.app_user_id = reached.id) as bought
                     join entitlements.evidence piece
                       on piece.tenant_id = _tenant_id and piece.purchase_id = bought.purchase_id)
                   as next (id)
             where next.id is not null and next.id <> all (_ids));
        _ids := _ids || _new;
    end loop;
    return _ids;
end
$$;
