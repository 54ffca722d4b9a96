-- A caller who lost an answer asks again with the same Idempotency-Key and is given the same
-- answer. It is written by the transaction that it tells of, so that neither can be there without
-- the other.

create table entitlements.idempotent_answers (
    tenant_id uuid not null references entitlements.tenants,
    idempotency_key text collate "C" not null
        check (octet_length(idempotency_key) between 1 and 255),
    operation text not null,
    -- Of the whole request: the same key with another request is a mistake of the caller.
    request_digest bytea not null check (octet_length(request_digest) = 32),
    -- What the database answered; it holds no secret.
    answer json not null,
    created_at timestamptz not null default now(),
    primary key (tenant_id, idempotency_key)
);
create index idempotent_answers_by_age on entitlements.idempotent_answers (created_at);
comment on table entitlements.idempotent_answers is
    'The first answers to requests that may be asked again.';
call entitlements.secure_table('entitlements.idempotent_answers', is_crossed_by_doors => true);
grant select, insert on entitlements.idempotent_answers to hearth_server;
