-- Returns the links of given ids: proofs, and evidence that named two ids together.

create function api.links_of(app_user_ids text[])
returns table (
    one text, other text, is_proven boolean, linked_at timestamptz, evidence_id text)
language plpgsql stable rows 4
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _ids constant text[] := links_of.app_user_ids;
begin
    return query
    select proof.anonymous_app_user_id, proof.app_user_id, true, '-infinity'::timestamptz, ''
      from entitlements.merge_links proof
     where proof.tenant_id = _tenant_id and proof.anonymous_app_user_id = any (_ids)
       and not proof.is_severed
     union
    select proof.anonymous_app_user_id, proof.app_user_id, true, '-infinity', ''
      from entitlements.merge_links proof
     where proof.tenant_id = _tenant_id and proof.app_user_id = any (_ids)
       and not proof.is_severed
     union
    select link.app_user_id, link.linked_app_user_id, false, link.linked_at, link.evidence_id
      from entitlements.app_user_id_links link
     where link.tenant_id = _tenant_id and link.app_user_id = any (_ids)
     union
    select link.app_user_id, link.linked_app_user_id, false, link.linked_at, link.evidence_id
      from entitlements.app_user_id_links link
     where link.tenant_id = _tenant_id and link.linked_app_user_id = any (_ids);
end
$$;
