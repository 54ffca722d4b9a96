-- Stores a batch of codes by their digests; each can be redeemed once.
--
-- Called with a secret or an admin key, or by an operator. The caller made the codes and shows them
-- once. A batch may come in several calls, each with the same `batch_id`.
-- Idempotent by the Idempotency-Key. Without one, each call adds codes.
-- Null: idempotency_key, request_digest.
-- Locks: the key → the campaign.
-- Raises: campaign_not_found 404, idempotency_key_in_use 409, idempotency_key_reused 422.

create function api.create_codes(
    campaign_id text, batch_id uuid, digests bytea[], idempotency_key text,
    request_digest bytea, as_of timestamptz default null)
returns table (is_replayed boolean, answer json)
language plpgsql volatile rows 1
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _answer json := api.begin_idempotent(
        create_codes.idempotency_key, 'create_codes', create_codes.request_digest);
    _stored bigint;
begin
    if _answer is not null then
        return query select true, _answer;
        return;
    end if;
    perform from entitlements.code_campaigns campaign
      where campaign.tenant_id = _tenant_id and campaign.campaign_id = create_codes.campaign_id
        and campaign.is_listed and campaign.revoked_at is null
        for no key update;
    if not found then
        raise sqlstate 'PT404' using message = 'campaign_not_found',
            detail = api.unknown_name('campaign', create_codes.campaign_id);
    end if;
    insert into entitlements.codes
           (tenant_id, campaign_id, digest, batch_id, is_listed, created_at)
    select _tenant_id, create_codes.campaign_id, made.digest, create_codes.batch_id, true,
           coalesce(create_codes.as_of, clock_timestamp())
      from unnest(create_codes.digests) as made (digest)
        on conflict (tenant_id, digest) do nothing;
    get diagnostics _stored = row_count;
    if _stored < cardinality(create_codes.digests) then
        -- The codes are derived from the key, whose kept answer has been pruned.
        raise sqlstate 'PT422' using message = 'idempotency_key_reused',
            detail = 'This Idempotency-Key was used for a different request.';
    end if;
    _answer := json_build_object(
        'campaign_id', create_codes.campaign_id, 'batch_id', create_codes.batch_id);
    perform api.keep_idempotent_answer(
        create_codes.idempotency_key, 'create_codes', create_codes.request_digest, _answer);
    return query select false, _answer;
end
$$;
