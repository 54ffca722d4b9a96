-- What an app user may do is asked far more often than it changes. The answer is kept beside the
-- app user, written by the transaction that changes it, and holds until the moment at which the
-- clock alone changes it. api.list_invariant_violations proves it equal to its derivation.

-- What a write touched, and derive has to bring up to date.
create type entitlements.changes as (
    -- People whose ids or memberships changed.
    app_user_uuids uuid[],
    -- Purchases whose state changed.
    purchase_ids uuid[],
    -- People who owned these purchases before, or own them now.
    owner_uuids uuid[]
);
comment on type entitlements.changes is 'What a write touched, and derive has to bring up to date.';
alter type entitlements.changes owner to hearth_owner;

create table entitlements.stored_answers (
    tenant_id uuid not null,
    app_user_uuid uuid not null,
    -- About production, as api.derived_answer gives it. Null until it is derived.
    answer json,
    definition_version bigint not null default 0,
    derived_at timestamptz not null default 'infinity',
    valid_until timestamptz not null default '-infinity',
    -- When the clock next begins a notice that is to be logged.
    notice_at timestamptz,
    primary key (tenant_id, app_user_uuid),
    foreign key (tenant_id, app_user_uuid) references entitlements.app_users
) with (fillfactor = 80);
-- Which answers have to be derived anew, because the definition changed or the clock has.
create index stored_answers_due
    on entitlements.stored_answers (tenant_id, definition_version, valid_until);
create index stored_answers_with_notices
    on entitlements.stored_answers (tenant_id, notice_at) where notice_at is not null;
comment on table entitlements.stored_answers is
    'Each app user''s answer, and until when it holds. Always equal to its derivation.';
grant select, insert, update on entitlements.stored_answers to hearth_server;
call entitlements.secure_table('entitlements.stored_answers');

-- Two changes at once may both concern one person. Only one of them can hold the row of the answer;
-- the other does not wait for it, which could be for ever, but leaves word that it is stale.
create table entitlements.stale_answers (
    tenant_id uuid not null,
    app_user_uuid uuid not null,
    mark_id uuid not null default gen_random_uuid(),
    -- The change that another transaction must derive keeps its cause.
    cause text not null default 'event',
    cause_id text collate "C",
    primary key (tenant_id, app_user_uuid, mark_id),
    foreign key (tenant_id, app_user_uuid) references entitlements.app_users
);
comment on table entitlements.stale_answers is
    'App users whose stored answer must be derived again before it is used.';
grant select, insert, delete on entitlements.stale_answers to hearth_server;
call entitlements.secure_table('entitlements.stale_answers');

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
    'The first answers to requests with an idempotency key.';
grant select, insert on entitlements.idempotent_answers to hearth_server;
call entitlements.secure_table('entitlements.idempotent_answers', is_crossed_by_doors => true);
