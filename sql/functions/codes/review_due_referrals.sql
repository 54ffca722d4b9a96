-- Reviews referrals whose rewards may have to be given or taken back; returns how many.
--
-- Called by the worker. Handles at most `maximum` referrals, of the tenant that waited longest.
-- security definer because it goes through all tenants, one at a time under the row security of
-- each; it returns only a number.
-- Idempotent: a referral that is not due does not change.
-- Locks: app users of both sides by uuid → referrals by id → purchases by id.

create function api.review_due_referrals(maximum integer, as_of timestamptz default null)
returns table (looked_at bigint)
language plpgsql volatile security definer rows 1
as $$
declare
    _as_of timestamptz := coalesce(review_due_referrals.as_of, now());
    _tenant_id uuid;
    _away constant uuid[] := api.tenants_away();
    _ids uuid[];
    _app_user_ids text[];
    _referral entitlements.referrals;
    _changed entitlements.changes := api.changes_of();
begin
    looked_at := 0;
    select due.tenant_id into _tenant_id from entitlements.referrals due
     where due.review_at <= _as_of and due.tenant_id <> all (_away)
     order by due.review_at limit 1;
    if found then
        perform set_config('hearth.tenant_id', _tenant_id::text, true);
        select array_agg(due.referral_id),
               array_agg(due.referrer_app_user_id) || array_agg(due.referred_app_user_id)
          into _ids, _app_user_ids
          from (select referral.* from entitlements.referrals referral
                 where referral.tenant_id = _tenant_id and referral.review_at <= _as_of
                 order by referral.review_at
                 limit review_due_referrals.maximum) as due;
        perform api.lock_app_users(_app_user_ids);
        _as_of := coalesce(review_due_referrals.as_of, clock_timestamp());
        for _referral in
            select locked.* from entitlements.referrals locked
             where locked.tenant_id = _tenant_id and locked.referral_id = any (_ids)
               and locked.review_at <= _as_of
             order by locked.referral_id
               for no key update
        loop
            _changed := api.all_changes(_changed, api.review_referral(_referral, _as_of));
            looked_at := looked_at + 1;
        end loop;
        perform api.derive(_changed, 'referral');
    end if;
    return next;
end
$$;
