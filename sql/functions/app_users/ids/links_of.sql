-- Returns the links of given ids: proofs, and evidence that named two ids together.
--
-- A link between two of the ids is returned for each. Inlined (plans: rule 6).

create function api.links_of(app_user_ids text[])
returns table (
    one text, other text, is_proven boolean, linked_at timestamptz, evidence_id text)
language sql stable rows 4
begin atomic
    select link.one, link.other, link.is_proven, link.linked_at, link.evidence_id
      from unnest(links_of.app_user_ids) as named (id)
     cross join lateral ( -- plans: rule 3
           select proof.anonymous_app_user_id, proof.app_user_id, true,
                  '-infinity'::timestamptz, ''
             from entitlements.merge_links proof
            where proof.tenant_id = entitlements.current_tenant_id()
              and proof.anonymous_app_user_id = named.id and not proof.is_severed
            union all
           select proof.anonymous_app_user_id, proof.app_user_id, true, '-infinity', ''
             from entitlements.merge_links proof
            where proof.tenant_id = entitlements.current_tenant_id()
              and proof.app_user_id = named.id and not proof.is_severed
            union all
           select known.app_user_id, known.linked_app_user_id, false, known.linked_at,
                  known.evidence_id
             from entitlements.app_user_id_links known
            where known.tenant_id = entitlements.current_tenant_id()
              and known.app_user_id = named.id
            union all
           select known.app_user_id, known.linked_app_user_id, false, known.linked_at,
                  known.evidence_id
             from entitlements.app_user_id_links known
            where known.tenant_id = entitlements.current_tenant_id()
              and known.linked_app_user_id = named.id
           offset 0) as link (one, other, is_proven, linked_at, evidence_id);
end;
