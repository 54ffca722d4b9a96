-- Returns what the body of a webhook event says, in the words of evidence; null of what it lacks.
--
-- For events that became no evidence: those keep their bodies. Nothing of a body that is no JSON
-- for Postgres, or that was emptied by an erasure. No row without a body.

create function api.told_by_event(body bytea)
returns table (
    environment text, store text, product_id text, new_product_id text, transaction_id text,
    original_transaction_id text, period_type text, occurred_at timestamptz,
    purchased_at timestamptz, expires_at timestamptz, reason text)
language plpgsql stable rows 1
as $$
declare
    _texts jsonb;
    _times jsonb;
begin
    if told_by_event.body is null then
        return; -- The usual case.
    end if;
    select jsonb_object_agg(member.key, member.value) filter (
               where jsonb_typeof(member.value) = 'string' and member.value <> '""'),
           jsonb_object_agg(member.key, to_timestamp(member.value::numeric / 1000)) filter (
               where jsonb_typeof(member.value) = 'number' and member.key like '%\_ms')
      into _texts, _times
      from jsonb_each(
               ltrim(convert_from(told_by_event.body, 'UTF8'), chr(65279))::jsonb -> 'event')
           as member;
    return query
    select case when lower(_texts ->> 'store') = 'test_store' then 'sandbox'
                else lower(coalesce(
                         _texts ->> 'environment', _texts ->> 'purchase_environment')) end,
           lower(_texts ->> 'store'), _texts ->> 'product_id', _texts ->> 'new_product_id',
           _texts ->> 'transaction_id', _texts ->> 'original_transaction_id',
           lower(_texts ->> 'period_type'), (_times ->> 'event_timestamp_ms')::timestamptz,
           (_times ->> 'purchased_at_ms')::timestamptz,
           (_times ->> 'expiration_at_ms')::timestamptz,
           lower(coalesce(_texts ->> 'cancel_reason', _texts ->> 'expiration_reason'));
exception when data_exception then -- No JSON for Postgres, or a time out of range.
    return;
end
$$;
