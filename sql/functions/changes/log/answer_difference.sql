-- Returns how two answers about an app user differ, for the change log; no row if they do not.
--
-- `period_changed` if only ends moved, `entitlements_changed` otherwise. Only entitlements that
-- differ are named, with just their end if nothing else differs; so a renewal is a narrow row. An
-- entitlement that an answer lacks is null.
-- Inlined (plans: rule 6).
-- Pure: reads only its arguments.

create function api.answer_difference(before json, after json)
returns table (kind text, before json, after json)
language sql stable rows 1
begin atomic
    select case when plain.differs then 'entitlements_changed' else 'period_changed' end,
           case when plain.differs
                then json_build_object(
                    'plan', answers.before -> 'plan',
                    'subscription_status', answers.before -> 'subscription_status',
                    'entitlements', coalesce(found.before, '{}'))
                else json_build_object('entitlements', found.before) end,
           case when plain.differs
                then json_build_object(
                    'plan', answers.after -> 'plan',
                    'subscription_status', answers.after -> 'subscription_status',
                    'entitlements', coalesce(found.after, '{}'))
                else json_build_object('entitlements', found.after) end
      from (select answer_difference.before::jsonb, answer_difference.after::jsonb offset 0)
           as answers (before, after)
     cross join lateral (
           select bool_or(one.differs) as differs, count(*) as count,
                  json_object_agg(one.id, api.entitlement_state(one.old, one.differs)) as before,
                  json_object_agg(one.id, api.entitlement_state(one.new, one.differs)) as after
             from (select pair.id, pair.old, pair.new,
                          (pair.old -> 'is_active', pair.old -> 'status',
                           pair.old -> 'will_renew', pair.old -> 'ended_reason',
                           pair.old #> '{source,kind}', pair.old #> '{source,product_id}')
                          is distinct from
                          (pair.new -> 'is_active', pair.new -> 'status',
                           pair.new -> 'will_renew', pair.new -> 'ended_reason',
                           pair.new #> '{source,kind}', pair.new #> '{source,product_id}')
                          as differs
                     -- Not a full join (plans: rule 1).
                     from (select named.id, answers.before -> 'entitlements' -> named.id,
                                  answers.after -> 'entitlements' -> named.id
                             from jsonb_object_keys(
                                      (answers.before -> 'entitlements')
                                      || (answers.after -> 'entitlements')) as named (id)
                           offset 0) as pair (id, old, new)
                   offset 0) as one
            where one.differs or one.old -> 'expires_at' is distinct from one.new -> 'expires_at')
           as found
     cross join lateral (
           select coalesce(found.differs, false)
               or answers.before -> 'plan' is distinct from answers.after -> 'plan'
               or answers.before -> 'subscription_status'
                  is distinct from answers.after -> 'subscription_status')
           as plain (differs)
     where plain.differs or found.count > 0;
end;
