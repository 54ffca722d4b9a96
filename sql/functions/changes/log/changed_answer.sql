-- Returns the entry of the change log for an answer derived again; no row if nothing changed.
--
-- Without a `cause`, the answer changed by the cause of one of `marks`, by a new definition, or by
-- the clock. The clock changed it when it ceased to be valid. If a valid answer of another
-- release's shape differs, that is a new definition, too.
-- An app user without an id has no entry. Inlined (plans: rule 6).

create function api.changed_answer(
    former entitlements.stored_answers, after json, tenant entitlements.tenants, cause text,
    cause_ids text[], marks entitlements.stale_answers[], as_of timestamptz)
returns table (
    kind text, app_user_id text, before json, after json, cause text, cause_id text,
    happened_at timestamptz)
language sql stable rows 1
begin atomic
    select differs.kind, named.app_user_id, differs.before, differs.after, why.cause, why.cause_id,
           case when why.cause = 'clock' and isfinite((former).valid_until)
                then (former).valid_until
                else changed_answer.as_of end
      from api.answer_difference(
               coalesce((former).answer, json_build_object(
                   'plan', (tenant).free_plan, 'subscription_status', 'none',
                   'entitlements', json_build_object())),
               changed_answer.after) as differs
     cross join lateral api.shown_id((former).app_user_uuid) as named
      left join lateral (
           select mark.cause, mark.cause_id from unnest(changed_answer.marks) as mark
            where mark.app_user_uuid = (former).app_user_uuid limit 1) as mark
        on changed_answer.cause is null
     cross join lateral (
           select coalesce(
                      changed_answer.cause, mark.cause,
                      case when api.definition_of_answer((former).definition_version)
                                <> (tenant).definition_version
                             or (former).valid_until > changed_answer.as_of
                                and (former).definition_version
                                    <> api.answer_version((tenant).definition_version)
                           then 'definition' else 'clock' end),
                  case when cardinality(changed_answer.cause_ids) = 1
                       then changed_answer.cause_ids[1] else mark.cause_id end)
           as why (cause, cause_id)
     where (former).answer::text is distinct from changed_answer.after::text;
end;
