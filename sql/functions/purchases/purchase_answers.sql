-- What a person bought or was granted, in both environments, newest first, as the contract shows
-- it.
--
-- internal: called by get_app_user.
-- `kind` says under which list it stands: subscription, purchase (paid once) or grant.
-- Locks: none.

create function api.purchase_answers(app_user_uuid uuid, as_of timestamptz)
returns table (kind text, answer json, "position" bigint)
language plpgsql stable security invoker rows 4
set search_path = ''
as $$
#variable_conflict use_column
begin
    return query
    select case when bought.store = 'promotional' then 'grant'
                when bought.is_one_time then 'purchase'
                else 'subscription' end,
           json_build_object(
               'id', bought.purchase_id,
               'product_id', bought.product_id,
               'pending_product_id', bought.pending_product_id,
               'app_user_id', bought.owner_app_user_id,
               'store', bought.store,
               'environment', bought.environment,
               'period_type', bought.period_type,
               'is_active', bought.access_starts_at <= purchase_answers.as_of
                            and purchase_answers.as_of < bought.access_ends_at,
               'status', case when purchase_answers.as_of < bought.access_ends_at
                              then bought.status_until_end else bought.status_after_end end,
               'will_renew', bought.will_renew and purchase_answers.as_of < bought.access_ends_at,
               'is_family_share', bought.is_family_share,
               'starts_at', api.rfc3339(bought.starts_at),
               'expires_at', case when isfinite(bought.access_ends_at)
                                  then api.rfc3339(bought.access_ends_at) end,
               'cancelled_at', api.rfc3339(bought.cancelled_at),
               'billing_issue_at', api.rfc3339(bought.billing_issue_at),
               'paused_at', api.rfc3339(bought.paused_at),
               'auto_resume_at', api.rfc3339(bought.auto_resume_at),
               'refunded_at', api.rfc3339(bought.refunded_at),
               'transaction_id', bought.transaction_id),
           row_number() over (order by bought.period_started_at desc nulls last, bought.purchase_id)
      from (values ('production'), ('sandbox')) as environments (environment)
     cross join lateral api.owned_purchases(
               array[purchase_answers.app_user_uuid], environments.environment,
               purchase_answers.as_of)
               as bought;
end
$$;

grant execute on function api.purchase_answers(uuid, timestamptz) to hearth_server;
comment on function api.purchase_answers(uuid, timestamptz) is
    'What a person bought or was granted, newest first, as the contract shows it.';
