-- Returns the codes of what mends a reason, the best first.
--
-- `is_anonymous`: the owner of the purchase is an anonymous id. `has_key`: RevenueCat can be read.

create function api.remedies_of(code text, is_anonymous boolean, has_key boolean) returns text[]
language sql immutable
return case
    when code in ('event_failed', 'event_not_understood') then array['retry_event']
    when code = 'product_not_in_file' then array['apply_product']
    when code = 'not_identified' and is_anonymous then array['identify']
    when code = 'not_identified' then array['claim']
    when code in ('transferred', 'owned_by_another', 'not_transferred', 'grant_revoked',
                  'grant_ended')
    then array['give_grant']
    when code = 'alias_conflict' then array['share_aliases']
    when code in ('left_household', 'sharer_left') then array['invite']
    when code = 'entitlement_not_shared' then array['share_entitlement']
    when code = 'grant_not_shared' then array['share_grants']
    when code = 'only_owner_shares' then array['share_from_members']
    when code in ('sandbox_purchase', 'sandbox_ignored') then array['add_tester']
    when code = 'production_purchase' then array['ask_production']
    when code = 'feature_denied' then array['apply_feature']
    when code in ('not_begun', 'payment_pending', 'limit_reached') then array['wait']
    when code in ('store_family_share', 'ended_before_joining', 'gives_other_entitlements')
    then array['buy']
    else case when has_key then array['sync'] else array['set_key'] end
         || case when code in ('unknown_id', 'nothing_bought') then array['name_transaction']
                 when code <> 'transaction_unknown' then array['buy'] else '{}' end end;
