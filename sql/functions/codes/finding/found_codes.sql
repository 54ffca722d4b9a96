-- Returns the app users that an id of a redemption, a code or a referral code leads to.
--
-- A code leads to those who redeemed it, newest first; a referral code to the one whose it is.

create function api.found_codes(query text, code_digests bytea[], maximum integer)
returns table (matched_by text, matched text, attribute text, app_user_id text)
language sql stable rows 10
begin atomic
    select 'redemption_id', redeemed.redemption_id::text, null::text, redeemed.app_user_id
      from api.ids_beginning_with(found_codes.query) as span
     cross join lateral (
           select one.redemption_id, one.app_user_id from entitlements.code_redemptions one
            where one.tenant_id = entitlements.current_tenant_id()
              and one.redemption_id >= span.first_id and one.redemption_id <= span.last_id
            order by one.redemption_id
            limit found_codes.maximum) as redeemed
     union all
    select 'code', found_codes.query, null::text, redeemed.app_user_id
      from unnest(found_codes.code_digests) as named (digest)
     cross join lateral (
           select one.code_id from entitlements.codes one
            where one.tenant_id = entitlements.current_tenant_id() and one.digest = named.digest
           offset 0) as code
     cross join lateral (
           select one.app_user_id from entitlements.code_redemptions one
            where one.tenant_id = entitlements.current_tenant_id() and one.code_id = code.code_id
            limit found_codes.maximum) as redeemed
     union all
    select 'referral_code', referring.code, null::text, referring.app_user_id
      from unnest(found_codes.code_digests) as named (digest)
     cross join lateral (
           select one.code, one.app_user_id from entitlements.referral_codes one
            where one.tenant_id = entitlements.current_tenant_id() and one.digest = named.digest
           offset 0) as referring;
end;
