-- Whose access may be wrong, how likely, and when they must have been confirmed to be left alone. A
-- person may stand here several times.
--
-- internal: called by people_due.
-- Risk 1: their paid time is over, it should have gone on, and nobody told us. 2: it is over, as
-- expected. 3: they have trouble with paying. 4: nobody is known who owns what was bought.
-- 5: others in a household depend on them. 6: not confirmed for longest, if for a week.
-- Whom an event was about, both sides of a transfer and whoever a failed event named are queued
-- when we hear of them (queue_confirmation), and do not wait for this.
-- Locks: none.

create function api.people_at_risk(as_of timestamptz, maximum integer)
returns table (app_user_uuid uuid, risk integer, confirmed_before timestamptz)
language plpgsql stable security invoker rows 1000
set search_path = ''
as $$
#variable_conflict use_column
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _as_of constant timestamptz := people_at_risk.as_of;
begin
    return query
    select bought.owner_uuid, case when bought.will_renew then 1 else 2 end,
           least(bought.access_ends_at, _as_of - interval '5 minutes')
      from entitlements.purchases bought
     where bought.tenant_id = _tenant_id and isfinite(bought.access_ends_at)
       and bought.access_ends_at > _as_of - interval '7 days'
       and bought.access_ends_at <= _as_of + interval '5 minutes'
     union all
    select bought.owner_uuid, 3, _as_of - interval '6 hours'
      from entitlements.purchases bought
     where bought.tenant_id = _tenant_id and bought.billing_issue_at is not null
       and bought.access_ends_at > _as_of - interval '7 days'
     union all
    select bought.owner_uuid, 4, _as_of - interval '1 day'
      from entitlements.purchases bought
     where bought.tenant_id = _tenant_id and bought.access_ends_at > _as_of
       and starts_with(bought.owner_app_user_id, '$RCAnonymousID:')
       and not exists (
           select from entitlements.app_user_ids known
            where known.tenant_id = _tenant_id and not known.is_anonymous
              and known.app_user_uuid = bought.owner_uuid)
     union all
    select member.app_user_uuid, 5, _as_of - interval '1 day'
      from entitlements.household_members member
      join entitlements.purchases bought
        on bought.tenant_id = _tenant_id and bought.owner_uuid = member.app_user_uuid
     where member.tenant_id = _tenant_id and member.left_at is null
       and bought.access_ends_at > _as_of and not bought.is_family_share
     union all
    -- Who became somebody else has no id, and is nobody to ask about.
    (select person.app_user_uuid, 6, timestamptz 'infinity'
       from entitlements.app_users person
      where person.tenant_id = _tenant_id and person.confirmed_at is null
        and exists (
            select from entitlements.app_user_ids own
             where own.tenant_id = _tenant_id and own.app_user_uuid = person.app_user_uuid)
      limit people_at_risk.maximum)
     union all
    (select person.app_user_uuid, 6, timestamptz 'infinity'
       from entitlements.app_users person
      where person.tenant_id = _tenant_id and person.confirmed_at < _as_of - interval '7 days'
        and exists (
            select from entitlements.app_user_ids own
             where own.tenant_id = _tenant_id and own.app_user_uuid = person.app_user_uuid)
      order by person.confirmed_at
      limit people_at_risk.maximum);
end
$$;
