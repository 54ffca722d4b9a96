-- Returns what serves a household at a moment: each shared entitlement, its buyer and its end.

create function api.household_shares_json(household_id uuid, as_of timestamptz) returns json
language plpgsql stable
as $$
begin
    return (
        select coalesce(json_agg(
                   json_build_object(
                       'entitlement_id', share.entitlement_id,
                       'app_user_id', share.app_user_id,
                       'product_id', share.product_id,
                       'store', share.store,
                       'expires_at', case when isfinite(share.ends_at)
                                          then api.rfc3339(share.ends_at) end,
                       'will_renew', share.will_renew,
                       'is_held', share.is_held)
                   order by share.entitlement_id, share.ends_at desc, share.app_user_id), '[]')
          from api.household_shares(
                   household_shares_json.household_id, 'production',
                   household_shares_json.as_of) as share);
end
$$;
