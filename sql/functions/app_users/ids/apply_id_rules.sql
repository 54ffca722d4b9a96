-- Brings ids that links connect to the tenant's rules `people.anonymous_ids` and `people.aliases`.
--
-- - An id that matches a pattern becomes anonymous.
-- - Under `one_person`, of the identified ids of one RevenueCat customer one stays identified and
--   the others become its aliases: an id that the tenant identified stays, then the first id.
-- Exception: an id that the tenant identified stays as it is.
-- Only RevenueCat's word connects ids here; see derived_aliases.
-- Idempotent. A later change of the rules turns nothing back.
-- Locks: none beyond the caller's, which holds all people that links connect.

create function api.apply_id_rules(app_user_ids text[]) returns void
language plpgsql volatile
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _rules constant entitlements.people_rules := api.people_rules();
    _prefixes constant text[] := api.anonymous_prefixes();
begin
    if _prefixes <> '{}' then
        update entitlements.app_user_ids own
           set matches_anonymous_ids = true
         where own.tenant_id = _tenant_id and own.app_user_id = any (apply_id_rules.app_user_ids)
           and not own.is_anonymous and own.identified_at is null
           and own.app_user_id ^@ any (_prefixes);
    end if;
    if _rules.aliases = 'one_person' then
        update entitlements.app_user_ids own
           set is_alias = true
          from (select shared.app_user_id,
                       row_number() over (
                           partition by shared.alias_uuid
                           order by known.identified_at is null, shared.app_user_id) as place
                  from api.derived_aliases(apply_id_rules.app_user_ids) as shared
                  join entitlements.app_user_ids known
                    on known.tenant_id = _tenant_id and known.app_user_id = shared.app_user_id
                   and not known.is_anonymous) as ranked
         where own.tenant_id = _tenant_id and own.app_user_id = ranked.app_user_id
           and own.identified_at is null and ranked.place > 1;
    end if;
end
$$;
