-- The random name of an erased app user is no id: what names one is refused below all doors.

create function entitlements.is_erased_name(app_user_id text) returns boolean
language sql immutable parallel safe
return app_user_id operator(pg_catalog.~) '^(\$RCAnonymousID:)?erased-[0-9a-fA-F-]{36}$';
alter function entitlements.is_erased_name(text) owner to hearth_owner;
revoke all on function entitlements.is_erased_name(text) from public;
grant execute on function entitlements.is_erased_name(text) to hearth_server;

create function entitlements.refuse_erased_name() returns trigger
language plpgsql
set search_path = ''
as $$
begin
    raise sqlstate 'PT404' using message = 'app_user_not_found',
        detail = 'The app user with this id was erased.';
end
$$;
alter function entitlements.refuse_erased_name() owner to hearth_owner;
revoke all on function entitlements.refuse_erased_name() from public;

-- Erasing renames rows, so only inserts are looked at. These columns take ids from outside. What
-- follows from what an erased app user had is let in: a purchase that a merge moves, a use by a
-- reservation. What ends a grant is evidence of the store hearth.
do $$
declare
    _table text;
    _columns text[];
    _condition text;
begin
    for _table, _columns in
        values ('app_user_ids', array['app_user_id']),
               ('app_user_id_links', array['app_user_id', 'linked_app_user_id']),
               ('merge_links', array['anonymous_app_user_id', 'app_user_id']),
               ('merge_tickets', array['anonymous_app_user_id', 'app_user_id']),
               ('evidence', array['app_user_id', 'transferred_to_app_user_id']),
               ('transfer_sides', array['app_user_id']),
               ('snapshots', array['app_user_id']),
               ('device_secrets', array['app_user_id']),
               ('household_members', array['app_user_id']),
               ('reservations', array['app_user_id']),
               ('credit_orders', array['app_user_id']),
               ('code_redemptions', array['app_user_id']),
               ('referral_codes', array['app_user_id']),
               ('referrals', array['referrer_app_user_id', 'referred_app_user_id']),
               ('dismissed_notices', array['app_user_id'])
    loop
        select string_agg(format('entitlements.is_erased_name(new.%I)', name), ' or ')
          into _condition from unnest(_columns) as name;
        if _table = 'evidence' then
            _condition := format('new.store <> ''hearth'' and (%s)', _condition);
        end if;
        execute format(
            'create trigger refuse_erased_name before insert on entitlements.%I for each row '
            'when (%s) execute function entitlements.refuse_erased_name()', _table, _condition);
    end loop;
end
$$;
