-- Adds an audit entry for each claim that events undid.
--
-- `before` are the claimed purchases as they were. An event undoes a claim by renewing the purchase
-- for the owner that it had before (see fold_owner).

create function api.note_undone_claims(before entitlements.purchases[]) returns void
language plpgsql volatile
as $$
begin
    perform api.add_audit_entry(
                'undo', 'revenuecat', after.folded_evidence_id,
                array[claimed.owner_app_user_id, after.owner_app_user_id],
                jsonb_build_array(jsonb_build_object(
                    'app_user_ids', jsonb_build_array(claimed.owner_app_user_id),
                    'purchase_ids', jsonb_build_array(after.purchase_id))),
                jsonb_build_array(jsonb_build_object(
                    'app_user_ids', jsonb_build_array(after.owner_app_user_id),
                    'purchase_ids', jsonb_build_array(after.purchase_id))),
                least(after.folded_at, now()))
       from (select distinct on (known.purchase_id) known.*
               from unnest(before) as known) as claimed
       join entitlements.purchases after
         on after.tenant_id = claimed.tenant_id and after.purchase_id = claimed.purchase_id
        and not after.is_claimed_without_owner
        and after.owner_uuid = claimed.previous_owner_uuid;
end
$$;
