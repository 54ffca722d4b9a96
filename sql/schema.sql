--
-- PostgreSQL database dump
--

SET statement_timeout = 0;
SET lock_timeout = 0;
SET idle_in_transaction_session_timeout = 0;
SET client_encoding = 'UTF8';
SET standard_conforming_strings = on;
SELECT pg_catalog.set_config('search_path', '', false);
SET check_function_bodies = false;
SET xmloption = content;
SET client_min_messages = warning;
SET row_security = off;

--
-- Name: api; Type: SCHEMA; Schema: -; Owner: hearth_owner
--

CREATE SCHEMA api;

ALTER SCHEMA api OWNER TO hearth_owner;

--
-- Name: entitlements; Type: SCHEMA; Schema: -; Owner: hearth_owner
--

CREATE SCHEMA entitlements;

ALTER SCHEMA entitlements OWNER TO hearth_owner;

--
-- Name: changes; Type: TYPE; Schema: entitlements; Owner: hearth_owner
--

CREATE TYPE entitlements.changes AS (
	app_user_uuids uuid[],
	purchase_ids uuid[],
	owner_uuids uuid[]
);

ALTER TYPE entitlements.changes OWNER TO hearth_owner;

--
-- Name: TYPE changes; Type: COMMENT; Schema: entitlements; Owner: hearth_owner
--

COMMENT ON TYPE entitlements.changes IS 'What a write touched, and derive has to bring up to date.';

SET default_tablespace = '';

SET default_table_access_method = heap;

--
-- Name: drift; Type: TABLE; Schema: entitlements; Owner: hearth_owner
--

CREATE TABLE entitlements.drift (
    tenant_id uuid NOT NULL,
    drift_id uuid DEFAULT gen_random_uuid() NOT NULL,
    run_id uuid,
    found_at timestamp with time zone NOT NULL,
    app_user_id text NOT NULL COLLATE pg_catalog."C",
    purchase_id uuid,
    environment text,
    product_id text,
    before jsonb,
    after jsonb,
    access_affected boolean NOT NULL,
    cause text NOT NULL,
    is_dry_run boolean NOT NULL,
    CONSTRAINT drift_cause_check CHECK ((cause = ANY (ARRAY['missed_event'::text, 'late_event'::text, 'changed_upstream'::text, 'refund_without_event'::text, 'alias_unknown'::text, 'transfer_one_sided'::text, 'sandbox_leak'::text, 'catalog_changed'::text, 'clock'::text, 'unknown'::text])))
);

ALTER TABLE ONLY entitlements.drift FORCE ROW LEVEL SECURITY;

ALTER TABLE entitlements.drift OWNER TO hearth_owner;

--
-- Name: TABLE drift; Type: COMMENT; Schema: entitlements; Owner: hearth_owner
--

COMMENT ON TABLE entitlements.drift IS 'What was found to differ from RevenueCat, and why. Never edited.';

--
-- Name: reading_outcome; Type: TYPE; Schema: entitlements; Owner: hearth_owner
--

CREATE TYPE entitlements.reading_outcome AS (
	differences entitlements.drift[],
	changed entitlements.changes
);

ALTER TYPE entitlements.reading_outcome OWNER TO hearth_owner;

--
-- Name: TYPE reading_outcome; Type: COMMENT; Schema: entitlements; Owner: hearth_owner
--

COMMENT ON TYPE entitlements.reading_outcome IS 'How a snapshot differed from what was believed, and what it touched.';

--
-- Name: accept_proof(text, text, text, bytea, timestamp with time zone); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.accept_proof(anonymous_app_user_id text, app_user_id text, proof text, digest bytea, as_of timestamp with time zone) RETURNS void
    LANGUAGE plpgsql
    SET search_path TO ''
    AS $$
#variable_conflict use_column
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _is_accepted boolean := accept_proof.proof in ('vouched', 'operator', 'anonymous_token');
begin
    if accept_proof.proof is null then
        raise sqlstate 'PT403' using message = 'proof_required',
            detail = 'Knowing an anonymous id does not prove that it is yours.';
    elsif accept_proof.proof = 'device_secret' then
        _is_accepted := exists (
            select from entitlements.device_secrets secret
             where secret.tenant_id = _tenant_id and secret.digest = accept_proof.digest
               and secret.app_user_id = accept_proof.anonymous_app_user_id
               and secret.revoked_at is null);
    elsif accept_proof.proof = 'merge_ticket' then
        update entitlements.merge_tickets ticket
           set closed_at = accept_proof.as_of
         where ticket.tenant_id = _tenant_id and ticket.digest = accept_proof.digest
           and ticket.anonymous_app_user_id = accept_proof.anonymous_app_user_id
           and ticket.app_user_id = accept_proof.app_user_id
           and ticket.closed_at is null and ticket.expires_at > accept_proof.as_of;
        _is_accepted := found;
    end if;
    if not _is_accepted then
        raise sqlstate 'PT403' using message = 'proof_invalid',
            detail = 'The proof is wrong, or has been used.';
    end if;
end
$$;

ALTER FUNCTION api.accept_proof(anonymous_app_user_id text, app_user_id text, proof text, digest bytea, as_of timestamp with time zone) OWNER TO hearth_owner;

--
-- Name: FUNCTION accept_proof(anonymous_app_user_id text, app_user_id text, proof text, digest bytea, as_of timestamp with time zone); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.accept_proof(anonymous_app_user_id text, app_user_id text, proof text, digest bytea, as_of timestamp with time zone) IS 'Lets pass whoever has proved that an anonymous id is theirs to take to an account.';

--
-- Name: active_answers(text[], timestamp with time zone); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.active_answers(app_user_ids text[], as_of timestamp with time zone) RETURNS TABLE(app_user_id text, entitlement_ids text[])
    LANGUAGE plpgsql STABLE ROWS 1
    SET search_path TO ''
    AS $$
#variable_conflict use_column
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _people constant uuid[] := array(
        select distinct own.app_user_uuid from entitlements.app_user_ids own
         where own.tenant_id = _tenant_id
           and own.app_user_id = any (active_answers.app_user_ids));
begin
    return query
    select named.id, coalesce(active.ids, '{}')
      from (select distinct unnest(active_answers.app_user_ids)) as named (id)
      left join entitlements.app_user_ids own
        on own.tenant_id = _tenant_id and own.app_user_id = named.id
      left join (
           select found.app_user_uuid,
                  array_agg(environments.environment || ' ' || found.entitlement_id
                            order by environments.environment, found.entitlement_id)
             from (values ('production'), ('sandbox')) as environments (environment)
            cross join lateral api.answered_entitlements(
                      _people, environments.environment, active_answers.as_of) as found
            where found.is_active
            group by found.app_user_uuid) as active (app_user_uuid, ids)
        on active.app_user_uuid = own.app_user_uuid
     where named.id is not null
     order by named.id;
end
$$;

ALTER FUNCTION api.active_answers(app_user_ids text[], as_of timestamp with time zone) OWNER TO hearth_owner;

--
-- Name: FUNCTION active_answers(app_user_ids text[], as_of timestamp with time zone); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.active_answers(app_user_ids text[], as_of timestamp with time zone) IS 'What the people behind ids may do at a moment: for each id the active entitlements.';

--
-- Name: add_app_user_ids(text[]); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.add_app_user_ids(app_user_ids text[]) RETURNS boolean
    LANGUAGE plpgsql
    SET search_path TO ''
    AS $_$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _unknown text[];
    _people uuid[];
    _identified bigint;
    _app_user_uuid uuid;
begin
    -- Nearly always everybody is known.
    if not exists (
        select from unnest(add_app_user_ids.app_user_ids) as named (id)
         where not exists (
             select from entitlements.app_user_ids known
              where known.tenant_id = _tenant_id and known.app_user_id = named.id)) then
        return null;
    end if;

    select array_agg(distinct named.id order by named.id) filter (where known.app_user_id is null),
           array_agg(distinct known.app_user_uuid) filter (where known.app_user_id is not null)
      into _unknown, _people
      from unnest(add_app_user_ids.app_user_ids) as named (id)
      left join entitlements.app_user_ids known
        on known.tenant_id = _tenant_id and known.app_user_id = named.id;
    if _unknown is null then
        return null; -- Somebody else was as quick.
    end if;
    select count(*) into _identified from (
        select id from unnest(_unknown) as unknown (id)
         where not starts_with(id, '$RCAnonymousID:')
        union all
        select own.app_user_id from entitlements.app_user_ids own
         where own.tenant_id = _tenant_id and own.app_user_uuid = any (_people)
           and not own.is_anonymous) as identified;
    if cardinality(_people) > 1 or _identified > 1 then
        return api.insert_app_user_ids(
            _unknown, array(select gen_random_uuid() from unnest(_unknown)));
    end if;

    _app_user_uuid := coalesce(_people[1], gen_random_uuid());
    perform from entitlements.app_users person
      where person.tenant_id = _tenant_id and person.app_user_uuid = _app_user_uuid
        for no key update;
    -- While we waited, the known ids may have moved to somebody else.
    if found and not exists (
        select from entitlements.app_user_ids known
         where known.tenant_id = _tenant_id and known.app_user_uuid = _app_user_uuid
           and known.app_user_id = any (add_app_user_ids.app_user_ids)) then
        return false;
    end if;
    return api.insert_app_user_ids(
        _unknown, array_fill(_app_user_uuid, array[cardinality(_unknown)]));
end
$_$;

ALTER FUNCTION api.add_app_user_ids(app_user_ids text[]) OWNER TO hearth_owner;

--
-- Name: FUNCTION add_app_user_ids(app_user_ids text[]); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.add_app_user_ids(app_user_ids text[]) IS 'Makes people of ids that nobody has seen; false when a concurrent writer was first.';

--
-- Name: add_audit_entry(text, text, text, text[], jsonb, jsonb, timestamp with time zone); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.add_audit_entry(action text, actor text, reason text, app_user_ids text[], before jsonb, after jsonb, as_of timestamp with time zone) RETURNS uuid
    LANGUAGE plpgsql
    SET search_path TO ''
    AS $$
#variable_conflict use_column
declare
    _audit_id uuid;
begin
    insert into entitlements.audit_entries
           (tenant_id, recorded_at, action, actor, reason, app_user_ids, before, after)
    values (entitlements.current_tenant_id(), add_audit_entry.as_of, add_audit_entry.action,
            add_audit_entry.actor, add_audit_entry.reason, add_audit_entry.app_user_ids,
            add_audit_entry.before, add_audit_entry.after)
    returning audit_id into strict _audit_id;
    return _audit_id;
end
$$;

ALTER FUNCTION api.add_audit_entry(action text, actor text, reason text, app_user_ids text[], before jsonb, after jsonb, as_of timestamp with time zone) OWNER TO hearth_owner;

--
-- Name: FUNCTION add_audit_entry(action text, actor text, reason text, app_user_ids text[], before jsonb, after jsonb, as_of timestamp with time zone); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.add_audit_entry(action text, actor text, reason text, app_user_ids text[], before jsonb, after jsonb, as_of timestamp with time zone) IS 'Writes one entry of the trail.';

--
-- Name: evidence_rank(text); Type: FUNCTION; Schema: entitlements; Owner: hearth_owner
--

CREATE FUNCTION entitlements.evidence_rank(kind text) RETURNS smallint
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN (CASE kind WHEN 'temporary_entitlement_grant'::text THEN 10 WHEN 'initial_purchase'::text THEN 20 WHEN 'non_renewing_purchase'::text THEN 20 WHEN 'renewal'::text THEN 30 WHEN 'subscription_extended'::text THEN 40 WHEN 'product_change'::text THEN 50 WHEN 'cancellation'::text THEN 60 WHEN 'uncancellation'::text THEN 65 WHEN 'subscription_paused'::text THEN 70 WHEN 'billing_issue'::text THEN 80 WHEN 'refund_reversed'::text THEN 85 WHEN 'expiration'::text THEN 90 WHEN 'transfer'::text THEN 95 ELSE 100 END)::smallint;

ALTER FUNCTION entitlements.evidence_rank(kind text) OWNER TO hearth_owner;

--
-- Name: evidence; Type: TABLE; Schema: entitlements; Owner: hearth_owner
--

CREATE TABLE entitlements.evidence (
    tenant_id uuid NOT NULL,
    evidence_id text NOT NULL COLLATE pg_catalog."C",
    purchase_id uuid,
    kind text NOT NULL,
    occurred_at timestamp with time zone NOT NULL,
    received_at timestamp with time zone NOT NULL,
    order_at timestamp with time zone GENERATED ALWAYS AS (LEAST(occurred_at, received_at)) STORED NOT NULL,
    rank smallint GENERATED ALWAYS AS (entitlements.evidence_rank(kind)) STORED NOT NULL,
    environment text,
    store text,
    app_user_id text COLLATE pg_catalog."C",
    product_id text COLLATE pg_catalog."C",
    new_product_id text COLLATE pg_catalog."C",
    period_type text,
    purchased_at timestamp with time zone,
    expires_at timestamp with time zone,
    grace_expires_at timestamp with time zone,
    auto_resume_at timestamp with time zone,
    cancel_reason text,
    expiration_reason text,
    price numeric,
    is_family_share boolean,
    entitlement_ids text[],
    transaction_id text,
    original_transaction_id text,
    transferred_to_app_user_id text COLLATE pg_catalog."C",
    is_one_time boolean,
    original_purchased_at timestamp with time zone,
    never_expires boolean,
    will_renew boolean,
    cancelled_at timestamp with time zone,
    billing_issue_at timestamp with time zone,
    is_paused boolean,
    refunded_at timestamp with time zone,
    gives_access boolean,
    is_cancelled boolean,
    has_billing_issue boolean,
    CONSTRAINT evidence_check CHECK (((kind = 'transfer'::text) = (purchase_id IS NULL))),
    CONSTRAINT evidence_check1 CHECK (((kind = 'transfer'::text) = (transferred_to_app_user_id IS NOT NULL))),
    CONSTRAINT evidence_check2 CHECK (((kind = 'transfer'::text) = (app_user_id IS NULL)))
);

ALTER TABLE ONLY entitlements.evidence FORCE ROW LEVEL SECURITY;

ALTER TABLE entitlements.evidence OWNER TO hearth_owner;

--
-- Name: TABLE evidence; Type: COMMENT; Schema: entitlements; Owner: hearth_owner
--

COMMENT ON TABLE entitlements.evidence IS 'What we were told, one statement a row. Never edited.';

--
-- Name: add_evidence(entitlements.evidence[], uuid[]); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.add_evidence(tolds entitlements.evidence[], purchase_ids uuid[]) RETURNS void
    LANGUAGE plpgsql
    SET search_path TO ''
    AS $$
begin
    insert into entitlements.evidence
           (tenant_id, evidence_id, purchase_id, kind, occurred_at, received_at, environment, store,
            app_user_id, product_id, new_product_id, period_type, purchased_at, expires_at,
            grace_expires_at, auto_resume_at, cancel_reason, expiration_reason, price,
            is_family_share, entitlement_ids, transaction_id, original_transaction_id,
            transferred_to_app_user_id, is_one_time, original_purchased_at, never_expires,
            will_renew, cancelled_at, billing_issue_at, is_paused, refunded_at, gives_access,
            is_cancelled, has_billing_issue)
    select told.tenant_id, told.evidence_id, add_evidence.purchase_ids[told.ordinality], told.kind,
           told.occurred_at, told.received_at, told.environment, told.store, told.app_user_id,
           told.product_id, told.new_product_id, told.period_type, told.purchased_at,
           told.expires_at, told.grace_expires_at, told.auto_resume_at, told.cancel_reason,
           told.expiration_reason, told.price, told.is_family_share, told.entitlement_ids,
           told.transaction_id, told.original_transaction_id, told.transferred_to_app_user_id,
           told.is_one_time, told.original_purchased_at, told.never_expires, told.will_renew,
           told.cancelled_at, told.billing_issue_at, told.is_paused, told.refunded_at,
           told.gives_access, told.is_cancelled, told.has_billing_issue
      from unnest(tolds) with ordinality as told;
end
$$;

ALTER FUNCTION api.add_evidence(tolds entitlements.evidence[], purchase_ids uuid[]) OWNER TO hearth_owner;

--
-- Name: FUNCTION add_evidence(tolds entitlements.evidence[], purchase_ids uuid[]); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.add_evidence(tolds entitlements.evidence[], purchase_ids uuid[]) IS 'Writes rows of evidence, each with the purchase that it is about.';

--
-- Name: add_listed_page(uuid, text, text[], text, text, timestamp with time zone); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.add_listed_page(run_id uuid, page text, app_user_ids text[], next_page text, failure text DEFAULT NULL::text, as_of timestamp with time zone DEFAULT NULL::timestamp with time zone) RETURNS TABLE(has_ended boolean)
    LANGUAGE plpgsql ROWS 1
    SET search_path TO ''
    AS $$
#variable_conflict use_column
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _as_of constant timestamptz := coalesce(add_listed_page.as_of, clock_timestamp());
    _maximum_failures constant integer := 5;
    _run entitlements.runs;
    _reason text := add_listed_page.failure;
begin
    select run.* into _run from entitlements.runs run
     where run.tenant_id = _tenant_id and run.run_id = add_listed_page.run_id
       and run.status = 'listing'
       and run.project_page is not distinct from add_listed_page.page
       for no key update;
    if not found then
        return;
    end if;
    insert into entitlements.run_people (tenant_id, run_id, app_user_id, risk)
    select distinct _tenant_id, _run.run_id, named.id, 9
      from unnest(add_listed_page.app_user_ids) as named (id)
     where octet_length(named.id) between 1 and 1500
       and not exists (
           select from entitlements.app_user_ids known
            where known.tenant_id = _tenant_id and known.app_user_id = named.id)
        on conflict do nothing;
    if _reason is null
       and add_listed_page.next_page in (_run.project_page, _run.project_marker) then
        _reason := 'next_page_seen_before';
    end if;
    has_ended := case when _reason is null then add_listed_page.next_page is null
                      else _reason = 'next_page_seen_before'
                           or _run.project_failures + 1 >= _maximum_failures end;
    update entitlements.runs run
       set status = case when has_ended then 'running' else run.status end,
           is_project_listed = _reason is null and has_ended,
           has_listing_ended = has_ended,
           setback = coalesce(_reason, run.setback),
           project_page = case when _reason is null then add_listed_page.next_page
                               else run.project_page end,
           project_pages = run.project_pages + case when _reason is null then 1 else 0 end,
           -- Each power of two: a circle of any length is met.
           project_marker = case
               when _reason is null and (run.project_pages & (run.project_pages + 1)) = 0
               then add_listed_page.next_page else run.project_marker end,
           project_failures = case when _reason is null then 0 else run.project_failures + 1 end,
           resting_until = case when _reason is null or has_ended then '-infinity'
                                else _as_of + interval '15 seconds' end
     where run.tenant_id = _tenant_id and run.run_id = _run.run_id;
    return next;
end
$$;

ALTER FUNCTION api.add_listed_page(run_id uuid, page text, app_user_ids text[], next_page text, failure text, as_of timestamp with time zone) OWNER TO hearth_owner;

--
-- Name: FUNCTION add_listed_page(run_id uuid, page text, app_user_ids text[], next_page text, failure text, as_of timestamp with time zone); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.add_listed_page(run_id uuid, page text, app_user_ids text[], next_page text, failure text, as_of timestamp with time zone) IS 'Writes down a page of the ids of a run''s project.';

--
-- Name: add_move_entries(uuid, uuid[], text, timestamp with time zone); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.add_move_entries(audit_id uuid, purchase_ids uuid[], app_user_id text, as_of timestamp with time zone) RETURNS void
    LANGUAGE plpgsql
    SET search_path TO ''
    AS $$
#variable_conflict use_column
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
begin
    insert into entitlements.purchase_moves
           (tenant_id, purchase_id, moved_at, audit_id, app_user_id)
    select _tenant_id, moved.purchase_id, add_move_entries.as_of, add_move_entries.audit_id,
           add_move_entries.app_user_id
      from unnest(add_move_entries.purchase_ids) as moved (purchase_id)
     where api.last_mover(moved.purchase_id) is distinct from add_move_entries.app_user_id;
end
$$;

ALTER FUNCTION api.add_move_entries(audit_id uuid, purchase_ids uuid[], app_user_id text, as_of timestamp with time zone) OWNER TO hearth_owner;

--
-- Name: FUNCTION add_move_entries(audit_id uuid, purchase_ids uuid[], app_user_id text, as_of timestamp with time zone); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.add_move_entries(audit_id uuid, purchase_ids uuid[], app_user_id text, as_of timestamp with time zone) IS 'Writes down to whom purchases came, where that is somebody else than the last time.';

--
-- Name: snapshots; Type: TABLE; Schema: entitlements; Owner: hearth_owner
--

CREATE TABLE entitlements.snapshots (
    tenant_id uuid NOT NULL,
    app_user_id text NOT NULL COLLATE pg_catalog."C",
    read_at timestamp with time zone NOT NULL,
    received_at timestamp with time zone NOT NULL,
    order_at timestamp with time zone GENERATED ALWAYS AS (LEAST(read_at, received_at)) STORED NOT NULL,
    app_user_ids text[] NOT NULL,
    purchase_ids uuid[] NOT NULL,
    running_products text[] NOT NULL,
    run_id uuid,
    has_drift boolean DEFAULT false NOT NULL,
    content bytea,
    CONSTRAINT snapshots_content_check CHECK ((octet_length(content) = 32))
);

ALTER TABLE ONLY entitlements.snapshots FORCE ROW LEVEL SECURITY;

ALTER TABLE entitlements.snapshots OWNER TO hearth_owner;

--
-- Name: TABLE snapshots; Type: COMMENT; Schema: entitlements; Owner: hearth_owner
--

COMMENT ON TABLE entitlements.snapshots IS 'Each time a person was read back from RevenueCat, and what was listed.';

--
-- Name: add_readings(entitlements.snapshots[], jsonb[]); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.add_readings(readings entitlements.snapshots[], snapshots jsonb[]) RETURNS TABLE(read text[], repeated text[], differences entitlements.drift[], changed entitlements.changes)
    LANGUAGE plpgsql ROWS 1
    SET search_path TO ''
    AS $$
#variable_conflict use_column
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _joined constant entitlements.reading_outcome := api.join_snapshot_ids(readings);
    _changed entitlements.changes := _joined.changed;
    _said record;
    _new entitlements.snapshots[];
    _listed entitlements.evidence[];
    _folded entitlements.reading_outcome;
begin
    select coalesce(array_agg(said.place), '{}') as places,
           array_agg(readings[said.place]) as readings, array_agg(said.last_read_at) as last
      into strict _said
      from api.said_again(readings, add_readings.snapshots) as said;
    if cardinality(_said.places) < cardinality(readings) then
        perform api.lock_transactions(array(
            select * from api.unknown_transactions(array(
                select snapshot -> 'purchases'
                  from unnest(add_readings.snapshots) with ordinality as told (snapshot, place)
                 where told.place <> all (_said.places)))));
    end if;
    perform api.lock_related_app_users(array(
        select unnest(reading.app_user_ids) from unnest(readings) as reading));
    repeated := api.repeat_readings(_said.readings, _said.last);
    _new := api.new_readings(readings, repeated);
    read := array(select reading.app_user_id from unnest(_new) as reading);
    differences := _joined.differences;
    if cardinality(_new) > 0 then
        _listed := api.snapshot_evidence(_new, array(
            select add_readings.snapshots[told.ordinality]
              from unnest(readings) with ordinality as told
             where told.app_user_id = any (read) order by told.ordinality));
        _folded := api.fold_readings(_new, _listed, repeated);
        differences := differences || _folded.differences;
        _changed := api.all_changes(_changed, _folded.changed);
    end if;
    if cardinality(differences) > 0 then
        update entitlements.snapshots reading set has_drift = true
          from unnest(_new || array(
                   select again from unnest(readings) as again
                    where again.app_user_id = any (repeated))) as told
         where told.app_user_id = any (array(
               select found.app_user_id from unnest(differences) as found))
           and reading.tenant_id = _tenant_id
           and reading.app_user_id = told.app_user_id and reading.read_at = told.read_at;
    end if;
    return query select read, repeated, differences, _changed;
end
$$;

ALTER FUNCTION api.add_readings(readings entitlements.snapshots[], snapshots jsonb[]) OWNER TO hearth_owner;

--
-- Name: FUNCTION add_readings(readings entitlements.snapshots[], snapshots jsonb[]); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.add_readings(readings entitlements.snapshots[], snapshots jsonb[]) IS 'Writes readings down, and folds what they list into what we believe.';

--
-- Name: reservations; Type: TABLE; Schema: entitlements; Owner: hearth_owner
--

CREATE TABLE entitlements.reservations (
    tenant_id uuid NOT NULL,
    reservation_id uuid DEFAULT gen_random_uuid() NOT NULL,
    app_user_id text NOT NULL COLLATE pg_catalog."C",
    limit_id text NOT NULL COLLATE pg_catalog."C",
    period_starts_at timestamp with time zone NOT NULL,
    amount bigint NOT NULL,
    reference text COLLATE pg_catalog."C",
    status text NOT NULL,
    made_at timestamp with time zone NOT NULL,
    expires_at timestamp with time zone,
    CONSTRAINT reservations_amount_check CHECK (((amount >= 1) AND (amount <= 1000000))),
    CONSTRAINT reservations_check CHECK ((expires_at <= (made_at + '1 day'::interval))),
    CONSTRAINT reservations_check1 CHECK (((status <> 'reserved'::text) OR (expires_at IS NOT NULL))),
    CONSTRAINT reservations_limit_id_check CHECK (((octet_length(limit_id) >= 1) AND (octet_length(limit_id) <= 200))),
    CONSTRAINT reservations_reference_check CHECK (((octet_length(reference) >= 1) AND (octet_length(reference) <= 255))),
    CONSTRAINT reservations_status_check CHECK ((status = ANY (ARRAY['reserved'::text, 'used'::text, 'released'::text])))
);

ALTER TABLE ONLY entitlements.reservations FORCE ROW LEVEL SECURITY;

ALTER TABLE entitlements.reservations OWNER TO hearth_owner;

--
-- Name: TABLE reservations; Type: COMMENT; Schema: entitlements; Owner: hearth_owner
--

COMMENT ON TABLE entitlements.reservations IS 'What was set aside of a limit, or used under a reference.';

--
-- Name: add_reservations(entitlements.reservations[]); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.add_reservations(taken entitlements.reservations[]) RETURNS void
    LANGUAGE plpgsql
    SET search_path TO ''
    AS $$
#variable_conflict use_column
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _made constant entitlements.reservations[] := array(
        select made from unnest(add_reservations.taken) as made
         where made.reservation_id is not null);
begin
    if _made = '{}' then
        return;
    end if;
    update entitlements.reservations expired
       set status = 'released'
      from unnest(_made) as made
      join entitlements.app_user_ids known
        on known.tenant_id = _tenant_id and known.app_user_id = made.app_user_id
      join entitlements.app_user_ids own
        on own.tenant_id = _tenant_id and own.app_user_uuid = known.app_user_uuid
     where expired.tenant_id = _tenant_id and expired.app_user_id = own.app_user_id
       and expired.limit_id = made.limit_id and expired.reference = made.reference
       and expired.status = 'reserved' and expired.expires_at <= made.made_at;
    insert into entitlements.reservations
    select made.* from unnest(_made) as made;
end
$$;

ALTER FUNCTION api.add_reservations(taken entitlements.reservations[]) OWNER TO hearth_owner;

--
-- Name: FUNCTION add_reservations(taken entitlements.reservations[]); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.add_reservations(taken entitlements.reservations[]) IS 'Writes down what is set aside, and what was used under a reference.';

--
-- Name: add_snapshots(jsonb[], timestamp with time zone, boolean, uuid); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.add_snapshots(snapshots jsonb[], received_at timestamp with time zone DEFAULT NULL::timestamp with time zone, dry_run boolean DEFAULT false, run_id uuid DEFAULT NULL::uuid) RETURNS TABLE(number integer, outcome text, failure text, drift_id uuid, app_user_id text, purchase_id uuid, environment text, product_id text, before json, after json, access_affected boolean, cause text)
    LANGUAGE plpgsql ROWS 64
    SET search_path TO ''
    AS $$
#variable_conflict use_column
declare
    _at constant timestamptz := coalesce(add_snapshots.received_at, now());
    _count constant integer := cardinality(add_snapshots.snapshots);
    _first integer := 1; _last integer; _size integer := _count;
    _applied record;
    _outcomes text[]; _failures text[];
    _drift entitlements.drift[] := array[]::entitlements.drift[];
    _numbers integer[] := array[]::integer[];
begin
    while _first <= _count loop
        _last := least(_first + _size - 1, _count);
        begin
            select * into strict _applied
              from api.apply_snapshots(
                       add_snapshots.snapshots[_first:_last], _at, add_snapshots.dry_run,
                       add_snapshots.run_id);
            perform api.derive(_applied.changed);
            _outcomes[_first:_last] := _applied.outcomes;
            _drift := _drift || _applied.differences;
            _numbers := _numbers || array(
                select place + _first - 1 from unnest(_applied.places) as place);
            _first := _last + 1;
            _size := least(2 * _size, _count);
        exception
            when serialization_failure or deadlock_detected or lock_not_available then raise;
            when others then
                if _size = _count and _count > 1 then
                    perform api.lock_snapshots(add_snapshots.snapshots);
                end if;
                if _first = _last then
                    _outcomes[_first] := 'failed';
                    _failures[_first] := sqlstate || ' ' || sqlerrm;
                    _first := _first + 1;
                end if;
                _size := greatest((_last - _first + 1) / 2, 1);
        end;
    end loop;
    if not add_snapshots.dry_run then
        perform api.queue_other_sides(_drift);
    end if;
    -- What a crash of the machine takes with it is read again: no need to wait for the disk.
    if add_snapshots.run_id is not null and 'repeated' = all (_outcomes) then
        perform set_config('synchronous_commit', 'off', true);
    end if;
    return query
    select told.number::integer, told.outcome, _failures[told.number], found.drift_id,
           found.app_user_id, found.purchase_id, found.environment, found.product_id,
           found.before::json, found.after::json, found.access_affected, found.cause
      from unnest(_outcomes) with ordinality as told (outcome, number)
      left join unnest(_drift) with ordinality as found
        on _numbers[found.ordinality] = told.number
     order by told.number, found.ordinality;
end
$$;

ALTER FUNCTION api.add_snapshots(snapshots jsonb[], received_at timestamp with time zone, dry_run boolean, run_id uuid) OWNER TO hearth_owner;

--
-- Name: FUNCTION add_snapshots(snapshots jsonb[], received_at timestamp with time zone, dry_run boolean, run_id uuid); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.add_snapshots(snapshots jsonb[], received_at timestamp with time zone, dry_run boolean, run_id uuid) IS 'Adds what RevenueCat''s REST API said of people, and answers how it differed.';

--
-- Name: add_usage(entitlements.reservations[]); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.add_usage(taken entitlements.reservations[]) RETURNS void
    LANGUAGE plpgsql
    SET search_path TO ''
    AS $$
#variable_conflict use_column
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
begin
    insert into entitlements.usage as counted
           (tenant_id, app_user_id, limit_id, period_starts_at, used)
    select _tenant_id, used.app_user_id, used.limit_id, used.period_starts_at, sum(used.amount)
      from unnest(add_usage.taken) as used
     where used.status = 'used'
     group by used.app_user_id, used.limit_id, used.period_starts_at
        on conflict on constraint usage_pkey do update
       set used = counted.used + excluded.used;
end
$$;

ALTER FUNCTION api.add_usage(taken entitlements.reservations[]) OWNER TO hearth_owner;

--
-- Name: FUNCTION add_usage(taken entitlements.reservations[]); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.add_usage(taken entitlements.reservations[]) IS 'Counts what was used, each under the id that it came with.';

--
-- Name: adopt_snapshot_purchase(entitlements.evidence, text, text[]); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.adopt_snapshot_purchase(told entitlements.evidence, chain_id text, app_user_ids text[]) RETURNS void
    LANGUAGE plpgsql
    SET search_path TO ''
    AS $$
#variable_conflict use_column
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _slack constant interval := interval '1 second';
    _people constant uuid[] := array(
        select distinct known.app_user_uuid from entitlements.app_user_ids known
         where known.tenant_id = _tenant_id
           and known.app_user_id = any (adopt_snapshot_purchase.app_user_ids));
    _purchase_id uuid;
begin
    if exists (
        select from entitlements.purchases purchase
         where purchase.tenant_id = _tenant_id and purchase.environment = told.environment
           and purchase.store = told.store
           and purchase.chain_id = adopt_snapshot_purchase.chain_id) then
        return;
    end if;
    select purchase.purchase_id into _purchase_id
      from entitlements.purchases purchase
     cross join lateral (
           select coalesce(split_part(purchase.transaction_id, '..', 1)
                           in (split_part(told.transaction_id, '..', 1),
                               adopt_snapshot_purchase.chain_id), false)) as same (transaction)
     where purchase.tenant_id = _tenant_id
       and purchase.purchase_id in (
           select named.purchase_id from entitlements.purchases named
            where named.tenant_id = _tenant_id
              and named.chain_id in ('snapshot:' || told.transaction_id,
                                     'snapshot:' || adopt_snapshot_purchase.chain_id)
            union all
           select own.purchase_id from entitlements.purchases own
            where own.tenant_id = _tenant_id and own.owner_uuid = any (_people))
       and purchase.environment = told.environment and purchase.store = told.store
       and starts_with(purchase.chain_id, 'snapshot:')
       and (same.transaction
            or api.is_same_product(told, purchase.purchase_id)
               and coalesce(told.purchased_at + _slack > (
                       select min(coalesce(known.original_purchased_at, known.purchased_at))
                         from entitlements.evidence known
                        where known.tenant_id = _tenant_id
                          and known.purchase_id = purchase.purchase_id), true)
               and (not purchase.is_one_time
                    or told.purchased_at < purchase.period_started_at + _slack))
     order by same.transaction desc, purchase.period_started_at desc, purchase.purchase_id
     limit 1;
    update entitlements.purchases purchase
       set chain_id = adopt_snapshot_purchase.chain_id
     where purchase.tenant_id = _tenant_id and purchase.purchase_id = _purchase_id;
end
$$;

ALTER FUNCTION api.adopt_snapshot_purchase(told entitlements.evidence, chain_id text, app_user_ids text[]) OWNER TO hearth_owner;

--
-- Name: FUNCTION adopt_snapshot_purchase(told entitlements.evidence, chain_id text, app_user_ids text[]); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.adopt_snapshot_purchase(told entitlements.evidence, chain_id text, app_user_ids text[]) IS 'Gives a purchase that only snapshots told of its name, once an event tells it.';

--
-- Name: purchases; Type: TABLE; Schema: entitlements; Owner: hearth_owner
--

CREATE TABLE entitlements.purchases (
    tenant_id uuid NOT NULL,
    purchase_id uuid DEFAULT gen_random_uuid() NOT NULL,
    environment text NOT NULL,
    store text NOT NULL,
    chain_id text NOT NULL COLLATE pg_catalog."C",
    owner_app_user_id text COLLATE pg_catalog."C",
    product_id text COLLATE pg_catalog."C",
    pending_product_id text COLLATE pg_catalog."C",
    period_type text,
    is_one_time boolean DEFAULT false NOT NULL,
    is_family_share boolean DEFAULT false NOT NULL,
    entitlement_ids text[],
    starts_at timestamp with time zone,
    period_started_at timestamp with time zone,
    expires_at timestamp with time zone,
    grace_expires_at timestamp with time zone,
    never_expires boolean DEFAULT false NOT NULL,
    will_renew boolean DEFAULT false NOT NULL,
    cancelled_at timestamp with time zone,
    billing_issue_at timestamp with time zone,
    paused_at timestamp with time zone,
    auto_resume_at timestamp with time zone,
    refunded_at timestamp with time zone,
    ended_at timestamp with time zone,
    transaction_id text,
    access_starts_at timestamp with time zone DEFAULT 'infinity'::timestamp with time zone NOT NULL,
    access_ends_at timestamp with time zone DEFAULT '-infinity'::timestamp with time zone NOT NULL,
    status_until_end text DEFAULT 'expired'::text NOT NULL,
    status_after_end text DEFAULT 'expired'::text NOT NULL,
    folded_at timestamp with time zone,
    folded_rank smallint,
    folded_evidence_id text COLLATE pg_catalog."C",
    owner_uuid uuid,
    previous_owner_app_user_id text COLLATE pg_catalog."C",
    previous_owner_uuid uuid,
    moved_at timestamp with time zone,
    owner_is_settled boolean DEFAULT false NOT NULL,
    trial_ends_at timestamp with time zone,
    end_reason text,
    CONSTRAINT purchases_chain_id_check CHECK (((octet_length(chain_id) >= 1) AND (octet_length(chain_id) <= 2000))),
    CONSTRAINT purchases_check CHECK (((owner_app_user_id IS NULL) = (owner_uuid IS NULL))),
    CONSTRAINT purchases_check1 CHECK (((previous_owner_app_user_id IS NULL) = (previous_owner_uuid IS NULL))),
    CONSTRAINT purchases_check2 CHECK (((previous_owner_app_user_id IS NULL) = (moved_at IS NULL)))
)
WITH (fillfactor='80');

ALTER TABLE ONLY entitlements.purchases FORCE ROW LEVEL SECURITY;

ALTER TABLE entitlements.purchases OWNER TO hearth_owner;

--
-- Name: TABLE purchases; Type: COMMENT; Schema: entitlements; Owner: hearth_owner
--

COMMENT ON TABLE entitlements.purchases IS 'What was bought: the fold over all evidence of one chain.';

--
-- Name: past_purchases(uuid, text, timestamp with time zone); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.past_purchases(app_user_uuid uuid, environment text, as_of timestamp with time zone) RETURNS SETOF entitlements.purchases
    LANGUAGE plpgsql STABLE ROWS 4
    SET search_path TO ''
    AS $$
#variable_conflict use_column
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _ids constant text[] := array(
        select own.app_user_id from entitlements.app_user_ids own
         where own.tenant_id = _tenant_id
           and own.app_user_uuid = past_purchases.app_user_uuid);
    _related constant text[] := api.related_app_user_ids(_ids);
    s entitlements.purchases;
begin
    for s in
        select (past.purchase).*
          from (select api.past_purchase(candidate.purchase_id, past_purchases.as_of) as purchase
                  from (select distinct told.purchase_id
                          from entitlements.evidence told
                         where told.tenant_id = _tenant_id
                           and told.app_user_id = any (_related)
                           and told.environment = past_purchases.environment) as candidate
                offset 0) as past
         where (past.purchase).owner_app_user_id = any (_ids)
            or (past.purchase).previous_owner_app_user_id = any (_ids)
    loop
        return next api.with_owners(s);
    end loop;
end
$$;

ALTER FUNCTION api.past_purchases(app_user_uuid uuid, environment text, as_of timestamp with time zone) OWNER TO hearth_owner;

--
-- Name: FUNCTION past_purchases(app_user_uuid uuid, environment text, as_of timestamp with time zone); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.past_purchases(app_user_uuid uuid, environment text, as_of timestamp with time zone) IS 'What a person owned in one environment at a moment of the past, or had owned.';

--
-- Name: current_tenant_id(); Type: FUNCTION; Schema: entitlements; Owner: hearth_owner
--

CREATE FUNCTION entitlements.current_tenant_id() RETURNS uuid
    LANGUAGE sql STABLE PARALLEL SAFE
    RETURN (NULLIF(current_setting('hearth.tenant_id'::text, true), ''::text))::uuid;

ALTER FUNCTION entitlements.current_tenant_id() OWNER TO hearth_owner;

--
-- Name: owned_purchases(uuid[], text, timestamp with time zone); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.owned_purchases(app_user_uuids uuid[], environment text, as_of timestamp with time zone) RETURNS SETOF entitlements.purchases
    LANGUAGE sql STABLE ROWS 4
    BEGIN ATOMIC
 SELECT purchase.tenant_id,
     purchase.purchase_id,
     purchase.environment,
     purchase.store,
     purchase.chain_id,
     purchase.owner_app_user_id,
     purchase.product_id,
     purchase.pending_product_id,
     purchase.period_type,
     purchase.is_one_time,
     purchase.is_family_share,
     purchase.entitlement_ids,
     purchase.starts_at,
     purchase.period_started_at,
     purchase.expires_at,
     purchase.grace_expires_at,
     purchase.never_expires,
     purchase.will_renew,
     purchase.cancelled_at,
     purchase.billing_issue_at,
     purchase.paused_at,
     purchase.auto_resume_at,
     purchase.refunded_at,
     purchase.ended_at,
     purchase.transaction_id,
     purchase.access_starts_at,
     purchase.access_ends_at,
     purchase.status_until_end,
     purchase.status_after_end,
     purchase.folded_at,
     purchase.folded_rank,
     purchase.folded_evidence_id,
     purchase.owner_uuid,
     purchase.previous_owner_app_user_id,
     purchase.previous_owner_uuid,
     purchase.moved_at,
     purchase.owner_is_settled,
     purchase.trial_ends_at,
     purchase.end_reason
    FROM entitlements.purchases purchase
   WHERE ((owned_purchases.as_of >= now()) AND (purchase.tenant_id = entitlements.current_tenant_id()) AND (purchase.owner_uuid = ANY (owned_purchases.app_user_uuids)) AND (purchase.environment = owned_purchases.environment))
 UNION ALL
  SELECT past.tenant_id,
     past.purchase_id,
     past.environment,
     past.store,
     past.chain_id,
     past.owner_app_user_id,
     past.product_id,
     past.pending_product_id,
     past.period_type,
     past.is_one_time,
     past.is_family_share,
     past.entitlement_ids,
     past.starts_at,
     past.period_started_at,
     past.expires_at,
     past.grace_expires_at,
     past.never_expires,
     past.will_renew,
     past.cancelled_at,
     past.billing_issue_at,
     past.paused_at,
     past.auto_resume_at,
     past.refunded_at,
     past.ended_at,
     past.transaction_id,
     past.access_starts_at,
     past.access_ends_at,
     past.status_until_end,
     past.status_after_end,
     past.folded_at,
     past.folded_rank,
     past.folded_evidence_id,
     past.owner_uuid,
     past.previous_owner_app_user_id,
     past.previous_owner_uuid,
     past.moved_at,
     past.owner_is_settled,
     past.trial_ends_at,
     past.end_reason
    FROM (unnest(owned_purchases.app_user_uuids) person(app_user_uuid)
      CROSS JOIN LATERAL api.past_purchases(person.app_user_uuid, owned_purchases.environment, owned_purchases.as_of) past(tenant_id, purchase_id, environment, store, chain_id, owner_app_user_id, product_id, pending_product_id, period_type, is_one_time, is_family_share, entitlement_ids, starts_at, period_started_at, expires_at, grace_expires_at, never_expires, will_renew, cancelled_at, billing_issue_at, paused_at, auto_resume_at, refunded_at, ended_at, transaction_id, access_starts_at, access_ends_at, status_until_end, status_after_end, folded_at, folded_rank, folded_evidence_id, owner_uuid, previous_owner_app_user_id, previous_owner_uuid, moved_at, owner_is_settled, trial_ends_at, end_reason))
   WHERE ((owned_purchases.as_of < now()) AND (past.owner_uuid = person.app_user_uuid));
END;

ALTER FUNCTION api.owned_purchases(app_user_uuids uuid[], environment text, as_of timestamp with time zone) OWNER TO hearth_owner;

--
-- Name: FUNCTION owned_purchases(app_user_uuids uuid[], environment text, as_of timestamp with time zone); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.owned_purchases(app_user_uuids uuid[], environment text, as_of timestamp with time zone) IS 'What people own in one environment at a moment.';

--
-- Name: aliased_ids; Type: TABLE; Schema: entitlements; Owner: hearth_owner
--

CREATE TABLE entitlements.aliased_ids (
    tenant_id uuid NOT NULL,
    app_user_id text NOT NULL COLLATE pg_catalog."C",
    alias_uuid uuid NOT NULL
);

ALTER TABLE ONLY entitlements.aliased_ids FORCE ROW LEVEL SECURITY;

ALTER TABLE entitlements.aliased_ids OWNER TO hearth_owner;

--
-- Name: TABLE aliased_ids; Type: COMMENT; Schema: entitlements; Owner: hearth_owner
--

COMMENT ON TABLE entitlements.aliased_ids IS 'The ids that RevenueCat takes for one customer, where they are several people.';

--
-- Name: app_user_ids; Type: TABLE; Schema: entitlements; Owner: hearth_owner
--

CREATE TABLE entitlements.app_user_ids (
    tenant_id uuid NOT NULL,
    app_user_id text NOT NULL COLLATE pg_catalog."C",
    app_user_uuid uuid NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    declared_anonymous_at timestamp with time zone,
    identified_at timestamp with time zone,
    is_anonymous boolean GENERATED ALWAYS AS ((starts_with(app_user_id, '$RCAnonymousID:'::text) OR ((declared_anonymous_at IS NOT NULL) AND (identified_at IS NULL)))) STORED NOT NULL,
    CONSTRAINT app_user_ids_app_user_id_check CHECK (((octet_length(app_user_id) >= 1) AND (octet_length(app_user_id) <= 1500))),
    CONSTRAINT app_user_ids_check CHECK (((identified_at IS NULL) OR (NOT starts_with(app_user_id, '$RCAnonymousID:'::text))))
);

ALTER TABLE ONLY entitlements.app_user_ids FORCE ROW LEVEL SECURITY;

ALTER TABLE entitlements.app_user_ids OWNER TO hearth_owner;

--
-- Name: TABLE app_user_ids; Type: COMMENT; Schema: entitlements; Owner: hearth_owner
--

COMMENT ON TABLE entitlements.app_user_ids IS 'The ids that point at a person; exactly one person each.';

--
-- Name: people_rules; Type: TABLE; Schema: entitlements; Owner: hearth_owner
--

CREATE TABLE entitlements.people_rules (
    tenant_id uuid NOT NULL,
    restore_behavior text DEFAULT 'transfer'::text NOT NULL,
    claim_expiry_days integer DEFAULT 0 NOT NULL,
    claims_per_30_days integer DEFAULT 3 NOT NULL,
    claim_attempts_per_hour integer DEFAULT 10 NOT NULL,
    tenant_claim_attempts_per_hour integer DEFAULT 1000 NOT NULL,
    aliases text DEFAULT 'shared_purchases'::text NOT NULL,
    CONSTRAINT people_rules_aliases_check CHECK ((aliases = ANY (ARRAY['shared_purchases'::text, 'conflict'::text]))),
    CONSTRAINT people_rules_claim_attempts_per_hour_check CHECK (((claim_attempts_per_hour >= 1) AND (claim_attempts_per_hour <= 1000))),
    CONSTRAINT people_rules_claim_expiry_days_check CHECK (((claim_expiry_days >= 0) AND (claim_expiry_days <= 3650))),
    CONSTRAINT people_rules_claims_per_30_days_check CHECK (((claims_per_30_days >= 1) AND (claims_per_30_days <= 100))),
    CONSTRAINT people_rules_restore_behavior_check CHECK ((restore_behavior = ANY (ARRAY['transfer'::text, 'transfer_if_inactive'::text, 'keep'::text, 'share'::text]))),
    CONSTRAINT people_rules_tenant_claim_attempts_per_hour_check CHECK (((tenant_claim_attempts_per_hour >= 1) AND (tenant_claim_attempts_per_hour <= 1000000)))
);

ALTER TABLE ONLY entitlements.people_rules FORCE ROW LEVEL SECURITY;

ALTER TABLE entitlements.people_rules OWNER TO hearth_owner;

--
-- Name: TABLE people_rules; Type: COMMENT; Schema: entitlements; Owner: hearth_owner
--

COMMENT ON TABLE entitlements.people_rules IS 'What an app allows its people to claim.';

--
-- Name: aliased_purchases(uuid[], text, timestamp with time zone); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.aliased_purchases(app_user_uuids uuid[], environment text, as_of timestamp with time zone) RETURNS TABLE(app_user_uuid uuid, purchase entitlements.purchases)
    LANGUAGE sql STABLE ROWS 1
    BEGIN ATOMIC
 SELECT DISTINCT served.app_user_uuid,
     bought.*::entitlements.purchases AS bought
    FROM (((((entitlements.app_user_ids served
      JOIN entitlements.aliased_ids mine ON (((mine.tenant_id = served.tenant_id) AND (mine.app_user_id = served.app_user_id))))
      JOIN entitlements.people_rules rules ON (((rules.tenant_id = served.tenant_id) AND (rules.aliases = 'shared_purchases'::text))))
      JOIN entitlements.aliased_ids theirs ON (((theirs.tenant_id = served.tenant_id) AND (theirs.alias_uuid = mine.alias_uuid))))
      JOIN entitlements.app_user_ids other ON (((other.tenant_id = served.tenant_id) AND (other.app_user_id = theirs.app_user_id) AND (other.app_user_uuid <> served.app_user_uuid))))
      CROSS JOIN LATERAL api.owned_purchases(ARRAY[other.app_user_uuid], aliased_purchases.environment, aliased_purchases.as_of) bought(tenant_id, purchase_id, environment, store, chain_id, owner_app_user_id, product_id, pending_product_id, period_type, is_one_time, is_family_share, entitlement_ids, starts_at, period_started_at, expires_at, grace_expires_at, never_expires, will_renew, cancelled_at, billing_issue_at, paused_at, auto_resume_at, refunded_at, ended_at, transaction_id, access_starts_at, access_ends_at, status_until_end, status_after_end, folded_at, folded_rank, folded_evidence_id, owner_uuid, previous_owner_app_user_id, previous_owner_uuid, moved_at, owner_is_settled, trial_ends_at, end_reason))
   WHERE ((served.tenant_id = entitlements.current_tenant_id()) AND (served.app_user_uuid = ANY (aliased_purchases.app_user_uuids)) AND (bought.owner_app_user_id = theirs.app_user_id));
END;

ALTER FUNCTION api.aliased_purchases(app_user_uuids uuid[], environment text, as_of timestamp with time zone) OWNER TO hearth_owner;

--
-- Name: FUNCTION aliased_purchases(app_user_uuids uuid[], environment text, as_of timestamp with time zone); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.aliased_purchases(app_user_uuids uuid[], environment text, as_of timestamp with time zone) IS 'What others bought who are one customer with people by RevenueCat''s word.';

--
-- Name: all_changes(entitlements.changes, entitlements.changes); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.all_changes(one entitlements.changes, other entitlements.changes) RETURNS entitlements.changes
    LANGUAGE sql STABLE
    RETURN ROW(((one).app_user_uuids || (other).app_user_uuids), ((one).purchase_ids || (other).purchase_ids), ((one).owner_uuids || (other).owner_uuids))::entitlements.changes;

ALTER FUNCTION api.all_changes(one entitlements.changes, other entitlements.changes) OWNER TO hearth_owner;

--
-- Name: FUNCTION all_changes(one entitlements.changes, other entitlements.changes); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.all_changes(one entitlements.changes, other entitlements.changes) IS 'What two steps of a write touched, together.';

--
-- Name: allowed_seat(uuid, uuid, timestamp with time zone, boolean); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.allowed_seat(household_id uuid, app_user_uuid uuid, as_of timestamp with time zone, ignore_cooldown boolean, OUT seat integer, OUT seats integer) RETURNS record
    LANGUAGE plpgsql STABLE
    SET search_path TO ''
    AS $$
begin
    if exists (
        select from entitlements.household_members member
         where member.tenant_id = entitlements.current_tenant_id()
           and member.app_user_uuid = allowed_seat.app_user_uuid and member.left_at is null) then
        raise sqlstate 'PT409' using message = 'already_in_household',
            detail = 'This person is a member of a household already.';
    end if;

    allowed_seat.seats :=
        (api.household_seats(allowed_seat.household_id, allowed_seat.as_of)).seats;
    allowed_seat.seat := api.free_seat(allowed_seat.household_id, allowed_seat.seats);
    if allowed_seat.seat is null then
        raise sqlstate 'PT409' using message = 'household_full',
            detail = 'Every seat of the household is taken.';
    end if;

    if not allowed_seat.ignore_cooldown then
        perform api.require_no_cooldown(
            allowed_seat.household_id, allowed_seat.app_user_uuid, allowed_seat.as_of);
        perform api.require_joins_left(allowed_seat.household_id, allowed_seat.as_of);
    end if;
end
$$;

ALTER FUNCTION api.allowed_seat(household_id uuid, app_user_uuid uuid, as_of timestamp with time zone, ignore_cooldown boolean, OUT seat integer, OUT seats integer) OWNER TO hearth_owner;

--
-- Name: FUNCTION allowed_seat(household_id uuid, app_user_uuid uuid, as_of timestamp with time zone, ignore_cooldown boolean, OUT seat integer, OUT seats integer); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.allowed_seat(household_id uuid, app_user_uuid uuid, as_of timestamp with time zone, ignore_cooldown boolean, OUT seat integer, OUT seats integer) IS 'The seat that a person may take in a household, and how many there are.';

--
-- Name: ended_reason(text, text); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.ended_reason(status_after_end text, end_reason text) RETURNS text
    LANGUAGE sql STABLE
    RETURN CASE WHEN (status_after_end = ANY (ARRAY['refunded'::text, 'paused'::text])) THEN status_after_end ELSE COALESCE(end_reason, 'unknown'::text) END;

ALTER FUNCTION api.ended_reason(status_after_end text, end_reason text) OWNER TO hearth_owner;

--
-- Name: FUNCTION ended_reason(status_after_end text, end_reason text); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.ended_reason(status_after_end text, end_reason text) IS 'Why a purchase that is over gives nothing any more.';

--
-- Name: promotional_entitlement_ids(text); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.promotional_entitlement_ids(product_id text) RETURNS text[]
    LANGUAGE plpgsql STABLE
    SET search_path TO ''
    AS $$
begin
    if not starts_with(promotional_entitlement_ids.product_id, 'rc_promo_') then
        return null; -- As nearly always.
    end if;
    return array(
        select known.entitlement_id
          from entitlements.entitlements known
         where known.tenant_id = entitlements.current_tenant_id()
           and starts_with(promotional_entitlement_ids.product_id,
                           'rc_promo_' || known.entitlement_id || '_')
         order by octet_length(known.entitlement_id) desc
         limit 1);
end
$$;

ALTER FUNCTION api.promotional_entitlement_ids(product_id text) OWNER TO hearth_owner;

--
-- Name: FUNCTION promotional_entitlement_ids(product_id text); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.promotional_entitlement_ids(product_id text) IS 'The entitlement of the catalog that the product of a grant is named after.';

--
-- Name: with_implied(text[]); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.with_implied(entitlement_ids text[]) RETURNS TABLE(entitlement_id text, implied_by text, is_shared boolean)
    LANGUAGE plpgsql STABLE ROWS 2
    SET search_path TO ''
    AS $$
#variable_conflict use_column
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
begin
    return query
    with had (entitlement_id, implied_by) as (
        select named.id, null::text from unnest(with_implied.entitlement_ids) as named (id)
         union all
        select implication.granted_entitlement_id, implication.entitlement_id
          from entitlements.entitlement_implications implication
         where implication.tenant_id = _tenant_id
           and implication.entitlement_id = any (with_implied.entitlement_ids)
    )
    select had.entitlement_id, had.implied_by,
           exists (
               select from entitlements.entitlements shared
                where shared.tenant_id = _tenant_id and shared.is_shared
                  and shared.entitlement_id in (select entitlement_id from had)
                  and (shared.entitlement_id = had.entitlement_id or exists (
                       select from entitlements.entitlement_implications implication
                        where implication.tenant_id = _tenant_id
                          and implication.entitlement_id = shared.entitlement_id
                          and implication.granted_entitlement_id = had.entitlement_id)))
      from had;
end
$$;

ALTER FUNCTION api.with_implied(entitlement_ids text[]) OWNER TO hearth_owner;

--
-- Name: FUNCTION with_implied(entitlement_ids text[]); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.with_implied(entitlement_ids text[]) IS 'Entitlements and what they imply in the tenant''s catalog.';

--
-- Name: product_entitlements; Type: TABLE; Schema: entitlements; Owner: hearth_owner
--

CREATE TABLE entitlements.product_entitlements (
    tenant_id uuid NOT NULL,
    product_id text NOT NULL COLLATE pg_catalog."C",
    entitlement_id text NOT NULL COLLATE pg_catalog."C",
    implied_by text COLLATE pg_catalog."C",
    is_shared boolean DEFAULT false NOT NULL
);

ALTER TABLE ONLY entitlements.product_entitlements FORCE ROW LEVEL SECURITY;

ALTER TABLE entitlements.product_entitlements OWNER TO hearth_owner;

--
-- Name: TABLE product_entitlements; Type: COMMENT; Schema: entitlements; Owner: hearth_owner
--

COMMENT ON TABLE entitlements.product_entitlements IS 'What buying a product grants, implied entitlements included.';

--
-- Name: products; Type: TABLE; Schema: entitlements; Owner: hearth_owner
--

CREATE TABLE entitlements.products (
    tenant_id uuid NOT NULL,
    product_id text NOT NULL COLLATE pg_catalog."C",
    kind text NOT NULL,
    duration text,
    trial text,
    seats integer,
    CONSTRAINT products_check CHECK (((kind = ANY (ARRAY['subscription'::text, 'one_time'::text])) = (duration IS NOT NULL))),
    CONSTRAINT products_kind_check CHECK ((kind = ANY (ARRAY['subscription'::text, 'one_time'::text, 'non_consumable'::text, 'consumable'::text]))),
    CONSTRAINT products_product_id_check CHECK (((octet_length(product_id) >= 1) AND (octet_length(product_id) <= 200))),
    CONSTRAINT products_seats_check CHECK (((seats >= 1) AND (seats <= 100)))
);

ALTER TABLE ONLY entitlements.products FORCE ROW LEVEL SECURITY;

ALTER TABLE entitlements.products OWNER TO hearth_owner;

--
-- Name: TABLE products; Type: COMMENT; Schema: entitlements; Owner: hearth_owner
--

COMMENT ON TABLE entitlements.products IS 'What is sold, by the product id of the store.';

--
-- Name: granted_entitlements(text, text[]); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.granted_entitlements(product_id text, entitlement_ids text[]) RETURNS TABLE(entitlement_id text, implied_by text, is_shared boolean)
    LANGUAGE sql STABLE ROWS 2
    BEGIN ATOMIC
 SELECT known.entitlement_id,
     known.implied_by,
     known.is_shared
    FROM entitlements.product_entitlements known
   WHERE ((known.tenant_id = entitlements.current_tenant_id()) AND (known.product_id = ( SELECT product.product_id
            FROM entitlements.products product
           WHERE ((product.tenant_id = entitlements.current_tenant_id()) AND (product.product_id = ANY (ARRAY[granted_entitlements.product_id, split_part(granted_entitlements.product_id, ':'::text, 1)])))
           ORDER BY (octet_length(product.product_id)) DESC
          LIMIT 1)))
 UNION ALL
  SELECT named.entitlement_id,
     named.implied_by,
     named.is_shared
    FROM api.with_implied(COALESCE(granted_entitlements.entitlement_ids, api.promotional_entitlement_ids(granted_entitlements.product_id))) named(entitlement_id, implied_by, is_shared)
   WHERE (NOT (EXISTS ( SELECT
            FROM entitlements.products product
           WHERE ((product.tenant_id = entitlements.current_tenant_id()) AND (product.product_id = ANY (ARRAY[granted_entitlements.product_id, split_part(granted_entitlements.product_id, ':'::text, 1)]))))));
END;

ALTER FUNCTION api.granted_entitlements(product_id text, entitlement_ids text[]) OWNER TO hearth_owner;

--
-- Name: FUNCTION granted_entitlements(product_id text, entitlement_ids text[]); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.granted_entitlements(product_id text, entitlement_ids text[]) IS 'What a purchase of a product grants, by the catalog or by what the event named.';

--
-- Name: lost_purchases(uuid[], text, timestamp with time zone); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.lost_purchases(app_user_uuids uuid[], environment text, as_of timestamp with time zone) RETURNS SETOF entitlements.purchases
    LANGUAGE sql STABLE ROWS 1
    BEGIN ATOMIC
 SELECT former.tenant_id,
     former.purchase_id,
     former.environment,
     former.store,
     former.chain_id,
     former.owner_app_user_id,
     former.product_id,
     former.pending_product_id,
     former.period_type,
     former.is_one_time,
     former.is_family_share,
     former.entitlement_ids,
     former.starts_at,
     former.period_started_at,
     former.expires_at,
     former.grace_expires_at,
     former.never_expires,
     former.will_renew,
     former.cancelled_at,
     former.billing_issue_at,
     former.paused_at,
     former.auto_resume_at,
     former.refunded_at,
     former.ended_at,
     former.transaction_id,
     former.access_starts_at,
     former.access_ends_at,
     former.status_until_end,
     former.status_after_end,
     former.folded_at,
     former.folded_rank,
     former.folded_evidence_id,
     former.owner_uuid,
     former.previous_owner_app_user_id,
     former.previous_owner_uuid,
     former.moved_at,
     former.owner_is_settled,
     former.trial_ends_at,
     former.end_reason
    FROM entitlements.purchases former
   WHERE ((lost_purchases.as_of >= now()) AND (former.tenant_id = entitlements.current_tenant_id()) AND (former.previous_owner_uuid = ANY (lost_purchases.app_user_uuids)) AND (former.owner_uuid IS DISTINCT FROM former.previous_owner_uuid) AND (former.environment = lost_purchases.environment) AND (former.moved_at < former.access_ends_at))
 UNION ALL
  SELECT past.tenant_id,
     past.purchase_id,
     past.environment,
     past.store,
     past.chain_id,
     past.owner_app_user_id,
     past.product_id,
     past.pending_product_id,
     past.period_type,
     past.is_one_time,
     past.is_family_share,
     past.entitlement_ids,
     past.starts_at,
     past.period_started_at,
     past.expires_at,
     past.grace_expires_at,
     past.never_expires,
     past.will_renew,
     past.cancelled_at,
     past.billing_issue_at,
     past.paused_at,
     past.auto_resume_at,
     past.refunded_at,
     past.ended_at,
     past.transaction_id,
     past.access_starts_at,
     past.access_ends_at,
     past.status_until_end,
     past.status_after_end,
     past.folded_at,
     past.folded_rank,
     past.folded_evidence_id,
     past.owner_uuid,
     past.previous_owner_app_user_id,
     past.previous_owner_uuid,
     past.moved_at,
     past.owner_is_settled,
     past.trial_ends_at,
     past.end_reason
    FROM (unnest(lost_purchases.app_user_uuids) person(app_user_uuid)
      CROSS JOIN LATERAL api.past_purchases(person.app_user_uuid, lost_purchases.environment, lost_purchases.as_of) past(tenant_id, purchase_id, environment, store, chain_id, owner_app_user_id, product_id, pending_product_id, period_type, is_one_time, is_family_share, entitlement_ids, starts_at, period_started_at, expires_at, grace_expires_at, never_expires, will_renew, cancelled_at, billing_issue_at, paused_at, auto_resume_at, refunded_at, ended_at, transaction_id, access_starts_at, access_ends_at, status_until_end, status_after_end, folded_at, folded_rank, folded_evidence_id, owner_uuid, previous_owner_app_user_id, previous_owner_uuid, moved_at, owner_is_settled, trial_ends_at, end_reason))
   WHERE ((lost_purchases.as_of < now()) AND (past.previous_owner_uuid = person.app_user_uuid) AND (past.owner_uuid IS DISTINCT FROM past.previous_owner_uuid) AND (past.moved_at < past.access_ends_at));
END;

ALTER FUNCTION api.lost_purchases(app_user_uuids uuid[], environment text, as_of timestamp with time zone) OWNER TO hearth_owner;

--
-- Name: FUNCTION lost_purchases(app_user_uuids uuid[], environment text, as_of timestamp with time zone); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.lost_purchases(app_user_uuids uuid[], environment text, as_of timestamp with time zone) IS 'What people owned until it moved to another person, while it still ran.';

--
-- Name: past_shared_purchases(uuid, text, timestamp with time zone); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.past_shared_purchases(of_household_id uuid, environment text, as_of timestamp with time zone) RETURNS TABLE(household_id uuid, sharer_uuid uuid, sharer_app_user_id text, is_held boolean, starts_at timestamp with time zone, ends_at timestamp with time zone, purchase_id uuid, product_id text, store text, entitlement_ids text[], period_type text, period_started_at timestamp with time zone, status_until_end text, status_after_end text, will_renew boolean, access_ends_at timestamp with time zone, expires_at timestamp with time zone, grace_expires_at timestamp with time zone, trial_ends_at timestamp with time zone, end_reason text)
    LANGUAGE plpgsql STABLE ROWS 4
    SET search_path TO ''
    AS $$
#variable_conflict use_column
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _rules constant entitlements.household_rules := api.household_rules();
    _hold constant interval := make_interval(days => _rules.transfer_hold_days);
    _as_of constant timestamptz := past_shared_purchases.as_of;
begin
    return query
    select member.household_id, member.app_user_uuid, member.app_user_id, moved.is_held,
           greatest(past.access_starts_at, shared.starts_at),
           least(past.access_ends_at, shared.ends_at,
                 case when moved.is_held then past.moved_at + _hold end),
           past.purchase_id, past.product_id, past.store, past.entitlement_ids, past.period_type,
           past.period_started_at, past.status_until_end, past.status_after_end, past.will_renew,
           past.access_ends_at, past.expires_at, past.grace_expires_at, past.trial_ends_at,
           past.end_reason
      from entitlements.household_members member
      left join entitlements.household_owners owner
        on _rules.shares_from = 'owner' and owner.tenant_id = _tenant_id
       and owner.household_id = member.household_id and owner.member_id = member.member_id
       and owner.owned_from <= _as_of
     cross join lateral (
           select greatest(member.joined_at, owner.owned_from),
                  least(case when member.left_at <= _as_of then member.left_at end,
                        case when owner.owned_until <= _as_of then owner.owned_until end,
                        'infinity')) as shared (starts_at, ends_at)
     cross join lateral api.past_purchases(
               member.app_user_uuid, past_shared_purchases.environment, _as_of) as past
     cross join lateral (
           select past.owner_uuid is distinct from member.app_user_uuid) as moved (is_held)
     where member.tenant_id = _tenant_id
       and member.household_id = past_shared_purchases.of_household_id
       and member.joined_at <= _as_of
       and not past.is_family_share and past.store <> 'promotional'
       and (_rules.shares_from <> 'owner' or owner.member_id is not null)
       and (not moved.is_held or past.moved_at between shared.starts_at and shared.ends_at);
end
$$;

ALTER FUNCTION api.past_shared_purchases(of_household_id uuid, environment text, as_of timestamp with time zone) OWNER TO hearth_owner;

--
-- Name: FUNCTION past_shared_purchases(of_household_id uuid, environment text, as_of timestamp with time zone); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.past_shared_purchases(of_household_id uuid, environment text, as_of timestamp with time zone) IS 'The purchases that served a household at a moment of the past.';

--
-- Name: household_members; Type: TABLE; Schema: entitlements; Owner: hearth_owner
--

CREATE TABLE entitlements.household_members (
    tenant_id uuid NOT NULL,
    household_id uuid NOT NULL,
    member_id uuid DEFAULT gen_random_uuid() NOT NULL,
    app_user_id text NOT NULL COLLATE pg_catalog."C",
    app_user_uuid uuid NOT NULL,
    seat integer NOT NULL,
    seats integer NOT NULL,
    joined_at timestamp with time zone NOT NULL,
    left_at timestamp with time zone,
    left_because text,
    access_ends_at timestamp with time zone DEFAULT 'infinity'::timestamp with time zone NOT NULL,
    CONSTRAINT household_members_check CHECK ((seat <= seats)),
    CONSTRAINT household_members_check1 CHECK ((left_at >= joined_at)),
    CONSTRAINT household_members_check2 CHECK ((access_ends_at >= left_at)),
    CONSTRAINT household_members_check3 CHECK (((left_at IS NULL) = (left_because IS NULL))),
    CONSTRAINT household_members_check4 CHECK (((left_at IS NOT NULL) OR (access_ends_at = 'infinity'::timestamp with time zone))),
    CONSTRAINT household_members_left_because_check CHECK ((left_because = ANY (ARRAY['left'::text, 'removed'::text, 'dissolved'::text, 'downgraded'::text, 'merged'::text]))),
    CONSTRAINT household_members_seat_check CHECK ((seat >= 1)),
    CONSTRAINT household_members_seats_check CHECK ((seats <= 100))
);

ALTER TABLE ONLY entitlements.household_members FORCE ROW LEVEL SECURITY;

ALTER TABLE entitlements.household_members OWNER TO hearth_owner;

--
-- Name: TABLE household_members; Type: COMMENT; Schema: entitlements; Owner: hearth_owner
--

COMMENT ON TABLE entitlements.household_members IS 'Who is or was a member of which household, since when and until when.';

--
-- Name: household_owners; Type: TABLE; Schema: entitlements; Owner: hearth_owner
--

CREATE TABLE entitlements.household_owners (
    tenant_id uuid NOT NULL,
    household_id uuid NOT NULL,
    member_id uuid NOT NULL,
    owned_from timestamp with time zone NOT NULL,
    owned_until timestamp with time zone,
    CONSTRAINT household_owners_check CHECK ((owned_until >= owned_from))
);

ALTER TABLE ONLY entitlements.household_owners FORCE ROW LEVEL SECURITY;

ALTER TABLE entitlements.household_owners OWNER TO hearth_owner;

--
-- Name: TABLE household_owners; Type: COMMENT; Schema: entitlements; Owner: hearth_owner
--

COMMENT ON TABLE entitlements.household_owners IS 'Which member owns or owned a household, since when and until when.';

--
-- Name: household_rules; Type: TABLE; Schema: entitlements; Owner: hearth_owner
--

CREATE TABLE entitlements.household_rules (
    tenant_id uuid NOT NULL,
    max_members integer DEFAULT 6 NOT NULL,
    switch_cooldown_days integer DEFAULT 30 NOT NULL,
    invite_ttl_days integer DEFAULT 7 NOT NULL,
    owner_leaves text DEFAULT 'block'::text NOT NULL,
    departure_grace_days integer DEFAULT 0 NOT NULL,
    downgrade text DEFAULT 'newest_out'::text NOT NULL,
    downgrade_notice_days integer DEFAULT 7 NOT NULL,
    confirm_by_owner boolean DEFAULT false NOT NULL,
    joins_per_30_days integer DEFAULT 10 NOT NULL,
    shares_from text DEFAULT 'any_member'::text NOT NULL,
    invites_within_seats boolean DEFAULT true NOT NULL,
    transfer_hold_days integer DEFAULT 0 NOT NULL,
    CONSTRAINT household_rules_departure_grace_days_check CHECK (((departure_grace_days >= 0) AND (departure_grace_days <= 365))),
    CONSTRAINT household_rules_downgrade_check CHECK ((downgrade = ANY (ARRAY['newest_out'::text, 'freeze_joins'::text]))),
    CONSTRAINT household_rules_downgrade_notice_days_check CHECK (((downgrade_notice_days >= 0) AND (downgrade_notice_days <= 365))),
    CONSTRAINT household_rules_invite_ttl_days_check CHECK (((invite_ttl_days >= 1) AND (invite_ttl_days <= 365))),
    CONSTRAINT household_rules_joins_per_30_days_check CHECK (((joins_per_30_days >= 1) AND (joins_per_30_days <= 1000))),
    CONSTRAINT household_rules_max_members_check CHECK (((max_members >= 1) AND (max_members <= 100))),
    CONSTRAINT household_rules_owner_leaves_check CHECK ((owner_leaves = ANY (ARRAY['block'::text, 'transfer'::text, 'dissolve'::text]))),
    CONSTRAINT household_rules_shares_from_check CHECK ((shares_from = ANY (ARRAY['owner'::text, 'any_member'::text]))),
    CONSTRAINT household_rules_switch_cooldown_days_check CHECK (((switch_cooldown_days >= 0) AND (switch_cooldown_days <= 365))),
    CONSTRAINT household_rules_transfer_hold_days_check CHECK (((transfer_hold_days >= 0) AND (transfer_hold_days <= 30)))
);

ALTER TABLE ONLY entitlements.household_rules FORCE ROW LEVEL SECURITY;

ALTER TABLE entitlements.household_rules OWNER TO hearth_owner;

--
-- Name: TABLE household_rules; Type: COMMENT; Schema: entitlements; Owner: hearth_owner
--

COMMENT ON TABLE entitlements.household_rules IS 'What an app allows its households.';

--
-- Name: shared_purchases(uuid[], text, timestamp with time zone); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.shared_purchases(household_ids uuid[], environment text, as_of timestamp with time zone) RETURNS TABLE(household_id uuid, sharer_uuid uuid, sharer_app_user_id text, is_held boolean, starts_at timestamp with time zone, ends_at timestamp with time zone, purchase_id uuid, product_id text, store text, entitlement_ids text[], period_type text, period_started_at timestamp with time zone, status_until_end text, status_after_end text, will_renew boolean, access_ends_at timestamp with time zone, expires_at timestamp with time zone, grace_expires_at timestamp with time zone, trial_ends_at timestamp with time zone, end_reason text)
    LANGUAGE sql STABLE ROWS 4
    BEGIN ATOMIC
 SELECT member.household_id,
     member.app_user_uuid,
     member.app_user_id,
     bought.is_held,
     GREATEST(bought.access_starts_at, member.joined_at, owner.owned_from) AS "greatest",
     LEAST(bought.access_ends_at, member.left_at, owner.owned_until,
         CASE
             WHEN bought.is_held THEN (bought.moved_at + make_interval(days => rules.transfer_hold_days))
             ELSE NULL::timestamp with time zone
         END) AS "least",
     bought.purchase_id,
     bought.product_id,
     bought.store,
     bought.entitlement_ids,
     bought.period_type,
     bought.period_started_at,
     bought.status_until_end,
     bought.status_after_end,
     bought.will_renew,
     bought.access_ends_at,
     bought.expires_at,
     bought.grace_expires_at,
     bought.trial_ends_at,
     bought.end_reason
    FROM (((entitlements.household_members member
      JOIN entitlements.household_rules rules ON ((rules.tenant_id = member.tenant_id)))
      LEFT JOIN entitlements.household_owners owner ON (((rules.shares_from = 'owner'::text) AND (owner.tenant_id = member.tenant_id) AND (owner.household_id = member.household_id) AND (owner.member_id = member.member_id))))
      CROSS JOIN LATERAL ( SELECT own.tenant_id,
             own.purchase_id,
             own.environment,
             own.store,
             own.chain_id,
             own.owner_app_user_id,
             own.product_id,
             own.pending_product_id,
             own.period_type,
             own.is_one_time,
             own.is_family_share,
             own.entitlement_ids,
             own.starts_at,
             own.period_started_at,
             own.expires_at,
             own.grace_expires_at,
             own.never_expires,
             own.will_renew,
             own.cancelled_at,
             own.billing_issue_at,
             own.paused_at,
             own.auto_resume_at,
             own.refunded_at,
             own.ended_at,
             own.transaction_id,
             own.access_starts_at,
             own.access_ends_at,
             own.status_until_end,
             own.status_after_end,
             own.folded_at,
             own.folded_rank,
             own.folded_evidence_id,
             own.owner_uuid,
             own.previous_owner_app_user_id,
             own.previous_owner_uuid,
             own.moved_at,
             own.owner_is_settled,
             own.trial_ends_at,
             own.end_reason,
             false AS is_held
            FROM entitlements.purchases own
           WHERE ((own.tenant_id = member.tenant_id) AND (own.owner_uuid = member.app_user_uuid))
         UNION ALL
          SELECT former.tenant_id,
             former.purchase_id,
             former.environment,
             former.store,
             former.chain_id,
             former.owner_app_user_id,
             former.product_id,
             former.pending_product_id,
             former.period_type,
             former.is_one_time,
             former.is_family_share,
             former.entitlement_ids,
             former.starts_at,
             former.period_started_at,
             former.expires_at,
             former.grace_expires_at,
             former.never_expires,
             former.will_renew,
             former.cancelled_at,
             former.billing_issue_at,
             former.paused_at,
             former.auto_resume_at,
             former.refunded_at,
             former.ended_at,
             former.transaction_id,
             former.access_starts_at,
             former.access_ends_at,
             former.status_until_end,
             former.status_after_end,
             former.folded_at,
             former.folded_rank,
             former.folded_evidence_id,
             former.owner_uuid,
             former.previous_owner_app_user_id,
             former.previous_owner_uuid,
             former.moved_at,
             former.owner_is_settled,
             former.trial_ends_at,
             former.end_reason,
             true
            FROM entitlements.purchases former
           WHERE ((former.tenant_id = member.tenant_id) AND (former.previous_owner_uuid = member.app_user_uuid) AND (former.owner_uuid IS DISTINCT FROM member.app_user_uuid))) bought)
   WHERE ((shared_purchases.as_of >= now()) AND (member.tenant_id = entitlements.current_tenant_id()) AND (member.household_id = ANY (shared_purchases.household_ids)) AND (bought.environment = shared_purchases.environment) AND (NOT bought.is_family_share) AND (bought.store <> 'promotional'::text) AND ((rules.shares_from <> 'owner'::text) OR (owner.member_id IS NOT NULL)) AND ((NOT bought.is_held) OR ((bought.moved_at >= GREATEST(member.joined_at, owner.owned_from)) AND (bought.moved_at <= LEAST(member.left_at, owner.owned_until, 'infinity'::timestamp with time zone)))))
 UNION ALL
  SELECT past.household_id,
     past.sharer_uuid,
     past.sharer_app_user_id,
     past.is_held,
     past.starts_at,
     past.ends_at,
     past.purchase_id,
     past.product_id,
     past.store,
     past.entitlement_ids,
     past.period_type,
     past.period_started_at,
     past.status_until_end,
     past.status_after_end,
     past.will_renew,
     past.access_ends_at,
     past.expires_at,
     past.grace_expires_at,
     past.trial_ends_at,
     past.end_reason
    FROM (unnest(shared_purchases.household_ids) named(household_id)
      CROSS JOIN LATERAL api.past_shared_purchases(named.household_id, shared_purchases.environment, shared_purchases.as_of) past(household_id, sharer_uuid, sharer_app_user_id, is_held, starts_at, ends_at, purchase_id, product_id, store, entitlement_ids, period_type, period_started_at, status_until_end, status_after_end, will_renew, access_ends_at, expires_at, grace_expires_at, trial_ends_at, end_reason))
   WHERE (shared_purchases.as_of < now());
END;

ALTER FUNCTION api.shared_purchases(household_ids uuid[], environment text, as_of timestamp with time zone) OWNER TO hearth_owner;

--
-- Name: FUNCTION shared_purchases(household_ids uuid[], environment text, as_of timestamp with time zone); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.shared_purchases(household_ids uuid[], environment text, as_of timestamp with time zone) IS 'The purchases that serve households, from when until when.';

--
-- Name: usable_purchases(uuid[], text, timestamp with time zone); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.usable_purchases(app_user_uuids uuid[], environment text, as_of timestamp with time zone) RETURNS TABLE(app_user_uuid uuid, household_id uuid, source_app_user_id text, is_aliases boolean, is_held boolean, starts_at timestamp with time zone, ends_at timestamp with time zone, purchase_id uuid, product_id text, store text, entitlement_ids text[], period_type text, period_started_at timestamp with time zone, status_until_end text, status_after_end text, will_renew boolean, access_ends_at timestamp with time zone, expires_at timestamp with time zone, grace_expires_at timestamp with time zone, trial_ends_at timestamp with time zone, end_reason text)
    LANGUAGE sql STABLE ROWS 4
    BEGIN ATOMIC
 SELECT own.owner_uuid,
     NULL::uuid AS uuid,
     own.owner_app_user_id,
     false,
     false,
     own.access_starts_at,
     own.access_ends_at,
     own.purchase_id,
     own.product_id,
     own.store,
     own.entitlement_ids,
     own.period_type,
     own.period_started_at,
     own.status_until_end,
     own.status_after_end,
     own.will_renew,
     own.access_ends_at,
     own.expires_at,
     own.grace_expires_at,
     own.trial_ends_at,
     own.end_reason
    FROM api.owned_purchases(usable_purchases.app_user_uuids, usable_purchases.environment, usable_purchases.as_of) own(tenant_id, purchase_id, environment, store, chain_id, owner_app_user_id, product_id, pending_product_id, period_type, is_one_time, is_family_share, entitlement_ids, starts_at, period_started_at, expires_at, grace_expires_at, never_expires, will_renew, cancelled_at, billing_issue_at, paused_at, auto_resume_at, refunded_at, ended_at, transaction_id, access_starts_at, access_ends_at, status_until_end, status_after_end, folded_at, folded_rank, folded_evidence_id, owner_uuid, previous_owner_app_user_id, previous_owner_uuid, moved_at, owner_is_settled, trial_ends_at, end_reason)
 UNION ALL
  SELECT others.app_user_uuid,
     NULL::uuid AS uuid,
     (others.purchase).owner_app_user_id AS owner_app_user_id,
     true,
     false,
     (others.purchase).access_starts_at AS access_starts_at,
     (others.purchase).access_ends_at AS access_ends_at,
     (others.purchase).purchase_id AS purchase_id,
     (others.purchase).product_id AS product_id,
     (others.purchase).store AS store,
     (others.purchase).entitlement_ids AS entitlement_ids,
     (others.purchase).period_type AS period_type,
     (others.purchase).period_started_at AS period_started_at,
     (others.purchase).status_until_end AS status_until_end,
     (others.purchase).status_after_end AS status_after_end,
     (others.purchase).will_renew AS will_renew,
     (others.purchase).access_ends_at AS access_ends_at,
     (others.purchase).expires_at AS expires_at,
     (others.purchase).grace_expires_at AS grace_expires_at,
     (others.purchase).trial_ends_at AS trial_ends_at,
     (others.purchase).end_reason AS end_reason
    FROM api.aliased_purchases(usable_purchases.app_user_uuids, usable_purchases.environment, usable_purchases.as_of) others(app_user_uuid, purchase)
 UNION ALL
  SELECT lost.previous_owner_uuid,
     NULL::uuid AS uuid,
     lost.previous_owner_app_user_id,
     false,
     false,
     lost.access_starts_at,
     lost.moved_at,
     lost.purchase_id,
     lost.product_id,
     lost.store,
     lost.entitlement_ids,
     lost.period_type,
     lost.period_started_at,
     lost.status_until_end,
     lost.status_after_end,
     lost.will_renew,
     lost.access_ends_at,
     lost.expires_at,
     lost.grace_expires_at,
     lost.trial_ends_at,
     lost.end_reason
    FROM api.lost_purchases(usable_purchases.app_user_uuids, usable_purchases.environment, usable_purchases.as_of) lost(tenant_id, purchase_id, environment, store, chain_id, owner_app_user_id, product_id, pending_product_id, period_type, is_one_time, is_family_share, entitlement_ids, starts_at, period_started_at, expires_at, grace_expires_at, never_expires, will_renew, cancelled_at, billing_issue_at, paused_at, auto_resume_at, refunded_at, ended_at, transaction_id, access_starts_at, access_ends_at, status_until_end, status_after_end, folded_at, folded_rank, folded_evidence_id, owner_uuid, previous_owner_app_user_id, previous_owner_uuid, moved_at, owner_is_settled, trial_ends_at, end_reason)
 UNION ALL
  SELECT member.app_user_uuid,
     member.household_id,
     shared.sharer_app_user_id,
     false,
     shared.is_held,
     served.starts_at,
     served.ends_at,
     shared.purchase_id,
     shared.product_id,
     shared.store,
     shared.entitlement_ids,
     shared.period_type,
     shared.period_started_at,
     shared.status_until_end,
     shared.status_after_end,
     shared.will_renew,
     shared.access_ends_at,
     shared.expires_at,
     shared.grace_expires_at,
     shared.trial_ends_at,
     shared.end_reason
    FROM ((((( SELECT array_agg(DISTINCT living.household_id) AS array_agg
            FROM entitlements.household_members living
           WHERE ((living.tenant_id = entitlements.current_tenant_id()) AND (living.app_user_uuid = ANY (usable_purchases.app_user_uuids)))) homes(ids)
      CROSS JOIN LATERAL ( SELECT
                 CASE
                     WHEN (usable_purchases.as_of < now()) THEN usable_purchases.as_of
                     ELSE 'infinity'::timestamp with time zone
                 END AS "case") known(until))
      CROSS JOIN LATERAL api.shared_purchases(homes.ids, usable_purchases.environment, usable_purchases.as_of) shared(household_id, sharer_uuid, sharer_app_user_id, is_held, starts_at, ends_at, purchase_id, product_id, store, entitlement_ids, period_type, period_started_at, status_until_end, status_after_end, will_renew, access_ends_at, expires_at, grace_expires_at, trial_ends_at, end_reason))
      JOIN entitlements.household_members member ON (((member.tenant_id = entitlements.current_tenant_id()) AND (member.household_id = shared.household_id) AND (member.app_user_uuid = ANY (usable_purchases.app_user_uuids)))))
      CROSS JOIN LATERAL ( SELECT GREATEST(shared.starts_at, member.joined_at) AS "greatest",
             LEAST(shared.ends_at,
                 CASE
                     WHEN (member.left_at <= known.until) THEN member.access_ends_at
                     ELSE NULL::timestamp with time zone
                 END) AS "least") served(starts_at, ends_at))
   WHERE ((member.joined_at <= known.until) AND (shared.is_held OR (shared.sharer_uuid <> member.app_user_uuid)) AND (served.starts_at < served.ends_at));
END;

ALTER FUNCTION api.usable_purchases(app_user_uuids uuid[], environment text, as_of timestamp with time zone) OWNER TO hearth_owner;

--
-- Name: FUNCTION usable_purchases(app_user_uuids uuid[], environment text, as_of timestamp with time zone); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.usable_purchases(app_user_uuids uuid[], environment text, as_of timestamp with time zone) IS 'Every purchase that gives people something, or gave it: their own, and their household''s.';

--
-- Name: entitlements; Type: TABLE; Schema: entitlements; Owner: hearth_owner
--

CREATE TABLE entitlements.entitlements (
    tenant_id uuid NOT NULL,
    entitlement_id text NOT NULL COLLATE pg_catalog."C",
    rank integer NOT NULL,
    is_shared boolean NOT NULL,
    CONSTRAINT entitlements_entitlement_id_check CHECK (((octet_length(entitlement_id) >= 1) AND (octet_length(entitlement_id) <= 200)))
);

ALTER TABLE ONLY entitlements.entitlements FORCE ROW LEVEL SECURITY;

ALTER TABLE entitlements.entitlements OWNER TO hearth_owner;

--
-- Name: TABLE entitlements; Type: COMMENT; Schema: entitlements; Owner: hearth_owner
--

COMMENT ON TABLE entitlements.entitlements IS 'A named right. The rank orders plans; is_shared says whether households share it.';

--
-- Name: answered_entitlements(uuid[], text, timestamp with time zone); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.answered_entitlements(app_user_uuids uuid[], environment text, as_of timestamp with time zone) RETURNS TABLE(app_user_uuid uuid, entitlement_id text, rank integer, has_begun boolean, is_active boolean, status text, expires_at timestamp with time zone, will_renew boolean, source_kind text, source_app_user_id text, household_id uuid, product_id text, store text, period_type text, implied_by text, next_change_at timestamp with time zone, ended_reason text, period_started_at timestamp with time zone, period_ends_at timestamp with time zone, grace_ends_at timestamp with time zone, trial_ends_at timestamp with time zone)
    LANGUAGE sql STABLE ROWS 4
    BEGIN ATOMIC
 SELECT DISTINCT ON (usable.app_user_uuid, granted.entitlement_id) usable.app_user_uuid,
     granted.entitlement_id,
     catalog.rank,
     clock.has_begun,
     clock.is_active,
         CASE
             WHEN clock.is_active THEN usable.status_until_end
             WHEN clock.is_cut THEN 'expired'::text
             ELSE usable.status_after_end
         END AS status_after_end,
         CASE
             WHEN isfinite(usable.ends_at) THEN usable.ends_at
             ELSE NULL::timestamp with time zone
         END AS "case",
     (clock.is_active AND usable.will_renew AND (NOT clock.is_cut) AND (NOT usable.is_held)),
         CASE
             WHEN (usable.household_id IS NOT NULL) THEN 'household'::text
             WHEN usable.is_aliases THEN 'alias'::text
             WHEN (usable.store = 'promotional'::text) THEN 'grant'::text
             ELSE 'own'::text
         END AS "case",
     usable.source_app_user_id,
     usable.household_id,
     usable.product_id,
     usable.store,
     usable.period_type,
     granted.implied_by,
     LEAST(min(clock.begins_at) OVER (PARTITION BY usable.app_user_uuid, granted.entitlement_id),
         CASE
             WHEN (clock.is_active AND isfinite(usable.ends_at)) THEN usable.ends_at
             ELSE NULL::timestamp with time zone
         END) AS "least",
         CASE
             WHEN (clock.is_active OR (NOT clock.has_begun)) THEN NULL::text
             WHEN (clock.is_cut AND (usable.is_held OR (usable.household_id IS NULL))) THEN 'transferred'::text
             WHEN clock.is_cut THEN 'left_household'::text
             ELSE api.ended_reason(usable.status_after_end, usable.end_reason)
         END AS ended_reason,
     usable.period_started_at,
     NULLIF(usable.expires_at, usable.grace_expires_at) AS "nullif",
     usable.grace_expires_at,
     usable.trial_ends_at
    FROM (((api.usable_purchases(answered_entitlements.app_user_uuids, answered_entitlements.environment, answered_entitlements.as_of) usable(app_user_uuid, household_id, source_app_user_id, is_aliases, is_held, starts_at, ends_at, purchase_id, product_id, store, entitlement_ids, period_type, period_started_at, status_until_end, status_after_end, will_renew, access_ends_at, expires_at, grace_expires_at, trial_ends_at, end_reason)
      CROSS JOIN LATERAL ( SELECT ((usable.starts_at <= answered_entitlements.as_of) OR ((usable.ends_at <= usable.starts_at) AND isfinite(usable.starts_at))) AS "?column?",
             ((usable.starts_at <= answered_entitlements.as_of) AND (answered_entitlements.as_of < usable.ends_at)) AS "?column?",
             (usable.ends_at < usable.access_ends_at) AS "?column?",
                 CASE
                     WHEN ((usable.starts_at > answered_entitlements.as_of) AND (usable.ends_at > usable.starts_at)) THEN usable.starts_at
                     ELSE NULL::timestamp with time zone
                 END AS "case") clock(has_begun, is_active, is_cut, begins_at))
      CROSS JOIN LATERAL api.granted_entitlements(usable.product_id, usable.entitlement_ids) granted(entitlement_id, implied_by, is_shared))
      LEFT JOIN entitlements.entitlements catalog ON (((catalog.tenant_id = entitlements.current_tenant_id()) AND (catalog.entitlement_id = granted.entitlement_id))))
   WHERE ((usable.household_id IS NULL) OR granted.is_shared)
   ORDER BY usable.app_user_uuid, granted.entitlement_id, clock.is_active DESC, clock.has_begun DESC, usable.ends_at DESC, (usable.household_id IS NOT NULL), usable.is_aliases, (usable.store = 'promotional'::text), granted.implied_by NULLS FIRST, usable.period_started_at DESC, usable.purchase_id;
END;

ALTER FUNCTION api.answered_entitlements(app_user_uuids uuid[], environment text, as_of timestamp with time zone) OWNER TO hearth_owner;

--
-- Name: FUNCTION answered_entitlements(app_user_uuids uuid[], environment text, as_of timestamp with time zone); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.answered_entitlements(app_user_uuids uuid[], environment text, as_of timestamp with time zone) IS 'Every entitlement that people have or had, each with the best of its sources.';

--
-- Name: apply_catalog(jsonb); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.apply_catalog(definition jsonb) RETURNS void
    LANGUAGE plpgsql
    SET search_path TO ''
    AS $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _consumables constant text[] := array(
        select product.product_id from entitlements.products product
         where product.tenant_id = _tenant_id and product.kind = 'consumable');
    _changed text[];
begin
    -- Features, grants and implications go with what they name.
    delete from entitlements.features where tenant_id = _tenant_id;
    delete from entitlements.products where tenant_id = _tenant_id;
    delete from entitlements.entitlements where tenant_id = _tenant_id;

    insert into entitlements.entitlements (tenant_id, entitlement_id, rank, is_shared)
    select _tenant_id, entry.id, entry.rank, entry.is_shared
      from jsonb_to_recordset(definition -> 'entitlements')
           as entry (id text, rank integer, is_shared boolean);

    insert into entitlements.entitlement_implications
           (tenant_id, entitlement_id, granted_entitlement_id)
    with recursive implied (entitlement_id, granted_entitlement_id) as (
        select entry.id, jsonb_array_elements_text(entry.implies)
          from jsonb_to_recordset(definition -> 'entitlements') as entry (id text, implies jsonb)
        union
        select implied.entitlement_id, jsonb_array_elements_text(entry.implies)
          from implied
          join jsonb_to_recordset(definition -> 'entitlements') as entry (id text, implies jsonb)
            on entry.id = implied.granted_entitlement_id
    )
    select _tenant_id, implied.entitlement_id, implied.granted_entitlement_id from implied;

    insert into entitlements.products (tenant_id, product_id, kind, duration, trial, seats)
    select _tenant_id, entry.id, entry.kind, entry.duration, entry.trial, entry.seats
      from jsonb_to_recordset(definition -> 'products')
           as entry (id text, kind text, duration text, trial text, seats integer);

    insert into entitlements.product_entitlements
           (tenant_id, product_id, entitlement_id, implied_by, is_shared)
    select distinct on (entry.id, granted.entitlement_id)
           _tenant_id, entry.id, granted.entitlement_id, granted.implied_by, granted.is_shared
      from jsonb_to_recordset(definition -> 'products') as entry (id text, entitlements jsonb)
     cross join lateral api.with_implied(
               array(select jsonb_array_elements_text(entry.entitlements))) as granted
     order by entry.id, granted.entitlement_id, granted.implied_by nulls first;

    insert into entitlements.features (tenant_id, feature_id, entitlement_id)
    select _tenant_id, entry.id, entry.entitlement
      from jsonb_to_recordset(definition -> 'features') as entry (id text, entitlement text);

    _changed := array(
        select changed.id from (
            select product.product_id, product.kind = 'consumable'
              from entitlements.products product where product.tenant_id = _tenant_id
             union all select known.id, true from unnest(_consumables) as known (id)
            ) as changed (id, is_consumable)
         group by changed.id
        having count(*) filter (where changed.is_consumable) = 1);
    if cardinality(_changed) > 0 then
        perform api.sync_purchases(api.lock_purchases_of(_changed));
    end if;
end
$$;

ALTER FUNCTION api.apply_catalog(definition jsonb) OWNER TO hearth_owner;

--
-- Name: FUNCTION apply_catalog(definition jsonb); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.apply_catalog(definition jsonb) IS 'Replaces a tenant''s catalog by the one of a validated definition.';

--
-- Name: apply_events(text[], jsonb[], timestamp with time zone[]); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.apply_events(event_ids text[], facts jsonb[], received_at timestamp with time zone[]) RETURNS entitlements.changes
    LANGUAGE plpgsql
    SET search_path TO ''
    AS $$
declare
    _tolds entitlements.evidence[];
    _bought entitlements.evidence[];
    _has_transfers boolean;
    _changes entitlements.changes := api.changes_of();
    _event record;
    _told entitlements.evidence;
    _added entitlements.evidence[] := array[]::entitlements.evidence[];
    _purchase_ids uuid[] := array[]::uuid[];
    _refolded uuid[] := array[]::uuid[];
    _states entitlements.purchases[] := array[]::entitlements.purchases[];
    s entitlements.purchases;
begin
    select array_agg(told),
           coalesce(array_agg(told) filter (
               where told.kind not in ('transfer', 'alias', 'informative', 'test', 'unknown')),
               '{}'),
           bool_or(told.kind = 'transfer')
      into _tolds, _bought, _has_transfers
      from api.event_evidence(
               apply_events.event_ids, apply_events.facts, apply_events.received_at) as told;
    for _event in select * from api.unjoined_events(_tolds, apply_events.facts) loop
        _changes := api.all_changes(_changes, api.join_app_user_ids(
            _event.app_user_ids, _event.order_at, _event.evidence_id));
    end loop;
    perform api.hold_purchases(_bought);
    for _event in select * from api.told_purchases(_bought) loop
        if (_event.state).purchase_id is distinct from s.purchase_id then
            _states := _states || s;
            s := _event.state;
        end if;
        _told := _event.told;
        _told.purchase_id := s.purchase_id;
        _added := _added || _told;
        _purchase_ids := _purchase_ids || s.purchase_id;
        if _event.is_newest then
            s := api.fold_purchase_step(s, _told, _event.app_user_ids);
        else
            _refolded := _refolded || s.purchase_id;
        end if;
    end loop;
    perform api.add_evidence(_added, _purchase_ids);
    _changes := api.all_changes(_changes, api.store_purchases(array(
        select state from unnest(_states || s) as state
         where state.purchase_id <> all (_refolded)
         union all
        select api.folded_purchase(named.id)
          from (select distinct unnest(_refolded)) as named (id))));
    if _has_transfers then
        for _event in select * from api.told_transfers(_tolds, apply_events.facts) loop
            _changes := api.all_changes(_changes, api.apply_transfer(
                _event.told, _event.transferred_from, _event.transferred_to));
        end loop;
    end if;
    return _changes;
end
$$;

ALTER FUNCTION api.apply_events(event_ids text[], facts jsonb[], received_at timestamp with time zone[]) OWNER TO hearth_owner;

--
-- Name: FUNCTION apply_events(event_ids text[], facts jsonb[], received_at timestamp with time zone[]); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.apply_events(event_ids text[], facts jsonb[], received_at timestamp with time zone[]) IS 'Applies what a set of events says: who is one person, what was bought, what moved.';

--
-- Name: apply_household_rules(jsonb); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.apply_household_rules(definition jsonb) RETURNS void
    LANGUAGE plpgsql
    SET search_path TO ''
    AS $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _before constant entitlements.household_rules := api.household_rules();
    _rules entitlements.household_rules;
begin
    delete from entitlements.household_rules rules where rules.tenant_id = _tenant_id;
    insert into entitlements.household_rules (tenant_id) values (_tenant_id)
    returning * into strict _rules; -- The defaults.
    _rules := jsonb_populate_record(_rules, coalesce(definition -> 'households', '{}'));
    update entitlements.household_rules rules
       set max_members = _rules.max_members,
           switch_cooldown_days = _rules.switch_cooldown_days,
           invite_ttl_days = _rules.invite_ttl_days,
           owner_leaves = _rules.owner_leaves,
           departure_grace_days = _rules.departure_grace_days,
           downgrade = _rules.downgrade,
           downgrade_notice_days = _rules.downgrade_notice_days,
           confirm_by_owner = _rules.confirm_by_owner,
           joins_per_30_days = _rules.joins_per_30_days,
           shares_from = _rules.shares_from,
           invites_within_seats = _rules.invites_within_seats,
           transfer_hold_days = _rules.transfer_hold_days
     where rules.tenant_id = _tenant_id;

    perform api.queue_household_review(
        array(select member.household_id
                from entitlements.household_members member
               where member.tenant_id = _tenant_id and member.left_at is null
               group by member.household_id
              having count(*) > _rules.max_members
                  or _rules.shares_from <> _before.shares_from
                  or _rules.transfer_hold_days <> _before.transfer_hold_days),
        now());
end
$$;

ALTER FUNCTION api.apply_household_rules(definition jsonb) OWNER TO hearth_owner;

--
-- Name: FUNCTION apply_household_rules(definition jsonb); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.apply_household_rules(definition jsonb) IS 'Replaces what a tenant allows its households by the rules of a validated definition.';

--
-- Name: apply_limits(jsonb); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.apply_limits(definition jsonb) RETURNS void
    LANGUAGE plpgsql
    SET search_path TO ''
    AS $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
begin
    -- What lifts them goes with them; what products give went with the products.
    delete from entitlements.limits where tenant_id = _tenant_id;

    insert into entitlements.limits (tenant_id, limit_id, period, free_amount)
    select _tenant_id, entry.id, entry.period, entry.free
      from jsonb_to_recordset(definition -> 'limits')
           as entry (id text, period text, free bigint);
    insert into entitlements.limit_entitlements (tenant_id, limit_id, entitlement_id, amount)
    select _tenant_id, entry.id, lifting.id, lifting.amount
      from jsonb_to_recordset(definition -> 'limits') as entry (id text, entitlements jsonb)
     cross join lateral jsonb_to_recordset(entry.entitlements)
               as lifting (id text, amount bigint);
    insert into entitlements.product_credits (tenant_id, product_id, credit_id, amount)
    select _tenant_id, entry.id, given.id, given.amount
      from jsonb_to_recordset(definition -> 'products') as entry (id text, credits jsonb)
     cross join lateral jsonb_to_recordset(entry.credits) as given (id text, amount integer);
end
$$;

ALTER FUNCTION api.apply_limits(definition jsonb) OWNER TO hearth_owner;

--
-- Name: FUNCTION apply_limits(definition jsonb); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.apply_limits(definition jsonb) IS 'Replaces what a tenant limits, and what its products give to be used up.';

--
-- Name: merges; Type: TABLE; Schema: entitlements; Owner: hearth_owner
--

CREATE TABLE entitlements.merges (
    tenant_id uuid NOT NULL,
    merge_id uuid DEFAULT gen_random_uuid() NOT NULL,
    anonymous_app_user_id text NOT NULL COLLATE pg_catalog."C",
    app_user_id text NOT NULL COLLATE pg_catalog."C",
    outcome text NOT NULL,
    proof text NOT NULL,
    moved_app_user_ids text[] NOT NULL,
    moved_purchase_ids uuid[] NOT NULL,
    answer jsonb NOT NULL,
    merged_at timestamp with time zone NOT NULL,
    undone_at timestamp with time zone,
    CONSTRAINT merges_check CHECK ((undone_at >= merged_at)),
    CONSTRAINT merges_outcome_check CHECK ((outcome = ANY (ARRAY['upgraded'::text, 'merged'::text]))),
    CONSTRAINT merges_proof_check CHECK ((proof = ANY (ARRAY['vouched'::text, 'operator'::text, 'device_secret'::text, 'anonymous_token'::text, 'merge_ticket'::text])))
);

ALTER TABLE ONLY entitlements.merges FORCE ROW LEVEL SECURITY;

ALTER TABLE entitlements.merges OWNER TO hearth_owner;

--
-- Name: TABLE merges; Type: COMMENT; Schema: entitlements; Owner: hearth_owner
--

COMMENT ON TABLE entitlements.merges IS 'Which anonymous id became which account''s, on what proof, and what went with it.';

--
-- Name: apply_merge(entitlements.merges); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.apply_merge(merge entitlements.merges) RETURNS entitlements.changes
    LANGUAGE plpgsql
    SET search_path TO ''
    AS $$
#variable_conflict use_column
declare
    _changes entitlements.changes;
begin
    insert into entitlements.merges
           (tenant_id, merge_id, anonymous_app_user_id, app_user_id, outcome, proof,
            moved_app_user_ids, moved_purchase_ids, answer, merged_at)
    values (merge.tenant_id, merge.merge_id, merge.anonymous_app_user_id, merge.app_user_id,
            merge.outcome, merge.proof, merge.moved_app_user_ids, merge.moved_purchase_ids, '{}',
            merge.merged_at);
    insert into entitlements.merge_links as link
           (tenant_id, anonymous_app_user_id, app_user_id, merge_id)
    select merge.tenant_id, moved.id, merge.app_user_id, merge.merge_id
      from unnest(merge.moved_app_user_ids) as moved (id)
        on conflict on constraint merge_links_pkey do update
       set merge_id = excluded.merge_id, is_severed = false;
    _changes := api.rejoin_app_user_ids(array[merge.anonymous_app_user_id, merge.app_user_id]);
    if api.identified_app_user_id(merge.anonymous_app_user_id)
       is distinct from merge.app_user_id then
        raise sqlstate 'PT409' using message = 'merge_conflict',
            detail = 'What is known of the two keeps them apart.';
    end if;
    return _changes;
exception when unique_violation then
    raise sqlstate 'PT409' using message = 'merge_conflict',
        detail = 'The anonymous id went to another account.';
end
$$;

ALTER FUNCTION api.apply_merge(merge entitlements.merges) OWNER TO hearth_owner;

--
-- Name: FUNCTION apply_merge(merge entitlements.merges); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.apply_merge(merge entitlements.merges) IS 'Writes a merge into the journal, and makes one person of the ids that it joins.';

--
-- Name: apply_people_rules(jsonb); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.apply_people_rules(definition jsonb) RETURNS void
    LANGUAGE plpgsql
    SET search_path TO ''
    AS $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _rules entitlements.people_rules;
begin
    delete from entitlements.people_rules rules where rules.tenant_id = _tenant_id;
    insert into entitlements.people_rules (tenant_id) values (_tenant_id)
    returning * into strict _rules; -- The defaults.
    _rules := jsonb_populate_record(_rules, coalesce(definition -> 'people', '{}'));
    update entitlements.people_rules rules
       set restore_behavior = _rules.restore_behavior, aliases = _rules.aliases,
           claim_expiry_days = _rules.claim_expiry_days,
           claims_per_30_days = _rules.claims_per_30_days,
           claim_attempts_per_hour = _rules.claim_attempts_per_hour,
           tenant_claim_attempts_per_hour = _rules.tenant_claim_attempts_per_hour
     where rules.tenant_id = _tenant_id;
end
$$;

ALTER FUNCTION api.apply_people_rules(definition jsonb) OWNER TO hearth_owner;

--
-- Name: FUNCTION apply_people_rules(definition jsonb); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.apply_people_rules(definition jsonb) IS 'Replaces what a tenant allows its people to claim by the rules of a validated definition.';

--
-- Name: apply_snapshots(jsonb[], timestamp with time zone, boolean, uuid); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.apply_snapshots(snapshots jsonb[], received_at timestamp with time zone, dry_run boolean, run_id uuid) RETURNS TABLE(outcomes text[], differences entitlements.drift[], places integer[], changed entitlements.changes)
    LANGUAGE plpgsql ROWS 1
    SET search_path TO ''
    AS $$
#variable_conflict use_column
declare
    _told record;
    _due text[];
    _added record;
begin
    select array_agg(told.reading) as readings, array_agg((told.reading).app_user_id) as ids,
           array_agg((told.reading).app_user_id) filter (where told.is_stranger) as strangers
      into strict _told
      from api.snapshot_readings(
               apply_snapshots.snapshots, apply_snapshots.received_at, apply_snapshots.run_id)
           as told;
    if (select count(distinct named.id) from unnest(_told.ids) as named (id))
       < cardinality(_told.ids) then
        raise sqlstate 'HSET0';
    end if;
    _due := array(
        select * from api.finish_run_people(apply_snapshots.run_id, array(
            select unnest(_told.ids) except select unnest(_told.strangers)), 'read'));
    begin
        select * into strict _added
          from api.add_readings(
                   array(select reading from unnest(_told.readings) as reading
                          where reading.app_user_id = any (_due)),
                   array(select apply_snapshots.snapshots[named.place]
                           from unnest(_told.ids) with ordinality as named (id, place)
                          where named.id = any (_due) order by named.place));
        if apply_snapshots.dry_run then
            raise sqlstate 'HDRY0'; -- Undoes everything, and the rows stay in their variable.
        end if;
    exception when sqlstate 'HDRY0' then
        _added.changed := api.changes_of();
    end;
    differences := api.store_drift(
        _added.differences, apply_snapshots.received_at, apply_snapshots.dry_run,
        apply_snapshots.run_id);
    places := array(
        select array_position(_told.ids, found.app_user_id) from unnest(differences) as found);
    outcomes := array(
        select case when named.id = any (_told.strangers) then 'unknown'
                    when named.id = any (_added.repeated) then 'repeated'
                    when named.id = any (_added.read) then 'read' else 'known' end
          from unnest(_told.ids) with ordinality as named (id, place)
         order by named.place);
    return query select outcomes, differences, places, _added.changed;
end
$$;

ALTER FUNCTION api.apply_snapshots(snapshots jsonb[], received_at timestamp with time zone, dry_run boolean, run_id uuid) OWNER TO hearth_owner;

--
-- Name: FUNCTION apply_snapshots(snapshots jsonb[], received_at timestamp with time zone, dry_run boolean, run_id uuid); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.apply_snapshots(snapshots jsonb[], received_at timestamp with time zone, dry_run boolean, run_id uuid) IS 'Applies snapshots of different people as one set, for good or to be undone.';

--
-- Name: apply_tenant(text, jsonb); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.apply_tenant(slug text, definition jsonb) RETURNS TABLE(tenant_id uuid, outcome text)
    LANGUAGE plpgsql SECURITY DEFINER ROWS 1
    SET search_path TO ''
    AS $$
#variable_conflict use_column
declare
    _tenant entitlements.tenants;
    _is_new boolean;
begin
    insert into entitlements.tenants as tenant
           (tenant_id, slug, name, free_plan, sandbox_policy, requires_authorization,
            requires_signature, signature_header, revenuecat_api, revenuecat_project,
            requests_per_minute, order_expiry_hours, definition)
    select gen_random_uuid(), apply_tenant.slug, settings.name, settings.free_plan,
           settings.sandbox_policy, settings.requires_authorization, settings.requires_signature,
           settings.signature_header, settings.revenuecat_api, settings.revenuecat_project,
           settings.requests_per_minute, settings.order_expiry_hours, '{}'
      from api.tenant_settings(apply_tenant.definition) as settings
        on conflict (slug) do nothing;
    _is_new := found;

    select * into strict _tenant from entitlements.tenants tenant
     where tenant.slug = apply_tenant.slug for no key update;
    perform set_config('hearth.tenant_id', _tenant.tenant_id::text, true);
    if _tenant.definition = apply_tenant.definition then
        return query select _tenant.tenant_id, 'unchanged';
        return;
    end if;

    update entitlements.tenants tenant
       set name = settings.name, free_plan = settings.free_plan,
           sandbox_policy = settings.sandbox_policy,
           requires_authorization = settings.requires_authorization,
           requires_signature = settings.requires_signature,
           signature_header = settings.signature_header,
           revenuecat_api = settings.revenuecat_api,
           revenuecat_project = settings.revenuecat_project,
           requests_per_minute = settings.requests_per_minute,
           order_expiry_hours = settings.order_expiry_hours,
           definition = apply_tenant.definition,
           definition_version = tenant.definition_version + 1, updated_at = now()
      from api.tenant_settings(apply_tenant.definition) as settings
     where tenant.tenant_id = _tenant.tenant_id;
    perform api.apply_catalog(apply_tenant.definition);
    perform api.apply_limits(apply_tenant.definition);
    perform api.apply_household_rules(apply_tenant.definition);
    perform api.apply_people_rules(apply_tenant.definition);
    perform api.apply_token_issuers(apply_tenant.definition);
    perform pg_notify('hearth_tenants', apply_tenant.slug);
    return query select _tenant.tenant_id, case when _is_new then 'created' else 'updated' end;
end
$$;

ALTER FUNCTION api.apply_tenant(slug text, definition jsonb) OWNER TO hearth_owner;

--
-- Name: FUNCTION apply_tenant(slug text, definition jsonb); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.apply_tenant(slug text, definition jsonb) IS 'Creates or updates a tenant and its whole catalog from one validated definition.';

--
-- Name: apply_token_issuers(jsonb); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.apply_token_issuers(definition jsonb) RETURNS void
    LANGUAGE plpgsql
    SET search_path TO ''
    AS $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _issuers constant jsonb := coalesce(definition #> '{end_users,issuers}', '[]');
begin
    delete from entitlements.token_issuers known
     where known.tenant_id = _tenant_id
       and not exists (
           select from jsonb_to_recordset(_issuers) as entry (issuer text)
            where entry.issuer = known.issuer);

    insert into entitlements.token_issuers
           (tenant_id, issuer, algorithms, jwks_url, audience, authorized_parties,
            anonymous_claim, app_user_id_prefix)
    select _tenant_id, entry.issuer, array(select jsonb_array_elements_text(entry.algorithms)),
           entry.jwks_url, entry.audience,
           array(select jsonb_array_elements_text(entry.authorized_parties)),
           entry.anonymous_claim, entry.app_user_id_prefix
      from jsonb_to_recordset(_issuers) as entry (
               issuer text, algorithms jsonb, jwks_url text, audience text,
               authorized_parties jsonb, anonymous_claim text, app_user_id_prefix text)
        on conflict on constraint token_issuers_pkey do update
       set algorithms = excluded.algorithms, jwks_url = excluded.jwks_url,
           audience = excluded.audience, authorized_parties = excluded.authorized_parties,
           anonymous_claim = excluded.anonymous_claim,
           app_user_id_prefix = excluded.app_user_id_prefix;
end
$$;

ALTER FUNCTION api.apply_token_issuers(definition jsonb) OWNER TO hearth_owner;

--
-- Name: FUNCTION apply_token_issuers(definition jsonb); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.apply_token_issuers(definition jsonb) IS 'Replaces who signs the tokens of a tenant''s end users by a validated definition''s issuers.';

--
-- Name: apply_transfer(entitlements.evidence, text[], text[]); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.apply_transfer(told entitlements.evidence, transferred_from text[], transferred_to text[]) RETURNS entitlements.changes
    LANGUAGE plpgsql
    SET search_path TO ''
    AS $_$
declare
    _ids constant text[] := array(
        select distinct id
          from unnest(transferred_from || transferred_to) as named (id)
         order by id);
    _told entitlements.evidence := told;
    _before jsonb;
    _changes entitlements.changes;
begin
    if cardinality(transferred_from) = 0 or cardinality(transferred_to) = 0 then
        raise sqlstate 'PT422' using message = 'evidence_incomplete',
            detail = 'The transfer names no source or no destination.';
    end if;
    select id into _told.transferred_to_app_user_id
      from unnest(transferred_to) with ordinality as named (id, position)
     order by starts_with(id, '$RCAnonymousID:'), position
     limit 1;
    _told.app_user_id := null;
    perform api.add_evidence(array[_told], null);
    insert into entitlements.transfer_sides (tenant_id, app_user_id, evidence_id, side)
    select _told.tenant_id, id, _told.evidence_id, 'from'
      from unnest(transferred_from) as named (id)
     union
    select _told.tenant_id, id, _told.evidence_id, 'to'
      from unnest(transferred_to) as named (id);

    perform api.lock_related_app_users(_ids);
    _before := api.ownership_json(_ids);
    _changes := api.refold_related_purchases(_ids);
    perform api.add_audit_entry(
        'transfer', 'revenuecat', _told.evidence_id, _ids, _before, api.ownership_json(_ids),
        _told.order_at);
    return _changes;
end
$_$;

ALTER FUNCTION api.apply_transfer(told entitlements.evidence, transferred_from text[], transferred_to text[]) OWNER TO hearth_owner;

--
-- Name: FUNCTION apply_transfer(told entitlements.evidence, transferred_from text[], transferred_to text[]); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.apply_transfer(told entitlements.evidence, transferred_from text[], transferred_to text[]) IS 'Adds the evidence of a transfer, and folds again what the people on either side bought.';

--
-- Name: are_severed(text[], text[], integer[], integer, integer); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.are_severed(severed text[], app_user_ids text[], parts integer[], one integer, other integer) RETURNS boolean
    LANGUAGE plpgsql IMMUTABLE
    SET search_path TO ''
    AS $$
declare
    _pair text[];
begin
    if cardinality(severed) = 0 then
        return false; -- As nearly always.
    end if;
    foreach _pair slice 1 in array severed loop
        if array[parts[array_position(app_user_ids, _pair[1])],
                 parts[array_position(app_user_ids, _pair[2])]]
           in (array[one, other], array[other, one]) then
            return true;
        end if;
    end loop;
    return false;
end
$$;

ALTER FUNCTION api.are_severed(severed text[], app_user_ids text[], parts integer[], one integer, other integer) OWNER TO hearth_owner;

--
-- Name: FUNCTION are_severed(severed text[], app_user_ids text[], parts integer[], one integer, other integer); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.are_severed(severed text[], app_user_ids text[], parts integer[], one integer, other integer) IS 'Whether the undoing of a merge keeps two parts of ids apart.';

--
-- Name: ascii_json(text); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.ascii_json(json text) RETURNS text
    LANGUAGE plpgsql IMMUTABLE
    SET search_path TO ''
    AS $$
begin
    return coalesce(
        (select string_agg(
                    case when code < 128 then letter
                         when code < 65536 then '\u' || lpad(to_hex(code), 4, '0')
                         -- Two halves, as JSON has it.
                         else '\u' || to_hex(55296 + ((code - 65536) >> 10))
                              || '\u' || to_hex(56320 + ((code - 65536) & 1023)) end,
                    '' order by position)
           from unnest(string_to_array(ascii_json.json, null)) with ordinality
                as letters (letter, position)
          cross join lateral ascii(letter) as code),
        '');
end
$$;

ALTER FUNCTION api.ascii_json(json text) OWNER TO hearth_owner;

--
-- Name: FUNCTION ascii_json(json text); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.ascii_json(json text) IS 'JSON text with everything escaped that is not ASCII.';

--
-- Name: app_users; Type: TABLE; Schema: entitlements; Owner: hearth_owner
--

CREATE TABLE entitlements.app_users (
    tenant_id uuid NOT NULL,
    app_user_uuid uuid DEFAULT gen_random_uuid() NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    confirmed_at timestamp with time zone,
    erased_at timestamp with time zone
);

ALTER TABLE ONLY entitlements.app_users FORCE ROW LEVEL SECURITY;

ALTER TABLE entitlements.app_users OWNER TO hearth_owner;

--
-- Name: TABLE app_users; Type: COMMENT; Schema: entitlements; Owner: hearth_owner
--

COMMENT ON TABLE entitlements.app_users IS 'A person, as one app knows them.';

--
-- Name: asked_app_user_id(uuid); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.asked_app_user_id(app_user_uuid uuid) RETURNS text
    LANGUAGE sql STABLE
    BEGIN ATOMIC
 SELECT own.app_user_id
    FROM (entitlements.app_user_ids own
      JOIN entitlements.app_users person ON (((person.tenant_id = own.tenant_id) AND (person.app_user_uuid = own.app_user_uuid) AND (person.erased_at IS NULL))))
   WHERE ((own.tenant_id = entitlements.current_tenant_id()) AND (own.app_user_uuid = asked_app_user_id.app_user_uuid))
   ORDER BY own.is_anonymous, own.app_user_id
  LIMIT 1;
END;

ALTER FUNCTION api.asked_app_user_id(app_user_uuid uuid) OWNER TO hearth_owner;

--
-- Name: FUNCTION asked_app_user_id(app_user_uuid uuid); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.asked_app_user_id(app_user_uuid uuid) IS 'Which of a person''s ids RevenueCat is asked about.';

--
-- Name: asked_spends(text[], text[], integer[], text[], text, timestamp with time zone); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.asked_spends(app_user_ids text[], credit_ids text[], amounts integer[], spend_references text[], environment text, as_of timestamp with time zone) RETURNS TABLE(number integer, credit_id text, amount integer, reference text, is_first boolean, is_repeated boolean, balance bigint, spent bigint)
    LANGUAGE plpgsql STABLE ROWS 64
    SET search_path TO ''
    AS $$
#variable_conflict use_column
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
begin
    return query
    with told as materialized (
        select spend.*, known.app_user_uuid,
               min(spend.number) over (
                   partition by known.app_user_uuid, spend.credit_id, spend.reference) as turn
          from unnest(asked_spends.app_user_ids, asked_spends.credit_ids, asked_spends.amounts,
                      asked_spends.spend_references)
               with ordinality as spend (app_user_id, credit_id, amount, reference, number)
          left join entitlements.app_user_ids known
            on known.tenant_id = _tenant_id and known.app_user_id = spend.app_user_id
    ), had as (
        select bought.app_user_uuid, bought.credit_id, sum(bought.remaining)::bigint as remaining
          from api.credit_purchases(
                   array(select distinct told.app_user_uuid from told), asked_spends.environment,
                   asked_spends.as_of) as bought
         group by bought.app_user_uuid, bought.credit_id
    )
    select told.number::integer, told.credit_id, told.amount, told.reference,
           row_number() over (
               partition by told.app_user_uuid, told.credit_id order by told.turn, told.number)
           = 1,
           told.number > told.turn,
           case when exists (
                    select from entitlements.product_credits given
                     where given.tenant_id = _tenant_id and given.credit_id = told.credit_id)
                then coalesce(had.remaining, 0) end,
           api.spent_on(
               api.own_app_user_ids(told.app_user_id), told.credit_id, told.reference)
      from told
      left join had
        on had.app_user_uuid = told.app_user_uuid and had.credit_id = told.credit_id
     order by told.app_user_uuid, told.credit_id, told.turn, told.number;
end
$$;

ALTER FUNCTION api.asked_spends(app_user_ids text[], credit_ids text[], amounts integer[], spend_references text[], environment text, as_of timestamp with time zone) OWNER TO hearth_owner;

--
-- Name: FUNCTION asked_spends(app_user_ids text[], credit_ids text[], amounts integer[], spend_references text[], environment text, as_of timestamp with time zone); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.asked_spends(app_user_ids text[], credit_ids text[], amounts integer[], spend_references text[], environment text, as_of timestamp with time zone) IS 'Spends of credits that are asked for, each with what decides it.';

--
-- Name: asked_uses(text[], text[], integer[], text[], integer[], text, timestamp with time zone); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.asked_uses(app_user_ids text[], limit_ids text[], amounts integer[], use_references text[], expires_in_seconds integer[], environment text, as_of timestamp with time zone) RETURNS TABLE(number integer, limit_id text, amount integer, is_first boolean, is_repeated boolean, allowed bigint, used bigint, resets_at timestamp with time zone, made entitlements.reservations, proposed entitlements.reservations)
    LANGUAGE plpgsql STABLE ROWS 64
    SET search_path TO ''
    AS $$
#variable_conflict use_column
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
begin
    return query
    select told.number::integer, told.limit_id, told.amount,
           row_number() over (
               partition by told.app_user_uuid, told.limit_id order by told.turn, told.number) = 1,
           told.number > told.turn, state.allowed, state.used, state.resets_at, made.earlier,
           row(_tenant_id,
               case when told.reference is not null or told.seconds is not null
                    then gen_random_uuid() end,
               told.app_user_id, told.limit_id, state.period_starts_at, told.amount,
               told.reference, case when told.seconds is null then 'used' else 'reserved' end,
               asked_uses.as_of, asked_uses.as_of + make_interval(secs => told.seconds))
           ::entitlements.reservations
      from (select use.*, known.app_user_uuid,
                   case when use.reference is null then use.number
                        else min(use.number) over (
                            partition by known.app_user_uuid, use.limit_id, use.reference)
                   end as turn
              from unnest(asked_uses.app_user_ids, asked_uses.limit_ids, asked_uses.amounts,
                          asked_uses.use_references, asked_uses.expires_in_seconds)
                   with ordinality
                   as use (app_user_id, limit_id, amount, reference, seconds, number)
              left join entitlements.app_user_ids known
                on known.tenant_id = _tenant_id and known.app_user_id = use.app_user_id) as told
      left join api.limit_states(
               asked_uses.app_user_ids, asked_uses.limit_ids, asked_uses.environment,
               asked_uses.as_of) as state
        on state.app_user_id = told.app_user_id and state.limit_id = told.limit_id
      left join lateral (
           select again.earlier
             from entitlements.app_user_ids own
            cross join lateral (
                  select earlier from entitlements.reservations earlier
                   where earlier.tenant_id = _tenant_id
                     and earlier.app_user_id = own.app_user_id
                     and earlier.limit_id = told.limit_id and earlier.reference = told.reference
                     and (earlier.status = 'used' or earlier.status = 'reserved'
                          and earlier.expires_at > asked_uses.as_of)
                  offset 0) as again
            where own.tenant_id = _tenant_id and own.app_user_uuid = told.app_user_uuid
            order by (again.earlier).made_at
            limit 1) as made on true
     order by told.app_user_uuid, told.limit_id, told.turn, told.number;
end
$$;

ALTER FUNCTION api.asked_uses(app_user_ids text[], limit_ids text[], amounts integer[], use_references text[], expires_in_seconds integer[], environment text, as_of timestamp with time zone) OWNER TO hearth_owner;

--
-- Name: FUNCTION asked_uses(app_user_ids text[], limit_ids text[], amounts integer[], use_references text[], expires_in_seconds integer[], environment text, as_of timestamp with time zone); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.asked_uses(app_user_ids text[], limit_ids text[], amounts integer[], use_references text[], expires_in_seconds integer[], environment text, as_of timestamp with time zone) IS 'Uses of limits that are asked for, each with what decides it.';

--
-- Name: authenticate_api_key(text); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.authenticate_api_key(key_id text) RETURNS TABLE(tenant_id uuid, tenant_slug text, kind text, digest bytea)
    LANGUAGE plpgsql STABLE SECURITY DEFINER ROWS 1
    SET search_path TO ''
    AS $$
#variable_conflict use_column
begin
    return query
    select key.tenant_id, tenant.slug, key.kind, key.digest
      from entitlements.api_keys key
      join entitlements.tenants tenant on tenant.tenant_id = key.tenant_id
     where key.key_id = authenticate_api_key.key_id and key.revoked_at is null
     union all
    select null::uuid, null::text, 'admin', key.digest
      from entitlements.admin_keys key
     where key.key_id = authenticate_api_key.key_id and key.revoked_at is null;
end
$$;

ALTER FUNCTION api.authenticate_api_key(key_id text) OWNER TO hearth_owner;

--
-- Name: FUNCTION authenticate_api_key(key_id text); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.authenticate_api_key(key_id text) IS 'What a key''s public id stands for, and the digest that its secret must have.';

--
-- Name: await_transaction(text, integer, text, timestamp with time zone); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.await_transaction(transaction_id text, seconds integer, app_user_id text DEFAULT NULL::text, as_of timestamp with time zone DEFAULT NULL::timestamp with time zone) RETURNS TABLE(is_known boolean)
    LANGUAGE plpgsql ROWS 1
    SET search_path TO ''
    AS $$
#variable_conflict use_column
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _as_of constant timestamptz := coalesce(await_transaction.as_of, now());
    _owners constant text[] := api.own_app_user_ids(await_transaction.app_user_id);
begin
    perform pg_advisory_xact_lock(
        api.transaction_lock(_tenant_id, await_transaction.transaction_id));
    is_known := exists (
            select from entitlements.evidence told
              join entitlements.purchases purchase
                on purchase.tenant_id = _tenant_id and purchase.purchase_id = told.purchase_id
             where told.tenant_id = _tenant_id
               and told.transaction_id = await_transaction.transaction_id
               and (await_transaction.app_user_id is null
                    or purchase.owner_app_user_id = any (_owners)))
        or exists (
            select from entitlements.purchases purchase
             where purchase.tenant_id = _tenant_id and purchase.folded_at is not null
               and purchase.chain_id = await_transaction.transaction_id
               and (await_transaction.app_user_id is null
                    or purchase.owner_app_user_id = any (_owners)));
    if not is_known then
        insert into entitlements.awaited_transactions as awaited
        values (_tenant_id, await_transaction.transaction_id,
                _as_of + make_interval(secs => await_transaction.seconds))
            on conflict on constraint awaited_transactions_pkey do update
           set awaited_until = greatest(awaited.awaited_until, excluded.awaited_until);
        -- What nobody waits for any more; two who clean up do not wait for each other.
        delete from entitlements.awaited_transactions over
         where over.tenant_id = _tenant_id
           and over.transaction_id in (
               select past.transaction_id from entitlements.awaited_transactions past
                where past.tenant_id = _tenant_id and past.awaited_until < _as_of
                  for update skip locked);
    end if;
    return next;
end
$$;

ALTER FUNCTION api.await_transaction(transaction_id text, seconds integer, app_user_id text, as_of timestamp with time zone) OWNER TO hearth_owner;

--
-- Name: FUNCTION await_transaction(transaction_id text, seconds integer, app_user_id text, as_of timestamp with time zone); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.await_transaction(transaction_id text, seconds integer, app_user_id text, as_of timestamp with time zone) IS 'Whether a store''s transaction is known; if not, whoever stores it tells.';

--
-- Name: begin_idempotent(text, text, bytea); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.begin_idempotent(idempotency_key text, operation text, request_digest bytea) RETURNS json
    LANGUAGE plpgsql
    SET search_path TO ''
    AS $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _kept entitlements.idempotent_answers;
begin
    if begin_idempotent.idempotency_key is null then
        return null;
    end if;
    if not pg_try_advisory_xact_lock(hashtextextended(
        _tenant_id || begin_idempotent.idempotency_key, 0)) then
        raise sqlstate 'PT409' using message = 'idempotency_key_in_use',
            detail = 'A request with this Idempotency-Key has not been answered yet.';
    end if;

    select * into _kept from entitlements.idempotent_answers kept
     where kept.tenant_id = _tenant_id
       and kept.idempotency_key = begin_idempotent.idempotency_key;
    if found and (_kept.operation, _kept.request_digest)
                 <> (begin_idempotent.operation, begin_idempotent.request_digest) then
        raise sqlstate 'PT422' using message = 'idempotency_key_reused',
            detail = 'This Idempotency-Key came with another request before.';
    end if;
    return _kept.answer;
end
$$;

ALTER FUNCTION api.begin_idempotent(idempotency_key text, operation text, request_digest bytea) OWNER TO hearth_owner;

--
-- Name: FUNCTION begin_idempotent(idempotency_key text, operation text, request_digest bytea); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.begin_idempotent(idempotency_key text, operation text, request_digest bytea) IS 'Answers what a repeated request was answered the first time, or null.';

--
-- Name: cancel_credit_order(text, text, text, text, timestamp with time zone); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.cancel_credit_order(app_user_id text, credit_id text, reference text, environment text DEFAULT 'production'::text, as_of timestamp with time zone DEFAULT NULL::timestamp with time zone) RETURNS TABLE(answered_as_of timestamp with time zone, answer json)
    LANGUAGE plpgsql ROWS 1
    SET search_path TO ''
    AS $$
#variable_conflict use_column
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _ids text[];
begin
    -- Locks known ids alone: an unknown person placed no order.
    if exists (
        select from entitlements.app_user_ids known
         where known.tenant_id = _tenant_id
           and known.app_user_id = cancel_credit_order.app_user_id) then
        perform api.lock_app_user(cancel_credit_order.app_user_id);
    end if;
    _ids := api.own_app_user_ids(cancel_credit_order.app_user_id);
    answered_as_of := coalesce(cancel_credit_order.as_of, clock_timestamp());
    if api.spent_on(_ids, cancel_credit_order.credit_id, cancel_credit_order.reference) > 0 then
        raise sqlstate 'PT409' using message = 'credit_order_settled',
            detail = 'A purchase was spent on this order already.';
    end if;
    update entitlements.credit_orders placed
       set cancelled_at = answered_as_of
     where placed.tenant_id = _tenant_id and placed.app_user_id = any (_ids)
       and placed.environment = cancel_credit_order.environment
       and placed.credit_id = cancel_credit_order.credit_id
       and placed.reference = cancel_credit_order.reference
       and placed.cancelled_at is null;
    answer := api.credit_order_json(
        _ids, cancel_credit_order.credit_id, cancel_credit_order.reference,
        cancel_credit_order.environment, answered_as_of);
    if answer is null then
        raise sqlstate 'PT404' using message = 'credit_order_not_found',
            detail = 'The person placed no order of this credit under this reference.';
    end if;
    return next;
end
$$;

ALTER FUNCTION api.cancel_credit_order(app_user_id text, credit_id text, reference text, environment text, as_of timestamp with time zone) OWNER TO hearth_owner;

--
-- Name: FUNCTION cancel_credit_order(app_user_id text, credit_id text, reference text, environment text, as_of timestamp with time zone); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.cancel_credit_order(app_user_id text, credit_id text, reference text, environment text, as_of timestamp with time zone) IS 'Gives up an order of a credit.';

--
-- Name: cancel_run(uuid, timestamp with time zone); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.cancel_run(run_id uuid, as_of timestamp with time zone DEFAULT NULL::timestamp with time zone) RETURNS TABLE(answered_as_of timestamp with time zone, answer json)
    LANGUAGE plpgsql ROWS 1
    SET search_path TO ''
    AS $$
declare
    _as_of constant timestamptz := coalesce(cancel_run.as_of, clock_timestamp());
    _run entitlements.runs;
begin
    select run.* into _run from entitlements.runs run
     where run.tenant_id = entitlements.current_tenant_id() and run.run_id = cancel_run.run_id
       for no key update;
    if not found then
        return;
    end if;
    if _run.ended_at is null then
        _run := api.end_run(_run, 'cancelled', _as_of);
    end if;
    return query select _as_of, api.run_json(_run, _as_of);
end
$$;

ALTER FUNCTION api.cancel_run(run_id uuid, as_of timestamp with time zone) OWNER TO hearth_owner;

--
-- Name: FUNCTION cancel_run(run_id uuid, as_of timestamp with time zone); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.cancel_run(run_id uuid, as_of timestamp with time zone) IS 'Ends a run before everybody is read.';

--
-- Name: catalog_period_end(text, text, timestamp with time zone); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.catalog_period_end(product_id text, period_type text, began_at timestamp with time zone) RETURNS timestamp with time zone
    LANGUAGE plpgsql STABLE
    SET search_path TO ''
    AS $$
begin
    return (
        select (catalog_period_end.began_at at time zone 'UTC' + case
                    when catalog_period_end.period_type = 'trial'
                    then coalesce(product.trial, product.duration)
                    else product.duration end::interval) at time zone 'UTC'
          from api.catalog_product(catalog_period_end.product_id) as product);
end
$$;

ALTER FUNCTION api.catalog_period_end(product_id text, period_type text, began_at timestamp with time zone) OWNER TO hearth_owner;

--
-- Name: FUNCTION catalog_period_end(product_id text, period_type text, began_at timestamp with time zone); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.catalog_period_end(product_id text, period_type text, began_at timestamp with time zone) IS 'When a period ends, by the catalog''s duration of its product.';

--
-- Name: catalog_product(text); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.catalog_product(product_id text) RETURNS SETOF entitlements.products
    LANGUAGE sql STABLE ROWS 1
    BEGIN ATOMIC
 SELECT product.tenant_id,
     product.product_id,
     product.kind,
     product.duration,
     product.trial,
     product.seats
    FROM entitlements.products product
   WHERE ((product.tenant_id = entitlements.current_tenant_id()) AND (product.product_id = ANY (ARRAY[catalog_product.product_id, split_part(catalog_product.product_id, ':'::text, 1)])))
   ORDER BY (octet_length(product.product_id)) DESC
  LIMIT 1;
END;

ALTER FUNCTION api.catalog_product(product_id text) OWNER TO hearth_owner;

--
-- Name: FUNCTION catalog_product(product_id text); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.catalog_product(product_id text) IS 'The product of the catalog that a store''s product is.';

--
-- Name: changes_of(uuid[], uuid[], uuid[]); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.changes_of(app_user_uuids uuid[] DEFAULT '{}'::uuid[], purchase_ids uuid[] DEFAULT '{}'::uuid[], owner_uuids uuid[] DEFAULT '{}'::uuid[]) RETURNS entitlements.changes
    LANGUAGE sql STABLE
    RETURN ROW(app_user_uuids, purchase_ids, owner_uuids)::entitlements.changes;

ALTER FUNCTION api.changes_of(app_user_uuids uuid[], purchase_ids uuid[], owner_uuids uuid[]) OWNER TO hearth_owner;

--
-- Name: FUNCTION changes_of(app_user_uuids uuid[], purchase_ids uuid[], owner_uuids uuid[]); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.changes_of(app_user_uuids uuid[], purchase_ids uuid[], owner_uuids uuid[]) IS 'What a write touched, from its parts.';

--
-- Name: check_entitlements(text[], text[], text, timestamp with time zone); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.check_entitlements(app_user_ids text[], entitlement_ids text[], environment text DEFAULT 'production'::text, as_of timestamp with time zone DEFAULT NULL::timestamp with time zone) RETURNS TABLE(answered_as_of timestamp with time zone, answer json)
    LANGUAGE plpgsql STABLE ROWS 1
    SET search_path TO ''
    AS $$
#variable_conflict use_column
declare
    _as_of constant timestamptz := coalesce(check_entitlements.as_of, now());
begin
    perform api.require_entitlements(check_entitlements.entitlement_ids);
    return query
    select _as_of,
           json_agg(
               jsonb_build_object('app_user_id', asked.app_user_id)
               || coalesce(
                      found.answer -> 'entitlements' -> asked.entitlement_id,
                      api.entitlement_json(asked.entitlement_id))::jsonb
               order by asked.position)
      from unnest(check_entitlements.app_user_ids, check_entitlements.entitlement_ids)
           with ordinality as asked (app_user_id, entitlement_id, position)
     cross join lateral api.get_entitlements(
               asked.app_user_id, check_entitlements.environment, _as_of) as found;
end
$$;

ALTER FUNCTION api.check_entitlements(app_user_ids text[], entitlement_ids text[], environment text, as_of timestamp with time zone) OWNER TO hearth_owner;

--
-- Name: FUNCTION check_entitlements(app_user_ids text[], entitlement_ids text[], environment text, as_of timestamp with time zone); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.check_entitlements(app_user_ids text[], entitlement_ids text[], environment text, as_of timestamp with time zone) IS 'Answers whether people have entitlements, many at once, in the order asked.';

--
-- Name: claim_confirmation(integer, timestamp with time zone); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.claim_confirmation(lease_seconds integer, as_of timestamp with time zone DEFAULT NULL::timestamp with time zone) RETURNS TABLE(tenant_id uuid, app_user_uuid uuid, app_user_id text, claim_id uuid, attempts integer, queued_at timestamp with time zone)
    LANGUAGE plpgsql SECURITY DEFINER ROWS 1
    SET search_path TO ''
    AS $$
#variable_conflict use_column
declare
    _as_of constant timestamptz := coalesce(claim_confirmation.as_of, now());
begin
    return query
    update entitlements.confirmations waiting
       set due_at = _as_of + make_interval(secs => claim_confirmation.lease_seconds),
           claim_id = gen_random_uuid(), attempts = waiting.attempts + 1
      from (select due.tenant_id, due.app_user_uuid
              from entitlements.upstreams upstream
              join entitlements.tenants tenant on tenant.tenant_id = upstream.tenant_id
             cross join lateral api.requests_per_reading(tenant) as reading (requests)
             cross join lateral api.upstream_allowance(
                       upstream, tenant.requests_per_minute, reading.requests, false, _as_of)
                       as allowed
             cross join lateral (
                   select earliest.tenant_id, earliest.app_user_uuid, earliest.due_at
                     from entitlements.confirmations earliest
                    where earliest.tenant_id = upstream.tenant_id and earliest.due_at <= _as_of
                    order by earliest.due_at
                    limit 1
                      for no key update skip locked) as due
             where upstream.sealed_key is not null and allowed.requests >= reading.requests
             order by due.due_at
             limit 1) as next
     where waiting.tenant_id = next.tenant_id and waiting.app_user_uuid = next.app_user_uuid
    returning waiting.tenant_id, waiting.app_user_uuid, waiting.app_user_id, waiting.claim_id,
              waiting.attempts, waiting.queued_at;
end
$$;

ALTER FUNCTION api.claim_confirmation(lease_seconds integer, as_of timestamp with time zone) OWNER TO hearth_owner;

--
-- Name: FUNCTION claim_confirmation(lease_seconds integer, as_of timestamp with time zone); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.claim_confirmation(lease_seconds integer, as_of timestamp with time zone) IS 'Leases the person who has been due to be read back for longest to one worker.';

--
-- Name: claim_household_review(integer, timestamp with time zone); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.claim_household_review(lease_seconds integer, as_of timestamp with time zone DEFAULT NULL::timestamp with time zone) RETURNS TABLE(tenant_id uuid, household_id uuid)
    LANGUAGE plpgsql SECURITY DEFINER ROWS 1
    SET search_path TO ''
    AS $$
#variable_conflict use_column
declare
    _as_of constant timestamptz := coalesce(claim_household_review.as_of, now());
begin
    return query
    update entitlements.household_reviews review
       set due_at = _as_of + make_interval(secs => claim_household_review.lease_seconds)
      from (select due.tenant_id, due.household_id
              from entitlements.household_reviews due
             where due.due_at <= _as_of
             order by due.due_at
             limit 1
               for no key update skip locked) as next
     where review.tenant_id = next.tenant_id and review.household_id = next.household_id
    returning review.tenant_id, review.household_id;
end
$$;

ALTER FUNCTION api.claim_household_review(lease_seconds integer, as_of timestamp with time zone) OWNER TO hearth_owner;

--
-- Name: FUNCTION claim_household_review(lease_seconds integer, as_of timestamp with time zone); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.claim_household_review(lease_seconds integer, as_of timestamp with time zone) IS 'Leases the household whose seats have been due for a look for longest.';

--
-- Name: claim_orphan(text, uuid, text, text, bytea, text, boolean, timestamp with time zone); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.claim_orphan(app_user_id text, orphan_id uuid, app_user_id_of_purchase text, proof text, proof_digest bytea, actor text, dry_run boolean DEFAULT false, as_of timestamp with time zone DEFAULT NULL::timestamp with time zone) RETURNS TABLE(answered_as_of timestamp with time zone, answer json)
    LANGUAGE plpgsql ROWS 1
    SET search_path TO ''
    SET plan_cache_mode TO 'force_generic_plan'
    AS $$
#variable_conflict use_column
declare
    _as_of timestamptz;
    _found record;
    _orphan entitlements.orphans;
    _holder text;
    _is_held boolean := false;
    _answer jsonb;
begin
    -- While this waits another call may claim it, so it is looked up again until it is held.
    loop
        select found.* into _found
          from api.claimable_orphan(
                   claim_orphan.orphan_id, claim_orphan.app_user_id_of_purchase) as found;
        exit when _found.orphan is not distinct from _orphan
              and _found.holder is not distinct from _holder and _is_held;
        _orphan := _found.orphan;
        _holder := _found.holder;
        perform api.lock_linked_app_users(
            array_remove(array[_holder, claim_orphan.app_user_id], null));
        perform from entitlements.purchases purchase
          where purchase.tenant_id = entitlements.current_tenant_id()
            and purchase.purchase_id = _orphan.purchase_id
            for no key update;
        _is_held := true;
    end loop;
    _as_of := coalesce(claim_orphan.as_of, clock_timestamp());
    begin
        _answer := api.identified_answer(_holder, claim_orphan.app_user_id);
        if _answer is null then
            perform api.require_claim(
                _orphan, _holder, claim_orphan.app_user_id, claim_orphan.proof,
                claim_orphan.proof_digest, _as_of);
            _answer := case
                when _holder is null then api.give_orphan(
                    _orphan, claim_orphan.app_user_id, claim_orphan.proof, claim_orphan.actor,
                    _as_of)
                else (api.merge_app_user_ids(
                    _holder, claim_orphan.app_user_id, claim_orphan.proof, 'claim',
                    claim_orphan.actor, 'orphan ' || _orphan.orphan_id, _as_of)).answer
                    || '{"outcome": "claimed"}' end;
        else
            _answer := _answer || '{"outcome": "already_owned"}';
        end if;
        if claim_orphan.dry_run then
            raise sqlstate 'HDRY0'; -- Undoes everything; the answer stays in its variable.
        end if;
    exception when sqlstate 'HDRY0' then
        _answer := _answer || '{"merge_id": null}';
    end;
    return query select _as_of, _answer::json;
end
$$;

ALTER FUNCTION api.claim_orphan(app_user_id text, orphan_id uuid, app_user_id_of_purchase text, proof text, proof_digest bytea, actor text, dry_run boolean, as_of timestamp with time zone) OWNER TO hearth_owner;

--
-- Name: FUNCTION claim_orphan(app_user_id text, orphan_id uuid, app_user_id_of_purchase text, proof text, proof_digest bytea, actor text, dry_run boolean, as_of timestamp with time zone); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.claim_orphan(app_user_id text, orphan_id uuid, app_user_id_of_purchase text, proof text, proof_digest bytea, actor text, dry_run boolean, as_of timestamp with time zone) IS 'Gives an orphan to an identified person who has proved that it is theirs.';

--
-- Name: claim_run_people(uuid, integer, integer, timestamp with time zone); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.claim_run_people(run_id uuid, maximum integer, lease_seconds integer, as_of timestamp with time zone DEFAULT NULL::timestamp with time zone) RETURNS TABLE(app_user_id text, claim_id uuid)
    LANGUAGE plpgsql ROWS 10
    SET search_path TO ''
    AS $$
#variable_conflict use_column
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _as_of constant timestamptz := coalesce(claim_run_people.as_of, clock_timestamp());
    _run entitlements.runs;
    _requests integer;
    _people text[];
    _paid record;
begin
    select run.* into _run from entitlements.runs run
     where run.tenant_id = _tenant_id and run.run_id = claim_run_people.run_id
       and run.status = 'running'
       for no key update;
    if not found then
        return;
    end if;
    if api.is_implausible(_run) then
        perform api.end_run(_run, 'stopped', _as_of);
        return;
    end if;
    _people := array(
        select waiting.app_user_id from entitlements.run_people waiting
         where waiting.tenant_id = _tenant_id and waiting.run_id = _run.run_id
           and waiting.outcome is null and waiting.due_at <= _as_of
         order by waiting.risk, waiting.app_user_id
         limit claim_run_people.maximum
           for no key update skip locked);
    if cardinality(_people) = 0 then
        perform api.rest_run(_run, _as_of);
        return;
    end if;
    select api.requests_per_reading(tenant) into strict _requests
      from entitlements.tenants tenant where tenant.tenant_id = _tenant_id;
    select taken.* into _paid
      from api.take_upstream_requests(
           cardinality(_people) * _requests, _requests, false, _as_of) as taken;
    return query
    update entitlements.run_people claimed
       set claim_id = gen_random_uuid(), attempts = claimed.attempts + 1,
           due_at = _as_of + make_interval(secs => claim_run_people.lease_seconds)
     where claimed.tenant_id = _tenant_id and claimed.run_id = _run.run_id
       and claimed.app_user_id = any (_people[:coalesce(_paid.granted, 0) / _requests])
    returning claimed.app_user_id, claimed.claim_id;
end
$$;

ALTER FUNCTION api.claim_run_people(run_id uuid, maximum integer, lease_seconds integer, as_of timestamp with time zone) OWNER TO hearth_owner;

--
-- Name: FUNCTION claim_run_people(run_id uuid, maximum integer, lease_seconds integer, as_of timestamp with time zone); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.claim_run_people(run_id uuid, maximum integer, lease_seconds integer, as_of timestamp with time zone) IS 'Leases people of a run to one worker, and pays for reading them.';

--
-- Name: claim_schedule(timestamp with time zone); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.claim_schedule(as_of timestamp with time zone DEFAULT NULL::timestamp with time zone) RETURNS TABLE(tenant_id uuid, needs_catch_up boolean)
    LANGUAGE plpgsql SECURITY DEFINER ROWS 1
    SET search_path TO ''
    AS $$
#variable_conflict use_column
declare
    _as_of constant timestamptz := coalesce(claim_schedule.as_of, clock_timestamp());
begin
    return query
    update entitlements.upstreams upstream
       set scheduled_at = _as_of
      from (select due.tenant_id
              from entitlements.upstreams due
             where due.sealed_key is not null
               and due.scheduled_at <= _as_of - case when due.needs_catch_up
                   then interval '1 minute' else interval '15 minutes' end
             order by due.scheduled_at
             limit 1
               for no key update skip locked) as next
     where upstream.tenant_id = next.tenant_id
    returning upstream.tenant_id, upstream.needs_catch_up;
end
$$;

ALTER FUNCTION api.claim_schedule(as_of timestamp with time zone) OWNER TO hearth_owner;

--
-- Name: FUNCTION claim_schedule(as_of timestamp with time zone); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.claim_schedule(as_of timestamp with time zone) IS 'The tenant for which the schedule looked longest ago whether somebody is due.';

--
-- Name: claim_webhook_event(integer, timestamp with time zone); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.claim_webhook_event(lease_seconds integer, as_of timestamp with time zone DEFAULT NULL::timestamp with time zone) RETURNS TABLE(tenant_id uuid, event_id text, event_type text, body bytea, received_at timestamp with time zone, attempts integer)
    LANGUAGE plpgsql SECURITY DEFINER ROWS 1
    SET search_path TO ''
    AS $$
#variable_conflict use_column
declare
    _as_of constant timestamptz := coalesce(claim_webhook_event.as_of, now());
begin
    return query
    update entitlements.webhook_events event
       set due_at = _as_of + make_interval(secs => claim_webhook_event.lease_seconds),
           attempts = event.attempts + 1
      from (select due.tenant_id, due.event_id
              from entitlements.webhook_events due
             where due.status = 'failed' and due.due_at <= _as_of
             order by due.due_at
             limit 1
               for no key update skip locked) as next
     where event.tenant_id = next.tenant_id and event.event_id = next.event_id
    returning event.tenant_id, event.event_id, event.event_type, event.body, event.received_at,
              event.attempts;
end
$$;

ALTER FUNCTION api.claim_webhook_event(lease_seconds integer, as_of timestamp with time zone) OWNER TO hearth_owner;

--
-- Name: FUNCTION claim_webhook_event(lease_seconds integer, as_of timestamp with time zone); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.claim_webhook_event(lease_seconds integer, as_of timestamp with time zone) IS 'Leases the failed event that has been due for longest to one worker.';

--
-- Name: orphans; Type: TABLE; Schema: entitlements; Owner: hearth_owner
--

CREATE TABLE entitlements.orphans (
    tenant_id uuid NOT NULL,
    orphan_id uuid DEFAULT gen_random_uuid() NOT NULL,
    purchase_id uuid NOT NULL,
    orphaned_at timestamp with time zone NOT NULL,
    reason text NOT NULL,
    resolved_at timestamp with time zone,
    CONSTRAINT orphans_reason_check CHECK ((reason = ANY (ARRAY['unknown_id'::text, 'anonymous'::text, 'transferred'::text, 'conflict'::text])))
);

ALTER TABLE ONLY entitlements.orphans FORCE ROW LEVEL SECURITY;

ALTER TABLE entitlements.orphans OWNER TO hearth_owner;

--
-- Name: TABLE orphans; Type: COMMENT; Schema: entitlements; Owner: hearth_owner
--

COMMENT ON TABLE entitlements.orphans IS 'Purchases that no identified person owns, or owned for a while: since when, and why.';

--
-- Name: claimable_orphan(uuid, text); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.claimable_orphan(orphan_id uuid, app_user_id_of_purchase text) RETURNS TABLE(orphan entitlements.orphans, holder text)
    LANGUAGE plpgsql STABLE ROWS 1
    SET search_path TO ''
    AS $$
#variable_conflict use_column
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
begin
    return query
    select known,
           coalesce(claimable_orphan.app_user_id_of_purchase, bought.owner_app_user_id)
      from entitlements.orphans known
      join entitlements.purchases bought
        on bought.tenant_id = _tenant_id and bought.purchase_id = known.purchase_id
     where known.tenant_id = _tenant_id
       and (known.orphan_id = claimable_orphan.orphan_id
            or bought.owner_uuid = (
                select own.app_user_uuid from entitlements.app_user_ids own
                 where own.tenant_id = _tenant_id
                   and own.app_user_id = claimable_orphan.app_user_id_of_purchase))
     order by known.resolved_at desc nulls first, known.orphaned_at desc, known.orphan_id
     limit 1;
end
$$;

ALTER FUNCTION api.claimable_orphan(orphan_id uuid, app_user_id_of_purchase text) OWNER TO hearth_owner;

--
-- Name: FUNCTION claimable_orphan(orphan_id uuid, app_user_id_of_purchase text); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.claimable_orphan(orphan_id uuid, app_user_id_of_purchase text) IS 'The orphan that a claim names, and the id under which it is held.';

--
-- Name: close_anonymous_ids(text[], uuid[], timestamp with time zone); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.close_anonymous_ids(app_user_ids text[], household_ids uuid[], as_of timestamp with time zone) RETURNS void
    LANGUAGE plpgsql
    SET search_path TO ''
    AS $$
#variable_conflict use_column
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
begin
    update entitlements.device_secrets secret
       set revoked_at = greatest(close_anonymous_ids.as_of, secret.created_at)
     where secret.tenant_id = _tenant_id and secret.revoked_at is null
       and secret.app_user_id = any (close_anonymous_ids.app_user_ids);
    update entitlements.merge_tickets ticket
       set closed_at = close_anonymous_ids.as_of
     where ticket.tenant_id = _tenant_id and ticket.closed_at is null
       and ticket.anonymous_app_user_id = any (close_anonymous_ids.app_user_ids);
    update entitlements.household_invites invite
       set revoked_at = close_anonymous_ids.as_of
     where invite.tenant_id = _tenant_id and invite.revoked_at is null
       and invite.member_id is null
       and (invite.redeemed_by_app_user_id = any (close_anonymous_ids.app_user_ids)
            or invite.household_id = any (close_anonymous_ids.household_ids));
end
$$;

ALTER FUNCTION api.close_anonymous_ids(app_user_ids text[], household_ids uuid[], as_of timestamp with time zone) OWNER TO hearth_owner;

--
-- Name: FUNCTION close_anonymous_ids(app_user_ids text[], household_ids uuid[], as_of timestamp with time zone); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.close_anonymous_ids(app_user_ids text[], household_ids uuid[], as_of timestamp with time zone) IS 'Ends everything with which somebody could go on acting as an anonymous person.';

--
-- Name: close_membership(uuid, uuid, text, timestamp with time zone); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.close_membership(household_id uuid, member_id uuid, because text, as_of timestamp with time zone) RETURNS uuid[]
    LANGUAGE plpgsql
    SET search_path TO ''
    AS $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _grace constant interval :=
        make_interval(days => (api.household_rules()).departure_grace_days);
    _left_at timestamptz;
    _member entitlements.household_members;
begin
    -- Whoever waited for the household knows an earlier moment than what happened meanwhile.
    select greatest(close_membership.as_of, max(owner.owned_from), max(owner.owned_until))
      into _left_at
      from entitlements.household_owners owner
     where owner.tenant_id = _tenant_id
       and owner.household_id = close_membership.household_id
       and owner.member_id = close_membership.member_id;
    update entitlements.household_members member
       set left_at = greatest(_left_at, member.joined_at),
           left_because = close_membership.because,
           access_ends_at = greatest(_left_at, member.joined_at) + _grace
     where member.tenant_id = _tenant_id
       and member.household_id = close_membership.household_id
       and member.member_id = close_membership.member_id
       and member.left_at is null
    returning member.* into _member;
    if not found then
        return array[]::uuid[];
    end if;
    update entitlements.household_owners owner
       set owned_until = _member.left_at
     where owner.tenant_id = _tenant_id
       and owner.household_id = close_membership.household_id
       and owner.member_id = close_membership.member_id
       and owner.owned_until is null;
    perform api.queue_seat_review(
        array[close_membership.household_id], close_membership.as_of);
    if _grace > interval '0' and close_membership.because <> 'dissolved' then
        perform api.queue_household_review(
            array[close_membership.household_id], _member.access_ends_at);
    end if;
    return array[_member.app_user_uuid];
end
$$;

ALTER FUNCTION api.close_membership(household_id uuid, member_id uuid, because text, as_of timestamp with time zone) OWNER TO hearth_owner;

--
-- Name: FUNCTION close_membership(household_id uuid, member_id uuid, because text, as_of timestamp with time zone); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.close_membership(household_id uuid, member_id uuid, because text, as_of timestamp with time zone) IS 'Ends a membership, and with it what the household gives.';

--
-- Name: confirm_app_user(text, timestamp with time zone, boolean, uuid); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.confirm_app_user(app_user_id text, as_of timestamp with time zone DEFAULT NULL::timestamp with time zone, dry_run boolean DEFAULT false, run_id uuid DEFAULT NULL::uuid) RETURNS void
    LANGUAGE plpgsql
    SET search_path TO ''
    AS $$
declare
    _as_of constant timestamptz := coalesce(confirm_app_user.as_of, now());
begin
    perform from api.finish_run_people(
        confirm_app_user.run_id, array[confirm_app_user.app_user_id], 'unknown');
    if not found then
        return;
    end if;
    -- Whoever has bought something that lasts, though RevenueCat knows nobody of that id.
    update entitlements.run_people person
       set is_lost = true
      from entitlements.app_user_ids own
     where own.tenant_id = entitlements.current_tenant_id()
       and own.app_user_id = confirm_app_user.app_user_id
       and person.tenant_id = own.tenant_id and person.run_id = confirm_app_user.run_id
       and person.app_user_id = own.app_user_id
       and exists (
           select from entitlements.purchases bought
            where bought.tenant_id = own.tenant_id and bought.owner_uuid = own.app_user_uuid
              and bought.access_ends_at > _as_of);
    update entitlements.app_users person
       set confirmed_at = greatest(person.confirmed_at, _as_of)
      from entitlements.app_user_ids own
     where own.tenant_id = entitlements.current_tenant_id()
       and own.app_user_id = confirm_app_user.app_user_id and not confirm_app_user.dry_run
       and person.tenant_id = own.tenant_id and person.app_user_uuid = own.app_user_uuid;
end
$$;

ALTER FUNCTION api.confirm_app_user(app_user_id text, as_of timestamp with time zone, dry_run boolean, run_id uuid) OWNER TO hearth_owner;

--
-- Name: FUNCTION confirm_app_user(app_user_id text, as_of timestamp with time zone, dry_run boolean, run_id uuid); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.confirm_app_user(app_user_id text, as_of timestamp with time zone, dry_run boolean, run_id uuid) IS 'Writes down that RevenueCat was asked about a person and knows nobody of that id.';

--
-- Name: confirm_household_member(uuid, text, timestamp with time zone); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.confirm_household_member(household_id uuid, app_user_id text, as_of timestamp with time zone DEFAULT NULL::timestamp with time zone) RETURNS TABLE(answered_as_of timestamp with time zone, answer json)
    LANGUAGE plpgsql ROWS 1
    SET search_path TO ''
    AS $$
#variable_conflict use_column
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _as_of timestamptz;
    _invite entitlements.household_invites;
    _member entitlements.household_members;
begin
    perform api.lock_living_household(confirm_household_member.household_id);
    _as_of := coalesce(confirm_household_member.as_of, clock_timestamp());
    if api.open_member(
           confirm_household_member.household_id,
           confirm_household_member.app_user_id) is null then
        select waiting.* into _invite
          from entitlements.app_user_ids known
          join entitlements.app_user_ids own
            on own.tenant_id = _tenant_id and own.app_user_uuid = known.app_user_uuid
          join entitlements.household_invites waiting
            on waiting.tenant_id = _tenant_id
           and waiting.household_id = confirm_household_member.household_id
           and waiting.redeemed_by_app_user_id = own.app_user_id
         where known.tenant_id = _tenant_id
           and known.app_user_id = confirm_household_member.app_user_id
           and waiting.revoked_at is null and waiting.member_id is null
         limit 1;
        if not found then
            raise sqlstate 'PT404' using message = 'household_member_not_found',
                detail = 'Nobody of this id waits to become a member of the household.';
        end if;
        _member := api.open_membership(
            _invite.household_id, _invite.redeemed_by_app_user_id, _as_of,
            _invite.ignores_cooldown);
        perform api.derive(api.changes_of(app_user_uuids => array[_member.app_user_uuid]));
        update entitlements.household_invites invite
           set member_id = _member.member_id
         where invite.tenant_id = _tenant_id and invite.household_id = _invite.household_id
           and invite.invite_id = _invite.invite_id;
    end if;
    return query
    select _as_of, api.household_json(confirm_household_member.household_id, _as_of);
end
$$;

ALTER FUNCTION api.confirm_household_member(household_id uuid, app_user_id text, as_of timestamp with time zone) OWNER TO hearth_owner;

--
-- Name: FUNCTION confirm_household_member(household_id uuid, app_user_id text, as_of timestamp with time zone); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.confirm_household_member(household_id uuid, app_user_id text, as_of timestamp with time zone) IS 'The owner''s word: somebody who redeemed an invite and waits becomes a member.';

--
-- Name: confirm_reservation(uuid, text, timestamp with time zone); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.confirm_reservation(reservation_id uuid, environment text DEFAULT 'production'::text, as_of timestamp with time zone DEFAULT NULL::timestamp with time zone) RETURNS TABLE(answered_as_of timestamp with time zone, answer json)
    LANGUAGE plpgsql ROWS 1
    SET search_path TO ''
    AS $$
#variable_conflict use_column
declare
    _reservation entitlements.reservations := api.lock_reservation(
        confirm_reservation.reservation_id);
begin
    answered_as_of := coalesce(confirm_reservation.as_of, clock_timestamp());
    if _reservation.status = 'released' then
        raise sqlstate 'PT409' using message = 'reservation_released',
            detail = 'What was set aside has been given back.';
    end if;
    if _reservation.status = 'reserved' then
        if _reservation.expires_at <= answered_as_of then
            raise sqlstate 'PT410' using message = 'reservation_expired',
                detail = 'What was set aside has expired.';
        end if;
        update entitlements.reservations made
           set status = 'used'
         where made.tenant_id = entitlements.current_tenant_id()
           and made.reservation_id = _reservation.reservation_id
        returning * into strict _reservation;
        perform api.add_usage(array[_reservation]);
    end if;
    answer := api.usage_answer(
        _reservation, confirm_reservation.environment, answered_as_of);
    return next;
end
$$;

ALTER FUNCTION api.confirm_reservation(reservation_id uuid, environment text, as_of timestamp with time zone) OWNER TO hearth_owner;

--
-- Name: FUNCTION confirm_reservation(reservation_id uuid, environment text, as_of timestamp with time zone); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.confirm_reservation(reservation_id uuid, environment text, as_of timestamp with time zone) IS 'Counts what was set aside as used.';

--
-- Name: count_claim_attempt(text, timestamp with time zone); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.count_claim_attempt(app_user_id text, as_of timestamp with time zone DEFAULT NULL::timestamp with time zone) RETURNS void
    LANGUAGE plpgsql
    SET search_path TO ''
    AS $$
#variable_conflict use_column
declare
    _rules constant entitlements.people_rules := api.people_rules();
    _as_of constant timestamptz := coalesce(count_claim_attempt.as_of, now());
    _hour constant timestamptz := date_trunc('hour', _as_of, 'UTC');
    _counted record;
begin
    for _counted in
        insert into entitlements.claim_attempts as counted (tenant_id, app_user_id, hour, attempts)
        values (entitlements.current_tenant_id(), '', _hour, 1),
               (entitlements.current_tenant_id(), count_claim_attempt.app_user_id, _hour, 1)
            on conflict on constraint claim_attempts_pkey do update
           set attempts = counted.attempts + 1
        returning counted.app_user_id, counted.attempts
    loop
        if _counted.attempts > (case _counted.app_user_id
               when '' then _rules.tenant_claim_attempts_per_hour
               else _rules.claim_attempts_per_hour end) then
            raise sqlstate 'PT429' using message = 'too_many_attempts',
                detail = 'There were too many attempts to claim; try again in the next hour.',
                hint = json_build_object(
                    'retry_at', api.rfc3339(_hour + interval '1 hour'),
                    'retry_after_seconds',
                    ceil(extract(epoch from _hour + interval '1 hour' - _as_of))::integer);
        end if;
    end loop;
end
$$;

ALTER FUNCTION api.count_claim_attempt(app_user_id text, as_of timestamp with time zone) OWNER TO hearth_owner;

--
-- Name: FUNCTION count_claim_attempt(app_user_id text, as_of timestamp with time zone); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.count_claim_attempt(app_user_id text, as_of timestamp with time zone) IS 'Counts an attempt to claim, and refuses it where there were too many.';

--
-- Name: count_confirmations(); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.count_confirmations() RETURNS TABLE(waiting bigint, oldest_seconds bigint)
    LANGUAGE plpgsql STABLE SECURITY DEFINER ROWS 1
    SET search_path TO ''
    AS $$
begin
    return query
    select count(*), coalesce(extract(epoch from now() - min(queued.queued_at))::bigint, 0)
      from entitlements.confirmations queued
      join entitlements.upstreams upstream on upstream.tenant_id = queued.tenant_id
     where upstream.sealed_key is not null;
end
$$;

ALTER FUNCTION api.count_confirmations() OWNER TO hearth_owner;

--
-- Name: FUNCTION count_confirmations(); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.count_confirmations() IS 'How many people wait to be read back from RevenueCat, and for how long the first has.';

--
-- Name: count_coverage(timestamp with time zone); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.count_coverage(as_of timestamp with time zone DEFAULT NULL::timestamp with time zone) RETURNS TABLE(people bigint, within_hour bigint, within_day bigint, within_week bigint, known_ids_tenants bigint, whole_project_tenants bigint)
    LANGUAGE plpgsql SECURITY DEFINER ROWS 1
    SET search_path TO ''
    AS $$
declare
    _as_of constant timestamptz := coalesce(count_coverage.as_of, now());
    _tenant_id uuid;
    _counted record;
begin
    people := 0;
    within_hour := 0;
    within_day := 0;
    within_week := 0;
    select count(*) filter (where tenant.revenuecat_api <> 'v2'),
           count(*) filter (where tenant.revenuecat_api = 'v2')
      into known_ids_tenants, whole_project_tenants
      from entitlements.upstreams upstream
      join entitlements.tenants tenant on tenant.tenant_id = upstream.tenant_id
     where upstream.sealed_key is not null;
    for _tenant_id in
        select upstream.tenant_id from entitlements.upstreams upstream
         where upstream.sealed_key is not null
    loop
        perform set_config('hearth.tenant_id', _tenant_id::text, true);
        select count(*) as people,
               count(*) filter (where person.confirmed_at > _as_of - interval '1 hour') as hour,
               count(*) filter (where person.confirmed_at > _as_of - interval '1 day') as day,
               count(*) filter (where person.confirmed_at > _as_of - interval '7 days') as week
          into strict _counted
          from entitlements.app_users person
         where person.tenant_id = _tenant_id and person.erased_at is null
           and exists (
               select from entitlements.app_user_ids own
                where own.tenant_id = _tenant_id
                  and own.app_user_uuid = person.app_user_uuid);
        people := people + _counted.people;
        within_hour := within_hour + _counted.hour;
        within_day := within_day + _counted.day;
        within_week := within_week + _counted.week;
    end loop;
    perform set_config('hearth.tenant_id', '', true);
    return next;
end
$$;

ALTER FUNCTION api.count_coverage(as_of timestamp with time zone) OWNER TO hearth_owner;

--
-- Name: FUNCTION count_coverage(as_of timestamp with time zone); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.count_coverage(as_of timestamp with time zone) IS 'How many people RevenueCat confirmed within an hour, a day and a week.';

--
-- Name: count_failed_webhook_events(); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.count_failed_webhook_events() RETURNS TABLE(failed bigint, oldest_seconds bigint)
    LANGUAGE plpgsql STABLE SECURITY DEFINER ROWS 1
    SET search_path TO ''
    AS $$
begin
    return query
    select count(*), coalesce(extract(epoch from now() - min(event.received_at))::bigint, 0)
      from entitlements.webhook_events event
     where event.status = 'failed';
end
$$;

ALTER FUNCTION api.count_failed_webhook_events() OWNER TO hearth_owner;

--
-- Name: FUNCTION count_failed_webhook_events(); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.count_failed_webhook_events() IS 'How many events wait to be applied, and for how long the oldest has.';

--
-- Name: count_findings(); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.count_findings() RETURNS TABLE(tenant_slug text, kind text, findings bigint)
    LANGUAGE plpgsql SECURITY DEFINER ROWS 30
    SET search_path TO ''
    AS $$
#variable_conflict use_column
declare
    _tenant record;
begin
    for _tenant in
        select tenant.tenant_id, tenant.slug from entitlements.tenants tenant
    loop
        perform set_config('hearth.tenant_id', _tenant.tenant_id::text, true);
        return query
        select _tenant.slug, kinds.kind, count(found.kind)
          from (values ('product_not_in_catalog'), ('entitlement_not_in_catalog'),
                       ('project_not_recognised')) as kinds (kind)
          left join api.findings() as found on found.kind = kinds.kind
         group by kinds.kind;
    end loop;
    perform set_config('hearth.tenant_id', '', true);
end
$$;

ALTER FUNCTION api.count_findings() OWNER TO hearth_owner;

--
-- Name: FUNCTION count_findings(); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.count_findings() IS 'How many findings of each kind there are of each tenant.';

--
-- Name: count_invariant_violations(); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.count_invariant_violations() RETURNS TABLE(violations bigint)
    LANGUAGE plpgsql SECURITY DEFINER ROWS 1
    SET search_path TO ''
    AS $$
declare
    _tenant_id uuid;
begin
    violations := 0;
    for _tenant_id in select tenant.tenant_id from entitlements.tenants tenant loop
        perform set_config('hearth.tenant_id', _tenant_id::text, true);
        violations := violations + (
            select count(*) from entitlements.invariant_violations violated
             where violated.tenant_id = _tenant_id);
    end loop;
    return next;
end
$$;

ALTER FUNCTION api.count_invariant_violations() OWNER TO hearth_owner;

--
-- Name: FUNCTION count_invariant_violations(); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.count_invariant_violations() IS 'How much there is in the whole installation that must never be.';

--
-- Name: create_admin_key(text, bytea); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.create_admin_key(key_id text, digest bytea) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
begin
    insert into entitlements.admin_keys (key_id, digest)
    values (create_admin_key.key_id, create_admin_key.digest)
        on conflict do nothing;
    perform from entitlements.admin_keys key
      where key.key_id = create_admin_key.key_id and key.digest = create_admin_key.digest;
    if not found then
        raise sqlstate 'PT409' using message = 'api_key_exists',
            detail = 'Another key has this id.';
    end if;
end
$$;

ALTER FUNCTION api.create_admin_key(key_id text, digest bytea) OWNER TO hearth_owner;

--
-- Name: FUNCTION create_admin_key(key_id text, digest bytea); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.create_admin_key(key_id text, digest bytea) IS 'Stores the digest of a new key of the installation.';

--
-- Name: create_api_key(text, text, bytea); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.create_api_key(key_id text, kind text, digest bytea) RETURNS void
    LANGUAGE plpgsql
    SET search_path TO ''
    AS $$
begin
    insert into entitlements.api_keys (tenant_id, key_id, kind, digest)
    values (entitlements.current_tenant_id(), create_api_key.key_id, create_api_key.kind,
            create_api_key.digest)
        on conflict do nothing;
    perform from entitlements.api_keys key
      where key.tenant_id = entitlements.current_tenant_id()
        and key.key_id = create_api_key.key_id
        and key.kind = create_api_key.kind and key.digest = create_api_key.digest;
    if not found then
        raise sqlstate 'PT409' using message = 'api_key_exists',
            detail = 'Another key has this id.';
    end if;
end
$$;

ALTER FUNCTION api.create_api_key(key_id text, kind text, digest bytea) OWNER TO hearth_owner;

--
-- Name: FUNCTION create_api_key(key_id text, kind text, digest bytea); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.create_api_key(key_id text, kind text, digest bytea) IS 'Stores the digest of a tenant''s new key.';

--
-- Name: create_app_user(text, text, bytea, text, bytea, timestamp with time zone); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.create_app_user(app_user_id text, kind text, secret_digest bytea, idempotency_key text, request_digest bytea, as_of timestamp with time zone DEFAULT NULL::timestamp with time zone) RETURNS TABLE(is_replayed boolean, answer json)
    LANGUAGE plpgsql ROWS 1
    SET search_path TO ''
    AS $$
#variable_conflict use_column
declare
    _as_of constant timestamptz := coalesce(create_app_user.as_of, clock_timestamp());
    _answer json := api.begin_idempotent(
        create_app_user.idempotency_key, 'create_app_user', create_app_user.request_digest);
    _id constant text := coalesce(create_app_user.app_user_id, gen_random_uuid()::text);
begin
    if _answer is not null then
        return query select true, _answer;
        return;
    end if;

    if create_app_user.kind = 'anonymous' then
        perform api.derive(api.declare_anonymous(_id, _as_of));
        perform api.issue_device_secret(_id, create_app_user.secret_digest, _as_of);
    else
        perform api.declare_identified(_id, _as_of);
    end if;
    _answer := json_build_object(
        'app_user_id', _id,
        'app_user', (select found.answer from api.get_app_user(_id, _as_of) as found));
    perform api.keep_idempotent_answer(
        create_app_user.idempotency_key, 'create_app_user', create_app_user.request_digest,
        _answer);
    return query select false, _answer;
end
$$;

ALTER FUNCTION api.create_app_user(app_user_id text, kind text, secret_digest bytea, idempotency_key text, request_digest bytea, as_of timestamp with time zone) OWNER TO hearth_owner;

--
-- Name: FUNCTION create_app_user(app_user_id text, kind text, secret_digest bytea, idempotency_key text, request_digest bytea, as_of timestamp with time zone); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.create_app_user(app_user_id text, kind text, secret_digest bytea, idempotency_key text, request_digest bytea, as_of timestamp with time zone) IS 'Makes a person under an id; one who is anonymous is given a device secret.';

--
-- Name: create_household(text, text, boolean, text, bytea, timestamp with time zone); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.create_household(owner_app_user_id text, name text, ignore_cooldown boolean, idempotency_key text, request_digest bytea, as_of timestamp with time zone DEFAULT NULL::timestamp with time zone) RETURNS TABLE(is_replayed boolean, answer json)
    LANGUAGE plpgsql ROWS 1
    SET search_path TO ''
    AS $$
#variable_conflict use_column
declare
    _as_of constant timestamptz := coalesce(create_household.as_of, clock_timestamp());
    _answer json := api.begin_idempotent(
        create_household.idempotency_key, 'create_household', create_household.request_digest);
    _household_id uuid;
    _owner entitlements.household_members;
begin
    if _answer is not null then
        return query select true, _answer;
        return;
    end if;

    insert into entitlements.households as household (tenant_id, name, created_at)
    values (entitlements.current_tenant_id(), create_household.name, _as_of)
    returning household.household_id into _household_id;
    _owner := api.open_membership(
        _household_id, create_household.owner_app_user_id, _as_of,
        create_household.ignore_cooldown);
    perform api.derive(api.changes_of(
        app_user_uuids => api.own_household(_household_id, _owner.member_id, _as_of)));

    _answer := api.household_json(_household_id, _as_of);
    perform api.keep_idempotent_answer(
        create_household.idempotency_key, 'create_household', create_household.request_digest,
        _answer);
    return query select false, _answer;
end
$$;

ALTER FUNCTION api.create_household(owner_app_user_id text, name text, ignore_cooldown boolean, idempotency_key text, request_digest bytea, as_of timestamp with time zone) OWNER TO hearth_owner;

--
-- Name: FUNCTION create_household(owner_app_user_id text, name text, ignore_cooldown boolean, idempotency_key text, request_digest bytea, as_of timestamp with time zone); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.create_household(owner_app_user_id text, name text, ignore_cooldown boolean, idempotency_key text, request_digest bytea, as_of timestamp with time zone) IS 'Founds a household with its owner as the first member.';

--
-- Name: create_household_invite(uuid, bytea, text, bytea, timestamp with time zone); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.create_household_invite(household_id uuid, code_digest bytea, idempotency_key text, request_digest bytea, as_of timestamp with time zone DEFAULT NULL::timestamp with time zone) RETURNS TABLE(is_replayed boolean, answer json)
    LANGUAGE plpgsql ROWS 1
    SET search_path TO ''
    AS $$
#variable_conflict use_column
declare
    _as_of timestamptz;
    _rules constant entitlements.household_rules := api.household_rules();
    _answer json := api.begin_idempotent(
        create_household_invite.idempotency_key, 'create_household_invite',
        create_household_invite.request_digest);
begin
    if _answer is not null then
        return query select true, _answer;
        return;
    end if;
    perform api.lock_living_household(create_household_invite.household_id);
    _as_of := coalesce(create_household_invite.as_of, clock_timestamp());
    if api.free_invites(create_household_invite.household_id, _rules.invites_within_seats, _as_of)
       < 1 then
        raise sqlstate 'PT409' using message = 'household_full',
            detail = 'Every free seat of the household has an invite already.';
    end if;

    insert into entitlements.household_invites as invite
           (tenant_id, household_id, code_digest, created_at, expires_at)
    values (entitlements.current_tenant_id(), create_household_invite.household_id,
            create_household_invite.code_digest, _as_of,
            _as_of + make_interval(days => _rules.invite_ttl_days))
        on conflict (tenant_id, code_digest) do nothing
    returning json_build_object(
        'invite_id', invite.invite_id,
        'expires_at', api.rfc3339(invite.expires_at)) into _answer;
    if not found then
        -- The code follows from the key, whose answer has been forgotten since.
        raise sqlstate 'PT422' using message = 'idempotency_key_reused',
            detail = 'This Idempotency-Key came with another request before.';
    end if;
    perform api.keep_idempotent_answer(
        create_household_invite.idempotency_key, 'create_household_invite',
        create_household_invite.request_digest, _answer);
    return query select false, _answer;
end
$$;

ALTER FUNCTION api.create_household_invite(household_id uuid, code_digest bytea, idempotency_key text, request_digest bytea, as_of timestamp with time zone) OWNER TO hearth_owner;

--
-- Name: FUNCTION create_household_invite(household_id uuid, code_digest bytea, idempotency_key text, request_digest bytea, as_of timestamp with time zone); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.create_household_invite(household_id uuid, code_digest bytea, idempotency_key text, request_digest bytea, as_of timestamp with time zone) IS 'Writes an invite to a household.';

--
-- Name: create_merge_ticket(text, text, bytea, integer, text, bytea, timestamp with time zone); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.create_merge_ticket(anonymous_app_user_id text, app_user_id text, digest bytea, ttl_seconds integer, idempotency_key text, request_digest bytea, as_of timestamp with time zone DEFAULT NULL::timestamp with time zone) RETURNS TABLE(expires_at timestamp with time zone)
    LANGUAGE plpgsql ROWS 1
    SET search_path TO ''
    AS $$
#variable_conflict use_column
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _as_of constant timestamptz := coalesce(create_merge_ticket.as_of, clock_timestamp());
    _answer json := api.begin_idempotent(
        create_merge_ticket.idempotency_key, 'create_merge_ticket',
        create_merge_ticket.request_digest);
begin
    if _answer is not null then
        return query select (_answer ->> 'expires_at')::timestamptz;
        return;
    end if;
    while not api.add_app_user_ids(array[create_merge_ticket.anonymous_app_user_id]) loop end loop;
    insert into entitlements.merge_tickets
           (tenant_id, digest, anonymous_app_user_id, app_user_id, created_at, expires_at)
    values (_tenant_id, create_merge_ticket.digest, create_merge_ticket.anonymous_app_user_id,
            create_merge_ticket.app_user_id, _as_of,
            _as_of + make_interval(secs => create_merge_ticket.ttl_seconds))
    returning merge_tickets.expires_at into expires_at;
    perform api.keep_idempotent_answer(
        create_merge_ticket.idempotency_key, 'create_merge_ticket',
        create_merge_ticket.request_digest,
        json_build_object('expires_at', api.rfc3339(expires_at)));
    return next;
end
$$;

ALTER FUNCTION api.create_merge_ticket(anonymous_app_user_id text, app_user_id text, digest bytea, ttl_seconds integer, idempotency_key text, request_digest bytea, as_of timestamp with time zone) OWNER TO hearth_owner;

--
-- Name: FUNCTION create_merge_ticket(anonymous_app_user_id text, app_user_id text, digest bytea, ttl_seconds integer, idempotency_key text, request_digest bytea, as_of timestamp with time zone); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.create_merge_ticket(anonymous_app_user_id text, app_user_id text, digest bytea, ttl_seconds integer, idempotency_key text, request_digest bytea, as_of timestamp with time zone) IS 'Writes a ticket: an anonymous id may go to one account, once and soon.';

--
-- Name: credit_order_json(text[], text, text, text, timestamp with time zone); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.credit_order_json(app_user_ids text[], credit_id text, reference text, environment text, as_of timestamp with time zone) RETURNS json
    LANGUAGE plpgsql STABLE
    SET search_path TO ''
    AS $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
begin
    return (
        select json_build_object(
                   'credit_id', placed.credit_id,
                   'reference', placed.reference,
                   'status', case
                       when api.spent_on(app_user_ids, placed.credit_id, placed.reference) > 0
                       then 'settled'
                       when placed.cancelled_at is not null then 'cancelled'
                       when placed.expires_at <= credit_order_json.as_of then 'expired'
                       else 'open' end,
                   'ordered_at', api.rfc3339(placed.ordered_at),
                   'expires_at', api.rfc3339(placed.expires_at),
                   'balance', (
                       select coalesce(sum(bought.remaining), 0)
                         from api.credit_purchases(
                                  array(select distinct own.app_user_uuid
                                          from entitlements.app_user_ids own
                                         where own.tenant_id = _tenant_id
                                           and own.app_user_id = any (app_user_ids)),
                                  placed.environment, credit_order_json.as_of) as bought
                        where bought.credit_id = placed.credit_id))
          from entitlements.credit_orders placed
         where placed.tenant_id = _tenant_id
           and placed.app_user_id = any (credit_order_json.app_user_ids)
           and placed.environment = credit_order_json.environment
           and placed.credit_id = credit_order_json.credit_id
           and placed.reference = credit_order_json.reference
         order by placed.cancelled_at is null and placed.expires_at > credit_order_json.as_of desc,
                  placed.ordered_at
         limit 1);
end
$$;

ALTER FUNCTION api.credit_order_json(app_user_ids text[], credit_id text, reference text, environment text, as_of timestamp with time zone) OWNER TO hearth_owner;

--
-- Name: FUNCTION credit_order_json(app_user_ids text[], credit_id text, reference text, environment text, as_of timestamp with time zone); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.credit_order_json(app_user_ids text[], credit_id text, reference text, environment text, as_of timestamp with time zone) IS 'An order of a credit by a person, as the contract shows it.';

--
-- Name: credit_purchases(uuid[], text, timestamp with time zone); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.credit_purchases(app_user_uuids uuid[], environment text, as_of timestamp with time zone) RETURNS TABLE(app_user_uuid uuid, purchase_id uuid, credit_id text, bought_at timestamp with time zone, given bigint, spent bigint, remaining bigint)
    LANGUAGE plpgsql STABLE ROWS 4
    SET search_path TO ''
    AS $$
#variable_conflict use_column
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
begin
    return query
    select bought.owner_uuid, bought.purchase_id, given.credit_id, bought.starts_at,
           given.amount::bigint, drawn.amount,
           case when coalesce(bought.refunded_at, 'infinity') > credit_purchases.as_of
                then greatest(given.amount - drawn.amount, 0) else 0 end
      from entitlements.purchases bought
      join entitlements.product_credits given
        on given.tenant_id = _tenant_id and given.product_id = bought.product_id
     cross join lateral (
           select coalesce(sum(spent.amount), 0)::bigint as amount
             from entitlements.credit_spends spent
            where spent.tenant_id = _tenant_id and spent.purchase_id = bought.purchase_id
              and spent.credit_id = given.credit_id) as drawn
     where bought.tenant_id = _tenant_id
       and bought.owner_uuid = any (credit_purchases.app_user_uuids)
       and bought.environment = credit_purchases.environment
       and bought.starts_at <= credit_purchases.as_of and not bought.is_family_share;
end
$$;

ALTER FUNCTION api.credit_purchases(app_user_uuids uuid[], environment text, as_of timestamp with time zone) OWNER TO hearth_owner;

--
-- Name: FUNCTION credit_purchases(app_user_uuids uuid[], environment text, as_of timestamp with time zone); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.credit_purchases(app_user_uuids uuid[], environment text, as_of timestamp with time zone) IS 'The purchases of people that give credits, and how much of each is left.';

--
-- Name: declare_anonymous(text, timestamp with time zone); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.declare_anonymous(app_user_id text, as_of timestamp with time zone) RETURNS entitlements.changes
    LANGUAGE plpgsql
    SET search_path TO ''
    AS $_$
#variable_conflict use_column
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _changes entitlements.changes := api.changes_of();
begin
    while not api.add_app_user_ids(array[declare_anonymous.app_user_id]) loop end loop;
    if starts_with(declare_anonymous.app_user_id, '$RCAnonymousID:') then
        perform api.lock_app_user(declare_anonymous.app_user_id);
    else
        perform api.lock_linked_app_users(array[declare_anonymous.app_user_id]);
    end if;
    update entitlements.app_user_ids own
       set declared_anonymous_at = declare_anonymous.as_of
     where own.tenant_id = _tenant_id and own.app_user_id = declare_anonymous.app_user_id
       and not own.is_anonymous and own.identified_at is null;
    if found then
        _changes := api.rejoin_app_user_ids(array[declare_anonymous.app_user_id]);
    end if;
    if api.identified_app_user_id(declare_anonymous.app_user_id) is not null then
        raise sqlstate 'PT409' using message = 'not_anonymous',
            detail = 'The id belongs to somebody who is identified.';
    end if;
    return _changes;
end
$_$;

ALTER FUNCTION api.declare_anonymous(app_user_id text, as_of timestamp with time zone) OWNER TO hearth_owner;

--
-- Name: FUNCTION declare_anonymous(app_user_id text, as_of timestamp with time zone); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.declare_anonymous(app_user_id text, as_of timestamp with time zone) IS 'Writes down that an id is anonymous, on the word of the tenant.';

--
-- Name: declare_identified(text, timestamp with time zone); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.declare_identified(app_user_id text, as_of timestamp with time zone) RETURNS void
    LANGUAGE plpgsql
    SET search_path TO ''
    AS $$
#variable_conflict use_column
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _own entitlements.app_user_ids;
begin
    perform api.lock_app_user(declare_identified.app_user_id);
    select own.* into strict _own from entitlements.app_user_ids own
     where own.tenant_id = _tenant_id and own.app_user_id = declare_identified.app_user_id;
    if _own.is_anonymous then
        raise sqlstate 'PT409' using message = 'identify_required',
            detail = 'The id is anonymous: identify it.';
    end if;
    update entitlements.app_user_ids own
       set identified_at = declare_identified.as_of
     where own.tenant_id = _tenant_id and own.app_user_id = _own.app_user_id
       and own.identified_at is null;
end
$$;

ALTER FUNCTION api.declare_identified(app_user_id text, as_of timestamp with time zone) OWNER TO hearth_owner;

--
-- Name: FUNCTION declare_identified(app_user_id text, as_of timestamp with time zone); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.declare_identified(app_user_id text, as_of timestamp with time zone) IS 'Writes down that an id is an account''s, on the word of the tenant.';

--
-- Name: delete_token_secret(text, integer); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.delete_token_secret(issuer text, slot integer) RETURNS void
    LANGUAGE plpgsql
    SET search_path TO ''
    AS $$
begin
    delete from entitlements.token_secrets secret
     where secret.tenant_id = entitlements.current_tenant_id()
       and secret.issuer = delete_token_secret.issuer
       and secret.slot = delete_token_secret.slot;
    perform pg_notify('hearth_tenants', '');
end
$$;

ALTER FUNCTION api.delete_token_secret(issuer text, slot integer) OWNER TO hearth_owner;

--
-- Name: FUNCTION delete_token_secret(issuer text, slot integer); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.delete_token_secret(issuer text, slot integer) IS 'Empties a slot of an issuer: what was signed with its secret is refused from now on.';

--
-- Name: delete_traces(uuid, text[]); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.delete_traces(app_user_uuid uuid, ids text[]) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
#variable_conflict use_column
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
begin
    delete from entitlements.device_secrets secret
     where secret.tenant_id = _tenant_id and secret.app_user_id = any (ids);
    delete from entitlements.merge_tickets ticket
     where ticket.tenant_id = _tenant_id
       and (ticket.anonymous_app_user_id = any (ids) or ticket.app_user_id = any (ids));
    delete from entitlements.claim_attempts counted
     where counted.tenant_id = _tenant_id and counted.app_user_id = any (ids);
    delete from entitlements.confirmations waiting
     where waiting.tenant_id = _tenant_id
       and (waiting.app_user_uuid = delete_traces.app_user_uuid
            or waiting.app_user_id = any (ids));
    delete from entitlements.run_people person
     using entitlements.runs run
     where run.tenant_id = _tenant_id and person.tenant_id = _tenant_id
       and person.run_id = run.run_id and person.app_user_id = any (ids);
    delete from entitlements.idempotent_answers kept
     using unnest(ids) as named (id)
     where kept.tenant_id = _tenant_id
       and strpos(kept.answer::text, to_json(named.id)::text) > 0;
end
$$;

ALTER FUNCTION api.delete_traces(app_user_uuid uuid, ids text[]) OWNER TO hearth_owner;

--
-- Name: FUNCTION delete_traces(app_user_uuid uuid, ids text[]); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.delete_traces(app_user_uuid uuid, ids text[]) IS 'Deletes what only ever was about an id.';

--
-- Name: delete_upstream_key(); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.delete_upstream_key() RETURNS void
    LANGUAGE plpgsql
    SET search_path TO ''
    AS $$
begin
    update entitlements.upstreams upstream
       set sealed_key = null
     where upstream.tenant_id = entitlements.current_tenant_id();
    perform pg_notify('hearth_tenants', '');
end
$$;

ALTER FUNCTION api.delete_upstream_key() OWNER TO hearth_owner;

--
-- Name: FUNCTION delete_upstream_key(); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.delete_upstream_key() IS 'Forgets the key that a tenant''s people are read from RevenueCat with.';

--
-- Name: delete_webhook_secret(text, integer); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.delete_webhook_secret(kind text, slot integer) RETURNS void
    LANGUAGE plpgsql
    SET search_path TO ''
    AS $$
begin
    delete from entitlements.webhook_secrets secret
     where secret.tenant_id = entitlements.current_tenant_id()
       and secret.kind = delete_webhook_secret.kind
       and secret.slot = delete_webhook_secret.slot;
    perform pg_notify('hearth_tenants', '');
end
$$;

ALTER FUNCTION api.delete_webhook_secret(kind text, slot integer) OWNER TO hearth_owner;

--
-- Name: FUNCTION delete_webhook_secret(kind text, slot integer); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.delete_webhook_secret(kind text, slot integer) IS 'Empties a slot: what proved itself with its secret is refused from now on.';

--
-- Name: depart_household(uuid, uuid, text, text, timestamp with time zone); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.depart_household(household_id uuid, member_id uuid, because text, owner_leaves text, as_of timestamp with time zone) RETURNS uuid[]
    LANGUAGE plpgsql
    SET search_path TO ''
    AS $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _longest uuid;
    _is_end boolean := false;
    _touched uuid[] := array[]::uuid[];
begin
    if exists (
        select from entitlements.household_owners owner
         where owner.tenant_id = _tenant_id and owner.household_id = depart_household.household_id
           and owner.member_id = depart_household.member_id and owner.owned_until is null) then
        select member.member_id into _longest
          from entitlements.household_members member
         where member.tenant_id = _tenant_id
           and member.household_id = depart_household.household_id
           and member.left_at is null and member.member_id <> depart_household.member_id
         order by member.joined_at, member.seat
         limit 1;
        _is_end := _longest is null or depart_household.owner_leaves = 'dissolve';
        if not _is_end and depart_household.owner_leaves = 'block' then
            raise sqlstate 'PT409' using message = 'owner_must_transfer',
                detail = 'The owner leaves when somebody else owns the household.';
        elsif not _is_end then
            _touched := api.own_household(
                depart_household.household_id, _longest, depart_household.as_of);
        end if;
    end if;
    _touched := _touched || api.close_membership(
        depart_household.household_id, depart_household.member_id, depart_household.because,
        depart_household.as_of);
    if _is_end then
        _touched := _touched
            || api.end_household(depart_household.household_id, depart_household.as_of);
    end if;
    return _touched;
end
$$;

ALTER FUNCTION api.depart_household(household_id uuid, member_id uuid, because text, owner_leaves text, as_of timestamp with time zone) OWNER TO hearth_owner;

--
-- Name: FUNCTION depart_household(household_id uuid, member_id uuid, because text, owner_leaves text, as_of timestamp with time zone); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.depart_household(household_id uuid, member_id uuid, because text, owner_leaves text, as_of timestamp with time zone) IS 'Takes a member out of a household, by the tenant''s rule where it is the owner who goes.';

--
-- Name: derive(entitlements.changes); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.derive(changed entitlements.changes) RETURNS void
    LANGUAGE plpgsql
    SET search_path TO ''
    AS $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _moved uuid[];
    _purchase_ids uuid[] := changed.purchase_ids;
    _people uuid[] := changed.app_user_uuids || changed.owner_uuids;
    _household_ids uuid[]; _held uuid[];
begin
    if cardinality(_people) + cardinality(_purchase_ids) = 0 then
        return;
    end if;
    if cardinality(changed.app_user_uuids) > 0 then
        -- Several steps may have touched the same person.
        _moved := array(select distinct unnest(changed.app_user_uuids));
        _purchase_ids := _purchase_ids || api.lock_owned_purchases(_moved);
        perform api.sync_household_members(_moved);
    end if;
    if exists (select from entitlements.product_credits given where given.tenant_id = _tenant_id)
    then
        perform api.settle_credit_orders(changed.purchase_ids);
    end if;
    if exists ( -- Nearly always an identified person owns what changed, and did before.
        select from entitlements.purchases bought
          left join entitlements.app_user_ids own
            on own.tenant_id = _tenant_id and own.app_user_uuid = bought.owner_uuid
           and not own.is_anonymous
          left join entitlements.orphans orphan
            on orphan.tenant_id = _tenant_id and orphan.purchase_id = bought.purchase_id
           and orphan.resolved_at is null
         where bought.tenant_id = _tenant_id and bought.purchase_id = any (_purchase_ids)
           and (own.app_user_id is null or orphan.orphan_id is not null)) then
        perform api.note_orphans(_purchase_ids);
    end if;
    perform api.sync_purchases(_purchase_ids);

    select array_agg(distinct member.household_id), array_agg(member.household_id) filter (
               where member.left_at is null and member.app_user_uuid = any (changed.owner_uuids))
      into _household_ids, _held
      from entitlements.household_members member
     where member.tenant_id = _tenant_id and member.app_user_uuid = any (_people);
    if _held is not null then
        perform api.queue_seat_review(_held, now());
    end if;
    _people := array_remove(_people, null);
    if _household_ids is not null then
        _people := _people || api.household_mates(_household_ids);
    end if;
    if exists (select from entitlements.aliased_ids named where named.tenant_id = _tenant_id) then
        _people := api.with_aliases(_people);
    end if;
    _held := array(
        select stored.app_user_uuid from entitlements.stored_answers stored
         where stored.tenant_id = _tenant_id and stored.app_user_uuid = any (_people)
           for update skip locked);
    if not _held @> _people then
        insert into entitlements.stale_answers (tenant_id, app_user_uuid)
        select distinct _tenant_id, app_user_uuid from unnest(_people) as person (app_user_uuid)
         where person.app_user_uuid <> all (_held);
    end if;
    perform api.store_answers(_held);
end
$$;

ALTER FUNCTION api.derive(changed entitlements.changes) OWNER TO hearth_owner;

--
-- Name: FUNCTION derive(changed entitlements.changes); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.derive(changed entitlements.changes) IS 'Brings everything up to date that a write touched.';

--
-- Name: derived_aliases(text[]); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.derived_aliases(app_user_ids text[]) RETURNS TABLE(app_user_id text, alias_uuid uuid)
    LANGUAGE plpgsql STABLE ROWS 4
    SET search_path TO ''
    AS $$
#variable_conflict use_column
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _ones text[]; _others text[];
    _ids text[]; _people uuid[]; _first uuid[]; _next uuid[];
begin
    select array_agg(link.app_user_id), array_agg(link.linked_app_user_id)
      into _ones, _others
      from entitlements.app_user_id_links link
     where link.tenant_id = _tenant_id
       and link.app_user_id = any (derived_aliases.app_user_ids)
       and not exists (
           select from entitlements.merge_links proof
            where proof.tenant_id = _tenant_id
              and proof.anonymous_app_user_id in (link.app_user_id, link.linked_app_user_id));
    select array_agg(own.app_user_id order by own.app_user_id),
           array_agg(own.app_user_uuid order by own.app_user_id)
      into _ids, _people
      from entitlements.app_user_ids own
     where own.tenant_id = _tenant_id and own.app_user_id = any (_ones || _others);
    _next := _people;
    -- Each id takes the first person that any id linked with it has, until none changes.
    while _next is distinct from _first loop
        _first := _next;
        _next := array(
            select (array_agg(near.person order by near.person))[1]
              from (select placed.id, placed.person
                      from unnest(_ids, _first) as placed (id, person)
                     union all
                    select link.one, placed.person
                      from unnest(_ones || _others, _others || _ones) as link (one, other)
                      join unnest(_ids, _first) as placed (id, person) on placed.id = link.other)
                   as near
             group by near.id
             order by near.id);
    end loop;
    return query
    select placed.id, placed.shared
      from (select named.*, min(named.person::text) over together
                            <> max(named.person::text) over together as is_shared
              from unnest(_ids, _first, _people) as named (id, shared, person)
            window together as (partition by named.shared)) as placed
     where placed.is_shared;
end
$$;

ALTER FUNCTION api.derived_aliases(app_user_ids text[]) OWNER TO hearth_owner;

--
-- Name: FUNCTION derived_aliases(app_user_ids text[]); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.derived_aliases(app_user_ids text[]) IS 'The ids that RevenueCat takes for one customer, where they are several people.';

--
-- Name: rfc3339(timestamp with time zone); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.rfc3339(moment timestamp with time zone) RETURNS text
    LANGUAGE sql STABLE
    RETURN to_char((moment AT TIME ZONE 'UTC'::text), 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'::text);

ALTER FUNCTION api.rfc3339(moment timestamp with time zone) OWNER TO hearth_owner;

--
-- Name: FUNCTION rfc3339(moment timestamp with time zone); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.rfc3339(moment timestamp with time zone) IS 'A moment as the contract writes it: RFC 3339, UTC, milliseconds.';

--
-- Name: entitlement_json(text, boolean, text, timestamp with time zone, boolean, text, text, uuid, text, text, text, text, text, text, timestamp with time zone, timestamp with time zone, timestamp with time zone, timestamp with time zone); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.entitlement_json(entitlement_id text, is_active boolean DEFAULT false, status text DEFAULT NULL::text, expires_at timestamp with time zone DEFAULT NULL::timestamp with time zone, will_renew boolean DEFAULT false, source_kind text DEFAULT NULL::text, source_app_user_id text DEFAULT NULL::text, household_id uuid DEFAULT NULL::uuid, product_id text DEFAULT NULL::text, store text DEFAULT NULL::text, environment text DEFAULT NULL::text, period_type text DEFAULT NULL::text, implied_by text DEFAULT NULL::text, ended_reason text DEFAULT NULL::text, period_started_at timestamp with time zone DEFAULT NULL::timestamp with time zone, period_ends_at timestamp with time zone DEFAULT NULL::timestamp with time zone, grace_ends_at timestamp with time zone DEFAULT NULL::timestamp with time zone, trial_ends_at timestamp with time zone DEFAULT NULL::timestamp with time zone) RETURNS json
    LANGUAGE sql STABLE
    RETURN json_build_object('entitlement_id', entitlement_id, 'is_active', is_active, 'status', status, 'expires_at', api.rfc3339(expires_at), 'ended_reason', ended_reason, 'will_renew', will_renew, 'source', CASE WHEN (source_kind IS NOT NULL) THEN json_build_object('kind', source_kind, 'app_user_id', source_app_user_id, 'household_id', household_id, 'product_id', product_id, 'store', store, 'environment', environment, 'period_type', period_type, 'current_period_started_at', api.rfc3339(period_started_at), 'current_period_ends_at', api.rfc3339(period_ends_at), 'grace_period_ends_at', api.rfc3339(grace_ends_at), 'trial_ends_at', api.rfc3339(trial_ends_at)) ELSE NULL::json END, 'implied_by', implied_by);

ALTER FUNCTION api.entitlement_json(entitlement_id text, is_active boolean, status text, expires_at timestamp with time zone, will_renew boolean, source_kind text, source_app_user_id text, household_id uuid, product_id text, store text, environment text, period_type text, implied_by text, ended_reason text, period_started_at timestamp with time zone, period_ends_at timestamp with time zone, grace_ends_at timestamp with time zone, trial_ends_at timestamp with time zone) OWNER TO hearth_owner;

--
-- Name: FUNCTION entitlement_json(entitlement_id text, is_active boolean, status text, expires_at timestamp with time zone, will_renew boolean, source_kind text, source_app_user_id text, household_id uuid, product_id text, store text, environment text, period_type text, implied_by text, ended_reason text, period_started_at timestamp with time zone, period_ends_at timestamp with time zone, grace_ends_at timestamp with time zone, trial_ends_at timestamp with time zone); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.entitlement_json(entitlement_id text, is_active boolean, status text, expires_at timestamp with time zone, will_renew boolean, source_kind text, source_app_user_id text, household_id uuid, product_id text, store text, environment text, period_type text, implied_by text, ended_reason text, period_started_at timestamp with time zone, period_ends_at timestamp with time zone, grace_ends_at timestamp with time zone, trial_ends_at timestamp with time zone) IS 'One entitlement as the contract shows it.';

--
-- Name: tenants; Type: TABLE; Schema: entitlements; Owner: hearth_owner
--

CREATE TABLE entitlements.tenants (
    tenant_id uuid NOT NULL,
    slug text NOT NULL,
    name text NOT NULL,
    free_plan text NOT NULL,
    sandbox_policy text NOT NULL,
    requires_authorization boolean NOT NULL,
    requires_signature boolean NOT NULL,
    signature_header text NOT NULL,
    definition jsonb NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL,
    definition_version bigint DEFAULT 1 NOT NULL,
    revenuecat_api text DEFAULT 'v1'::text NOT NULL,
    revenuecat_project text,
    requests_per_minute integer DEFAULT 480 NOT NULL,
    order_expiry_hours integer DEFAULT 24 NOT NULL,
    CONSTRAINT tenants_check CHECK (((revenuecat_api = 'v1'::text) OR (revenuecat_project IS NOT NULL))),
    CONSTRAINT tenants_free_plan_check CHECK (((octet_length(free_plan) >= 1) AND (octet_length(free_plan) <= 200))),
    CONSTRAINT tenants_name_check CHECK (((octet_length(name) >= 1) AND (octet_length(name) <= 200))),
    CONSTRAINT tenants_order_expiry_hours_check CHECK (((order_expiry_hours >= 1) AND (order_expiry_hours <= 8760))),
    CONSTRAINT tenants_requests_per_minute_check CHECK (((requests_per_minute >= 10) AND (requests_per_minute <= 600000))),
    CONSTRAINT tenants_revenuecat_api_check CHECK ((revenuecat_api = ANY (ARRAY['v1'::text, 'v2'::text]))),
    CONSTRAINT tenants_revenuecat_project_check CHECK (((octet_length(revenuecat_project) >= 1) AND (octet_length(revenuecat_project) <= 100))),
    CONSTRAINT tenants_sandbox_policy_check CHECK ((sandbox_policy = ANY (ARRAY['accept'::text, 'ignore'::text]))),
    CONSTRAINT tenants_signature_header_check CHECK (((octet_length(signature_header) >= 1) AND (octet_length(signature_header) <= 200))),
    CONSTRAINT tenants_slug_check CHECK ((slug ~ '^[a-z][a-z0-9-]{0,62}$'::text))
);

ALTER TABLE ONLY entitlements.tenants FORCE ROW LEVEL SECURITY;

ALTER TABLE entitlements.tenants OWNER TO hearth_owner;

--
-- Name: TABLE tenants; Type: COMMENT; Schema: entitlements; Owner: hearth_owner
--

COMMENT ON TABLE entitlements.tenants IS 'An app whose customers'' entitlements live here.';

--
-- Name: derived_answers(uuid[], text, timestamp with time zone); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.derived_answers(app_user_uuids uuid[], environment text, as_of timestamp with time zone) RETURNS TABLE(app_user_uuid uuid, answer json, next_change_at timestamp with time zone)
    LANGUAGE sql STABLE ROWS 4
    BEGIN ATOMIC
 SELECT found.app_user_uuid,
     json_build_object('plan', COALESCE((array_agg(found.entitlement_id ORDER BY found.rank DESC NULLS LAST, found.entitlement_id) FILTER (WHERE found.is_active))[1], ( SELECT tenant.free_plan
            FROM entitlements.tenants tenant
           WHERE (tenant.tenant_id = entitlements.current_tenant_id()))), 'subscription_status', COALESCE((array_agg(found.status ORDER BY found.is_active DESC, found.rank DESC NULLS LAST, found.entitlement_id) FILTER (WHERE (found.is_active OR found.has_begun)))[1], 'none'::text), 'entitlements', COALESCE(json_object_agg(found.entitlement_id, api.entitlement_json(found.entitlement_id, found.is_active, found.status, found.expires_at, found.will_renew, found.source_kind, found.source_app_user_id, found.household_id, found.product_id, found.store, derived_answers.environment, found.period_type, found.implied_by, found.ended_reason, found.period_started_at, found.period_ends_at, found.grace_ends_at, found.trial_ends_at) ORDER BY found.rank DESC NULLS LAST, found.entitlement_id) FILTER (WHERE found.has_begun), '{}'::json), 'next_change_at', api.rfc3339(min(found.next_change_at))) AS json_build_object,
     min(found.next_change_at) AS min
    FROM ( SELECT answered.app_user_uuid,
             answered.entitlement_id,
             answered.rank,
             answered.has_begun,
             answered.is_active,
             answered.status,
             answered.expires_at,
             answered.will_renew,
             answered.source_kind,
             answered.source_app_user_id,
             answered.household_id,
             answered.product_id,
             answered.store,
             answered.period_type,
             answered.implied_by,
             answered.next_change_at,
             answered.ended_reason,
             answered.period_started_at,
             answered.period_ends_at,
             answered.grace_ends_at,
             answered.trial_ends_at
            FROM api.answered_entitlements(derived_answers.app_user_uuids, derived_answers.environment, derived_answers.as_of) answered(app_user_uuid, entitlement_id, rank, has_begun, is_active, status, expires_at, will_renew, source_kind, source_app_user_id, household_id, product_id, store, period_type, implied_by, next_change_at, ended_reason, period_started_at, period_ends_at, grace_ends_at, trial_ends_at)
         UNION ALL
          SELECT person.app_user_uuid,
             NULL::text,
             NULL::integer,
             NULL::boolean,
             NULL::boolean,
             NULL::text,
             NULL::timestamp with time zone,
             NULL::boolean,
             NULL::text,
             NULL::text,
             NULL::uuid,
             NULL::text,
             NULL::text,
             NULL::text,
             NULL::text,
             NULL::timestamp with time zone,
             NULL::text,
             NULL::timestamp with time zone,
             NULL::timestamp with time zone,
             NULL::timestamp with time zone,
             NULL::timestamp with time zone
            FROM unnest(derived_answers.app_user_uuids) person(app_user_uuid)) found
   GROUP BY found.app_user_uuid;
END;

ALTER FUNCTION api.derived_answers(app_user_uuids uuid[], environment text, as_of timestamp with time zone) OWNER TO hearth_owner;

--
-- Name: FUNCTION derived_answers(app_user_uuids uuid[], environment text, as_of timestamp with time zone); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.derived_answers(app_user_uuids uuid[], environment text, as_of timestamp with time zone) IS 'What people may do at a moment, from what they and their households have.';

--
-- Name: milliseconds(timestamp with time zone); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.milliseconds(moment timestamp with time zone) RETURNS bigint
    LANGUAGE sql STABLE
    RETURN CASE WHEN isfinite(moment) THEN (floor((EXTRACT(epoch FROM moment) * (1000)::numeric)))::bigint ELSE NULL::bigint END;

ALTER FUNCTION api.milliseconds(moment timestamp with time zone) OWNER TO hearth_owner;

--
-- Name: FUNCTION milliseconds(moment timestamp with time zone); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.milliseconds(moment timestamp with time zone) IS 'A moment in milliseconds since 1970; null where it is infinite.';

--
-- Name: shown_app_user_id(uuid); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.shown_app_user_id(app_user_uuid uuid) RETURNS text
    LANGUAGE plpgsql STABLE
    SET search_path TO ''
    AS $$
begin
    return (
        select own.app_user_id
          from entitlements.app_user_ids own
         where own.tenant_id = entitlements.current_tenant_id()
           and own.app_user_uuid = shown_app_user_id.app_user_uuid
         order by own.is_anonymous, own.created_at, own.app_user_id
         limit 1);
end
$$;

ALTER FUNCTION api.shown_app_user_id(app_user_uuid uuid) OWNER TO hearth_owner;

--
-- Name: FUNCTION shown_app_user_id(app_user_uuid uuid); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.shown_app_user_id(app_user_uuid uuid) IS 'The id under which a person is shown: their identified one, else their first.';

--
-- Name: synced_household_members; Type: TABLE; Schema: entitlements; Owner: hearth_owner
--

CREATE TABLE entitlements.synced_household_members (
    tenant_id uuid NOT NULL,
    id uuid NOT NULL,
    household_id uuid NOT NULL,
    user_id text NOT NULL COLLATE pg_catalog."C",
    role text NOT NULL,
    joined_at_ms bigint NOT NULL,
    access_ends_at_ms bigint,
    CONSTRAINT synced_household_members_role_check CHECK ((role = ANY (ARRAY['owner'::text, 'member'::text])))
);

ALTER TABLE ONLY entitlements.synced_household_members FORCE ROW LEVEL SECURITY;

ALTER TABLE entitlements.synced_household_members OWNER TO hearth_owner;

--
-- Name: TABLE synced_household_members; Type: COMMENT; Schema: entitlements; Owner: hearth_owner
--

COMMENT ON TABLE entitlements.synced_household_members IS 'Whom a household serves, as devices are sent it: derived, and equal to its derivation.';

--
-- Name: derived_household_members(uuid, timestamp with time zone); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.derived_household_members(app_user_uuid uuid, as_of timestamp with time zone) RETURNS SETOF entitlements.synced_household_members
    LANGUAGE sql STABLE ROWS 1
    BEGIN ATOMIC
 SELECT member.tenant_id,
     member.member_id,
     member.household_id,
     api.shown_app_user_id(member.app_user_uuid) AS shown_app_user_id,
         CASE
             WHEN (owner.member_id IS NOT NULL) THEN 'owner'::text
             ELSE 'member'::text
         END AS "case",
     api.milliseconds(member.joined_at) AS milliseconds,
     api.milliseconds(member.access_ends_at) AS milliseconds
    FROM (entitlements.household_members member
      LEFT JOIN entitlements.household_owners owner ON (((owner.tenant_id = member.tenant_id) AND (owner.household_id = member.household_id) AND (owner.member_id = member.member_id) AND (owner.owned_until IS NULL))))
   WHERE ((member.tenant_id = entitlements.current_tenant_id()) AND (member.app_user_uuid = derived_household_members.app_user_uuid) AND (member.access_ends_at > derived_household_members.as_of) AND (member.left_because IS DISTINCT FROM 'dissolved'::text));
END;

ALTER FUNCTION api.derived_household_members(app_user_uuid uuid, as_of timestamp with time zone) OWNER TO hearth_owner;

--
-- Name: FUNCTION derived_household_members(app_user_uuid uuid, as_of timestamp with time zone); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.derived_household_members(app_user_uuid uuid, as_of timestamp with time zone) IS 'The rows that devices are to be sent of a person''s memberships.';

--
-- Name: shared_household(uuid); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.shared_household(app_user_uuid uuid) RETURNS TABLE(household_id uuid, starts_at timestamp with time zone, hold interval)
    LANGUAGE sql STABLE ROWS 1
    BEGIN ATOMIC
 SELECT member.household_id,
     GREATEST(member.joined_at, owner.owned_from) AS "greatest",
     make_interval(days => rules.transfer_hold_days) AS make_interval
    FROM ((entitlements.household_members member
      JOIN entitlements.household_rules rules ON ((rules.tenant_id = member.tenant_id)))
      LEFT JOIN entitlements.household_owners owner ON (((rules.shares_from = 'owner'::text) AND (owner.owned_until IS NULL) AND (owner.tenant_id = member.tenant_id) AND (owner.household_id = member.household_id) AND (owner.member_id = member.member_id))))
   WHERE ((member.tenant_id = entitlements.current_tenant_id()) AND (member.app_user_uuid = shared_household.app_user_uuid) AND (member.left_at IS NULL) AND ((rules.shares_from <> 'owner'::text) OR (owner.member_id IS NOT NULL)));
END;

ALTER FUNCTION api.shared_household(app_user_uuid uuid) OWNER TO hearth_owner;

--
-- Name: FUNCTION shared_household(app_user_uuid uuid); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.shared_household(app_user_uuid uuid) IS 'The household that a person''s purchases serve by all that is known.';

--
-- Name: synced_subscriptions; Type: TABLE; Schema: entitlements; Owner: hearth_owner
--

CREATE TABLE entitlements.synced_subscriptions (
    tenant_id uuid NOT NULL,
    id text NOT NULL COLLATE pg_catalog."C",
    purchase_id uuid NOT NULL,
    user_id text NOT NULL COLLATE pg_catalog."C",
    household_id uuid,
    is_held boolean NOT NULL,
    environment text NOT NULL,
    product_id text COLLATE pg_catalog."C",
    store text NOT NULL,
    period_type text,
    entitlement_ids text,
    status_until_end text NOT NULL,
    status_after_end text NOT NULL,
    will_renew boolean NOT NULL,
    starts_at_ms bigint NOT NULL,
    expires_at_ms bigint,
    CONSTRAINT synced_subscriptions_check CHECK ((expires_at_ms >= starts_at_ms)),
    CONSTRAINT synced_subscriptions_check1 CHECK (((household_id IS NOT NULL) OR (NOT is_held)))
)
WITH (fillfactor='80');

ALTER TABLE ONLY entitlements.synced_subscriptions FORCE ROW LEVEL SECURITY;

ALTER TABLE entitlements.synced_subscriptions OWNER TO hearth_owner;

--
-- Name: TABLE synced_subscriptions; Type: COMMENT; Schema: entitlements; Owner: hearth_owner
--

COMMENT ON TABLE entitlements.synced_subscriptions IS 'What devices are sent of purchases: derived, and equal to its derivation.';

--
-- Name: derived_subscriptions(uuid[]); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.derived_subscriptions(purchase_ids uuid[]) RETURNS SETOF entitlements.synced_subscriptions
    LANGUAGE sql STABLE ROWS 1
    BEGIN ATOMIC
 WITH bought AS (
          SELECT purchase.tenant_id,
             purchase.purchase_id,
             purchase.environment,
             purchase.store,
             purchase.chain_id,
             purchase.owner_app_user_id,
             purchase.product_id,
             purchase.pending_product_id,
             purchase.period_type,
             purchase.is_one_time,
             purchase.is_family_share,
             purchase.entitlement_ids,
             purchase.starts_at,
             purchase.period_started_at,
             purchase.expires_at,
             purchase.grace_expires_at,
             purchase.never_expires,
             purchase.will_renew,
             purchase.cancelled_at,
             purchase.billing_issue_at,
             purchase.paused_at,
             purchase.auto_resume_at,
             purchase.refunded_at,
             purchase.ended_at,
             purchase.transaction_id,
             purchase.access_starts_at,
             purchase.access_ends_at,
             purchase.status_until_end,
             purchase.status_after_end,
             purchase.folded_at,
             purchase.folded_rank,
             purchase.folded_evidence_id,
             purchase.owner_uuid,
             purchase.previous_owner_app_user_id,
             purchase.previous_owner_uuid,
             purchase.moved_at,
             purchase.owner_is_settled,
             purchase.trial_ends_at,
             purchase.end_reason,
             (own.app_user_uuid IS NOT NULL) AS is_owned,
                 CASE
                     WHEN own.is_anonymous THEN api.shown_app_user_id(own.app_user_uuid)
                     ELSE own.app_user_id
                 END AS user_id,
             shared.household_id,
             ((NOT purchase.is_family_share) AND (purchase.store <> 'promotional'::text)) AS is_shareable
            FROM ((entitlements.purchases purchase
              LEFT JOIN entitlements.app_user_ids own ON (((own.tenant_id = purchase.tenant_id) AND (own.app_user_id = purchase.owner_app_user_id))))
              LEFT JOIN LATERAL api.shared_household(own.app_user_uuid) shared(household_id, starts_at, hold) ON (((NOT purchase.is_family_share) AND (purchase.store <> 'promotional'::text))))
           WHERE ((purchase.tenant_id = entitlements.current_tenant_id()) AND (purchase.purchase_id = ANY (derived_subscriptions.purchase_ids)) AND (purchase.access_starts_at < purchase.access_ends_at) AND (NOT (purchase.is_one_time AND (EXISTS ( SELECT
                    FROM api.catalog_product(purchase.product_id) product(tenant_id, product_id, kind, duration, trial, seats)
                   WHERE (product.kind = 'consumable'::text))))))
         )
  SELECT bought.tenant_id,
     (bought.purchase_id)::text AS purchase_id,
     bought.purchase_id,
     bought.user_id,
     bought.household_id,
     false,
     bought.environment,
     bought.product_id,
     bought.store,
     bought.period_type,
     (array_to_json(bought.entitlement_ids))::text AS array_to_json,
     bought.status_until_end,
     bought.status_after_end,
     bought.will_renew,
     api.milliseconds(bought.access_starts_at) AS milliseconds,
     api.milliseconds(bought.access_ends_at) AS milliseconds
    FROM bought
   WHERE bought.is_owned
 UNION ALL
  SELECT bought.tenant_id,
     (bought.purchase_id || ':held'::text),
     bought.purchase_id,
         CASE
             WHEN former.is_anonymous THEN api.shown_app_user_id(former.app_user_uuid)
             ELSE former.app_user_id
         END AS app_user_id,
     kept.household_id,
     true,
     bought.environment,
     bought.product_id,
     bought.store,
     bought.period_type,
     (array_to_json(bought.entitlement_ids))::text AS array_to_json,
     bought.status_until_end,
     bought.status_after_end,
     false,
     api.milliseconds(bought.access_starts_at) AS milliseconds,
     api.milliseconds(LEAST(bought.access_ends_at, (bought.moved_at + kept.hold))) AS milliseconds
    FROM ((bought
      JOIN entitlements.app_user_ids former ON (((former.tenant_id = bought.tenant_id) AND (former.app_user_id = bought.previous_owner_app_user_id))))
      CROSS JOIN LATERAL api.shared_household(former.app_user_uuid) kept(household_id, starts_at, hold))
   WHERE (bought.is_shareable AND (kept.hold > '00:00:00'::interval) AND (kept.starts_at <= bought.moved_at) AND (kept.household_id IS DISTINCT FROM bought.household_id) AND (bought.access_starts_at < LEAST(bought.access_ends_at, (bought.moved_at + kept.hold))));
END;

ALTER FUNCTION api.derived_subscriptions(purchase_ids uuid[]) OWNER TO hearth_owner;

--
-- Name: FUNCTION derived_subscriptions(purchase_ids uuid[]); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.derived_subscriptions(purchase_ids uuid[]) IS 'The rows that devices are to be sent of purchases.';

--
-- Name: dissolve_household(uuid, timestamp with time zone); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.dissolve_household(household_id uuid, as_of timestamp with time zone DEFAULT NULL::timestamp with time zone) RETURNS void
    LANGUAGE plpgsql
    SET search_path TO ''
    AS $$
begin
    perform api.lock_household(dissolve_household.household_id);
    perform api.derive(api.changes_of(app_user_uuids => api.end_household(
        dissolve_household.household_id, coalesce(dissolve_household.as_of, clock_timestamp()))));
end
$$;

ALTER FUNCTION api.dissolve_household(household_id uuid, as_of timestamp with time zone) OWNER TO hearth_owner;

--
-- Name: FUNCTION dissolve_household(household_id uuid, as_of timestamp with time zone); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.dissolve_household(household_id uuid, as_of timestamp with time zone) IS 'Ends a household, for all of its members at once.';

--
-- Name: draw_credits(text[], text[], integer[], text[], text, timestamp with time zone, integer[]); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.draw_credits(app_user_ids text[], credit_ids text[], amounts integer[], spend_references text[], environment text, as_of timestamp with time zone, drawn integer[]) RETURNS void
    LANGUAGE plpgsql
    SET search_path TO ''
    AS $$
#variable_conflict use_column
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
begin
    insert into entitlements.credit_spends
           (tenant_id, app_user_id, credit_id, reference, purchase_id, amount, spent_at)
    with spend as materialized (
        select allowed.place, draw_credits.app_user_ids[allowed.number] as app_user_id,
               draw_credits.credit_ids[allowed.number] as credit_id,
               draw_credits.amounts[allowed.number] as amount,
               draw_credits.spend_references[allowed.number] as reference, known.app_user_uuid
          from unnest(draw_credits.drawn) with ordinality as allowed (number, place)
          join entitlements.app_user_ids known
            on known.tenant_id = _tenant_id
           and known.app_user_id = draw_credits.app_user_ids[allowed.number]
    ), bought as (
        select left_over.*, sum(left_over.remaining) over (
                   partition by left_over.app_user_uuid, left_over.credit_id
                   order by left_over.bought_at, left_over.purchase_id) as ends
          from api.credit_purchases(
                   array(select distinct spend.app_user_uuid from spend),
                   draw_credits.environment, draw_credits.as_of) as left_over
         where left_over.remaining > 0
    )
    select _tenant_id, taken.app_user_id, taken.credit_id, taken.reference, bought.purchase_id,
           least(taken.ends, bought.ends)
           - greatest(taken.ends - taken.amount, bought.ends - bought.remaining),
           draw_credits.as_of
      from (select spend.*, sum(spend.amount) over (
                       partition by spend.app_user_uuid, spend.credit_id order by spend.place)
                   as ends
              from spend) as taken
      join bought
        on bought.app_user_uuid = taken.app_user_uuid and bought.credit_id = taken.credit_id
       and bought.ends > taken.ends - taken.amount
       and bought.ends - bought.remaining < taken.ends;
end
$$;

ALTER FUNCTION api.draw_credits(app_user_ids text[], credit_ids text[], amounts integer[], spend_references text[], environment text, as_of timestamp with time zone, drawn integer[]) OWNER TO hearth_owner;

--
-- Name: FUNCTION draw_credits(app_user_ids text[], credit_ids text[], amounts integer[], spend_references text[], environment text, as_of timestamp with time zone, drawn integer[]); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.draw_credits(app_user_ids text[], credit_ids text[], amounts integer[], spend_references text[], environment text, as_of timestamp with time zone, drawn integer[]) IS 'Takes credits from the purchases of people, the oldest first.';

--
-- Name: drift_cause(entitlements.snapshots, entitlements.purchases, entitlements.purchases); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.drift_cause(reading entitlements.snapshots, before entitlements.purchases, after entitlements.purchases) RETURNS text
    LANGUAGE plpgsql STABLE
    SET search_path TO ''
    AS $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _is_listed constant boolean := after.purchase_id = any (reading.purchase_ids);
    _is_new_period constant boolean := before.folded_at is null
        or after.period_started_at >= before.period_started_at + interval '1 second';
    _happened_at constant timestamptz := case
        when after.refunded_at is not null then after.refunded_at
        when _is_new_period then after.period_started_at
        else greatest(after.cancelled_at, after.billing_issue_at) end;
    _untold constant text :=
        case when _happened_at > reading.order_at - interval '155 minutes'
             then 'late_event' else 'missed_event' end;
begin
    return case
        when exists (
            select from entitlements.evidence told
              join entitlements.purchases other
                on other.tenant_id = _tenant_id and other.purchase_id = told.purchase_id
             where told.tenant_id = _tenant_id and told.transaction_id = after.transaction_id
               and other.store = after.store and other.transaction_id = after.transaction_id
               and other.environment <> after.environment) then 'sandbox_leak'
        -- Snapshots told of it before an event named it, and the event made another of it.
        when not _is_listed and starts_with(before.chain_id, 'snapshot:')
             and after.environment || ' ' || split_part(after.product_id, ':', 1)
                 = any (reading.running_products) then 'late_event'
        when before.folded_at is not null and before.owner_uuid is distinct from after.owner_uuid
            then 'transfer_one_sided'
        when after.refunded_at is not null and before.refunded_at is null
            then case when not _is_listed or _untold = 'missed_event'
                      then 'refund_without_event' else _untold end
        when exists (
            select from entitlements.evidence known
             where known.tenant_id = _tenant_id
               and known.evidence_id = before.folded_evidence_id
               and known.occurred_at > known.received_at + interval '1 minute') then 'clock'
        when not _is_listed then 'missed_event'
        when _is_new_period then _untold
        when before.status_until_end <> after.status_until_end
             or before.will_renew <> after.will_renew
             or before.refunded_at is not null or before.ended_at is not null then _untold
        when before.access_ends_at is distinct from after.access_ends_at
             or before.product_id is distinct from after.product_id then 'changed_upstream'
        when before.entitlement_ids is distinct from after.entitlement_ids
            then 'catalog_changed'
        else 'unknown' end;
end
$$;

ALTER FUNCTION api.drift_cause(reading entitlements.snapshots, before entitlements.purchases, after entitlements.purchases) OWNER TO hearth_owner;

--
-- Name: FUNCTION drift_cause(reading entitlements.snapshots, before entitlements.purchases, after entitlements.purchases); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.drift_cause(reading entitlements.snapshots, before entitlements.purchases, after entitlements.purchases) IS 'Why a purchase was not what RevenueCat says it is.';

--
-- Name: end_household(uuid, timestamp with time zone); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.end_household(household_id uuid, as_of timestamp with time zone) RETURNS uuid[]
    LANGUAGE plpgsql
    SET search_path TO ''
    AS $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _touched uuid[];
begin
    _touched := array(
        select unnest(api.close_membership(
                   end_household.household_id, member.member_id, 'dissolved',
                   end_household.as_of))
          from entitlements.household_members member
         where member.tenant_id = _tenant_id
           and member.household_id = end_household.household_id and member.left_at is null);
    update entitlements.household_invites invite
       set revoked_at = end_household.as_of
     where invite.tenant_id = _tenant_id and invite.household_id = end_household.household_id
       and invite.member_id is null and invite.revoked_at is null;
    update entitlements.households household
       set dissolved_at = greatest(end_household.as_of, household.created_at),
           seats_exceeded_at = null
     where household.tenant_id = _tenant_id
       and household.household_id = end_household.household_id
       and household.dissolved_at is null;
    return _touched;
end
$$;

ALTER FUNCTION api.end_household(household_id uuid, as_of timestamp with time zone) OWNER TO hearth_owner;

--
-- Name: FUNCTION end_household(household_id uuid, as_of timestamp with time zone); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.end_household(household_id uuid, as_of timestamp with time zone) IS 'Ends a household: every membership, every invite, the household itself.';

--
-- Name: end_reason(text); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.end_reason(reason text) RETURNS text
    LANGUAGE sql IMMUTABLE
    RETURN CASE reason WHEN 'unsubscribe'::text THEN 'unsubscribed'::text WHEN 'billing_error'::text THEN 'billing_error'::text WHEN 'customer_support'::text THEN 'refunded'::text WHEN 'price_increase'::text THEN 'price_increase_declined'::text WHEN 'developer_initiated'::text THEN 'developer_initiated'::text WHEN 'subscription_paused'::text THEN 'paused'::text ELSE NULL::text END;

ALTER FUNCTION api.end_reason(reason text) OWNER TO hearth_owner;

--
-- Name: FUNCTION end_reason(reason text); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.end_reason(reason text) IS 'Why a period ends, in the words of the answer.';

--
-- Name: runs; Type: TABLE; Schema: entitlements; Owner: hearth_owner
--

CREATE TABLE entitlements.runs (
    tenant_id uuid NOT NULL,
    run_id uuid DEFAULT gen_random_uuid() NOT NULL,
    scope text NOT NULL,
    origin text NOT NULL,
    app_user_id text COLLATE pg_catalog."C",
    is_dry_run boolean NOT NULL,
    stop_at_lost_percent integer NOT NULL,
    status text DEFAULT 'preparing'::text NOT NULL,
    setback text,
    started_at timestamp with time zone NOT NULL,
    ended_at timestamp with time zone,
    listed_until uuid,
    worked_at timestamp with time zone DEFAULT '-infinity'::timestamp with time zone NOT NULL,
    resting_until timestamp with time zone DEFAULT '-infinity'::timestamp with time zone NOT NULL,
    outcome jsonb,
    is_project_listed boolean DEFAULT false NOT NULL,
    has_listing_ended boolean DEFAULT false NOT NULL,
    project_page text,
    project_pages integer DEFAULT 0 NOT NULL,
    project_marker text,
    project_failures integer DEFAULT 0 NOT NULL,
    CONSTRAINT runs_check CHECK (((scope = 'user'::text) = (app_user_id IS NOT NULL))),
    CONSTRAINT runs_check1 CHECK (((ended_at IS NULL) = (status = ANY (ARRAY['preparing'::text, 'running'::text, 'listing'::text])))),
    CONSTRAINT runs_origin_check CHECK ((origin = ANY (ARRAY['request'::text, 'schedule'::text, 'catch_up'::text]))),
    CONSTRAINT runs_project_page_check CHECK ((octet_length(project_page) <= 4000)),
    CONSTRAINT runs_scope_check CHECK ((scope = ANY (ARRAY['user'::text, 'due'::text, 'all'::text]))),
    CONSTRAINT runs_status_check CHECK ((status = ANY (ARRAY['preparing'::text, 'running'::text, 'listing'::text, 'finished'::text, 'cancelled'::text, 'stopped'::text]))),
    CONSTRAINT runs_stop_at_lost_percent_check CHECK (((stop_at_lost_percent >= 1) AND (stop_at_lost_percent <= 100)))
);

ALTER TABLE ONLY entitlements.runs FORCE ROW LEVEL SECURITY;

ALTER TABLE entitlements.runs OWNER TO hearth_owner;

--
-- Name: TABLE runs; Type: COMMENT; Schema: entitlements; Owner: hearth_owner
--

COMMENT ON TABLE entitlements.runs IS 'Each time that many people are, or were, read back from RevenueCat.';

--
-- Name: end_run(entitlements.runs, text, timestamp with time zone); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.end_run(run entitlements.runs, status text, as_of timestamp with time zone) RETURNS entitlements.runs
    LANGUAGE plpgsql
    SET search_path TO ''
    AS $$
declare
    _ended entitlements.runs;
begin
    update entitlements.runs ending
       set status = end_run.status, ended_at = end_run.as_of,
           outcome = api.run_outcome(run)
     where ending.tenant_id = run.tenant_id and ending.run_id = run.run_id
       and ending.ended_at is null
    returning ending.* into _ended;
    return _ended;
end
$$;

ALTER FUNCTION api.end_run(run entitlements.runs, status text, as_of timestamp with time zone) OWNER TO hearth_owner;

--
-- Name: FUNCTION end_run(run entitlements.runs, status text, as_of timestamp with time zone); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.end_run(run entitlements.runs, status text, as_of timestamp with time zone) IS 'Ends a run, and keeps what it came to.';

--
-- Name: erase_app_user(text, text, timestamp with time zone); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.erase_app_user(app_user_id text, actor text, as_of timestamp with time zone DEFAULT NULL::timestamp with time zone) RETURNS void
    LANGUAGE plpgsql
    SET search_path TO ''
    AS $_$
#variable_conflict use_column
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _linked constant text[] := api.lock_known_app_user(erase_app_user.app_user_id);
    _as_of constant timestamptz := coalesce(erase_app_user.as_of, clock_timestamp());
    _ids constant text[] := api.own_app_user_ids(erase_app_user.app_user_id);
    _app_user_uuid constant uuid := (
        select own.app_user_uuid from entitlements.app_user_ids own
         where own.tenant_id = _tenant_id and own.app_user_id = erase_app_user.app_user_id);
    _names constant text[] := array(
        select case when own.is_anonymous then '$RCAnonymousID:' else '' end
               || 'erased-' || gen_random_uuid()
          from unnest(_ids) with ordinality as named (id, position)
          join entitlements.app_user_ids own
            on own.tenant_id = _tenant_id and own.app_user_id = named.id
         order by named.position);
    _departed uuid[];
begin
    if _linked is null then
        raise sqlstate 'PT404' using message = 'app_user_not_found',
            detail = 'Nobody has this id.';
    end if;
    perform api.close_anonymous_ids(_ids, array[]::uuid[], _as_of);
    _departed := array(
        select unnest(api.depart_household(
                   member.household_id, member.member_id, 'left', 'transfer', _as_of))
          from entitlements.household_members member
         where member.tenant_id = _tenant_id and member.app_user_uuid = _app_user_uuid
           and member.left_at is null);
    perform api.delete_traces(_app_user_uuid, _ids);
    perform api.rename_traces(_linked, _ids, _names);
    update entitlements.app_user_ids own
       set app_user_id = named.name
      from unnest(_ids, _names) as named (id, name)
     where own.tenant_id = _tenant_id and own.app_user_id = named.id;
    update entitlements.app_users person
       set erased_at = _as_of, confirmed_at = null
     where person.tenant_id = _tenant_id and person.app_user_uuid = _app_user_uuid;
    -- What snapshots said of a purchase is known by the id of the person who was read.
    perform api.derive(api.all_changes(
        api.changes_of(app_user_uuids => _departed || _app_user_uuid),
        api.refold_related_purchases(_names)));
    perform api.add_audit_entry(
        'erase', erase_app_user.actor, 'erased', _names, '[]', '[]', _as_of);
    insert into entitlements.erasures (tenant_id, erased_at, spellings)
    values (_tenant_id, _as_of, api.id_spellings(_ids));
end
$_$;

ALTER FUNCTION api.erase_app_user(app_user_id text, actor text, as_of timestamp with time zone) OWNER TO hearth_owner;

--
-- Name: FUNCTION erase_app_user(app_user_id text, actor text, as_of timestamp with time zone); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.erase_app_user(app_user_id text, actor text, as_of timestamp with time zone) IS 'Forgets a person: every id of theirs is replaced by a name that says nothing.';

--
-- Name: erase_webhook_events(integer, timestamp with time zone); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.erase_webhook_events(maximum integer, as_of timestamp with time zone DEFAULT NULL::timestamp with time zone) RETURNS TABLE(is_done boolean)
    LANGUAGE plpgsql SECURITY DEFINER ROWS 1
    SET search_path TO ''
    AS $$
#variable_conflict use_column
declare
    _erasure entitlements.erasures;
    _events record;
begin
    select * into _erasure from entitlements.erasures erasure
     where erasure.finished_at is null
     order by erasure.erased_at
     limit 1
       for no key update skip locked;
    is_done := not found;
    if not is_done then
        select array_agg(event.event_id) as ids,
               (array_agg(event.event_id order by event.received_at desc, event.event_id desc))[1]
                   as last_id,
               max(event.received_at) as last_received_at
          into strict _events
          from (select next.event_id, next.received_at from entitlements.webhook_events next
                 where next.tenant_id = _erasure.tenant_id
                   and (next.received_at, next.event_id)
                       > (_erasure.looked_at_received_at, _erasure.looked_at_event_id)
                   and next.received_at <= _erasure.erased_at
                 order by next.received_at, next.event_id
                 limit erase_webhook_events.maximum) as event;
        update entitlements.webhook_events event
           set body = '{}', failure = null, due_at = null,
               status = case event.status when 'failed' then 'stored' else event.status end
         where event.tenant_id = _erasure.tenant_id and event.event_id = any (_events.ids)
           and exists (
               select from unnest(_erasure.spellings) as spelled (id)
                where position(spelled.id in event.body) > 0);
        update entitlements.erasures erasure
           set looked_at_received_at = coalesce(
                   _events.last_received_at, erasure.looked_at_received_at),
               looked_at_event_id = coalesce(_events.last_id, erasure.looked_at_event_id),
               spellings = case when _events.ids is null then '{}' else erasure.spellings end,
               finished_at = case when _events.ids is null then greatest(
                   coalesce(erase_webhook_events.as_of, now()), erasure.erased_at) end
         where erasure.tenant_id = _erasure.tenant_id
           and erasure.erasure_id = _erasure.erasure_id;
    end if;
    return next;
end
$$;

ALTER FUNCTION api.erase_webhook_events(maximum integer, as_of timestamp with time zone) OWNER TO hearth_owner;

--
-- Name: FUNCTION erase_webhook_events(maximum integer, as_of timestamp with time zone); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.erase_webhook_events(maximum integer, as_of timestamp with time zone) IS 'Empties the next events that name somebody who was forgotten.';

--
-- Name: event_chains(entitlements.evidence[]); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.event_chains(tolds entitlements.evidence[]) RETURNS TABLE(told entitlements.evidence, chain_id text, store text, environment text)
    LANGUAGE sql STABLE ROWS 64
    BEGIN ATOMIC
 SELECT told.*::entitlements.evidence AS told,
     COALESCE(told.original_transaction_id, told.transaction_id, ((told.app_user_id || ' '::text) || told.product_id)) AS "coalesce",
     told.store,
     told.environment
    FROM unnest(event_chains.tolds) told(tenant_id, evidence_id, purchase_id, kind, occurred_at, received_at, order_at, rank, environment, store, app_user_id, product_id, new_product_id, period_type, purchased_at, expires_at, grace_expires_at, auto_resume_at, cancel_reason, expiration_reason, price, is_family_share, entitlement_ids, transaction_id, original_transaction_id, transferred_to_app_user_id, is_one_time, original_purchased_at, never_expires, will_renew, cancelled_at, billing_issue_at, is_paused, refunded_at, gives_access, is_cancelled, has_billing_issue)
  OFFSET 0;
END;

ALTER FUNCTION api.event_chains(tolds entitlements.evidence[]) OWNER TO hearth_owner;

--
-- Name: FUNCTION event_chains(tolds entitlements.evidence[]); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.event_chains(tolds entitlements.evidence[]) IS 'Events, each with the chain of payments that it is about.';

--
-- Name: event_evidence(text[], jsonb[], timestamp with time zone[]); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.event_evidence(event_ids text[], facts jsonb[], received_at timestamp with time zone[]) RETURNS SETOF entitlements.evidence
    LANGUAGE sql STABLE ROWS 64
    BEGIN ATOMIC
 SELECT told.tenant_id,
     told.evidence_id,
     told.purchase_id,
     told.kind,
     told.occurred_at,
     told.received_at,
     told.order_at,
     told.rank,
     told.environment,
     told.store,
     told.app_user_id,
     told.product_id,
     told.new_product_id,
     told.period_type,
     told.purchased_at,
     told.expires_at,
     told.grace_expires_at,
     told.auto_resume_at,
     told.cancel_reason,
     told.expiration_reason,
     told.price,
     told.is_family_share,
     told.entitlement_ids,
     told.transaction_id,
     told.original_transaction_id,
     told.transferred_to_app_user_id,
     told.is_one_time,
     told.original_purchased_at,
     told.never_expires,
     told.will_renew,
     told.cancelled_at,
     told.billing_issue_at,
     told.is_paused,
     told.refunded_at,
     told.gives_access,
     told.is_cancelled,
     told.has_billing_issue
    FROM ((UNNEST(event_evidence.event_ids, event_evidence.facts, event_evidence.received_at) WITH ORDINALITY event(id, facts, received_at, number)
      CROSS JOIN LATERAL ( SELECT COALESCE(((event.facts ->> 'occurred_at'::text))::timestamp with time zone, event.received_at) AS "coalesce") dated(occurred_at))
      CROSS JOIN LATERAL jsonb_populate_record(NULL::entitlements.evidence, (event.facts || jsonb_build_object('tenant_id', entitlements.current_tenant_id(), 'evidence_id', event.id, 'received_at', event.received_at, 'occurred_at', dated.occurred_at, 'order_at', LEAST(dated.occurred_at, event.received_at), 'rank', entitlements.evidence_rank((event.facts ->> 'kind'::text)), 'store', COALESCE((event.facts ->> 'store'::text), 'unknown'::text), 'expires_at',
         CASE
             WHEN ((event.facts ? 'expires_at'::text) OR ((event.facts ->> 'kind'::text) <> ALL (ARRAY['initial_purchase'::text, 'renewal'::text, 'non_renewing_purchase'::text]))) THEN (event.facts -> 'expires_at'::text)
             ELSE to_jsonb(api.catalog_period_end((event.facts ->> 'product_id'::text), (event.facts ->> 'period_type'::text), ((event.facts ->> 'purchased_at'::text))::timestamp with time zone))
         END))) told(tenant_id, evidence_id, purchase_id, kind, occurred_at, received_at, order_at, rank, environment, store, app_user_id, product_id, new_product_id, period_type, purchased_at, expires_at, grace_expires_at, auto_resume_at, cancel_reason, expiration_reason, price, is_family_share, entitlement_ids, transaction_id, original_transaction_id, transferred_to_app_user_id, is_one_time, original_purchased_at, never_expires, will_renew, cancelled_at, billing_issue_at, is_paused, refunded_at, gives_access, is_cancelled, has_billing_issue))
   ORDER BY event.number;
END;

ALTER FUNCTION api.event_evidence(event_ids text[], facts jsonb[], received_at timestamp with time zone[]) OWNER TO hearth_owner;

--
-- Name: FUNCTION event_evidence(event_ids text[], facts jsonb[], received_at timestamp with time zone[]); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.event_evidence(event_ids text[], facts jsonb[], received_at timestamp with time zone[]) IS 'Events as evidence, in the order in which they are given.';

--
-- Name: export_app_user(text, timestamp with time zone); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.export_app_user(app_user_id text, as_of timestamp with time zone DEFAULT NULL::timestamp with time zone) RETURNS TABLE(answered_as_of timestamp with time zone, answer json)
    LANGUAGE plpgsql STABLE ROWS 1
    SET search_path TO ''
    AS $$
#variable_conflict use_column
declare
    _id constant text := export_app_user.app_user_id;
    _as_of constant timestamptz := coalesce(export_app_user.as_of, now());
    _person constant json := (
        select found.answer from api.get_app_user(_id, _as_of) as found);
begin
    if _person is null then
        raise sqlstate 'PT404' using message = 'app_user_not_found',
            detail = 'Nobody has this id.';
    end if;
    return query
    select _as_of,
           json_build_object(
               'app_user', _person,
               'entitlements', (
                   select found.answer from api.get_entitlements(_id, 'production', _as_of)
                       as found),
               'household', (
                   select found.answer from api.get_app_user_household(_id, _as_of) as found),
               'limits', (
                   select found.answer -> 'limits'
                     from api.get_limits(_id, 'production', _as_of) as found),
               'credits', (
                   select found.answer -> 'credits'
                     from api.get_credits(_id, 'production', _as_of) as found),
               'records', api.records_of(api.own_app_user_ids(_id)));
end
$$;

ALTER FUNCTION api.export_app_user(app_user_id text, as_of timestamp with time zone) OWNER TO hearth_owner;

--
-- Name: FUNCTION export_app_user(app_user_id text, as_of timestamp with time zone); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.export_app_user(app_user_id text, as_of timestamp with time zone) IS 'Everything that is known of a person, for them to have.';

--
-- Name: is_same_product(entitlements.evidence, uuid); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.is_same_product(told entitlements.evidence, purchase_id uuid) RETURNS boolean
    LANGUAGE plpgsql STABLE
    SET search_path TO ''
    AS $$
begin
    return exists (
        select from entitlements.evidence known
         where known.tenant_id = entitlements.current_tenant_id()
           and known.purchase_id = is_same_product.purchase_id
           and case when told.product_id is null or known.product_id is null
                    then known.entitlement_ids && told.entitlement_ids
                    else split_part(known.product_id, ':', 1)
                         = split_part(told.product_id, ':', 1) end);
end
$$;

ALTER FUNCTION api.is_same_product(told entitlements.evidence, purchase_id uuid) OWNER TO hearth_owner;

--
-- Name: FUNCTION is_same_product(told entitlements.evidence, purchase_id uuid); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.is_same_product(told entitlements.evidence, purchase_id uuid) IS 'Whether evidence is about a product that a purchase has been of.';

--
-- Name: find_listed_purchases(entitlements.evidence[], uuid[]); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.find_listed_purchases(listed entitlements.evidence[], purchase_ids uuid[]) RETURNS TABLE(told entitlements.evidence, purchase_id uuid, candidate_ids uuid[])
    LANGUAGE sql STABLE ROWS 64
    BEGIN ATOMIC
 SELECT told.*::entitlements.evidence AS told,
     same.purchase_id,
         CASE
             WHEN (same.purchase_id IS NULL) THEN ARRAY( SELECT purchase.purchase_id
                FROM (entitlements.app_user_ids own
                  JOIN entitlements.purchases purchase ON (((purchase.tenant_id = entitlements.current_tenant_id()) AND (purchase.purchase_id = ANY (find_listed_purchases.purchase_ids)) AND (purchase.owner_uuid = own.app_user_uuid))))
               WHERE ((own.tenant_id = entitlements.current_tenant_id()) AND (own.app_user_id = told.app_user_id) AND (purchase.environment = told.environment) AND (purchase.store = told.store) AND (purchase.is_one_time = told.is_one_time) AND (entry.begins_at > (purchase.period_started_at - '00:00:01'::interval)) AND
                     CASE
                         WHEN told.is_one_time THEN (entry.begins_at < (purchase.period_started_at + '00:00:01'::interval))
                         ELSE COALESCE((told.original_purchased_at < (purchase.period_started_at + '00:00:01'::interval)), true)
                     END AND api.is_same_product(told.*, purchase.purchase_id))
               ORDER BY (starts_with(purchase.chain_id, 'snapshot:'::text)), purchase.period_started_at DESC, purchase.purchase_id)
             ELSE NULL::uuid[]
         END AS "case"
    FROM ((unnest(find_listed_purchases.listed) told(tenant_id, evidence_id, purchase_id, kind, occurred_at, received_at, order_at, rank, environment, store, app_user_id, product_id, new_product_id, period_type, purchased_at, expires_at, grace_expires_at, auto_resume_at, cancel_reason, expiration_reason, price, is_family_share, entitlement_ids, transaction_id, original_transaction_id, transferred_to_app_user_id, is_one_time, original_purchased_at, never_expires, will_renew, cancelled_at, billing_issue_at, is_paused, refunded_at, gives_access, is_cancelled, has_billing_issue)
      CROSS JOIN LATERAL ( SELECT COALESCE(told.purchased_at, told.original_purchased_at) AS begins_at,
             array_remove(ARRAY[told.transaction_id, NULLIF(split_part(told.transaction_id, '..'::text, 1), ''::text)], NULL::text) AS transactions
          OFFSET 0) entry)
      LEFT JOIN LATERAL ( SELECT purchase.purchase_id
            FROM (( SELECT known.purchase_id
                    FROM entitlements.evidence known
                   WHERE ((known.tenant_id = entitlements.current_tenant_id()) AND (known.transaction_id = ANY (entry.transactions)))
                 UNION ALL
                  SELECT named.purchase_id
                    FROM entitlements.purchases named
                   WHERE ((named.tenant_id = entitlements.current_tenant_id()) AND (named.chain_id = ANY (entry.transactions)))) found
              JOIN entitlements.purchases purchase ON (((purchase.tenant_id = entitlements.current_tenant_id()) AND (purchase.purchase_id = found.purchase_id))))
           WHERE ((purchase.purchase_id = ANY (find_listed_purchases.purchase_ids)) AND (purchase.environment = told.environment) AND (purchase.store = told.store))
           ORDER BY (starts_with(purchase.chain_id, 'snapshot:'::text)), purchase.period_started_at DESC, purchase.purchase_id
          LIMIT 1) same ON (true));
END;

ALTER FUNCTION api.find_listed_purchases(listed entitlements.evidence[], purchase_ids uuid[]) OWNER TO hearth_owner;

--
-- Name: FUNCTION find_listed_purchases(listed entitlements.evidence[], purchase_ids uuid[]); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.find_listed_purchases(listed entitlements.evidence[], purchase_ids uuid[]) IS 'For each entry of snapshots the purchases that it may be about.';

--
-- Name: find_tenant(text); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.find_tenant(slug text) RETURNS TABLE(tenant_id uuid, name text, requires_authorization boolean, requires_signature boolean, signature_header text, sandbox_policy text, product_ids text[])
    LANGUAGE plpgsql STABLE SECURITY DEFINER ROWS 1
    SET search_path TO ''
    AS $$
#variable_conflict use_column
begin
    return query
    select tenant.tenant_id, tenant.name, tenant.requires_authorization,
           tenant.requires_signature, tenant.signature_header, tenant.sandbox_policy,
           array(select product ->> 'id'
                   from jsonb_array_elements(tenant.definition -> 'products') as product)
      from entitlements.tenants tenant
     where tenant.slug = find_tenant.slug;
end
$$;

ALTER FUNCTION api.find_tenant(slug text) OWNER TO hearth_owner;

--
-- Name: FUNCTION find_tenant(slug text); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.find_tenant(slug text) IS 'A tenant by its slug, with what its webhooks must prove.';

--
-- Name: findings(); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.findings() RETURNS TABLE(kind text, subject text, count bigint, first_seen_at timestamp with time zone, last_seen_at timestamp with time zone)
    LANGUAGE plpgsql STABLE ROWS 10
    SET search_path TO ''
    AS $$
#variable_conflict use_column
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
begin
    return query
    with sold as (
        select purchase.product_id, purchase.starts_at,
               coalesce(purchase.period_started_at, purchase.starts_at) as seen_at,
               coalesce(purchase.entitlement_ids,
                        api.promotional_entitlement_ids(purchase.product_id)) as entitlement_ids
          from api.unknown_products() as unknown,
               lateral (select bought.* from entitlements.purchases bought
                         where bought.tenant_id = _tenant_id
                           and bought.environment = 'production'
                           and bought.product_id = unknown.product_id
                         limit 1000) as purchase
    )
    select 'product_not_in_catalog', sold.product_id, count(*), min(sold.starts_at),
           max(sold.seen_at)
      from sold where sold.entitlement_ids is null or sold.entitlement_ids = '{}'
     group by sold.product_id
     union all
    select 'entitlement_not_in_catalog', named.id, count(*), min(sold.starts_at),
           max(sold.seen_at)
      from sold, unnest(sold.entitlement_ids) as named (id)
     where not exists (select from entitlements.entitlements known
                        where known.tenant_id = _tenant_id and known.entitlement_id = named.id)
     group by named.id
     union all
    select 'project_not_recognised', '', count(*), min(waiting.queued_at), max(waiting.queued_at)
      from (select queued.queued_at from entitlements.confirmations queued
              join entitlements.upstreams upstream on upstream.tenant_id = queued.tenant_id
             where queued.tenant_id = _tenant_id and queued.setback = 'project_not_recognised'
               and upstream.sealed_key is not null and upstream.recognised_at is null
             limit 1000) as waiting
    having count(*) > 0;
end
$$;

ALTER FUNCTION api.findings() OWNER TO hearth_owner;

--
-- Name: FUNCTION findings(); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.findings() IS 'What an operator should know of a tenant.';

--
-- Name: finish_confirmation(uuid, uuid); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.finish_confirmation(app_user_uuid uuid, claim_id uuid) RETURNS TABLE(is_finished boolean)
    LANGUAGE plpgsql ROWS 1
    SET search_path TO ''
    AS $$
#variable_conflict use_column
begin
    delete from entitlements.confirmations waiting
     where waiting.tenant_id = entitlements.current_tenant_id()
       and waiting.app_user_uuid = finish_confirmation.app_user_uuid
       and waiting.claim_id = finish_confirmation.claim_id;
    return query select found;
end
$$;

ALTER FUNCTION api.finish_confirmation(app_user_uuid uuid, claim_id uuid) OWNER TO hearth_owner;

--
-- Name: FUNCTION finish_confirmation(app_user_uuid uuid, claim_id uuid); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.finish_confirmation(app_user_uuid uuid, claim_id uuid) IS 'Takes a person off the queue who was read back under a claim.';

--
-- Name: finish_run_people(uuid, text[], text); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.finish_run_people(run_id uuid, app_user_ids text[], outcome text) RETURNS SETOF text
    LANGUAGE plpgsql ROWS 16
    SET search_path TO ''
    AS $$
#variable_conflict use_column
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _done text[];
begin
    if finish_run_people.run_id is null then
        return query select unnest(finish_run_people.app_user_ids);
        return;
    end if;
    -- By their key alone: the index of those who wait holds the whole run.
    _done := array(
        select held.app_user_id
          from (select person.app_user_id, person.outcome
                  from entitlements.run_people person
                 where person.tenant_id = _tenant_id
                   and person.run_id = finish_run_people.run_id
                   and person.app_user_id = any (finish_run_people.app_user_ids)
                 order by person.app_user_id
                   for no key update) as held
         where held.outcome is not null);
    update entitlements.run_people person
       set outcome = finish_run_people.outcome, done_at = clock_timestamp(), claim_id = null,
           is_lost = false
     where person.tenant_id = _tenant_id
       and person.run_id = finish_run_people.run_id
       and person.app_user_id = any (finish_run_people.app_user_ids)
       and person.app_user_id <> all (_done);
    return query
    select named.id from unnest(finish_run_people.app_user_ids) as named (id)
     where named.id <> all (_done);
end
$$;

ALTER FUNCTION api.finish_run_people(run_id uuid, app_user_ids text[], outcome text) OWNER TO hearth_owner;

--
-- Name: FUNCTION finish_run_people(run_id uuid, app_user_ids text[], outcome text); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.finish_run_people(run_id uuid, app_user_ids text[], outcome text) IS 'Writes down what became of people of a run, and answers those who still have to be read.';

--
-- Name: finish_webhook_events(text[], jsonb[], text[], integer[], text[]); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.finish_webhook_events(event_ids text[], facts jsonb[], failures text[], taken integer[], added text[]) RETURNS TABLE(number integer, status text, failure text)
    LANGUAGE plpgsql ROWS 64
    SET search_path TO ''
    AS $$
#variable_conflict use_column
begin
    if cardinality(array_remove(finish_webhook_events.failures, null)) > 0
       or cardinality(finish_webhook_events.added) < cardinality(finish_webhook_events.event_ids)
    then
        update entitlements.webhook_events event
           set status = ended.status,
               failure = ended.failure,
               unread = api.unread_fields(ended.facts),
               due_at = case when ended.failure is not null
                   then now() + least(interval '15 seconds' * 2 ^ least(event.attempts - 1, 20),
                                      interval '1 hour') end
          from (select finish_webhook_events.event_ids[named.number] as event_id,
                       finish_webhook_events.failures[named.number] as failure,
                       finish_webhook_events.facts[named.number] as facts,
                       case when finish_webhook_events.failures[named.number] is not null
                                then 'failed'
                            when api.is_understood(finish_webhook_events.facts[named.number])
                                then 'applied'
                            else 'stored' end as status
                  from unnest(finish_webhook_events.taken) as named (number)) as ended
         where event.tenant_id = entitlements.current_tenant_id()
           and event.event_id = ended.event_id
           and (event.status <> ended.status or ended.failure is not null);
        if exists (
            select from unnest(finish_webhook_events.taken) as named (number)
             where finish_webhook_events.failures[named.number] is not null) then
            perform pg_notify('hearth_webhook_events', '');
        end if;
    end if;
    return query
    select told.number::integer,
           case when told.number <> all (finish_webhook_events.taken) then 'duplicate'
                when api.is_understood(told.facts)
                     and finish_webhook_events.failures[told.number] is null then 'applied'
                else 'stored' end,
           case when told.number = any (finish_webhook_events.taken)
                then finish_webhook_events.failures[told.number] end
      from unnest(finish_webhook_events.facts) with ordinality as told (facts, number)
     order by told.number;
end
$$;

ALTER FUNCTION api.finish_webhook_events(event_ids text[], facts jsonb[], failures text[], taken integer[], added text[]) OWNER TO hearth_owner;

--
-- Name: FUNCTION finish_webhook_events(event_ids text[], facts jsonb[], failures text[], taken integer[], added text[]); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.finish_webhook_events(event_ids text[], facts jsonb[], failures text[], taken integer[], added text[]) IS 'Records how applying a set of events went.';

--
-- Name: fold_absence(entitlements.purchases, entitlements.evidence, text[]); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.fold_absence(state entitlements.purchases, told entitlements.evidence, ids text[]) RETURNS entitlements.purchases
    LANGUAGE plpgsql IMMUTABLE
    SET search_path TO ''
    AS $$
declare
    s entitlements.purchases := state;
begin
    if (s.owner_app_user_id = any (ids) and not s.owner_is_settled
        and s.access_ends_at > greatest(told.order_at, told.expires_at)) is not true then
        return s;
    end if;
    s.folded_at := told.order_at;
    s.folded_rank := told.rank;
    s.folded_evidence_id := told.evidence_id;
    if told.expires_at <> '-infinity' then
        s.ended_at := told.expires_at;
    elsif s.store = 'promotional' then
        s.ended_at := told.order_at;
        s.end_reason := 'developer_initiated';
    elsif s.is_one_time then
        s.refunded_at := told.order_at;
    else
        s.previous_owner_app_user_id := s.owner_app_user_id;
        s.moved_at := told.order_at;
        s.owner_app_user_id := null;
    end if;
    s.access_ends_at := least(s.access_ends_at, s.refunded_at, s.ended_at);
    s.status_after_end := case
        when s.refunded_at is not null then 'refunded' else s.status_after_end end;
    return s;
end
$$;

ALTER FUNCTION api.fold_absence(state entitlements.purchases, told entitlements.evidence, ids text[]) OWNER TO hearth_owner;

--
-- Name: FUNCTION fold_absence(state entitlements.purchases, told entitlements.evidence, ids text[]); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.fold_absence(state entitlements.purchases, told entitlements.evidence, ids text[]) IS 'Folds that a snapshot of the owner did not list a purchase which should have been running.';

--
-- Name: fold_claim(entitlements.purchases, entitlements.evidence, text[]); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.fold_claim(state entitlements.purchases, told entitlements.evidence, ids text[]) RETURNS entitlements.purchases
    LANGUAGE plpgsql IMMUTABLE
    SET search_path TO ''
    AS $$
declare
    s entitlements.purchases := state;
begin
    if s.folded_at is null then
        return s; -- Nothing has been told of the purchase at that time.
    end if;
    s.owner_is_settled := false;
    s := api.fold_owner(s, told, ids);
    s.owner_is_settled := true;
    s.folded_at := told.order_at;
    s.folded_rank := told.rank;
    s.folded_evidence_id := told.evidence_id;
    return s;
end
$$;

ALTER FUNCTION api.fold_claim(state entitlements.purchases, told entitlements.evidence, ids text[]) OWNER TO hearth_owner;

--
-- Name: FUNCTION fold_claim(state entitlements.purchases, told entitlements.evidence, ids text[]); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.fold_claim(state entitlements.purchases, told entitlements.evidence, ids text[]) IS 'Folds a claim: whose the purchase is, for good but for a transfer or another claim.';

--
-- Name: fold_given_access(entitlements.purchases, entitlements.purchases, entitlements.evidence); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.fold_given_access(state entitlements.purchases, before entitlements.purchases, told entitlements.evidence) RETURNS entitlements.purchases
    LANGUAGE plpgsql IMMUTABLE
    SET search_path TO ''
    AS $$
declare
    s entitlements.purchases := state;
begin
    if told.gives_access then
        s.grace_expires_at := case
            when before.grace_expires_at > told.order_at then before.grace_expires_at
            else told.order_at + interval '1 day' end;
    elsif s.is_one_time and s.store <> 'promotional' then
        s.refunded_at := coalesce(told.refunded_at, before.refunded_at, told.order_at);
    else
        s.ended_at := least(told.order_at, greatest(before.access_ends_at, s.starts_at));
    end if;
    return s;
end
$$;

ALTER FUNCTION api.fold_given_access(state entitlements.purchases, before entitlements.purchases, told entitlements.evidence) OWNER TO hearth_owner;

--
-- Name: FUNCTION fold_given_access(state entitlements.purchases, before entitlements.purchases, told entitlements.evidence); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.fold_given_access(state entitlements.purchases, before entitlements.purchases, told entitlements.evidence) IS 'Folds a snapshot''s word on access where it is not what the expiry says.';

--
-- Name: fold_listed_purchases(entitlements.evidence[]); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.fold_listed_purchases(listed entitlements.evidence[]) RETURNS TABLE(app_user_id text, before entitlements.purchases, after entitlements.purchases)
    LANGUAGE plpgsql ROWS 64
    SET search_path TO ''
    AS $$
#variable_conflict use_column
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _found record;
    _told entitlements.evidence;
    _reading_id text;
    _added entitlements.evidence[] := array[]::entitlements.evidence[];
    _purchase_ids uuid[] := array[]::uuid[];
    _asked text[] := array[]::text[];
    _refolded uuid[] := array[]::uuid[];
begin
    for _found in
        select told, purchase as state, newest.is_newest,
               api.snapshot_app_user_ids(told.app_user_id, told.occurred_at) as ids
          from unnest(listed) as told
          join entitlements.purchases purchase
            on purchase.tenant_id = _tenant_id and purchase.purchase_id = told.purchase_id
         cross join lateral (
               select array_agg(own.app_user_id)
                 from entitlements.app_user_ids known
                 join entitlements.app_user_ids own
                   on own.tenant_id = _tenant_id and own.app_user_uuid = known.app_user_uuid
                where known.tenant_id = _tenant_id
                  and known.app_user_id = told.app_user_id) as own (ids)
         cross join lateral api.is_newest_evidence(told, purchase, own.ids) as newest
    loop
        _told := _found.told;
        app_user_id := _told.app_user_id;
        before := _found.state;
        after := null;
        _reading_id := api.snapshot_evidence_id(_told.app_user_id, _told.occurred_at, '');
        if _found.is_newest then
            after := api.fold_purchase_step(before, _told, _found.ids);
        else
            _asked := _asked || _told.app_user_id;
            _refolded := _refolded || before.purchase_id;
        end if;
        if _found.is_newest and before.folded_rank = _told.rank
           and not api.is_changed(before, after)
           and (before.folded_at, before.folded_evidence_id) < (_told.order_at, _reading_id) then
            after.folded_evidence_id := _reading_id;
        else
            _added := _added || _told;
            _purchase_ids := _purchase_ids || before.purchase_id;
        end if;
        continue when not _found.is_newest;
        return next;
    end loop;
    perform api.add_evidence(_added, _purchase_ids);
    return query
    select again.app_user_id, purchase, folded
      from unnest(_asked, _refolded) as again (app_user_id, purchase_id)
      join entitlements.purchases purchase
        on purchase.tenant_id = _tenant_id and purchase.purchase_id = again.purchase_id
     cross join lateral api.folded_purchase(purchase.purchase_id) as folded;
end
$$;

ALTER FUNCTION api.fold_listed_purchases(listed entitlements.evidence[]) OWNER TO hearth_owner;

--
-- Name: FUNCTION fold_listed_purchases(listed entitlements.evidence[]); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.fold_listed_purchases(listed entitlements.evidence[]) IS 'Adds what snapshots list as evidence, and folds it: each purchase before and after.';

--
-- Name: fold_mark(entitlements.purchases, entitlements.evidence); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.fold_mark(state entitlements.purchases, told entitlements.evidence) RETURNS entitlements.purchases
    LANGUAGE plpgsql IMMUTABLE
    SET search_path TO ''
    AS $$
declare
    s entitlements.purchases := state;
    _is_refund constant boolean := told.kind = 'cancellation'
        and (coalesce(told.cancel_reason = 'customer_support', false)
             or coalesce(told.price < 0, false));
begin
    if split_part(told.product_id, ':', 1) <> split_part(s.product_id, ':', 1)
       or (not _is_refund and told.purchased_at < s.period_started_at)
       or (told.kind = 'expiration' and told.expires_at <= s.period_started_at
           and told.purchased_at is distinct from s.period_started_at) then
        return s;
    end if;

    -- The purchase or renewal that opened this period has not come (yet): the mark proves it all
    -- the same.
    if s.period_started_at is null or told.purchased_at > s.period_started_at then
        s := api.fold_period(s, told);
        s.period_started_at := coalesce(told.purchased_at, s.period_started_at);
    end if;

    if _is_refund then
        s.refunded_at := told.order_at;
    elsif told.kind = 'cancellation' then
        s.cancelled_at := told.order_at;
        s.end_reason := coalesce(api.end_reason(told.cancel_reason), s.end_reason, 'unsubscribed');
        s.will_renew := false;
        -- A promotional grant does not renew: cancelling it can only mean taking it back.
        if told.store = 'promotional' then
            s.ended_at := told.order_at;
            s.end_reason := 'developer_initiated';
        end if;
    elsif told.kind = 'billing_issue' then
        s.billing_issue_at := told.order_at;
        s.end_reason := 'billing_error';
        s.will_renew := false;
        s.grace_expires_at := coalesce(told.grace_expires_at, s.grace_expires_at);
    elsif told.kind = 'subscription_paused' then
        s.paused_at := told.order_at;
        s.auto_resume_at := told.auto_resume_at;
        s.will_renew := false;
    elsif told.kind = 'expiration' then
        s.expires_at := coalesce(told.expires_at, s.expires_at);
        s.ended_at := told.order_at;
        s.end_reason := coalesce(api.end_reason(told.expiration_reason), s.end_reason);
        s.will_renew := false;
        if told.expiration_reason = 'subscription_paused' then
            s.paused_at := coalesce(s.paused_at, told.order_at);
        end if;
    end if;
    return s;
end
$$;

ALTER FUNCTION api.fold_mark(state entitlements.purchases, told entitlements.evidence) OWNER TO hearth_owner;

--
-- Name: FUNCTION fold_mark(state entitlements.purchases, told entitlements.evidence); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.fold_mark(state entitlements.purchases, told entitlements.evidence) IS 'Folds evidence that marks the running period: cancelled, refunded, unpaid, paused, expired.';

--
-- Name: fold_owner(entitlements.purchases, entitlements.evidence, text[]); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.fold_owner(state entitlements.purchases, told entitlements.evidence, ids text[]) RETURNS entitlements.purchases
    LANGUAGE plpgsql IMMUTABLE
    SET search_path TO ''
    AS $$
declare
    s entitlements.purchases := state;
begin
    if s.owner_is_settled
       or (s.owner_app_user_id = any (ids) and told.kind = 'snapshot') then
        return s;
    elsif s.owner_app_user_id <> all (ids) then
        s.previous_owner_app_user_id := s.owner_app_user_id;
        s.moved_at := told.order_at;
    elsif s.owner_app_user_id is null and s.previous_owner_app_user_id = any (ids) then
        -- It was nobody's for a while, and is back.
        s.previous_owner_app_user_id := null;
        s.moved_at := null;
    end if;
    s.owner_app_user_id := told.app_user_id;
    return s;
end
$$;

ALTER FUNCTION api.fold_owner(state entitlements.purchases, told entitlements.evidence, ids text[]) OWNER TO hearth_owner;

--
-- Name: FUNCTION fold_owner(state entitlements.purchases, told entitlements.evidence, ids text[]); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.fold_owner(state entitlements.purchases, told entitlements.evidence, ids text[]) IS 'Folds whose a purchase is by evidence that names somebody.';

--
-- Name: fold_period(entitlements.purchases, entitlements.evidence); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.fold_period(state entitlements.purchases, told entitlements.evidence) RETURNS entitlements.purchases
    LANGUAGE plpgsql IMMUTABLE
    SET search_path TO ''
    AS $$
declare
    s entitlements.purchases := state;
    _started_at constant timestamptz := coalesce(told.purchased_at, told.order_at);
    _is_paid constant boolean := told.kind in ('initial_purchase', 'renewal',
        'non_renewing_purchase', 'temporary_entitlement_grant');
begin
    -- A purchase that lapsed and is opened again starts again, perhaps in the future: stores charge
    -- hours ahead. One that runs on keeps its start, so that access has no gap.
    if s.starts_at is null or (_is_paid and s.access_ends_at < _started_at) then
        s.starts_at := _started_at;
    end if;
    if _is_paid or s.period_started_at is null then
        s.period_started_at := _started_at;
    end if;
    s.product_id := coalesce(told.product_id, s.product_id);
    s.period_type := coalesce(told.period_type, s.period_type);
    s.transaction_id := coalesce(told.transaction_id, s.transaction_id);

    -- Without an expiry only a purchase that never renews is for ever; a renewal keeps what was
    -- known.
    s.expires_at := case
        when told.kind = 'temporary_entitlement_grant'
            then least(told.expires_at, told.order_at + interval '24 hours')
        else coalesce(told.expires_at, s.expires_at) end;
    if s.period_type = 'trial' then
        s.trial_ends_at := s.expires_at;
    end if;
    s.never_expires := s.never_expires
        or (told.kind = 'non_renewing_purchase' and told.expires_at is null);
    s.ended_at := null;

    if _is_paid or told.kind = 'refund_reversed' then
        s.refunded_at := null;
    end if;
    if _is_paid then
        s.pending_product_id := null;
        s.billing_issue_at := null;
        s.grace_expires_at := null;
        s.paused_at := null;
        s.auto_resume_at := null;
    end if;
    if _is_paid or told.kind = 'uncancellation' then
        s.cancelled_at := null;
        s.end_reason := case when s.billing_issue_at is not null then 'billing_error' end;
        s.will_renew := told.kind in ('initial_purchase', 'renewal', 'uncancellation')
            and coalesce(s.period_type, '') <> 'prepaid' and s.billing_issue_at is null;
    end if;
    return s;
end
$$;

ALTER FUNCTION api.fold_period(state entitlements.purchases, told entitlements.evidence) OWNER TO hearth_owner;

--
-- Name: FUNCTION fold_period(state entitlements.purchases, told entitlements.evidence); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.fold_period(state entitlements.purchases, told entitlements.evidence) IS 'Folds evidence that opens a period or says when it ends.';

--
-- Name: fold_purchase_step(entitlements.purchases, entitlements.evidence, text[]); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.fold_purchase_step(state entitlements.purchases, told entitlements.evidence, ids text[]) RETURNS entitlements.purchases
    LANGUAGE plpgsql IMMUTABLE
    SET search_path TO ''
    AS $$
declare
    s entitlements.purchases := state;
    _opens constant boolean := told.kind in ('initial_purchase', 'renewal', 'non_renewing_purchase',
        'temporary_entitlement_grant', 'subscription_extended', 'uncancellation',
        'refund_reversed');
begin
    if told.kind in ('transfer', 'absence', 'claim') then
        return case told.kind when 'transfer' then api.fold_transfer(s, told, ids)
                              when 'claim' then api.fold_claim(s, told, ids)
                              else api.fold_absence(s, told, ids) end;
    end if;

    s.folded_at := told.order_at;
    s.folded_rank := told.rank;
    s.folded_evidence_id := told.evidence_id;
    s.tenant_id := told.tenant_id;
    s.purchase_id := told.purchase_id;
    s.environment := told.environment;
    s.store := told.store;
    if s.owner_app_user_id is distinct from told.app_user_id then
        s := api.fold_owner(s, told, ids);
    end if;
    s.is_one_time := coalesce(s.is_one_time, false) or coalesce(told.is_one_time, false)
        or told.kind = 'non_renewing_purchase';
    s.is_family_share := coalesce(told.is_family_share, s.is_family_share, false);
    s.never_expires := coalesce(s.never_expires, false);
    s.owner_is_settled := coalesce(s.owner_is_settled, false);
    s.will_renew := coalesce(s.will_renew, false);
    if told.kind = 'snapshot' then
        s := api.fold_snapshot(s, told);
    else
        -- What the event says it grants counts where the catalog lacks the product. Saying nothing
        -- takes nothing away.
        s.entitlement_ids := coalesce(told.entitlement_ids, s.entitlement_ids);
        if told.kind = 'product_change' then
            -- A change was asked for; the purchase or renewal that makes it true will say so.
            s.product_id := coalesce(s.product_id, told.product_id);
            s.pending_product_id := coalesce(told.new_product_id, s.pending_product_id);
        else
            s := case when _opens then api.fold_period(s, told) else api.fold_mark(s, told) end;
        end if;
    end if;
    -- Access ends by the clock: at the latest of expiry and grace, or earlier where an expiration
    -- or a refund says so. A period without a known end gives nothing: it is not a lifetime.
    s.access_starts_at := coalesce(s.starts_at, 'infinity');
    s.access_ends_at := least(s.refunded_at, s.ended_at, case
        when s.starts_at is null then '-infinity'
        when s.never_expires then 'infinity'
        else coalesce(greatest(s.expires_at, s.grace_expires_at), '-infinity') end);
    s.status_until_end := case -- Of several words the one that asks for action stands first.
        when s.store = 'promotional' then 'granted'
        when s.never_expires then 'lifetime'
        when s.billing_issue_at is not null then 'billing_issue'
        when s.paused_at is not null then 'paused'
        when s.cancelled_at is not null then 'cancelled'
        when s.period_type = 'trial' then 'trialing' else 'active' end;
    s.status_after_end := case when s.refunded_at is not null then 'refunded'
        when s.paused_at is not null then 'paused' else 'expired' end;
    return s;
end
$$;

ALTER FUNCTION api.fold_purchase_step(state entitlements.purchases, told entitlements.evidence, ids text[]) OWNER TO hearth_owner;

--
-- Name: FUNCTION fold_purchase_step(state entitlements.purchases, told entitlements.evidence, ids text[]); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.fold_purchase_step(state entitlements.purchases, told entitlements.evidence, ids text[]) IS 'What a purchase is after one more piece of evidence.';

--
-- Name: fold_readings(entitlements.snapshots[], entitlements.evidence[], text[]); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.fold_readings(readings entitlements.snapshots[], listed entitlements.evidence[], repeated text[]) RETURNS entitlements.reading_outcome
    LANGUAGE plpgsql
    SET search_path TO ''
    AS $$
declare
    _held record;
    _listed entitlements.evidence[];
    _added entitlements.snapshots[];
    _folded record;
    _asked text[] := array[]::text[];
    _before entitlements.purchases[] := array[]::entitlements.purchases[];
    _after entitlements.purchases[] := array[]::entitlements.purchases[];
    _same entitlements.purchases[] := array[]::entitlements.purchases[];
begin
    select * into strict _held from api.hold_readings(readings, listed, repeated);
    _listed := api.match_listed_purchases(listed, _held.purchase_ids);
    perform api.require_known_project(readings, _listed, _held.app_user_ids, _held.purchase_ids);
    with added as (
        insert into entitlements.snapshots as reading
               (tenant_id, app_user_id, read_at, received_at, app_user_ids, run_id, content,
                purchase_ids, running_products)
        select told.tenant_id, told.app_user_id, told.read_at, told.received_at, told.app_user_ids,
               told.run_id, told.content, coalesce(named.purchase_ids, '{}'),
               told.running_products || coalesce(named.products, '{}')
          from unnest(readings) as told
          left join (
               select entry.app_user_id, array_agg(entry.purchase_id) as purchase_ids,
                      array_agg(distinct
                          entry.environment || ' ' || split_part(entry.product_id, ':', 1)) filter (
                          where not entry.is_one_time and entry.product_id is not null
                            and entry.gives_access is null and coalesce(
                                    entry.never_expires or null,
                                    entry.expires_at > entry.order_at)) as products
                 from unnest(_listed) as entry
                group by entry.app_user_id) as named using (app_user_id)
        returning reading)
    select array_agg(added.reading) into strict _added from added;
    update entitlements.app_users person
       set confirmed_at = greatest(person.confirmed_at, told.order_at)
      from unnest(readings) as told
      join entitlements.app_user_ids own
        on own.tenant_id = told.tenant_id and own.app_user_id = told.app_user_id
     where person.tenant_id = own.tenant_id and person.app_user_uuid = own.app_user_uuid;

    for _folded in
        select * from api.fold_listed_purchases(_listed) union all
        select * from api.fold_unlisted_purchases(_added, _held.app_user_ids, _held.purchase_ids)
    loop
        if api.is_changed(_folded.before, _folded.after) then
            _asked := _asked || _folded.app_user_id;
            _before := _before || _folded.before;
            _after := _after || _folded.after;
        else
            _same := _same || _folded.after;
        end if;
    end loop;
    update entitlements.purchases stored
       set (folded_at, folded_rank, folded_evidence_id)
         = (s.folded_at, s.folded_rank, s.folded_evidence_id)
      from unnest(_same) as s
     where (stored.tenant_id, stored.purchase_id) = (s.tenant_id, s.purchase_id)
       and stored.folded_evidence_id <> s.folded_evidence_id;
    return api.store_snapshot_changes(_added, _asked, _before, _after);
end
$$;

ALTER FUNCTION api.fold_readings(readings entitlements.snapshots[], listed entitlements.evidence[], repeated text[]) OWNER TO hearth_owner;

--
-- Name: FUNCTION fold_readings(readings entitlements.snapshots[], listed entitlements.evidence[], repeated text[]); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.fold_readings(readings entitlements.snapshots[], listed entitlements.evidence[], repeated text[]) IS 'Writes readings of different people down and folds what they list.';

--
-- Name: fold_snapshot(entitlements.purchases, entitlements.evidence); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.fold_snapshot(state entitlements.purchases, told entitlements.evidence) RETURNS entitlements.purchases
    LANGUAGE plpgsql IMMUTABLE
    SET search_path TO ''
    AS $$
declare
    s entitlements.purchases := state;
    _purchased_at constant timestamptz :=
        coalesce(told.purchased_at, told.original_purchased_at, told.order_at);
    -- Stores charge hours ahead. Of a first period that is a start; of a later one it is not, as
    -- nobody may have told us of the period before.
    _started_at constant timestamptz := case
        when told.original_purchased_at < _purchased_at then least(_purchased_at, told.order_at)
        else _purchased_at end;
    _never_expires constant boolean := coalesce(
        told.never_expires, told.is_one_time and told.expires_at is null, false);
    _is_later constant boolean := _purchased_at >= state.period_started_at + interval '1 second';
    _is_grace_only constant boolean := coalesce(
        not _is_later and told.gives_access is null and state.expires_at < told.grace_expires_at
            and told.expires_at <= told.grace_expires_at, false);
    _has_lapsed constant boolean := not _never_expires
        and coalesce(told.expires_at <= told.order_at, true);
begin
    -- What runs on keeps its start: access has no gap. Events may tell of a later period alone.
    if s.starts_at is null or s.access_ends_at < _started_at
       or s.starts_at >= _started_at + interval '1 second' then
        s.starts_at := _started_at;
    end if;
    if _is_later is not false then
        s.end_reason := null;
    end if;
    if _is_later
       or split_part(s.pending_product_id, ':', 1) = split_part(told.product_id, ':', 1) then
        s.pending_product_id := null;
    end if;
    s.period_started_at := api.same_second(s.period_started_at, _purchased_at);
    s.product_id := case
        when told.product_id = split_part(s.product_id, ':', 1) then s.product_id
        else coalesce(told.product_id, s.product_id) end;
    s.entitlement_ids := case
        when told.gives_access is not null
            then coalesce(told.entitlement_ids, s.entitlement_ids)
        else nullif(s.entitlement_ids || array(
            select named.id from unnest(told.entitlement_ids) as named (id)
             where (named.id = any (s.entitlement_ids)) is not true), '{}') end;
    s.period_type := coalesce(told.period_type, s.period_type);
    s.transaction_id := coalesce(told.transaction_id, s.transaction_id);
    s.never_expires := _never_expires;
    s.expires_at := case when _is_grace_only then s.expires_at
                         else api.same_second(s.expires_at, told.expires_at) end;
    if s.period_type = 'trial' then
        s.trial_ends_at := s.expires_at;
    end if;
    s.grace_expires_at := case
        when told.grace_expires_at is not null then api.same_second(
            s.grace_expires_at, least(told.grace_expires_at, told.expires_at))
        when told.gives_access and told.has_billing_issue then s.grace_expires_at end;
    s := api.fold_snapshot_marks(s, told, _has_lapsed);
    s.ended_at := null;
    -- Version 2 says of what is paid once that it is owned, also after the time that it lasts.
    return case when told.is_one_time and told.store <> 'promotional' and told.gives_access then s
        when told.gives_access and _has_lapsed or not told.gives_access and not _has_lapsed
        then api.fold_given_access(s, state, told) else s end;
end
$$;

ALTER FUNCTION api.fold_snapshot(state entitlements.purchases, told entitlements.evidence) OWNER TO hearth_owner;

--
-- Name: FUNCTION fold_snapshot(state entitlements.purchases, told entitlements.evidence); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.fold_snapshot(state entitlements.purchases, told entitlements.evidence) IS 'Folds what a snapshot lists of a purchase: it replaces everything that was told before.';

--
-- Name: fold_snapshot_marks(entitlements.purchases, entitlements.evidence, boolean); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.fold_snapshot_marks(state entitlements.purchases, told entitlements.evidence, has_lapsed boolean) RETURNS entitlements.purchases
    LANGUAGE plpgsql IMMUTABLE
    SET search_path TO ''
    AS $$
declare
    s entitlements.purchases := state;
begin
    s.will_renew := coalesce(told.will_renew, false);
    if told.gives_access is null then
        s.cancelled_at := told.cancelled_at;
        s.billing_issue_at := told.billing_issue_at;
    else
        s.cancelled_at := case when told.is_cancelled then coalesce(s.cancelled_at, told.order_at)
                               when told.is_cancelled is null then s.cancelled_at end;
        s.billing_issue_at := case
            when told.has_billing_issue then coalesce(s.billing_issue_at, told.order_at)
            when told.has_billing_issue is null then s.billing_issue_at end;
    end if;
    s.end_reason := case
        when s.billing_issue_at is not null then coalesce(s.end_reason, 'billing_error')
        when s.cancelled_at is not null then coalesce(s.end_reason, 'unsubscribed')
        when has_lapsed then s.end_reason end;
    s.auto_resume_at := told.auto_resume_at;
    s.paused_at := case when told.is_paused or told.auto_resume_at is not null
        then coalesce(s.paused_at, told.order_at) end;
    s.refunded_at := told.refunded_at;
    return s;
end
$$;

ALTER FUNCTION api.fold_snapshot_marks(state entitlements.purchases, told entitlements.evidence, has_lapsed boolean) OWNER TO hearth_owner;

--
-- Name: FUNCTION fold_snapshot_marks(state entitlements.purchases, told entitlements.evidence, has_lapsed boolean); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.fold_snapshot_marks(state entitlements.purchases, told entitlements.evidence, has_lapsed boolean) IS 'Folds what a snapshot says of cancelling, unpaid charges, pauses and refunds.';

--
-- Name: fold_transfer(entitlements.purchases, entitlements.evidence, text[]); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.fold_transfer(state entitlements.purchases, told entitlements.evidence, ids text[]) RETURNS entitlements.purchases
    LANGUAGE plpgsql IMMUTABLE
    SET search_path TO ''
    AS $$
declare
    s entitlements.purchases := state;
    _is_moved constant boolean :=
        coalesce(state.owner_app_user_id, state.previous_owner_app_user_id) = any (ids)
        and coalesce(told.environment = state.environment, true);
begin
    if not coalesce(_is_moved, false) then
        return s;
    end if;
    if told.transferred_to_app_user_id = any (ids) then
        if s.owner_app_user_id is null then
            s.previous_owner_app_user_id := null;
            s.moved_at := null;
        end if;
    elsif s.owner_app_user_id is not null then
        s.previous_owner_app_user_id := s.owner_app_user_id;
        s.moved_at := told.order_at;
    end if;
    s.owner_app_user_id := told.transferred_to_app_user_id;
    s.owner_is_settled := false;
    return s;
end
$$;

ALTER FUNCTION api.fold_transfer(state entitlements.purchases, told entitlements.evidence, ids text[]) OWNER TO hearth_owner;

--
-- Name: FUNCTION fold_transfer(state entitlements.purchases, told entitlements.evidence, ids text[]); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.fold_transfer(state entitlements.purchases, told entitlements.evidence, ids text[]) IS 'Folds a transfer: it moves what its source owns at that moment.';

--
-- Name: fold_unlisted_purchases(entitlements.snapshots[], text[], uuid[]); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.fold_unlisted_purchases(readings entitlements.snapshots[], app_user_ids text[], purchase_ids uuid[]) RETURNS TABLE(app_user_id text, before entitlements.purchases, after entitlements.purchases)
    LANGUAGE plpgsql ROWS 1
    SET search_path TO ''
    AS $$
#variable_conflict use_column
begin
    return query
    select reading.app_user_id, purchase, folded
      from unnest(
               fold_unlisted_purchases.app_user_ids, fold_unlisted_purchases.purchase_ids)
           as known (app_user_id, purchase_id)
      join unnest(readings) as reading
        on reading.app_user_id = known.app_user_id
       and known.purchase_id <> all (reading.purchase_ids) -- Nearly always everything is listed.
      join entitlements.purchases purchase
        on purchase.tenant_id = entitlements.current_tenant_id()
       and purchase.purchase_id = known.purchase_id
       and greatest(purchase.access_ends_at, purchase.folded_at) > reading.order_at
     cross join lateral api.folded_purchase(purchase.purchase_id) as folded;
end
$$;

ALTER FUNCTION api.fold_unlisted_purchases(readings entitlements.snapshots[], app_user_ids text[], purchase_ids uuid[]) OWNER TO hearth_owner;

--
-- Name: FUNCTION fold_unlisted_purchases(readings entitlements.snapshots[], app_user_ids text[], purchase_ids uuid[]); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.fold_unlisted_purchases(readings entitlements.snapshots[], app_user_ids text[], purchase_ids uuid[]) IS 'Folds again what snapshots could have listed and did not.';

--
-- Name: folded_purchase(uuid, timestamp with time zone); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.folded_purchase(purchase_id uuid, as_of timestamp with time zone DEFAULT 'infinity'::timestamp with time zone) RETURNS entitlements.purchases
    LANGUAGE plpgsql STABLE
    SET search_path TO ''
    AS $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _holding constant text[] := api.holding_app_user_ids(folded_purchase.purchase_id);
    s entitlements.purchases;
begin
    select (api.fold_purchase(step.told, case (step.told).kind
                    when 'transfer' then api.transferring_app_user_ids(
                        (step.told).evidence_id, _holding)
                    when 'snapshot' then api.snapshot_app_user_ids(
                        (step.told).app_user_id, (step.told).occurred_at)
                    else api.own_app_user_ids((step.told).app_user_id) end
                order by (step.told).order_at, (step.told).rank, (step.told).evidence_id)).*
      into s
      from (select told
              from entitlements.evidence told
             where told.tenant_id = _tenant_id
               and told.purchase_id = folded_purchase.purchase_id
               and told.order_at <= folded_purchase.as_of
            union all
            select told
              from entitlements.evidence told
             where told.tenant_id = _tenant_id
               and told.evidence_id in (
                   select side.evidence_id from entitlements.transfer_sides side
                    where side.tenant_id = _tenant_id
                      and side.app_user_id = any (_holding) and side.side = 'from')
               and told.order_at <= folded_purchase.as_of
            union all
            select told
              from api.reading_evidence(
                       folded_purchase.purchase_id, _holding, folded_purchase.as_of) as told)
           as step;
    return s;
end
$$;

ALTER FUNCTION api.folded_purchase(purchase_id uuid, as_of timestamp with time zone) OWNER TO hearth_owner;

--
-- Name: FUNCTION folded_purchase(purchase_id uuid, as_of timestamp with time zone); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.folded_purchase(purchase_id uuid, as_of timestamp with time zone) IS 'The state of one purchase, folded from the start over the evidence until a moment.';

--
-- Name: free_invites(uuid, boolean, timestamp with time zone); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.free_invites(household_id uuid, within_seats boolean, as_of timestamp with time zone) RETURNS bigint
    LANGUAGE plpgsql STABLE
    SET search_path TO ''
    AS $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _open bigint;
    _free bigint;
begin
    select count(*) into _open
      from entitlements.household_invites invite
     where invite.tenant_id = _tenant_id and invite.household_id = free_invites.household_id
       and invite.revoked_at is null and invite.member_id is null
       and (invite.expires_at > free_invites.as_of or invite.redeemed_at is not null);
    if free_invites.within_seats then
        select found.seats - count(member.member_id) into _free
          from api.household_seats(free_invites.household_id, free_invites.as_of) as found
          left join entitlements.household_members member
            on member.tenant_id = _tenant_id and member.household_id = free_invites.household_id
           and member.left_at is null
         group by found.seats;
    end if;
    return least(_free, 100) - _open;
end
$$;

ALTER FUNCTION api.free_invites(household_id uuid, within_seats boolean, as_of timestamp with time zone) OWNER TO hearth_owner;

--
-- Name: FUNCTION free_invites(household_id uuid, within_seats boolean, as_of timestamp with time zone); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.free_invites(household_id uuid, within_seats boolean, as_of timestamp with time zone) IS 'How many more invites a household may have open.';

--
-- Name: free_seat(uuid, integer); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.free_seat(household_id uuid, seats integer) RETURNS integer
    LANGUAGE plpgsql STABLE
    SET search_path TO ''
    AS $$
declare
    _taken constant integer[] := array(
        select member.seat from entitlements.household_members member
         where member.tenant_id = entitlements.current_tenant_id()
           and member.household_id = free_seat.household_id and member.left_at is null);
begin
    if cardinality(_taken) >= free_seat.seats then
        return null;
    end if;
    return (select min(seat) from generate_series(1, free_seat.seats) as numbered (seat)
             where seat <> all (_taken));
end
$$;

ALTER FUNCTION api.free_seat(household_id uuid, seats integer) OWNER TO hearth_owner;

--
-- Name: FUNCTION free_seat(household_id uuid, seats integer); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.free_seat(household_id uuid, seats integer) IS 'The lowest seat of a household that nobody has.';

--
-- Name: get_app_user(text, timestamp with time zone); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.get_app_user(app_user_id text, as_of timestamp with time zone DEFAULT NULL::timestamp with time zone) RETURNS TABLE(answered_as_of timestamp with time zone, answer json)
    LANGUAGE plpgsql STABLE ROWS 1
    SET search_path TO ''
    AS $$
#variable_conflict use_column
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _as_of constant timestamptz := coalesce(get_app_user.as_of, now());
begin
    return query
    select _as_of,
           json_build_object(
               'app_user_ids', (
                   select json_agg(own.app_user_id order by own.is_anonymous, own.app_user_id)
                     from entitlements.app_user_ids own
                    where own.tenant_id = _tenant_id and own.app_user_uuid = person.app_user_uuid),
               'kind', case when exists (
                   select from entitlements.app_user_ids own
                    where own.tenant_id = _tenant_id and own.app_user_uuid = person.app_user_uuid
                      and not own.is_anonymous) then 'identified' else 'anonymous' end,
               'created_at', api.rfc3339(person.created_at),
               'household', (
                   select json_build_object(
                              'household_id', belonging.household_id,
                              'role', member.role,
                              'joined_at', api.rfc3339(member.joined_at))
                     from entitlements.household_members belonging
                    cross join lateral api.members_of_household(
                              belonging.household_id, _as_of) as member
                    where belonging.tenant_id = _tenant_id
                      and belonging.app_user_uuid = person.app_user_uuid
                      and member.member_id = belonging.member_id
                    order by member.joined_at desc
                    limit 1),
               'subscriptions', coalesce(bought.subscriptions, '[]'::json),
               'purchases', coalesce(bought.purchases, '[]'::json),
               'grants', coalesce(bought.grants, '[]'::json))
      from entitlements.app_user_ids known
      join entitlements.app_users person
        on person.tenant_id = _tenant_id and person.app_user_uuid = known.app_user_uuid
     cross join lateral (
           select json_agg(purchase.answer order by purchase.position)
                      filter (where purchase.kind = 'subscription') as subscriptions,
                  json_agg(purchase.answer order by purchase.position)
                      filter (where purchase.kind = 'purchase') as purchases,
                  json_agg(purchase.answer order by purchase.position)
                      filter (where purchase.kind = 'grant') as grants
             from api.purchase_answers(known.app_user_uuid, _as_of) as purchase) as bought
     where known.tenant_id = _tenant_id and known.app_user_id = get_app_user.app_user_id;
end
$$;

ALTER FUNCTION api.get_app_user(app_user_id text, as_of timestamp with time zone) OWNER TO hearth_owner;

--
-- Name: FUNCTION get_app_user(app_user_id text, as_of timestamp with time zone); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.get_app_user(app_user_id text, as_of timestamp with time zone) IS 'A person: their ids, and what they bought or were granted.';

--
-- Name: get_app_user_household(text, timestamp with time zone); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.get_app_user_household(app_user_id text, as_of timestamp with time zone DEFAULT NULL::timestamp with time zone) RETURNS TABLE(answered_as_of timestamp with time zone, answer json)
    LANGUAGE plpgsql STABLE ROWS 1
    SET search_path TO ''
    AS $$
#variable_conflict use_column
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _as_of constant timestamptz := coalesce(get_app_user_household.as_of, now());
begin
    return query
    select _as_of, api.household_json(member.household_id, _as_of)
      from entitlements.app_user_ids known
      join entitlements.household_members member
        on member.tenant_id = _tenant_id and member.app_user_uuid = known.app_user_uuid
     where known.tenant_id = _tenant_id
       and known.app_user_id = get_app_user_household.app_user_id
       and member.joined_at <= _as_of and coalesce(member.left_at, 'infinity') > _as_of
     order by member.joined_at desc
     limit 1;
end
$$;

ALTER FUNCTION api.get_app_user_household(app_user_id text, as_of timestamp with time zone) OWNER TO hearth_owner;

--
-- Name: FUNCTION get_app_user_household(app_user_id text, as_of timestamp with time zone); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.get_app_user_household(app_user_id text, as_of timestamp with time zone) IS 'The household that a person is or was in at a moment.';

--
-- Name: get_confirmed_entitlements(text, text, timestamp with time zone); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.get_confirmed_entitlements(app_user_id text, environment text DEFAULT 'production'::text, as_of timestamp with time zone DEFAULT NULL::timestamp with time zone) RETURNS TABLE(answered_as_of timestamp with time zone, answer json, confirmed_at timestamp with time zone)
    LANGUAGE plpgsql STABLE ROWS 1
    SET search_path TO ''
    AS $$
#variable_conflict use_column
begin
    return query
    select found.answered_as_of, found.answer, (
               select person.confirmed_at
                 from entitlements.app_user_ids own
                 join entitlements.app_users person
                   on person.tenant_id = own.tenant_id
                  and person.app_user_uuid = own.app_user_uuid
                where own.tenant_id = entitlements.current_tenant_id()
                  and own.app_user_id = get_confirmed_entitlements.app_user_id)
      from api.get_entitlements(
               get_confirmed_entitlements.app_user_id, get_confirmed_entitlements.environment,
               get_confirmed_entitlements.as_of) as found;
end
$$;

ALTER FUNCTION api.get_confirmed_entitlements(app_user_id text, environment text, as_of timestamp with time zone) OWNER TO hearth_owner;

--
-- Name: FUNCTION get_confirmed_entitlements(app_user_id text, environment text, as_of timestamp with time zone); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.get_confirmed_entitlements(app_user_id text, environment text, as_of timestamp with time zone) IS 'What a person may do, and when RevenueCat was last asked about them.';

--
-- Name: get_credits(text, text, timestamp with time zone); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.get_credits(app_user_id text, environment text DEFAULT 'production'::text, as_of timestamp with time zone DEFAULT NULL::timestamp with time zone) RETURNS TABLE(answered_as_of timestamp with time zone, answer json)
    LANGUAGE plpgsql STABLE ROWS 1
    SET search_path TO ''
    AS $$
#variable_conflict use_column
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _as_of constant timestamptz := coalesce(get_credits.as_of, now());
    _app_user_uuid constant uuid := (
        select known.app_user_uuid from entitlements.app_user_ids known
         where known.tenant_id = _tenant_id and known.app_user_id = get_credits.app_user_id);
begin
    return query
    select _as_of,
           json_build_object(
               'credits', coalesce(
                   json_object_agg(
                       credit.id, json_build_object(
                           'credit_id', credit.id, 'balance', credit.balance,
                           'spent', credit.spent)
                       order by credit.id),
                   '{}'::json))
      from (select given.id, coalesce(sum(bought.remaining), 0)::bigint as balance,
                   coalesce(sum(bought.spent), 0)::bigint as spent
              from (select distinct known.credit_id as id from entitlements.product_credits known
                     where known.tenant_id = _tenant_id) as given
              left join api.credit_purchases(
                        array[_app_user_uuid], get_credits.environment, _as_of) as bought
                on bought.credit_id = given.id
             group by given.id) as credit;
end
$$;

ALTER FUNCTION api.get_credits(app_user_id text, environment text, as_of timestamp with time zone) OWNER TO hearth_owner;

--
-- Name: FUNCTION get_credits(app_user_id text, environment text, as_of timestamp with time zone); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.get_credits(app_user_id text, environment text, as_of timestamp with time zone) IS 'What a person has bought to be used up, and how much of it is left.';

--
-- Name: get_deployment(); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.get_deployment() RETURNS TABLE(schema_version integer, functions_hash text)
    LANGUAGE plpgsql STABLE SECURITY DEFINER ROWS 1
    SET search_path TO ''
    AS $$
begin
    return query
    select (select max(migration.version) from entitlements.migrations migration),
           deployment.functions_hash
      from entitlements.deployments deployment;
end
$$;

ALTER FUNCTION api.get_deployment() OWNER TO hearth_owner;

--
-- Name: FUNCTION get_deployment(); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.get_deployment() IS 'Which schema this database has: its newest migration, and the hash of its functions.';

--
-- Name: get_entitlement(text, text, text, timestamp with time zone); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.get_entitlement(app_user_id text, entitlement_id text, environment text DEFAULT 'production'::text, as_of timestamp with time zone DEFAULT NULL::timestamp with time zone) RETURNS TABLE(answered_as_of timestamp with time zone, answer json)
    LANGUAGE plpgsql STABLE ROWS 1
    SET search_path TO ''
    AS $$
#variable_conflict use_column
begin
    perform api.require_entitlements(array[get_entitlement.entitlement_id]);
    return query
    select found.answered_as_of,
           coalesce(
               found.answer -> 'entitlements' -> get_entitlement.entitlement_id,
               api.entitlement_json(get_entitlement.entitlement_id))
      from api.get_entitlements(
               get_entitlement.app_user_id, get_entitlement.environment,
               get_entitlement.as_of) as found;
end
$$;

ALTER FUNCTION api.get_entitlement(app_user_id text, entitlement_id text, environment text, as_of timestamp with time zone) OWNER TO hearth_owner;

--
-- Name: FUNCTION get_entitlement(app_user_id text, entitlement_id text, environment text, as_of timestamp with time zone); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.get_entitlement(app_user_id text, entitlement_id text, environment text, as_of timestamp with time zone) IS 'One entitlement of a person, by its name in the catalog.';

--
-- Name: get_entitlements(text, text, timestamp with time zone); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.get_entitlements(app_user_id text, environment text DEFAULT 'production'::text, as_of timestamp with time zone DEFAULT NULL::timestamp with time zone) RETURNS TABLE(answered_as_of timestamp with time zone, answer json)
    LANGUAGE plpgsql STABLE ROWS 1
    SET search_path TO ''
    AS $$
#variable_conflict use_column
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _known record;
begin
    answered_as_of := coalesce(get_entitlements.as_of, now());
    select known.app_user_uuid,
           case when get_entitlements.environment = 'production'
                 and stored.derived_at <= answered_as_of and answered_as_of < stored.valid_until
                 and stored.definition_version = (
                     select tenant.definition_version from entitlements.tenants tenant
                      where tenant.tenant_id = _tenant_id)
                 and not exists (
                     select from entitlements.stale_answers stale
                      where stale.tenant_id = _tenant_id
                        and stale.app_user_uuid = known.app_user_uuid)
                then stored.answer end as answer
      into _known
      from entitlements.app_user_ids known
      left join entitlements.stored_answers stored
        on stored.tenant_id = _tenant_id and stored.app_user_uuid = known.app_user_uuid
     where known.tenant_id = _tenant_id and known.app_user_id = get_entitlements.app_user_id;
    answer := _known.answer;
    if answer is null then
        answer := (select derived.answer
                     from api.derived_answers(
                              array[_known.app_user_uuid], get_entitlements.environment,
                              answered_as_of) as derived);
    end if;
    return next;
end
$$;

ALTER FUNCTION api.get_entitlements(app_user_id text, environment text, as_of timestamp with time zone) OWNER TO hearth_owner;

--
-- Name: FUNCTION get_entitlements(app_user_id text, environment text, as_of timestamp with time zone); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.get_entitlements(app_user_id text, environment text, as_of timestamp with time zone) IS 'What a person may do: every entitlement they have or had, their plan, and the next change.';

--
-- Name: get_feature(text, text, text, timestamp with time zone); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.get_feature(app_user_id text, feature_id text, environment text DEFAULT 'production'::text, as_of timestamp with time zone DEFAULT NULL::timestamp with time zone) RETURNS TABLE(answered_as_of timestamp with time zone, answer json)
    LANGUAGE plpgsql STABLE ROWS 1
    SET search_path TO ''
    AS $$
#variable_conflict use_column
declare
    _as_of constant timestamptz := coalesce(get_feature.as_of, now());
    _entitlement_id text;
    _is_active boolean;
begin
    select feature.entitlement_id into _entitlement_id
      from entitlements.features feature
     where feature.tenant_id = entitlements.current_tenant_id()
       and feature.feature_id = get_feature.feature_id;
    if not found then
        raise sqlstate 'PT404' using message = 'feature_not_in_catalog',
            detail = 'The tenant''s catalog has no feature of this name.';
    end if;

    _is_active := _entitlement_id is not null and exists (
        select from api.get_entitlements(
                   get_feature.app_user_id, get_feature.environment, _as_of) as found
         where (found.answer -> 'entitlements' -> _entitlement_id ->> 'is_active')::boolean);
    return query
    select _as_of,
           json_build_object(
               'feature_id', get_feature.feature_id,
               'is_allowed', _entitlement_id is null or _is_active,
               'reason', case when _entitlement_id is null then 'free'
                              when _is_active then 'entitlement_active'
                              else 'entitlement_inactive' end,
               'entitlement_id', _entitlement_id);
end
$$;

ALTER FUNCTION api.get_feature(app_user_id text, feature_id text, environment text, as_of timestamp with time zone) OWNER TO hearth_owner;

--
-- Name: FUNCTION get_feature(app_user_id text, feature_id text, environment text, as_of timestamp with time zone); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.get_feature(app_user_id text, feature_id text, environment text, as_of timestamp with time zone) IS 'Whether a person may use a feature, and which entitlement decides.';

--
-- Name: get_household(uuid, timestamp with time zone); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.get_household(household_id uuid, as_of timestamp with time zone DEFAULT NULL::timestamp with time zone) RETURNS TABLE(answered_as_of timestamp with time zone, answer json)
    LANGUAGE plpgsql STABLE ROWS 1
    SET search_path TO ''
    AS $$
#variable_conflict use_column
declare
    _as_of constant timestamptz := coalesce(get_household.as_of, now());
begin
    return query
    select _as_of, found.answer
      from (select api.household_json(get_household.household_id, _as_of)) as found (answer)
     where found.answer is not null;
end
$$;

ALTER FUNCTION api.get_household(household_id uuid, as_of timestamp with time zone) OWNER TO hearth_owner;

--
-- Name: FUNCTION get_household(household_id uuid, as_of timestamp with time zone); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.get_household(household_id uuid, as_of timestamp with time zone) IS 'A household: members, seats, open invites, who shares what.';

--
-- Name: get_limits(text, text, timestamp with time zone); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.get_limits(app_user_id text, environment text DEFAULT 'production'::text, as_of timestamp with time zone DEFAULT NULL::timestamp with time zone) RETURNS TABLE(answered_as_of timestamp with time zone, answer json)
    LANGUAGE plpgsql STABLE ROWS 1
    SET search_path TO ''
    AS $$
#variable_conflict use_column
declare
    _as_of constant timestamptz := coalesce(get_limits.as_of, now());
begin
    return query
    select _as_of,
           json_build_object(
               'limits', coalesce(
                   json_object_agg(
                       state.limit_id,
                       api.limit_json(
                           state.limit_id, state.allowed, state.used, state.resets_at)
                       order by state.limit_id),
                   '{}'::json))
      from api.limit_states(
               array[get_limits.app_user_id], array[null], get_limits.environment, _as_of)
           as state;
end
$$;

ALTER FUNCTION api.get_limits(app_user_id text, environment text, as_of timestamp with time zone) OWNER TO hearth_owner;

--
-- Name: FUNCTION get_limits(app_user_id text, environment text, as_of timestamp with time zone); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.get_limits(app_user_id text, environment text, as_of timestamp with time zone) IS 'How far a person has used everything that the catalog limits.';

--
-- Name: get_my_household(text); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.get_my_household(app_user_id text) RETURNS TABLE(answered_as_of timestamp with time zone, answer json)
    LANGUAGE plpgsql STABLE ROWS 1
    SET search_path TO ''
    AS $$
#variable_conflict use_column
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
begin
    return query
    select household.answered_as_of,
           case when household.answer ->> 'owner_app_user_id'
                     = api.shown_app_user_id(known.app_user_uuid)
                then household.answer
                else (select json_object_agg(
                                 part.name,
                                 case when part.name = 'invites' then '[]' else part.value end
                                 order by part.position)
                        from json_each(household.answer) with ordinality
                             as part (name, value, position)) end
      from entitlements.app_user_ids known
     cross join lateral api.get_app_user_household(known.app_user_id) as household
     where known.tenant_id = _tenant_id and known.app_user_id = get_my_household.app_user_id;
end
$$;

ALTER FUNCTION api.get_my_household(app_user_id text) OWNER TO hearth_owner;

--
-- Name: FUNCTION get_my_household(app_user_id text); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.get_my_household(app_user_id text) IS 'The household that a person is in now, as its members may see it.';

--
-- Name: get_run(uuid, timestamp with time zone); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.get_run(run_id uuid, as_of timestamp with time zone DEFAULT NULL::timestamp with time zone) RETURNS TABLE(answered_as_of timestamp with time zone, answer json)
    LANGUAGE plpgsql STABLE ROWS 1
    SET search_path TO ''
    AS $$
#variable_conflict use_column
declare
    _as_of constant timestamptz := coalesce(get_run.as_of, now());
begin
    return query
    select _as_of, api.run_json(run, _as_of)
      from entitlements.runs run
     where run.tenant_id = entitlements.current_tenant_id() and run.run_id = get_run.run_id;
end
$$;

ALTER FUNCTION api.get_run(run_id uuid, as_of timestamp with time zone) OWNER TO hearth_owner;

--
-- Name: FUNCTION get_run(run_id uuid, as_of timestamp with time zone); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.get_run(run_id uuid, as_of timestamp with time zone) IS 'A run: what it is to do and what it has come to.';

--
-- Name: get_token_issuers(); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.get_token_issuers() RETURNS TABLE(issuer text, algorithms text[], jwks_url text, audience text, authorized_parties text[], anonymous_claim text, app_user_id_prefix text, first_secret bytea, second_secret bytea)
    LANGUAGE plpgsql STABLE ROWS 2
    SET search_path TO ''
    AS $$
#variable_conflict use_column
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
begin
    return query
    select known.issuer, known.algorithms, known.jwks_url, known.audience,
           known.authorized_parties, known.anonymous_claim, known.app_user_id_prefix,
           slot_1.sealed, slot_2.sealed
      from entitlements.token_issuers known
      left join entitlements.token_secrets slot_1
        on slot_1.tenant_id = _tenant_id and slot_1.issuer = known.issuer and slot_1.slot = 1
      left join entitlements.token_secrets slot_2
        on slot_2.tenant_id = _tenant_id and slot_2.issuer = known.issuer and slot_2.slot = 2
     where known.tenant_id = _tenant_id
     order by known.issuer;
end
$$;

ALTER FUNCTION api.get_token_issuers() OWNER TO hearth_owner;

--
-- Name: FUNCTION get_token_issuers(); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.get_token_issuers() IS 'Who signs the tokens of a tenant''s end users, and what a token must say.';

--
-- Name: get_upstream(); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.get_upstream() RETURNS TABLE(sealed_key bytea, api text, project text)
    LANGUAGE plpgsql STABLE ROWS 1
    SET search_path TO ''
    AS $$
#variable_conflict use_column
begin
    return query
    select upstream.sealed_key, tenant.revenuecat_api, tenant.revenuecat_project
      from entitlements.upstreams upstream
      join entitlements.tenants tenant on tenant.tenant_id = upstream.tenant_id
     where upstream.tenant_id = entitlements.current_tenant_id()
       and upstream.sealed_key is not null;
end
$$;

ALTER FUNCTION api.get_upstream() OWNER TO hearth_owner;

--
-- Name: FUNCTION get_upstream(); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.get_upstream() IS 'How a tenant''s people are read from RevenueCat: the sealed key, and the API it is for.';

--
-- Name: get_webhook_secrets(); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.get_webhook_secrets() RETURNS TABLE(kind text, slot integer, sealed bytea)
    LANGUAGE plpgsql STABLE ROWS 4
    SET search_path TO ''
    AS $$
#variable_conflict use_column
begin
    return query
    select secret.kind, secret.slot, secret.sealed
      from entitlements.webhook_secrets secret
     where secret.tenant_id = entitlements.current_tenant_id()
     order by secret.kind, secret.slot;
end
$$;

ALTER FUNCTION api.get_webhook_secrets() OWNER TO hearth_owner;

--
-- Name: FUNCTION get_webhook_secrets(); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.get_webhook_secrets() IS 'The sealed secrets that a tenant''s webhooks prove themselves with.';

--
-- Name: give_orphan(entitlements.orphans, text, text, text, timestamp with time zone); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.give_orphan(orphan entitlements.orphans, app_user_id text, proof text, actor text, as_of timestamp with time zone) RETURNS jsonb
    LANGUAGE plpgsql
    SET search_path TO ''
    AS $$
#variable_conflict use_column
declare
    _before jsonb;
    _audit_id uuid;
begin
    -- Who is identified stays so: the person is held.
    if api.identified_app_user_id(give_orphan.app_user_id) is null then
        raise sqlstate 'PT409' using message = 'not_identified',
            detail = 'Only an identified person claims an orphan.';
    end if;
    perform api.lock_related_app_users(array[give_orphan.app_user_id]);
    perform api.require_moves_allowed(
        array[orphan.purchase_id], give_orphan.app_user_id, give_orphan.proof,
        give_orphan.as_of);
    _before := api.ownership_json(array[give_orphan.app_user_id]);
    perform api.derive(api.settle_owner(
        orphan.purchase_id, give_orphan.app_user_id, orphan.orphan_id, give_orphan.as_of));
    _audit_id := api.add_audit_entry(
        'claim', give_orphan.actor, 'orphan ' || orphan.orphan_id,
        array[give_orphan.app_user_id], _before,
        api.ownership_json(array[give_orphan.app_user_id]), give_orphan.as_of);
    perform api.add_move_entries(
        _audit_id, array[orphan.purchase_id], give_orphan.app_user_id, give_orphan.as_of);
    return api.merge_answer(
        null, 'claimed', give_orphan.app_user_id, '{}', array[orphan.purchase_id],
        give_orphan.as_of);
end
$$;

ALTER FUNCTION api.give_orphan(orphan entitlements.orphans, app_user_id text, proof text, actor text, as_of timestamp with time zone) OWNER TO hearth_owner;

--
-- Name: FUNCTION give_orphan(orphan entitlements.orphans, app_user_id text, proof text, actor text, as_of timestamp with time zone); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.give_orphan(orphan entitlements.orphans, app_user_id text, proof text, actor text, as_of timestamp with time zone) IS 'Gives an orphan that nobody holds to a person.';

--
-- Name: gives_access(entitlements.purchases, timestamp with time zone); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.gives_access(state entitlements.purchases, as_of timestamp with time zone) RETURNS boolean
    LANGUAGE sql STABLE
    RETURN (((state).owner_app_user_id IS NOT NULL) AND ((state).access_starts_at <= as_of) AND (as_of < (state).access_ends_at));

ALTER FUNCTION api.gives_access(state entitlements.purchases, as_of timestamp with time zone) OWNER TO hearth_owner;

--
-- Name: FUNCTION gives_access(state entitlements.purchases, as_of timestamp with time zone); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.gives_access(state entitlements.purchases, as_of timestamp with time zone) IS 'Whether a purchase gives somebody access at a moment.';

--
-- Name: hold_purchases(entitlements.evidence[]); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.hold_purchases(tolds entitlements.evidence[]) RETURNS void
    LANGUAGE plpgsql
    SET search_path TO ''
    AS $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _ids text[];
    _purchase_ids uuid[];
    _new entitlements.evidence[];
    _is_incomplete boolean;
    _people uuid[];
begin
    select array_agg(distinct (event.told).app_user_id), array_agg(known.purchase_id),
           array_agg(event.told) filter (
               where event.chain_id is not null and known.purchase_id is null),
           bool_or(event.chain_id is not null and (event.told).app_user_id is null
                   or event.chain_id is null
                      and (event.told).kind <> 'temporary_entitlement_grant')
      into _ids, _purchase_ids, _new, _is_incomplete
      from api.event_chains(tolds) as event
      left join entitlements.purchases known
        on known.tenant_id = _tenant_id and known.chain_id = event.chain_id
       and known.store = event.store and known.environment = event.environment;
    if _is_incomplete then
        raise sqlstate 'PT422' using message = 'evidence_incomplete',
            detail = 'The event names no purchase, or no person.';
    end if;
    if _new is not null then
        perform api.lock_transactions(array(
            select named.id from api.event_chains(_new) as event
             cross join lateral unnest(array[
                   event.chain_id, (event.told).transaction_id,
                   split_part((event.told).transaction_id, '..', 1)]) as named (id)));
    end if;
    _people := array(
        select distinct known.app_user_uuid from entitlements.app_user_ids known
         where known.tenant_id = _tenant_id and known.app_user_id = any (_ids));
    perform from entitlements.app_users person
      where person.tenant_id = _tenant_id and person.app_user_uuid = any (_people)
      order by person.app_user_uuid for no key update;
    -- While this waited, an id was moved to another person, or erased.
    if exists (
        select from unnest(_ids) as named (id)
         where not exists (
               select from entitlements.app_user_ids known
                where known.tenant_id = _tenant_id and known.app_user_id = named.id
                  and known.app_user_uuid = any (_people))) then
        raise serialization_failure;
    end if;
    if exists (
        select from entitlements.app_user_ids own
          join entitlements.transfer_sides side
            on side.tenant_id = _tenant_id and side.app_user_id = own.app_user_id
         where own.tenant_id = _tenant_id and own.app_user_uuid = any (_people)) then
        perform api.lock_related_app_users(_ids);
    end if;
    if _new is not null then
        _purchase_ids := _purchase_ids || api.open_purchases(_new);
    end if;
    perform from entitlements.purchases purchase
      where purchase.tenant_id = _tenant_id and purchase.purchase_id = any (_purchase_ids)
      order by purchase.purchase_id for no key update;
end
$$;

ALTER FUNCTION api.hold_purchases(tolds entitlements.evidence[]) OWNER TO hearth_owner;

--
-- Name: FUNCTION hold_purchases(tolds entitlements.evidence[]); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.hold_purchases(tolds entitlements.evidence[]) IS 'Locks the purchases that events are about, and their people; makes the missing ones.';

--
-- Name: hold_readings(entitlements.snapshots[], entitlements.evidence[], text[]); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.hold_readings(readings entitlements.snapshots[], listed entitlements.evidence[], repeated text[]) RETURNS TABLE(app_user_ids text[], purchase_ids uuid[])
    LANGUAGE plpgsql ROWS 1
    SET search_path TO ''
    AS $$
#variable_conflict use_column
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _chains record;
    _named record;
    _known record;
    _other record;
begin
    select array_agg(told.app_user_id) as asked, array_agg(chain.id) as ids into strict _chains
      from unnest(listed) as told
     cross join lateral unnest(array[
           told.transaction_id, split_part(told.transaction_id, '..', 1),
           'snapshot:' || told.transaction_id]) as chain (id)
     where chain.id <> '';
    select array_agg(reading.app_user_id) as asked, array_agg(named.id) as ids into strict _named
      from unnest(readings) as reading
     cross join lateral unnest(reading.app_user_ids) as named (id);
    loop
        select array_agg(own.asked) as asked, array_agg(own.id) as ids into strict _named
          from api.ids_of_readings(_named.asked, _named.ids) as own;
        select coalesce(array_agg(own.asked), '{}') as asked,
               coalesce(array_agg(own.purchase_id), '{}') as ids into strict _known
          from api.purchases_of_readings(
                   _named.asked, _named.ids, _chains.asked, _chains.ids) as own;
        select array_agg(known.asked) as asked, array_agg(purchase.owner_app_user_id) as ids
          into strict _other
          from unnest(_known.asked, _known.ids) as known (asked, purchase_id)
          join entitlements.purchases purchase
            on purchase.tenant_id = _tenant_id and purchase.purchase_id = known.purchase_id
         where purchase.owner_app_user_id <> all (_named.ids);
        exit when _other.ids is null;
        _named.asked := _named.asked || _other.asked;
        _named.ids := _named.ids || _other.ids;
        perform api.lock_related_app_users(_named.ids);
    end loop;
    if _named.ids && repeated or exists (
        select from (
               select 'id' as kind, named.* from unnest(_named.asked, _named.ids) as named
                union all
               select 'purchase', known.asked, known.id::text
                 from unnest(_known.asked, _known.ids) as known (asked, id)
                union all
               select 'chain', chain.* from unnest(_chains.asked, _chains.ids) as chain)
               as shared (kind, asked, id)
         group by shared.kind, shared.id having min(shared.asked) <> max(shared.asked)) then
        raise sqlstate 'HSET0';
    end if;
    perform from entitlements.purchases purchase
      where purchase.tenant_id = _tenant_id and purchase.purchase_id = any (_known.ids)
      order by purchase.purchase_id
        for no key update;
    app_user_ids := _known.asked;
    purchase_ids := _known.ids;
    return next;
end
$$;

ALTER FUNCTION api.hold_readings(readings entitlements.snapshots[], listed entitlements.evidence[], repeated text[]) OWNER TO hearth_owner;

--
-- Name: FUNCTION hold_readings(readings entitlements.snapshots[], listed entitlements.evidence[], repeated text[]); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.hold_readings(readings entitlements.snapshots[], listed entitlements.evidence[], repeated text[]) IS 'Locks everybody whom readings can concern and their purchases, and answers the purchases.';

--
-- Name: hold_unchanged(text[], timestamp with time zone[]); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.hold_unchanged(app_user_ids text[], read_at timestamp with time zone[]) RETURNS TABLE(number integer, app_user_uuid uuid)
    LANGUAGE plpgsql ROWS 16
    SET search_path TO ''
    AS $$
#variable_conflict use_column
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _numbers integer[];
    _people uuid[];
    _listing integer[];
begin
    select array_agg(named.number::integer), array_agg(held.app_user_uuid)
      into _numbers, _people
      from unnest(hold_unchanged.app_user_ids) with ordinality as named (app_user_id, number)
     cross join lateral (
           select person.app_user_uuid
             from entitlements.app_user_ids own
             join entitlements.app_users person
               on person.tenant_id = _tenant_id and person.app_user_uuid = own.app_user_uuid
            where own.tenant_id = _tenant_id and own.app_user_id = named.app_user_id
           offset 0
              for no key update of person skip locked) as held;
    -- The number of the reading for each purchase that is as it left it.
    _listing := array(
        select held.number
          from unnest(_numbers, _people) as held (number, app_user_uuid)
         cross join lateral (
               select read.order_at, read.purchase_ids from entitlements.snapshots read
                where read.tenant_id = _tenant_id
                  and read.app_user_id = hold_unchanged.app_user_ids[held.number]
                  and read.read_at = hold_unchanged.read_at[held.number]
               offset 0) as last
         cross join lateral unnest(last.purchase_ids) as listed (purchase_id)
         cross join lateral (
               select from entitlements.purchases purchase
                where purchase.tenant_id = _tenant_id and purchase.purchase_id = listed.purchase_id
                  and purchase.owner_uuid = held.app_user_uuid
                  and purchase.folded_at = last.order_at
                  and purchase.folded_rank = entitlements.evidence_rank('snapshot')
               offset 0 for no key update skip locked) as unchanged);
    return query
    select distinct on (held.app_user_uuid) held.number, held.app_user_uuid
      from unnest(_numbers, _people) as held (number, app_user_uuid)
     cross join lateral (
           select read.order_at, read.purchase_ids, read.app_user_ids
             from entitlements.snapshots read
            where read.tenant_id = _tenant_id
              and read.app_user_id = hold_unchanged.app_user_ids[held.number]
              and read.read_at = hold_unchanged.read_at[held.number]
           offset 0) as last
     cross join lateral (
           select array_agg(own.app_user_id) as ids from entitlements.app_user_ids own
            where own.tenant_id = _tenant_id and own.app_user_uuid = held.app_user_uuid) as own
     where cardinality(last.purchase_ids) = cardinality(array_positions(_listing, held.number))
       and last.app_user_ids <@ own.ids
       and not api.is_told_since(own.ids, last.order_at)
     order by held.app_user_uuid, held.number;
end
$$;

ALTER FUNCTION api.hold_unchanged(app_user_ids text[], read_at timestamp with time zone[]) OWNER TO hearth_owner;

--
-- Name: FUNCTION hold_unchanged(app_user_ids text[], read_at timestamp with time zone[]); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.hold_unchanged(app_user_ids text[], read_at timestamp with time zone[]) IS 'Holds the people of readings of whom nothing was told since, and their purchases.';

--
-- Name: holding_app_user_ids(uuid); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.holding_app_user_ids(purchase_id uuid) RETURNS text[]
    LANGUAGE plpgsql STABLE
    SET search_path TO ''
    AS $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
begin
    return array(
        with recursive held (id) as (
            select told.app_user_id from entitlements.evidence told
             where told.tenant_id = _tenant_id
               and told.purchase_id = holding_app_user_ids.purchase_id
            union
            select next.id
              from held
             cross join lateral (
                   select own.app_user_id
                     from entitlements.app_user_ids known
                     join entitlements.app_user_ids own
                       on own.tenant_id = _tenant_id and own.app_user_uuid = known.app_user_uuid
                    where known.tenant_id = _tenant_id and known.app_user_id = held.id
                    union all
                   select moved.transferred_to_app_user_id
                     from entitlements.transfer_sides side
                     join entitlements.evidence moved
                       on moved.tenant_id = _tenant_id and moved.evidence_id = side.evidence_id
                    where side.tenant_id = _tenant_id and side.app_user_id = held.id
                      and side.side = 'from') as next (id)
        )
        select held.id from held);
end
$$;

ALTER FUNCTION api.holding_app_user_ids(purchase_id uuid) OWNER TO hearth_owner;

--
-- Name: FUNCTION holding_app_user_ids(purchase_id uuid); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.holding_app_user_ids(purchase_id uuid) IS 'Every id of the people who can have held a purchase.';

--
-- Name: household_findings(uuid, timestamp with time zone); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.household_findings(household_id uuid, as_of timestamp with time zone) RETURNS TABLE(kind text, entitlement_id text, answer json)
    LANGUAGE plpgsql STABLE ROWS 1
    SET search_path TO ''
    AS $$
#variable_conflict use_column
begin
    return query
    with share as materialized (
        select * from api.household_shares(
            household_findings.household_id, 'production', household_findings.as_of)
    )
    select found.kind, found.entitlement_id,
           json_build_object(
               'kind', found.kind,
               'household_id', household_findings.household_id,
               'entitlement_id', found.entitlement_id,
               'purchases', json_agg(
                   json_build_object(
                       'purchase_id', found.purchase_id,
                       'app_user_id', found.app_user_id,
                       'product_id', found.product_id,
                       'store', found.store,
                       'expires_at', case when isfinite(found.ends_at)
                                          then api.rfc3339(found.ends_at) end,
                       'will_renew', found.will_renew)
                   order by found.ends_at, found.purchase_id))
      from (select 'double_payer' as kind, share.* from share
             where not share.is_held
               and exists (
                   select from share other
                    where other.entitlement_id = share.entitlement_id and not other.is_held
                      and other.app_user_uuid <> share.app_user_uuid)
             union all
            select 'transfer_held', share.* from share where share.is_held) as found
     group by found.kind, found.entitlement_id;
end
$$;

ALTER FUNCTION api.household_findings(household_id uuid, as_of timestamp with time zone) OWNER TO hearth_owner;

--
-- Name: FUNCTION household_findings(household_id uuid, as_of timestamp with time zone); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.household_findings(household_id uuid, as_of timestamp with time zone) IS 'What an operator should know of one household.';

--
-- Name: household_invites_json(uuid, timestamp with time zone); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.household_invites_json(household_id uuid, as_of timestamp with time zone) RETURNS json
    LANGUAGE plpgsql STABLE
    SET search_path TO ''
    AS $$
begin
    return (
        select coalesce(json_agg(
                   json_build_object(
                       'invite_id', invite.invite_id,
                       'created_at', api.rfc3339(invite.created_at),
                       'expires_at', api.rfc3339(invite.expires_at),
                       'redeemed_by_app_user_id',
                       case when invite.redeemed_at <= household_invites_json.as_of
                            then invite.redeemed_by_app_user_id end)
                   order by invite.created_at, invite.invite_id), '[]')
          from entitlements.household_invites invite
         where invite.tenant_id = entitlements.current_tenant_id()
           and invite.household_id = household_invites_json.household_id
           and invite.created_at <= household_invites_json.as_of
           and coalesce(invite.revoked_at, 'infinity') > household_invites_json.as_of
           and (invite.member_id is null or invite.redeemed_at > household_invites_json.as_of)
           and (invite.expires_at > household_invites_json.as_of
                or invite.redeemed_at <= household_invites_json.as_of));
end
$$;

ALTER FUNCTION api.household_invites_json(household_id uuid, as_of timestamp with time zone) OWNER TO hearth_owner;

--
-- Name: FUNCTION household_invites_json(household_id uuid, as_of timestamp with time zone); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.household_invites_json(household_id uuid, as_of timestamp with time zone) IS 'The open invites of a household.';

--
-- Name: household_json(uuid, timestamp with time zone); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.household_json(household_id uuid, as_of timestamp with time zone) RETURNS json
    LANGUAGE plpgsql STABLE
    SET search_path TO ''
    AS $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _as_of constant timestamptz := household_json.as_of;
begin
    return (
        select json_build_object(
                   'household_id', household.household_id,
                   'name', household.name,
                   'created_at', api.rfc3339(household.created_at),
                   'dissolved_at', case when household.dissolved_at <= _as_of
                                        then api.rfc3339(household.dissolved_at) end,
                   'owner_app_user_id', members.owner_app_user_id,
                   'seats', json_build_object(
                       'total', seats.seats,
                       'taken', members.number,
                       'free', greatest(seats.seats - members.number, 0)),
                   'members', members.answer,
                   'leaving', api.household_leaving_json(household, seats.seats, _as_of),
                   'shares', api.household_shares_json(household.household_id, _as_of),
                   'invites', api.household_invites_json(household.household_id, _as_of))
          from entitlements.households household
         cross join lateral api.household_seats(household.household_id, _as_of) as seats
         cross join lateral (
               select count(*) as number,
                      min(member.app_user_id) filter (where member.role = 'owner')
                          as owner_app_user_id,
                      coalesce(json_agg(
                          json_build_object(
                              'app_user_id', member.app_user_id,
                              'role', member.role,
                              'joined_at', api.rfc3339(member.joined_at))
                          order by member.joined_at, member.seat), '[]'::json) as answer
                 from api.members_of_household(household.household_id, _as_of) as member)
               as members
         where household.tenant_id = _tenant_id
           and household.household_id = household_json.household_id
           and household.created_at <= _as_of);
end
$$;

ALTER FUNCTION api.household_json(household_id uuid, as_of timestamp with time zone) OWNER TO hearth_owner;

--
-- Name: FUNCTION household_json(household_id uuid, as_of timestamp with time zone); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.household_json(household_id uuid, as_of timestamp with time zone) IS 'A household as the contract shows it.';

--
-- Name: households; Type: TABLE; Schema: entitlements; Owner: hearth_owner
--

CREATE TABLE entitlements.households (
    tenant_id uuid NOT NULL,
    household_id uuid DEFAULT gen_random_uuid() NOT NULL,
    name text,
    created_at timestamp with time zone NOT NULL,
    dissolved_at timestamp with time zone,
    seats_exceeded_at timestamp with time zone,
    CONSTRAINT households_check CHECK ((dissolved_at >= created_at)),
    CONSTRAINT households_name_check CHECK (((octet_length(name) >= 1) AND (octet_length(name) <= 200)))
);

ALTER TABLE ONLY entitlements.households FORCE ROW LEVEL SECURITY;

ALTER TABLE entitlements.households OWNER TO hearth_owner;

--
-- Name: TABLE households; Type: COMMENT; Schema: entitlements; Owner: hearth_owner
--

COMMENT ON TABLE entitlements.households IS 'People who share what one of them paid for.';

--
-- Name: household_leaving_json(entitlements.households, integer, timestamp with time zone); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.household_leaving_json(household entitlements.households, seats integer, as_of timestamp with time zone) RETURNS json
    LANGUAGE plpgsql STABLE
    SET search_path TO ''
    AS $$
declare
    _rules constant entitlements.household_rules := api.household_rules();
begin
    if household.seats_exceeded_at is null or household.seats_exceeded_at > as_of
       or _rules.downgrade <> 'newest_out' then
        return null;
    end if;
    return (
        select json_build_object(
                   'at', api.rfc3339(household.seats_exceeded_at
                       + make_interval(days => _rules.downgrade_notice_days)),
                   'app_user_ids', json_agg(api.shown_app_user_id(newest.app_user_uuid)))
          from api.newest_members(household.household_id, household_leaving_json.seats) as newest
        having count(*) > 0);
end
$$;

ALTER FUNCTION api.household_leaving_json(household entitlements.households, seats integer, as_of timestamp with time zone) OWNER TO hearth_owner;

--
-- Name: FUNCTION household_leaving_json(household entitlements.households, seats integer, as_of timestamp with time zone); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.household_leaving_json(household entitlements.households, seats integer, as_of timestamp with time zone) IS 'Who will have to leave a household that has more members than seats, and when.';

--
-- Name: household_mates(uuid[]); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.household_mates(household_ids uuid[]) RETURNS uuid[]
    LANGUAGE plpgsql STABLE
    SET search_path TO ''
    AS $$
begin
    return array(
        select member.app_user_uuid from entitlements.household_members member
         where member.tenant_id = entitlements.current_tenant_id()
           and member.household_id = any (household_mates.household_ids));
end
$$;

ALTER FUNCTION api.household_mates(household_ids uuid[]) OWNER TO hearth_owner;

--
-- Name: FUNCTION household_mates(household_ids uuid[]); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.household_mates(household_ids uuid[]) IS 'All people who are or were in households.';

--
-- Name: household_rules(); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.household_rules() RETURNS entitlements.household_rules
    LANGUAGE plpgsql STABLE
    SET search_path TO ''
    AS $$
declare
    _rules entitlements.household_rules;
begin
    select * into _rules from entitlements.household_rules rules
     where rules.tenant_id = entitlements.current_tenant_id();
    return _rules;
end
$$;

ALTER FUNCTION api.household_rules() OWNER TO hearth_owner;

--
-- Name: FUNCTION household_rules(); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.household_rules() IS 'What the tenant allows its households.';

--
-- Name: household_seats(uuid, timestamp with time zone); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.household_seats(household_id uuid, as_of timestamp with time zone, OUT seats integer, OUT changes_at timestamp with time zone) RETURNS record
    LANGUAGE plpgsql STABLE
    SET search_path TO ''
    AS $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
begin
    select greatest(rules.max_members,
                    max(sold.seats) filter (where clock.is_active)),
           least(min(purchase.access_ends_at) filter (where clock.is_active),
                 min(purchase.access_starts_at)
                     filter (where purchase.access_starts_at > household_seats.as_of))
      into household_seats.seats, household_seats.changes_at
      from entitlements.household_rules rules
      left join (entitlements.products sold
           cross join entitlements.household_members member
            join entitlements.purchases purchase
              on purchase.tenant_id = _tenant_id and purchase.owner_uuid = member.app_user_uuid
             and purchase.environment = 'production' and purchase.store <> 'promotional'
             and not purchase.is_family_share and purchase.access_ends_at > household_seats.as_of
           cross join lateral (
                 select purchase.access_starts_at <= household_seats.as_of) as clock (is_active))
        on sold.tenant_id = _tenant_id and sold.seats > rules.max_members
       and sold.product_id in (purchase.product_id, split_part(purchase.product_id, ':', 1))
       and member.tenant_id = _tenant_id
       and member.household_id = household_seats.household_id and member.left_at is null
     where rules.tenant_id = _tenant_id
     group by rules.max_members;
    if not isfinite(household_seats.changes_at) then
        household_seats.changes_at := null;
    end if;
end
$$;

ALTER FUNCTION api.household_seats(household_id uuid, as_of timestamp with time zone, OUT seats integer, OUT changes_at timestamp with time zone) OWNER TO hearth_owner;

--
-- Name: FUNCTION household_seats(household_id uuid, as_of timestamp with time zone, OUT seats integer, OUT changes_at timestamp with time zone); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.household_seats(household_id uuid, as_of timestamp with time zone, OUT seats integer, OUT changes_at timestamp with time zone) IS 'How many seats a household has at a moment, and when the clock may next change that.';

--
-- Name: household_shares(uuid, text, timestamp with time zone); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.household_shares(household_id uuid, environment text, as_of timestamp with time zone) RETURNS TABLE(entitlement_id text, purchase_id uuid, app_user_uuid uuid, app_user_id text, product_id text, store text, ends_at timestamp with time zone, will_renew boolean, is_held boolean)
    LANGUAGE plpgsql STABLE ROWS 4
    SET search_path TO ''
    AS $$
#variable_conflict use_column
begin
    return query
    select distinct on (granted.entitlement_id, shared.purchase_id)
           granted.entitlement_id, shared.purchase_id, shared.sharer_uuid,
           api.shown_app_user_id(shared.sharer_uuid), shared.product_id,
           shared.store, shared.ends_at,
           shared.will_renew and not shared.is_held, shared.is_held
      from api.shared_purchases(
               array[household_shares.household_id], household_shares.environment,
               household_shares.as_of) as shared
     cross join lateral api.granted_entitlements(
               shared.product_id, shared.entitlement_ids) as granted
     where shared.starts_at <= household_shares.as_of
       and shared.ends_at > household_shares.as_of
       and granted.is_shared
     order by granted.entitlement_id, shared.purchase_id, shared.is_held;
end
$$;

ALTER FUNCTION api.household_shares(household_id uuid, environment text, as_of timestamp with time zone) OWNER TO hearth_owner;

--
-- Name: FUNCTION household_shares(household_id uuid, environment text, as_of timestamp with time zone); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.household_shares(household_id uuid, environment text, as_of timestamp with time zone) IS 'What serves a household at a moment, each shared entitlement with each purchase behind it.';

--
-- Name: household_shares_json(uuid, timestamp with time zone); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.household_shares_json(household_id uuid, as_of timestamp with time zone) RETURNS json
    LANGUAGE plpgsql STABLE
    SET search_path TO ''
    AS $$
begin
    return (
        select coalesce(json_agg(
                   json_build_object(
                       'entitlement_id', share.entitlement_id,
                       'app_user_id', share.app_user_id,
                       'product_id', share.product_id,
                       'store', share.store,
                       'expires_at', case when isfinite(share.ends_at)
                                          then api.rfc3339(share.ends_at) end,
                       'will_renew', share.will_renew,
                       'is_held', share.is_held)
                   order by share.entitlement_id, share.ends_at desc, share.app_user_id), '[]')
          from api.household_shares(
                   household_shares_json.household_id, 'production',
                   household_shares_json.as_of) as share);
end
$$;

ALTER FUNCTION api.household_shares_json(household_id uuid, as_of timestamp with time zone) OWNER TO hearth_owner;

--
-- Name: FUNCTION household_shares_json(household_id uuid, as_of timestamp with time zone); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.household_shares_json(household_id uuid, as_of timestamp with time zone) IS 'What serves a household at a moment.';

--
-- Name: households_of(text[]); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.households_of(app_user_ids text[]) RETURNS uuid[]
    LANGUAGE plpgsql STABLE
    SET search_path TO ''
    AS $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
begin
    return array(
        select distinct member.household_id
          from entitlements.app_user_ids known
          join entitlements.household_members member
            on member.tenant_id = _tenant_id and member.app_user_uuid = known.app_user_uuid
           and member.left_at is null
         where known.tenant_id = _tenant_id
           and known.app_user_id = any (households_of.app_user_ids)
         order by member.household_id);
end
$$;

ALTER FUNCTION api.households_of(app_user_ids text[]) OWNER TO hearth_owner;

--
-- Name: FUNCTION households_of(app_user_ids text[]); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.households_of(app_user_ids text[]) IS 'The households in which the people are whom ids point at.';

--
-- Name: id_spellings(text[]); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.id_spellings(app_user_ids text[]) RETURNS bytea[]
    LANGUAGE plpgsql IMMUTABLE
    SET search_path TO ''
    AS $$
begin
    return array(
        select distinct convert_to(spelled.text, 'UTF8')
          from unnest(app_user_ids) as named (id)
         cross join lateral (
               select trim(both '"' from to_json(named.id)::text) as written) as plain
         cross join lateral (
               values (plain.written), (replace(plain.written, '/', '\/')),
                      (api.ascii_json(plain.written)),
                      (replace(api.ascii_json(plain.written), '/', '\/'))) as spelled (text));
end
$$;

ALTER FUNCTION api.id_spellings(app_user_ids text[]) OWNER TO hearth_owner;

--
-- Name: FUNCTION id_spellings(app_user_ids text[]); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.id_spellings(app_user_ids text[]) IS 'Ids as the bytes of a JSON body may spell them.';

--
-- Name: identified_answer(text, text); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.identified_answer(anonymous_app_user_id text, app_user_id text) RETURNS jsonb
    LANGUAGE plpgsql STABLE
    SET search_path TO ''
    AS $$
#variable_conflict use_column
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
begin
    if not exists (
        select from entitlements.app_user_ids identified
          join entitlements.app_user_ids joined
            on joined.tenant_id = _tenant_id and joined.app_user_uuid = identified.app_user_uuid
         where identified.tenant_id = _tenant_id
           and identified.app_user_id = identified_answer.app_user_id
           and not identified.is_anonymous
           and joined.app_user_id = identified_answer.anonymous_app_user_id) then
        return null;
    end if;
    return coalesce(
        (select merge.answer from entitlements.merges merge
          where merge.tenant_id = _tenant_id and merge.undone_at is null
            and merge.anonymous_app_user_id = identified_answer.anonymous_app_user_id),
        api.merge_answer(null, 'already_identified', identified_answer.app_user_id, '{}', '{}',
                         now()))
        || '{"outcome": "already_identified"}';
end
$$;

ALTER FUNCTION api.identified_answer(anonymous_app_user_id text, app_user_id text) OWNER TO hearth_owner;

--
-- Name: FUNCTION identified_answer(anonymous_app_user_id text, app_user_id text); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.identified_answer(anonymous_app_user_id text, app_user_id text) IS 'What is answered about an anonymous id that is the account''s already.';

--
-- Name: identified_app_user_id(text); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.identified_app_user_id(app_user_id text) RETURNS text
    LANGUAGE plpgsql STABLE
    SET search_path TO ''
    AS $$
#variable_conflict use_column
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
begin
    return (
        select own.app_user_id
          from entitlements.app_user_ids known
          join entitlements.app_user_ids own
            on own.tenant_id = _tenant_id and own.app_user_uuid = known.app_user_uuid
           and not own.is_anonymous
         where known.tenant_id = _tenant_id
           and known.app_user_id = identified_app_user_id.app_user_id);
end
$$;

ALTER FUNCTION api.identified_app_user_id(app_user_id text) OWNER TO hearth_owner;

--
-- Name: FUNCTION identified_app_user_id(app_user_id text); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.identified_app_user_id(app_user_id text) IS 'The identified id of the person whom an id points at.';

--
-- Name: identify_app_user(text, text, text, bytea, text, boolean, timestamp with time zone); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.identify_app_user(anonymous_app_user_id text, app_user_id text, proof text, proof_digest bytea, actor text, dry_run boolean DEFAULT false, as_of timestamp with time zone DEFAULT NULL::timestamp with time zone) RETURNS TABLE(answered_as_of timestamp with time zone, answer json)
    LANGUAGE plpgsql ROWS 1
    SET search_path TO ''
    SET plan_cache_mode TO 'force_generic_plan'
    AS $$
#variable_conflict use_column
declare
    _anonymous constant text := identify_app_user.anonymous_app_user_id;
    _identified constant text := identify_app_user.app_user_id;
    _as_of timestamptz := coalesce(identify_app_user.as_of, clock_timestamp());
    _answer jsonb := api.identified_answer(_anonymous, _identified);
begin
    if _answer is null then
        begin
            while not api.add_app_user_ids(array[_anonymous]) loop end loop;
            perform api.lock_linked_app_users(array[_anonymous, _identified]);
            -- Now is when it happens, not when this began to wait; and another call may have done
            -- it meanwhile.
            _as_of := coalesce(identify_app_user.as_of, clock_timestamp());
            _answer := api.identified_answer(_anonymous, _identified);
            if _answer is null then
                perform api.accept_proof(
                    _anonymous, _identified, identify_app_user.proof,
                    identify_app_user.proof_digest, _as_of);
                _answer := (api.merge_app_user_ids(
                    _anonymous, _identified, identify_app_user.proof, 'merge',
                    identify_app_user.actor, 'identified', _as_of)).answer;
            end if;
            if identify_app_user.dry_run then
                raise sqlstate 'HDRY0'; -- Undoes everything; the answer stays in its variable.
            end if;
        exception when sqlstate 'HDRY0' then
            _answer := _answer || '{"merge_id": null}';
        end;
    end if;
    return query select _as_of, _answer::json;
end
$$;

ALTER FUNCTION api.identify_app_user(anonymous_app_user_id text, app_user_id text, proof text, proof_digest bytea, actor text, dry_run boolean, as_of timestamp with time zone) OWNER TO hearth_owner;

--
-- Name: FUNCTION identify_app_user(anonymous_app_user_id text, app_user_id text, proof text, proof_digest bytea, actor text, dry_run boolean, as_of timestamp with time zone); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.identify_app_user(anonymous_app_user_id text, app_user_id text, proof text, proof_digest bytea, actor text, dry_run boolean, as_of timestamp with time zone) IS 'Has an anonymous person become an identified one.';

--
-- Name: identify_id(text, text, timestamp with time zone); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.identify_id(app_user_id text, anonymous_app_user_id text, as_of timestamp with time zone) RETURNS boolean
    LANGUAGE plpgsql
    SET search_path TO ''
    AS $_$
#variable_conflict use_column
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _person constant uuid := (
        select known.app_user_uuid from entitlements.app_user_ids known
         where known.tenant_id = _tenant_id
           and known.app_user_id = identify_id.anonymous_app_user_id);
    _is_new boolean := false;
begin
    -- Since the caller took its locks, the id may have become a person, or been erased.
    while not _is_new and api.lock_known_app_user(identify_id.app_user_id) is null loop
        _is_new := api.insert_app_user_ids(array[identify_id.app_user_id], array[_person]);
    end loop;
    if starts_with(identify_id.app_user_id, '$RCAnonymousID:')
       or api.identified_app_user_id(identify_id.app_user_id) <> identify_id.app_user_id then
        raise sqlstate 'PT409' using message = 'merge_conflict',
            detail = 'The id of the account is anonymous, or somebody else''s.';
    end if;
    update entitlements.app_user_ids own
       set identified_at = identify_id.as_of
     where own.tenant_id = _tenant_id and own.app_user_id = identify_id.app_user_id
       and own.identified_at is null;
    return _is_new or identify_id.app_user_id = identify_id.anonymous_app_user_id;
end
$_$;

ALTER FUNCTION api.identify_id(app_user_id text, anonymous_app_user_id text, as_of timestamp with time zone) OWNER TO hearth_owner;

--
-- Name: FUNCTION identify_id(app_user_id text, anonymous_app_user_id text, as_of timestamp with time zone); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.identify_id(app_user_id text, anonymous_app_user_id text, as_of timestamp with time zone) IS 'Makes an id an account''s for good.';

--
-- Name: related_app_user_ids(text[]); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.related_app_user_ids(app_user_ids text[]) RETURNS text[]
    LANGUAGE plpgsql STABLE
    SET search_path TO ''
    AS $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _ids constant text[] := array(
        select own.app_user_id
          from entitlements.app_user_ids known
          join entitlements.app_user_ids own
            on own.tenant_id = _tenant_id and own.app_user_uuid = known.app_user_uuid
         where known.tenant_id = _tenant_id
           and known.app_user_id = any (related_app_user_ids.app_user_ids));
begin
    if not exists (
        select from entitlements.transfer_sides side
         where side.tenant_id = _tenant_id and side.app_user_id = any (_ids)) then
        return _ids;
    end if;

    return array(
        -- From ids to transfers and back, so that a transfer of hundreds is gone through once.
        with recursive related (id, evidence_id) as (
            select unnest(_ids) collate "C", null::text collate "C"
            union
            select next.id, next.evidence_id
              from related
             cross join lateral (
                   select own.app_user_id, null
                     from entitlements.app_user_ids known
                     join entitlements.app_user_ids own
                       on own.tenant_id = _tenant_id and own.app_user_uuid = known.app_user_uuid
                    where known.tenant_id = _tenant_id and known.app_user_id = related.id
                    union all
                   select null, side.evidence_id
                     from entitlements.transfer_sides side
                    where side.tenant_id = _tenant_id and side.app_user_id = related.id
                    union all
                   select side.app_user_id, null
                     from entitlements.transfer_sides side
                    where side.tenant_id = _tenant_id
                      and side.evidence_id = related.evidence_id)
                   as next (id, evidence_id)
        )
        select related.id from related where related.id is not null);
end
$$;

ALTER FUNCTION api.related_app_user_ids(app_user_ids text[]) OWNER TO hearth_owner;

--
-- Name: FUNCTION related_app_user_ids(app_user_ids text[]); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.related_app_user_ids(app_user_ids text[]) IS 'Every id between which a purchase of the named people can have moved.';

--
-- Name: transfer_sides; Type: TABLE; Schema: entitlements; Owner: hearth_owner
--

CREATE TABLE entitlements.transfer_sides (
    tenant_id uuid NOT NULL,
    app_user_id text NOT NULL COLLATE pg_catalog."C",
    evidence_id text NOT NULL COLLATE pg_catalog."C",
    side text NOT NULL,
    CONSTRAINT transfer_sides_side_check CHECK ((side = ANY (ARRAY['from'::text, 'to'::text])))
);

ALTER TABLE ONLY entitlements.transfer_sides FORCE ROW LEVEL SECURITY;

ALTER TABLE entitlements.transfer_sides OWNER TO hearth_owner;

--
-- Name: TABLE transfer_sides; Type: COMMENT; Schema: entitlements; Owner: hearth_owner
--

COMMENT ON TABLE entitlements.transfer_sides IS 'The app user ids that a transfer names, from and to.';

--
-- Name: ids_of_readings(text[], text[]); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.ids_of_readings(asked text[], ids text[]) RETURNS TABLE(asked text, id text)
    LANGUAGE sql STABLE ROWS 64
    BEGIN ATOMIC
 SELECT named.asked,
     own.app_user_id
    FROM ((UNNEST(ids_of_readings.asked, ids_of_readings.ids) named(asked, id)
      JOIN entitlements.app_user_ids known ON (((known.tenant_id = entitlements.current_tenant_id()) AND (known.app_user_id = named.id))))
      JOIN entitlements.app_user_ids own ON (((own.tenant_id = known.tenant_id) AND (own.app_user_uuid = known.app_user_uuid))))
 UNION
  SELECT moved.asked,
     related.id
    FROM (( SELECT named.asked,
             array_agg(named.id) AS ids
            FROM UNNEST(ids_of_readings.asked, ids_of_readings.ids) named(asked, id)
           GROUP BY named.asked
          HAVING bool_or((EXISTS ( SELECT
                    FROM ((entitlements.app_user_ids known
                      JOIN entitlements.app_user_ids own ON (((own.tenant_id = known.tenant_id) AND (own.app_user_uuid = known.app_user_uuid))))
                      JOIN entitlements.transfer_sides side ON (((side.tenant_id = own.tenant_id) AND (side.app_user_id = own.app_user_id))))
                   WHERE ((known.tenant_id = entitlements.current_tenant_id()) AND (known.app_user_id = named.id)))))) moved
      CROSS JOIN LATERAL unnest(api.related_app_user_ids(moved.ids)) related(id));
END;

ALTER FUNCTION api.ids_of_readings(asked text[], ids text[]) OWNER TO hearth_owner;

--
-- Name: FUNCTION ids_of_readings(asked text[], ids text[]); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.ids_of_readings(asked text[], ids text[]) IS 'Every id of the people whom readings concern, each with the id of its reading.';

--
-- Name: ignored_running_products(jsonb, timestamp with time zone); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.ignored_running_products(purchases jsonb, order_at timestamp with time zone) RETURNS text[]
    LANGUAGE plpgsql STABLE
    SET search_path TO ''
    AS $$
declare
    _sandbox_policy constant text := (
        select tenant.sandbox_policy from entitlements.tenants tenant
         where tenant.tenant_id = entitlements.current_tenant_id());
begin
    return array(
        select distinct (entry.value ->> 'environment') || ' '
                        || split_part(entry.value ->> 'product_id', ':', 1)
          from jsonb_array_elements(ignored_running_products.purchases) as entry (value)
         where not api.is_accepted(entry.value, _sandbox_policy)
           and entry.value ->> 'product_id' is not null
           and entry.value ->> 'gives_access' is null
           and not coalesce((entry.value ->> 'is_one_time')::boolean, false)
           and (coalesce((entry.value ->> 'never_expires')::boolean, false)
                or (entry.value ->> 'expires_at')::timestamptz
                   > ignored_running_products.order_at));
end
$$;

ALTER FUNCTION api.ignored_running_products(purchases jsonb, order_at timestamp with time zone) OWNER TO hearth_owner;

--
-- Name: FUNCTION ignored_running_products(purchases jsonb, order_at timestamp with time zone); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.ignored_running_products(purchases jsonb, order_at timestamp with time zone) IS 'The running subscriptions among what a snapshot lists and the tenant ignores.';

--
-- Name: insert_app_user_ids(text[], uuid[]); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.insert_app_user_ids(app_user_ids text[], app_user_uuids uuid[]) RETURNS boolean
    LANGUAGE plpgsql
    SET search_path TO ''
    AS $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _inserted bigint;
begin
    perform api.insert_app_users(insert_app_user_ids.app_user_uuids);
    insert into entitlements.app_user_ids (tenant_id, app_user_id, app_user_uuid)
    select _tenant_id, named.id, named.app_user_uuid
      from unnest(insert_app_user_ids.app_user_ids, insert_app_user_ids.app_user_uuids)
           with ordinality as named (id, app_user_uuid, position)
     order by named.position
        on conflict do nothing; -- Taken meanwhile, or its person has an identified id by now.
    get diagnostics _inserted = row_count;
    return _inserted = cardinality(insert_app_user_ids.app_user_ids);
end
$$;

ALTER FUNCTION api.insert_app_user_ids(app_user_ids text[], app_user_uuids uuid[]) OWNER TO hearth_owner;

--
-- Name: FUNCTION insert_app_user_ids(app_user_ids text[], app_user_uuids uuid[]); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.insert_app_user_ids(app_user_ids text[], app_user_uuids uuid[]) IS 'Inserts ids with the people they point at; false when a concurrent writer was first.';

--
-- Name: insert_app_users(uuid[]); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.insert_app_users(app_user_uuids uuid[]) RETURNS void
    LANGUAGE plpgsql
    SET search_path TO ''
    AS $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
begin
    insert into entitlements.app_users (tenant_id, app_user_uuid)
    select distinct _tenant_id, person.app_user_uuid
      from unnest(insert_app_users.app_user_uuids) as person (app_user_uuid)
     order by person.app_user_uuid
        on conflict do nothing;
    insert into entitlements.stored_answers (tenant_id, app_user_uuid)
    select distinct _tenant_id, person.app_user_uuid
      from unnest(insert_app_users.app_user_uuids) as person (app_user_uuid)
     order by person.app_user_uuid
        on conflict do nothing;
end
$$;

ALTER FUNCTION api.insert_app_users(app_user_uuids uuid[]) OWNER TO hearth_owner;

--
-- Name: FUNCTION insert_app_users(app_user_uuids uuid[]); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.insert_app_users(app_user_uuids uuid[]) IS 'Makes people, each with the row that their answer is stored in.';

--
-- Name: is_accepted(jsonb, text); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.is_accepted(facts jsonb, sandbox_policy text) RETURNS boolean
    LANGUAGE sql STABLE
    RETURN ((facts IS NOT NULL) AND (((facts ->> 'environment'::text) IS DISTINCT FROM 'sandbox'::text) OR (sandbox_policy = 'accept'::text)));

ALTER FUNCTION api.is_accepted(facts jsonb, sandbox_policy text) OWNER TO hearth_owner;

--
-- Name: FUNCTION is_accepted(facts jsonb, sandbox_policy text); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.is_accepted(facts jsonb, sandbox_policy text) IS 'Whether an event is to be applied.';

--
-- Name: is_changed(entitlements.purchases, entitlements.purchases); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.is_changed(before entitlements.purchases, after entitlements.purchases) RETURNS boolean
    LANGUAGE plpgsql IMMUTABLE
    SET search_path TO ''
    AS $$
declare
    s entitlements.purchases := after;
begin
    s.chain_id := before.chain_id;
    s.owner_uuid := before.owner_uuid;
    s.previous_owner_uuid := before.previous_owner_uuid;
    s.folded_at := before.folded_at;
    s.folded_rank := before.folded_rank;
    s.folded_evidence_id := before.folded_evidence_id;
    return before is distinct from s;
end
$$;

ALTER FUNCTION api.is_changed(before entitlements.purchases, after entitlements.purchases) OWNER TO hearth_owner;

--
-- Name: FUNCTION is_changed(before entitlements.purchases, after entitlements.purchases); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.is_changed(before entitlements.purchases, after entitlements.purchases) IS 'Whether two states of a purchase differ in anything but the evidence folded last.';

--
-- Name: is_drift(entitlements.purchases, entitlements.purchases, timestamp with time zone); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.is_drift(before entitlements.purchases, after entitlements.purchases, as_of timestamp with time zone) RETURNS boolean
    LANGUAGE plpgsql STABLE
    SET search_path TO ''
    AS $$
declare
    _never constant timestamptz := is_drift.as_of + interval '50 years';
    _old_end constant timestamptz := least(before.access_ends_at, _never);
    _new_end constant timestamptz := least(after.access_ends_at, _never);
    _is_over constant boolean := _old_end <= is_drift.as_of and _new_end <= is_drift.as_of;
    _slack constant interval :=
        case when _is_over then interval '2 hours' else interval '1 second' end;
begin
    return before.folded_at is null
        or before.owner_uuid is distinct from after.owner_uuid
        or split_part(before.product_id, ':', 1) <> split_part(after.product_id, ':', 1)
        or (_old_end <= is_drift.as_of) <> (_new_end <= is_drift.as_of)
        or case when _is_over then before.status_after_end <> after.status_after_end
                else before.status_until_end <> after.status_until_end
                     or before.will_renew <> after.will_renew end
        or (_new_end >= _old_end + _slack or _new_end <= _old_end - _slack)
           and not (_is_over and before.refunded_at is not null and after.refunded_at is not null)
        or before.entitlement_ids is distinct from after.entitlement_ids
           and exists (
               (select api.granted_entitlements(before.product_id, before.entitlement_ids)
                except
                select api.granted_entitlements(after.product_id, after.entitlement_ids))
               union all
               (select api.granted_entitlements(after.product_id, after.entitlement_ids)
                except
                select api.granted_entitlements(before.product_id, before.entitlement_ids)));
end
$$;

ALTER FUNCTION api.is_drift(before entitlements.purchases, after entitlements.purchases, as_of timestamp with time zone) OWNER TO hearth_owner;

--
-- Name: FUNCTION is_drift(before entitlements.purchases, after entitlements.purchases, as_of timestamp with time zone); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.is_drift(before entitlements.purchases, after entitlements.purchases, as_of timestamp with time zone) IS 'Whether what a snapshot made of a purchase is another thing than we believed.';

--
-- Name: is_implausible(entitlements.runs); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.is_implausible(run entitlements.runs) RETURNS boolean
    LANGUAGE plpgsql STABLE
    SET search_path TO ''
    AS $$
begin
    return (
        select count(*) >= 20
               and count(*) filter (where latest.is_lost) * 100
                   > count(*) * run.stop_at_lost_percent
          from ((select person.is_lost
                   from entitlements.run_people person
                  where person.tenant_id = run.tenant_id and person.run_id = run.run_id
                    and person.outcome is not null
                  order by person.done_at desc
                  limit 100)
                 union all
                (select person.is_lost
                   from entitlements.run_people person
                  where person.tenant_id = run.tenant_id and person.run_id = run.run_id
                    and person.outcome is null and person.is_lost
                  limit 100)) as latest);
end
$$;

ALTER FUNCTION api.is_implausible(run entitlements.runs) OWNER TO hearth_owner;

--
-- Name: FUNCTION is_implausible(run entitlements.runs); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.is_implausible(run entitlements.runs) IS 'Whether a run takes too much from too many of those it read last.';

--
-- Name: is_newest_evidence(entitlements.evidence, entitlements.purchases, text[]); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.is_newest_evidence(told entitlements.evidence, state entitlements.purchases, app_user_ids text[]) RETURNS TABLE(is_newest boolean)
    LANGUAGE sql STABLE ROWS 1
    BEGIN ATOMIC
 SELECT (COALESCE((ROW((is_newest_evidence.state).folded_at, (is_newest_evidence.state).folded_rank, (is_newest_evidence.state).folded_evidence_id) < ROW((is_newest_evidence.told).order_at, (is_newest_evidence.told).rank, (is_newest_evidence.told).evidence_id)), true) AND (NOT (EXISTS ( SELECT
            FROM entitlements.transfer_sides side
           WHERE ((side.tenant_id = entitlements.current_tenant_id()) AND (side.app_user_id = ANY (related.ids)))))) AND (NOT (EXISTS ( SELECT
            FROM entitlements.snapshots reading
           WHERE ((reading.tenant_id = entitlements.current_tenant_id()) AND (reading.app_user_id = ANY (related.ids)) AND (reading.read_at >= (is_newest_evidence.told).order_at) AND (ROW(reading.order_at, entitlements.evidence_rank('absence'::text)) > ROW((is_newest_evidence.told).order_at, (is_newest_evidence.told).rank)))))))
    FROM ( SELECT (COALESCE(is_newest_evidence.app_user_ids, '{}'::text[]) || ARRAY( SELECT own.app_user_id
                    FROM (entitlements.app_user_ids known
                      JOIN entitlements.app_user_ids own ON (((own.tenant_id = entitlements.current_tenant_id()) AND (own.app_user_uuid = known.app_user_uuid))))
                   WHERE ((known.tenant_id = entitlements.current_tenant_id()) AND (known.app_user_id =
                         CASE
                             WHEN ((is_newest_evidence.state).owner_app_user_id IS NULL) THEN (is_newest_evidence.state).previous_owner_app_user_id
                             ELSE (is_newest_evidence.state).owner_app_user_id
                         END) AND (known.app_user_id <> ALL (COALESCE(is_newest_evidence.app_user_ids, '{}'::text[])))))) AS "?column?"
          OFFSET 0) related(ids);
END;

ALTER FUNCTION api.is_newest_evidence(told entitlements.evidence, state entitlements.purchases, app_user_ids text[]) OWNER TO hearth_owner;

--
-- Name: FUNCTION is_newest_evidence(told entitlements.evidence, state entitlements.purchases, app_user_ids text[]); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.is_newest_evidence(told entitlements.evidence, state entitlements.purchases, app_user_ids text[]) IS 'Whether evidence is newer than everything that a purchase''s state can depend on.';

--
-- Name: household_invites; Type: TABLE; Schema: entitlements; Owner: hearth_owner
--

CREATE TABLE entitlements.household_invites (
    tenant_id uuid NOT NULL,
    household_id uuid NOT NULL,
    invite_id uuid DEFAULT gen_random_uuid() NOT NULL,
    code_digest bytea NOT NULL,
    created_at timestamp with time zone NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    revoked_at timestamp with time zone,
    redeemed_at timestamp with time zone,
    redeemed_by_app_user_id text COLLATE pg_catalog."C",
    ignores_cooldown boolean DEFAULT false NOT NULL,
    member_id uuid,
    CONSTRAINT household_invites_check CHECK ((expires_at > created_at)),
    CONSTRAINT household_invites_check1 CHECK (((redeemed_at IS NULL) = (redeemed_by_app_user_id IS NULL))),
    CONSTRAINT household_invites_check2 CHECK (((member_id IS NULL) OR ((redeemed_at IS NOT NULL) AND (revoked_at IS NULL)))),
    CONSTRAINT household_invites_code_digest_check CHECK ((octet_length(code_digest) = 32))
);

ALTER TABLE ONLY entitlements.household_invites FORCE ROW LEVEL SECURITY;

ALTER TABLE entitlements.household_invites OWNER TO hearth_owner;

--
-- Name: TABLE household_invites; Type: COMMENT; Schema: entitlements; Owner: hearth_owner
--

COMMENT ON TABLE entitlements.household_invites IS 'Invites to a household: single use, expiring, known by the digest of their code.';

--
-- Name: is_redeemed_by(entitlements.household_invites, uuid); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.is_redeemed_by(invite entitlements.household_invites, app_user_uuid uuid) RETURNS boolean
    LANGUAGE plpgsql STABLE
    SET search_path TO ''
    AS $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
begin
    return exists (
        select from entitlements.app_user_ids known
         where known.tenant_id = _tenant_id
           and known.app_user_id = invite.redeemed_by_app_user_id
           and known.app_user_uuid = is_redeemed_by.app_user_uuid)
       and (invite.member_id is null or exists (
        select from entitlements.household_members member
         where member.tenant_id = _tenant_id
           and member.household_id = invite.household_id
           and member.member_id = invite.member_id and member.left_at is null));
end
$$;

ALTER FUNCTION api.is_redeemed_by(invite entitlements.household_invites, app_user_uuid uuid) OWNER TO hearth_owner;

--
-- Name: FUNCTION is_redeemed_by(invite entitlements.household_invites, app_user_uuid uuid); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.is_redeemed_by(invite entitlements.household_invites, app_user_uuid uuid) IS 'Whether it was this person who redeemed an invite, and what came of it still stands.';

--
-- Name: is_stranger(text, timestamp with time zone); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.is_stranger(app_user_id text, first_seen_at timestamp with time zone) RETURNS boolean
    LANGUAGE plpgsql STABLE
    SET search_path TO ''
    AS $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
begin
    return exists (
            select from entitlements.evidence told
             where told.tenant_id = _tenant_id
               and told.app_user_id = is_stranger.app_user_id
               and told.occurred_at < is_stranger.first_seen_at)
       or exists (
            select from entitlements.transfer_sides side
              join entitlements.evidence told
                on told.tenant_id = _tenant_id and told.evidence_id = side.evidence_id
             where side.tenant_id = _tenant_id
               and side.app_user_id = is_stranger.app_user_id
               and told.occurred_at < is_stranger.first_seen_at)
       or exists (
            select from entitlements.app_user_id_links link
             where link.tenant_id = _tenant_id
               and (link.app_user_id = is_stranger.app_user_id
                    or link.linked_app_user_id = is_stranger.app_user_id)
               and link.linked_at < is_stranger.first_seen_at)
       or exists (
            select from entitlements.snapshots reading
             where reading.tenant_id = _tenant_id
               and reading.app_user_id = is_stranger.app_user_id
               and reading.read_at < is_stranger.first_seen_at);
end
$$;

ALTER FUNCTION api.is_stranger(app_user_id text, first_seen_at timestamp with time zone) OWNER TO hearth_owner;

--
-- Name: FUNCTION is_stranger(app_user_id text, first_seen_at timestamp with time zone); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.is_stranger(app_user_id text, first_seen_at timestamp with time zone) IS 'Whether RevenueCat has known somebody for a shorter time than it has told us of them.';

--
-- Name: is_told_since(text[], timestamp with time zone); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.is_told_since(app_user_ids text[], moment timestamp with time zone) RETURNS boolean
    LANGUAGE sql STABLE
    RETURN ((EXISTS (SELECT FROM entitlements.evidence known WHERE ((known.tenant_id = entitlements.current_tenant_id()) AND (known.app_user_id = ANY (is_told_since.app_user_ids)) AND (known.order_at > is_told_since.moment)))) OR (EXISTS (SELECT FROM entitlements.snapshots other WHERE ((other.tenant_id = entitlements.current_tenant_id()) AND (other.app_user_id = ANY (is_told_since.app_user_ids)) AND (other.read_at > is_told_since.moment) AND (other.order_at > is_told_since.moment)))) OR (EXISTS (SELECT FROM entitlements.transfer_sides side WHERE ((side.tenant_id = entitlements.current_tenant_id()) AND (side.app_user_id = ANY (is_told_since.app_user_ids))))));

ALTER FUNCTION api.is_told_since(app_user_ids text[], moment timestamp with time zone) OWNER TO hearth_owner;

--
-- Name: FUNCTION is_told_since(app_user_ids text[], moment timestamp with time zone); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.is_told_since(app_user_ids text[], moment timestamp with time zone) IS 'Whether anything was told since a moment of a person, or they have transfers.';

--
-- Name: is_understood(jsonb); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.is_understood(facts jsonb) RETURNS boolean
    LANGUAGE sql IMMUTABLE
    RETURN COALESCE(((facts ->> 'kind'::text) <> 'unknown'::text), false);

ALTER FUNCTION api.is_understood(facts jsonb) OWNER TO hearth_owner;

--
-- Name: FUNCTION is_understood(facts jsonb); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.is_understood(facts jsonb) IS 'Whether an event can be applied.';

--
-- Name: issue_device_secret(text, bytea, timestamp with time zone); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.issue_device_secret(app_user_id text, digest bytea, as_of timestamp with time zone) RETURNS void
    LANGUAGE plpgsql
    SET search_path TO ''
    AS $$
#variable_conflict use_column
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
begin
    update entitlements.device_secrets secret
       set revoked_at = greatest(issue_device_secret.as_of, secret.created_at)
     where secret.tenant_id = _tenant_id
       and secret.app_user_id = issue_device_secret.app_user_id
       and secret.revoked_at is null and secret.digest <> issue_device_secret.digest;
    insert into entitlements.device_secrets (tenant_id, digest, app_user_id, created_at)
    values (_tenant_id, issue_device_secret.digest, issue_device_secret.app_user_id,
            issue_device_secret.as_of)
        on conflict do nothing;
end
$$;

ALTER FUNCTION api.issue_device_secret(app_user_id text, digest bytea, as_of timestamp with time zone) OWNER TO hearth_owner;

--
-- Name: FUNCTION issue_device_secret(app_user_id text, digest bytea, as_of timestamp with time zone); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.issue_device_secret(app_user_id text, digest bytea, as_of timestamp with time zone) IS 'Gives an anonymous id a device secret; the one before is dead.';

--
-- Name: join_app_user_ids(text[], timestamp with time zone, text); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.join_app_user_ids(app_user_ids text[], linked_at timestamp with time zone, evidence_id text) RETURNS entitlements.changes
    LANGUAGE plpgsql
    SET search_path TO ''
    AS $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _are_added boolean;
    _is_linked boolean;
    _people uuid[];
begin
    -- Another transaction may add one of the ids meanwhile: then it is tried again from the top.
    loop
        _are_added := api.add_app_user_ids(join_app_user_ids.app_user_ids);
        exit when _are_added is not false;
    end loop;

    insert into entitlements.app_user_id_links as link
           (tenant_id, app_user_id, linked_app_user_id, linked_at, evidence_id)
    select _tenant_id, named.app_user_id, named.linked_app_user_id,
           join_app_user_ids.linked_at, join_app_user_ids.evidence_id
      from api.named_links(join_app_user_ids.app_user_ids) as named
       -- An upsert would lock the row even where it changes nothing, which is nearly always.
     where not exists (
           select from entitlements.app_user_id_links earlier
            where earlier.tenant_id = _tenant_id
              and earlier.app_user_id = named.app_user_id
              and earlier.linked_app_user_id = named.linked_app_user_id
              and (earlier.linked_at, earlier.evidence_id)
                  <= (join_app_user_ids.linked_at, join_app_user_ids.evidence_id))
     order by 2, 3
        on conflict on constraint app_user_id_links_pkey do update
       set linked_at = excluded.linked_at, evidence_id = excluded.evidence_id
     where (excluded.linked_at, excluded.evidence_id) < (link.linked_at, link.evidence_id);
    _is_linked := found;
    if _is_linked and _are_added is null then
        perform api.lock_linked_app_users(join_app_user_ids.app_user_ids);
    end if;

    _people := array(
        select distinct known.app_user_uuid
          from entitlements.app_user_ids known
         where known.tenant_id = _tenant_id
           and known.app_user_id = any (join_app_user_ids.app_user_ids));
    if cardinality(_people) > 1 then
        return api.rejoin_app_user_ids(join_app_user_ids.app_user_ids);
    end if;
    if _is_linked and exists (
        select from entitlements.app_user_ids own
          join entitlements.aliased_ids named
            on named.tenant_id = _tenant_id and named.app_user_id = own.app_user_id
         where own.tenant_id = _tenant_id and own.app_user_uuid = any (_people)) then
        perform api.sync_aliases(api.lock_linked_app_users(join_app_user_ids.app_user_ids));
        return api.changes_of(app_user_uuids => _people);
    end if;
    -- A person who gained an id may be shown under another one now.
    return api.changes_of(
        app_user_uuids => case when _are_added then _people else '{}' end);
end
$$;

ALTER FUNCTION api.join_app_user_ids(app_user_ids text[], linked_at timestamp with time zone, evidence_id text) OWNER TO hearth_owner;

--
-- Name: FUNCTION join_app_user_ids(app_user_ids text[], linked_at timestamp with time zone, evidence_id text); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.join_app_user_ids(app_user_ids text[], linked_at timestamp with time zone, evidence_id text) IS 'Records that ids were named as one person, and makes them one where that is allowed.';

--
-- Name: join_household(text, bytea, boolean, timestamp with time zone); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.join_household(app_user_id text, code_digest bytea, ignore_cooldown boolean, as_of timestamp with time zone DEFAULT NULL::timestamp with time zone) RETURNS TABLE(answered_as_of timestamp with time zone, is_confirmed boolean, answer json)
    LANGUAGE plpgsql ROWS 1
    SET search_path TO ''
    AS $$
#variable_conflict use_column
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _as_of timestamptz;
    _person uuid;
    _invite entitlements.household_invites;
begin
    -- Nobody waits for a new id while holding a household: whoever has just added the id may be
    -- waiting for that household.
    while not api.add_app_user_ids(array[join_household.app_user_id]) loop end loop;
    perform api.lock_household(invite.household_id)
       from entitlements.household_invites invite
      where invite.tenant_id = _tenant_id and invite.code_digest = join_household.code_digest;
    -- Read only now that nobody else can redeem or revoke it; and now is when it happens, not when
    -- we began to wait.
    _as_of := coalesce(join_household.as_of, clock_timestamp());
    select * into _invite from entitlements.household_invites invite
     where invite.tenant_id = _tenant_id and invite.code_digest = join_household.code_digest;
    select known.app_user_uuid into _person from entitlements.app_user_ids known
     where known.tenant_id = _tenant_id and known.app_user_id = join_household.app_user_id;

    if _invite is null or _invite.revoked_at is not null
       or (_invite.redeemed_at is not null
           and not api.is_redeemed_by(_invite, _person)) then
        raise sqlstate 'PT404' using message = 'invite_not_found',
            detail = 'No open invite has this code.';
    elsif _invite.redeemed_at is null and _invite.expires_at <= _as_of then
        raise sqlstate 'PT410' using message = 'invite_expired',
            detail = 'The invite has expired; ask for another.';
    elsif _invite.redeemed_at is null then
        _invite := api.redeem_invite(
            _invite, join_household.app_user_id, join_household.ignore_cooldown, _as_of);
        perform api.derive(api.changes_of(app_user_uuids => array(
            select member.app_user_uuid from entitlements.household_members member
             where member.tenant_id = _tenant_id
               and member.household_id = _invite.household_id
               and member.member_id = _invite.member_id)));
    end if;
    return query
    select _as_of, _invite.member_id is not null,
           api.household_json(_invite.household_id, _as_of);
end
$$;

ALTER FUNCTION api.join_household(app_user_id text, code_digest bytea, ignore_cooldown boolean, as_of timestamp with time zone) OWNER TO hearth_owner;

--
-- Name: FUNCTION join_household(app_user_id text, code_digest bytea, ignore_cooldown boolean, as_of timestamp with time zone); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.join_household(app_user_id text, code_digest bytea, ignore_cooldown boolean, as_of timestamp with time zone) IS 'Redeems an invite: the person becomes a member, or waits for the owner''s word.';

--
-- Name: join_snapshot_ids(entitlements.snapshots[]); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.join_snapshot_ids(readings entitlements.snapshots[]) RETURNS entitlements.reading_outcome
    LANGUAGE plpgsql
    SET search_path TO ''
    AS $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _at constant timestamptz := greatest((readings[1]).received_at, now());
    _event record;
    _are_known boolean;
    _are_one boolean;
    _drift entitlements.drift;
    _outcome entitlements.reading_outcome := row('{}', api.changes_of());
    _changed entitlements.changes;
    _before text[];
begin
    for _event in
        select unjoined.* from api.unjoined_events(
            array(select jsonb_populate_record(null::entitlements.evidence, jsonb_build_object(
                             'order_at', reading.order_at, 'evidence_id',
                             api.snapshot_evidence_id(reading.app_user_id, reading.read_at, '')))
                    from unnest(readings) as reading),
            array(select jsonb_build_object('app_user_ids', reading.app_user_ids)
                    from unnest(readings) as reading)) as unjoined
         order by unjoined.app_user_ids
    loop
        select count(*) > 0,
               count(*) = cardinality(_event.app_user_ids) and count(distinct app_user_uuid) = 1
          into _are_known, _are_one
          from entitlements.app_user_ids known
         where known.tenant_id = _tenant_id and known.app_user_id = any (_event.app_user_ids);
        if not _are_one and _are_known then
            _before := array(
                select answer::text from api.active_answers(_event.app_user_ids, _at) as answer);
            _drift.before := api.snapshot_people(_event.app_user_ids);
        end if;
        _changed := api.join_app_user_ids(
            _event.app_user_ids, _event.order_at, _event.evidence_id);
        _outcome.changed := api.all_changes(_outcome.changed, _changed);
        continue when _are_one or not _are_known;
        _drift.after := api.snapshot_people(_event.app_user_ids);
        if _drift.before is distinct from _drift.after then
            _drift.app_user_id := _event.app_user_ids[1];
            _drift.access_affected := _before <> array(
                select answer::text from api.active_answers(_event.app_user_ids, _at) as answer);
            _drift.cause := 'alias_unknown';
            _outcome.differences := _outcome.differences || _drift;
        end if;
    end loop;
    return _outcome;
end
$$;

ALTER FUNCTION api.join_snapshot_ids(readings entitlements.snapshots[]) OWNER TO hearth_owner;

--
-- Name: FUNCTION join_snapshot_ids(readings entitlements.snapshots[]); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.join_snapshot_ids(readings entitlements.snapshots[]) IS 'Makes one person of the ids that each snapshot names together, and answers the drift.';

--
-- Name: keep_idempotent_answer(text, text, bytea, json); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.keep_idempotent_answer(idempotency_key text, operation text, request_digest bytea, answer json) RETURNS void
    LANGUAGE plpgsql
    SET search_path TO ''
    AS $$
begin
    if keep_idempotent_answer.idempotency_key is not null then
        insert into entitlements.idempotent_answers
               (tenant_id, idempotency_key, operation, request_digest, answer)
        values (entitlements.current_tenant_id(), keep_idempotent_answer.idempotency_key,
                keep_idempotent_answer.operation, keep_idempotent_answer.request_digest,
                keep_idempotent_answer.answer);
    end if;
end
$$;

ALTER FUNCTION api.keep_idempotent_answer(idempotency_key text, operation text, request_digest bytea, answer json) OWNER TO hearth_owner;

--
-- Name: FUNCTION keep_idempotent_answer(idempotency_key text, operation text, request_digest bytea, answer json); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.keep_idempotent_answer(idempotency_key text, operation text, request_digest bytea, answer json) IS 'Keeps the answer to a request that a caller may repeat.';

--
-- Name: last_mover(uuid); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.last_mover(purchase_id uuid) RETURNS text
    LANGUAGE plpgsql STABLE
    SET search_path TO ''
    AS $$
#variable_conflict use_column
begin
    return (
        select move.app_user_id from entitlements.purchase_moves move
         where move.tenant_id = entitlements.current_tenant_id()
           and move.purchase_id = last_mover.purchase_id
         order by move.moved_at desc, move.audit_id desc
         limit 1);
end
$$;

ALTER FUNCTION api.last_mover(purchase_id uuid) OWNER TO hearth_owner;

--
-- Name: FUNCTION last_mover(purchase_id uuid); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.last_mover(purchase_id uuid) IS 'To whom a purchase last came by a merge or a claim.';

--
-- Name: limit_json(text, bigint, bigint, timestamp with time zone); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.limit_json(limit_id text, allowed bigint, used bigint, resets_at timestamp with time zone) RETURNS jsonb
    LANGUAGE plpgsql STABLE
    SET search_path TO ''
    AS $$
begin
    return jsonb_build_object(
        'limit_id', limit_json.limit_id,
        'is_unlimited', limit_json.allowed is null,
        'used', limit_json.used,
        'limit', limit_json.allowed,
        'remaining', case when limit_json.allowed is not null
                          then greatest(limit_json.allowed - limit_json.used, 0) end,
        'resets_at', api.rfc3339(limit_json.resets_at));
end
$$;

ALTER FUNCTION api.limit_json(limit_id text, allowed bigint, used bigint, resets_at timestamp with time zone) OWNER TO hearth_owner;

--
-- Name: FUNCTION limit_json(limit_id text, allowed bigint, used bigint, resets_at timestamp with time zone); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.limit_json(limit_id text, allowed bigint, used bigint, resets_at timestamp with time zone) IS 'A limit as the contract shows it to the person whose it is.';

--
-- Name: limit_period(text, timestamp with time zone); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.limit_period(period text, as_of timestamp with time zone) RETURNS TABLE(starts_at timestamp with time zone, resets_at timestamp with time zone)
    LANGUAGE plpgsql STABLE ROWS 1
    SET search_path TO ''
    AS $$
declare
    _starts_at constant timestamp := date_trunc(
        limit_period.period, limit_period.as_of at time zone 'UTC');
begin
    return query
    select coalesce(_starts_at at time zone 'UTC', '-infinity'),
           (_starts_at + ('1 ' || limit_period.period)::interval) at time zone 'UTC';
end
$$;

ALTER FUNCTION api.limit_period(period text, as_of timestamp with time zone) OWNER TO hearth_owner;

--
-- Name: FUNCTION limit_period(period text, as_of timestamp with time zone); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.limit_period(period text, as_of timestamp with time zone) IS 'The period of a limit that a moment lies in.';

--
-- Name: limit_reached_json(text, bigint, bigint, timestamp with time zone, timestamp with time zone); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.limit_reached_json(limit_id text, allowed bigint, used bigint, resets_at timestamp with time zone, as_of timestamp with time zone) RETURNS json
    LANGUAGE plpgsql STABLE
    SET search_path TO ''
    AS $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
begin
    return api.limit_json(
        limit_reached_json.limit_id, limit_reached_json.allowed, limit_reached_json.used,
        limit_reached_json.resets_at)
    || jsonb_build_object(
        'upgrade', coalesce(
            (select jsonb_agg(lifting.entitlement_id order by known.rank)
               from entitlements.limit_entitlements lifting
               join entitlements.entitlements known
                 on known.tenant_id = _tenant_id
                and known.entitlement_id = lifting.entitlement_id
              where lifting.tenant_id = _tenant_id
                and lifting.limit_id = limit_reached_json.limit_id
                and (lifting.amount is null or lifting.amount > limit_reached_json.allowed)),
            '[]'),
        'retry_after_seconds', ceil(extract(epoch from coalesce(
            limit_reached_json.resets_at - limit_reached_json.as_of, interval '1 day')))::integer);
end
$$;

ALTER FUNCTION api.limit_reached_json(limit_id text, allowed bigint, used bigint, resets_at timestamp with time zone, as_of timestamp with time zone) OWNER TO hearth_owner;

--
-- Name: FUNCTION limit_reached_json(limit_id text, allowed bigint, used bigint, resets_at timestamp with time zone, as_of timestamp with time zone); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.limit_reached_json(limit_id text, allowed bigint, used bigint, resets_at timestamp with time zone, as_of timestamp with time zone) IS 'What is answered where a use is more than what is left of a limit.';

--
-- Name: limit_states(text[], text[], text, timestamp with time zone); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.limit_states(app_user_ids text[], limit_ids text[], environment text, as_of timestamp with time zone) RETURNS TABLE(app_user_id text, limit_id text, allowed bigint, used bigint, period_starts_at timestamp with time zone, resets_at timestamp with time zone)
    LANGUAGE plpgsql STABLE ROWS 64
    SET search_path TO ''
    AS $$
#variable_conflict use_column
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
begin
    return query
    with person as materialized (
        select named.id, api.own_app_user_ids(named.id) as ids, array(
                   select entry.key
                     from api.get_entitlements(
                              named.id, limit_states.environment, limit_states.as_of) as found
                    cross join lateral json_each(found.answer -> 'entitlements') as entry
                    where (entry.value ->> 'is_active')::boolean) as active
          from (select distinct unnest(limit_states.app_user_ids)) as named (id)
    ), stated as materialized (
        select known.limit_id, known.free_amount, period.starts_at, period.resets_at
          from entitlements.limits known
         cross join lateral api.limit_period(known.period, limit_states.as_of) as period
         where known.tenant_id = _tenant_id
    )
    select asked.app_user_id, stated.limit_id,
           case when not lifted.is_unlimited then greatest(stated.free_amount, lifted.amount) end,
           counted.used + held.amount, stated.starts_at, stated.resets_at
      from (select distinct pair.*
              from unnest(limit_states.app_user_ids, limit_states.limit_ids)
                   as pair (app_user_id, limit_id)) as asked
      join person on person.id = asked.app_user_id
      join stated on asked.limit_id is null or stated.limit_id = asked.limit_id
     cross join lateral (
           select coalesce(bool_or(lifting.amount is null), false) as is_unlimited,
                  max(lifting.amount) as amount
             from entitlements.limit_entitlements lifting
            where lifting.tenant_id = _tenant_id and lifting.limit_id = stated.limit_id
              and lifting.entitlement_id = any (person.active)) as lifted
     cross join lateral (
           select coalesce(sum((
                      select own.used from entitlements.usage own
                       where own.tenant_id = _tenant_id and own.app_user_id = known.id
                         and own.limit_id = stated.limit_id
                         and own.period_starts_at = stated.starts_at)), 0)::bigint as used
             from unnest(person.ids) as known (id)) as counted
     cross join lateral (
           select coalesce(sum((
                      select sum(reserved.amount) from entitlements.reservations reserved
                       where reserved.tenant_id = _tenant_id and reserved.app_user_id = known.id
                         and reserved.limit_id = stated.limit_id and reserved.status = 'reserved'
                         and reserved.period_starts_at = stated.starts_at
                         and reserved.expires_at > limit_states.as_of)), 0)::bigint as amount
             from unnest(person.ids) as known (id)) as held;
end
$$;

ALTER FUNCTION api.limit_states(app_user_ids text[], limit_ids text[], environment text, as_of timestamp with time zone) OWNER TO hearth_owner;

--
-- Name: FUNCTION limit_states(app_user_ids text[], limit_ids text[], environment text, as_of timestamp with time zone); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.limit_states(app_user_ids text[], limit_ids text[], environment text, as_of timestamp with time zone) IS 'How far people have used what the catalog limits, and how far they may.';

--
-- Name: linked_app_user_ids(text[]); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.linked_app_user_ids(app_user_ids text[]) RETURNS text[]
    LANGUAGE plpgsql STABLE
    SET search_path TO ''
    AS $$
declare
    _ids text[] := linked_app_user_ids.app_user_ids;
    _reached text[];
begin
    loop
        _reached := array(
            select unnest(_ids)
             union
            select unnest(array[link.one, link.other]) from api.links_of(_ids) as link);
        exit when _ids @> _reached;
        _ids := _reached;
    end loop;
    return _ids;
end
$$;

ALTER FUNCTION api.linked_app_user_ids(app_user_ids text[]) OWNER TO hearth_owner;

--
-- Name: FUNCTION linked_app_user_ids(app_user_ids text[]); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.linked_app_user_ids(app_user_ids text[]) IS 'The named ids and every id that links connect with them.';

--
-- Name: links_of(text[]); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.links_of(app_user_ids text[]) RETURNS TABLE(one text, other text, is_proven boolean, linked_at timestamp with time zone, evidence_id text)
    LANGUAGE plpgsql STABLE ROWS 4
    SET search_path TO ''
    AS $$
#variable_conflict use_column
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _ids constant text[] := links_of.app_user_ids;
begin
    return query
    select proof.anonymous_app_user_id, proof.app_user_id, true, '-infinity'::timestamptz, ''
      from unnest(_ids) as named (id)
      join entitlements.merge_links proof
        on proof.tenant_id = _tenant_id and proof.anonymous_app_user_id = named.id
       and not proof.is_severed
     union
    select proof.anonymous_app_user_id, proof.app_user_id, true, '-infinity', ''
      from unnest(_ids) as named (id)
      join entitlements.merge_links proof
        on proof.tenant_id = _tenant_id and proof.app_user_id = named.id
       and not proof.is_severed
     union
    select link.app_user_id, link.linked_app_user_id, false, link.linked_at, link.evidence_id
      from unnest(_ids) as named (id)
      join entitlements.app_user_id_links link
        on link.tenant_id = _tenant_id and link.app_user_id = named.id
     union
    select link.app_user_id, link.linked_app_user_id, false, link.linked_at, link.evidence_id
      from unnest(_ids) as named (id)
      join entitlements.app_user_id_links link
        on link.tenant_id = _tenant_id and link.linked_app_user_id = named.id;
end
$$;

ALTER FUNCTION api.links_of(app_user_ids text[]) OWNER TO hearth_owner;

--
-- Name: FUNCTION links_of(app_user_ids text[]); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.links_of(app_user_ids text[]) IS 'What says of the named ids that two of them are one person.';

--
-- Name: list_audit_entries(text, integer, timestamp with time zone, uuid); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.list_audit_entries(app_user_id text, page_limit integer, before_recorded_at timestamp with time zone, before_audit_id uuid) RETURNS TABLE(recorded_at timestamp with time zone, audit_id uuid, answer json)
    LANGUAGE plpgsql STABLE ROWS 100
    SET search_path TO ''
    AS $$
#variable_conflict use_column
begin
    return query
    select entry.recorded_at, entry.audit_id,
           json_build_object(
               'audit_id', entry.audit_id, 'recorded_at', api.rfc3339(entry.recorded_at),
               'action', entry.action, 'actor', entry.actor, 'reason', entry.reason,
               'app_user_ids', entry.app_user_ids, 'before', entry.before, 'after', entry.after)
      from entitlements.audit_entries entry
     where entry.tenant_id = entitlements.current_tenant_id()
       and (list_audit_entries.app_user_id is null
            or entry.app_user_ids @> array[list_audit_entries.app_user_id])
       and (list_audit_entries.before_recorded_at is null
            or (entry.recorded_at, entry.audit_id)
               < (list_audit_entries.before_recorded_at, list_audit_entries.before_audit_id))
     order by entry.recorded_at desc, entry.audit_id desc
     limit list_audit_entries.page_limit;
end
$$;

ALTER FUNCTION api.list_audit_entries(app_user_id text, page_limit integer, before_recorded_at timestamp with time zone, before_audit_id uuid) OWNER TO hearth_owner;

--
-- Name: FUNCTION list_audit_entries(app_user_id text, page_limit integer, before_recorded_at timestamp with time zone, before_audit_id uuid); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.list_audit_entries(app_user_id text, page_limit integer, before_recorded_at timestamp with time zone, before_audit_id uuid) IS 'A page of the trail, newest first.';

--
-- Name: list_drift(uuid, integer, timestamp with time zone, uuid); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.list_drift(run_id uuid, page_limit integer, after_found_at timestamp with time zone, after_drift_id uuid) RETURNS TABLE(drift_id uuid, app_user_id text, purchase_id uuid, environment text, product_id text, before json, after json, access_affected boolean, cause text, found_at timestamp with time zone)
    LANGUAGE plpgsql STABLE ROWS 100
    SET search_path TO ''
    AS $$
#variable_conflict use_column
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
begin
    perform from entitlements.runs run
      where run.tenant_id = _tenant_id and run.run_id = list_drift.run_id;
    if not found then
        raise sqlstate 'PT404' using message = 'run_not_found',
            detail = 'The tenant has no run of this id.';
    end if;
    return query
    select drift.drift_id, drift.app_user_id, drift.purchase_id, drift.environment,
           drift.product_id, drift.before::json, drift.after::json, drift.access_affected,
           drift.cause, drift.found_at
      from entitlements.drift drift
     where drift.tenant_id = _tenant_id and drift.run_id = list_drift.run_id
       and (list_drift.after_found_at is null
            or (drift.found_at, drift.drift_id)
               > (list_drift.after_found_at, list_drift.after_drift_id))
     order by drift.found_at, drift.drift_id
     limit list_drift.page_limit;
end
$$;

ALTER FUNCTION api.list_drift(run_id uuid, page_limit integer, after_found_at timestamp with time zone, after_drift_id uuid) OWNER TO hearth_owner;

--
-- Name: FUNCTION list_drift(run_id uuid, page_limit integer, after_found_at timestamp with time zone, after_drift_id uuid); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.list_drift(run_id uuid, page_limit integer, after_found_at timestamp with time zone, after_drift_id uuid) IS 'A page of the differences that a run found.';

--
-- Name: list_findings(integer, text, text); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.list_findings(page_limit integer, after_kind text, after_subject text) RETURNS TABLE(kind text, subject text, count bigint, first_seen_at timestamp with time zone, last_seen_at timestamp with time zone)
    LANGUAGE plpgsql STABLE ROWS 100
    SET search_path TO ''
    AS $$
#variable_conflict use_column
begin
    return query
    select found.kind, found.subject, found.count, found.first_seen_at, found.last_seen_at
      from api.findings() as found
     where list_findings.after_kind is null
        or (found.kind collate "C", found.subject collate "C")
           > (list_findings.after_kind, list_findings.after_subject)
     order by found.kind collate "C", found.subject collate "C"
     limit list_findings.page_limit;
end
$$;

ALTER FUNCTION api.list_findings(page_limit integer, after_kind text, after_subject text) OWNER TO hearth_owner;

--
-- Name: FUNCTION list_findings(page_limit integer, after_kind text, after_subject text); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.list_findings(page_limit integer, after_kind text, after_subject text) IS 'A page of what an operator should know of a tenant.';

--
-- Name: list_household_findings(integer, uuid, timestamp with time zone); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.list_household_findings(page_limit integer, after_household_id uuid, as_of timestamp with time zone DEFAULT NULL::timestamp with time zone) RETURNS TABLE(household_id uuid, findings json)
    LANGUAGE plpgsql STABLE ROWS 100
    SET search_path TO ''
    AS $$
#variable_conflict use_column
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _as_of constant timestamptz := coalesce(list_household_findings.as_of, now());
begin
    return query
    select household.household_id, (
           select coalesce(json_agg(finding.answer order by finding.kind, finding.entitlement_id),
                           '[]')
             from api.household_findings(household.household_id, _as_of) as finding)
      from entitlements.households household
     where household.tenant_id = _tenant_id and household.dissolved_at is null
       and (list_household_findings.after_household_id is null
            or household.household_id > list_household_findings.after_household_id)
     order by household.household_id
     limit list_household_findings.page_limit;
end
$$;

ALTER FUNCTION api.list_household_findings(page_limit integer, after_household_id uuid, as_of timestamp with time zone) OWNER TO hearth_owner;

--
-- Name: FUNCTION list_household_findings(page_limit integer, after_household_id uuid, as_of timestamp with time zone); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.list_household_findings(page_limit integer, after_household_id uuid, as_of timestamp with time zone) IS 'What an operator should know of households, a page of them.';

--
-- Name: list_invariant_violations(); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.list_invariant_violations() RETURNS TABLE(violation text, subject uuid)
    LANGUAGE plpgsql STABLE ROWS 1
    SET search_path TO ''
    AS $$
#variable_conflict use_column
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
begin
    return query
    select violated.violation, violated.subject
      from entitlements.invariant_violations violated
     where violated.tenant_id = _tenant_id
     union all
    select 'app_user_is_not_their_links', wrong.app_user_uuid
      from api.wrong_app_users() as wrong (app_user_uuid)
     union all
    select 'aliases_are_not_their_links', own.app_user_uuid
      from api.derived_aliases(array(
               select known.app_user_id from entitlements.app_user_ids known
                where known.tenant_id = _tenant_id)) as derived
      full join (select row_.* from entitlements.aliased_ids row_
                  where row_.tenant_id = _tenant_id) as stored
        on stored.app_user_id = derived.app_user_id
      join entitlements.app_user_ids own
        on own.tenant_id = _tenant_id
       and own.app_user_id in (derived.app_user_id, stored.app_user_id)
     where derived.alias_uuid is distinct from stored.alias_uuid
     union all
    select 'purchase_is_not_its_fold', wrong.purchase_id
      from api.wrong_purchases() as wrong (purchase_id)
     union all
    select 'stored_answer_is_wrong', wrong.app_user_uuid
      from api.wrong_answers() as wrong (app_user_uuid)
     union all
    select 'synced_subscription_is_stale', coalesce(stored.purchase_id, derived.purchase_id)
      from (select row_.*, row_ as whole
              from api.derived_subscriptions(array(
                       select purchase.purchase_id from entitlements.purchases purchase
                        where purchase.tenant_id = _tenant_id)) as row_) as derived
      full join (select row_.*, row_ as whole from entitlements.synced_subscriptions row_
                  where row_.tenant_id = _tenant_id) as stored using (id)
     where derived.whole is distinct from stored.whole
       and not exists (
           select from entitlements.household_reviews review
            where review.tenant_id = _tenant_id and review.due_at <= now()
              and review.household_id in (stored.household_id, derived.household_id))
     union all
    select 'synced_household_member_is_stale', coalesce(stored.id, derived.id)
      from (select row_.*, row_ as whole from entitlements.app_users person
             cross join lateral api.derived_household_members(
                       person.app_user_uuid, now()) as row_
             where person.tenant_id = _tenant_id) as derived
      full join (select row_.*, row_ as whole from entitlements.synced_household_members row_
                  where row_.tenant_id = _tenant_id
                    and (row_.access_ends_at_ms is null
                         or row_.access_ends_at_ms > api.milliseconds(now()))) as stored using (id)
     where derived.whole is distinct from stored.whole;
end
$$;

ALTER FUNCTION api.list_invariant_violations() OWNER TO hearth_owner;

--
-- Name: FUNCTION list_invariant_violations(); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.list_invariant_violations() IS 'What there is of a tenant that must never be.';

--
-- Name: list_orphans(integer, timestamp with time zone, uuid); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.list_orphans(page_limit integer, before_orphaned_at timestamp with time zone, before_orphan_id uuid) RETURNS TABLE(orphaned_at timestamp with time zone, orphan_id uuid, answer json)
    LANGUAGE plpgsql STABLE ROWS 100
    SET search_path TO ''
    AS $$
#variable_conflict use_column
begin
    return query
    select page.orphaned_at, page.orphan_id, api.orphan_json(page)
      from (select orphan.*
              from entitlements.orphans orphan
             where orphan.tenant_id = entitlements.current_tenant_id()
               and orphan.resolved_at is null
               and (list_orphans.before_orphaned_at is null
                    or (orphan.orphaned_at, orphan.orphan_id)
                       < (list_orphans.before_orphaned_at, list_orphans.before_orphan_id))
             order by orphan.orphaned_at desc, orphan.orphan_id desc
             limit list_orphans.page_limit) as page
     order by page.orphaned_at desc, page.orphan_id desc;
end
$$;

ALTER FUNCTION api.list_orphans(page_limit integer, before_orphaned_at timestamp with time zone, before_orphan_id uuid) OWNER TO hearth_owner;

--
-- Name: FUNCTION list_orphans(page_limit integer, before_orphaned_at timestamp with time zone, before_orphan_id uuid); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.list_orphans(page_limit integer, before_orphaned_at timestamp with time zone, before_orphan_id uuid) IS 'A page of the purchases that no identified person owns, newest first.';

--
-- Name: list_run_people(uuid, integer, timestamp with time zone); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.list_run_people(run_id uuid, maximum integer, as_of timestamp with time zone DEFAULT NULL::timestamp with time zone) RETURNS TABLE(is_prepared boolean)
    LANGUAGE plpgsql ROWS 1
    SET search_path TO ''
    AS $$
#variable_conflict use_column
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _run entitlements.runs;
    _people uuid[];
begin
    select run.* into _run from entitlements.runs run
     where run.tenant_id = _tenant_id and run.run_id = list_run_people.run_id
       and run.status = 'preparing'
       for no key update;
    if not found then
        return;
    end if;
    if _run.listed_until is null then
        insert into entitlements.run_people (tenant_id, run_id, app_user_id, risk)
        select _tenant_id, _run.run_id, due.app_user_id, due.risk
          from api.people_due(
               coalesce(list_run_people.as_of, now()), list_run_people.maximum) as due;
    end if;
    if _run.scope = 'all' then
        _people := array(
            select person.app_user_uuid from entitlements.app_users person
             where person.tenant_id = _tenant_id
               and (_run.listed_until is null or person.app_user_uuid > _run.listed_until)
             order by person.app_user_uuid
             limit list_run_people.maximum);
        insert into entitlements.run_people (tenant_id, run_id, app_user_id, risk)
        select _tenant_id, _run.run_id, asked.app_user_id,
               case when exists (
                   select from entitlements.purchases bought
                    where bought.tenant_id = _tenant_id
                      and bought.owner_uuid = person.app_user_uuid) then 7 else 8 end
          from unnest(_people) as person (app_user_uuid)
         cross join lateral api.asked_app_user_id(person.app_user_uuid) as asked (app_user_id)
         where asked.app_user_id is not null
            on conflict do nothing;
    end if;
    is_prepared := coalesce(cardinality(_people), 0) < list_run_people.maximum;
    update entitlements.runs run
       set status = case when is_prepared then 'running' else run.status end,
           listed_until = coalesce(_people[cardinality(_people)], run.listed_until)
     where run.tenant_id = _tenant_id and run.run_id = _run.run_id;
    return next;
end
$$;

ALTER FUNCTION api.list_run_people(run_id uuid, maximum integer, as_of timestamp with time zone) OWNER TO hearth_owner;

--
-- Name: FUNCTION list_run_people(run_id uuid, maximum integer, as_of timestamp with time zone); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.list_run_people(run_id uuid, maximum integer, as_of timestamp with time zone) IS 'Lists the next people of a run that is being prepared.';

--
-- Name: list_runs(integer, timestamp with time zone, uuid, timestamp with time zone); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.list_runs(page_limit integer, before_started_at timestamp with time zone, before_run_id uuid, as_of timestamp with time zone DEFAULT NULL::timestamp with time zone) RETURNS TABLE(run_id uuid, started_at timestamp with time zone, answer json)
    LANGUAGE plpgsql STABLE ROWS 100
    SET search_path TO ''
    AS $$
#variable_conflict use_column
begin
    return query
    select run.run_id, run.started_at, api.run_json(run, coalesce(list_runs.as_of, now()))
      from entitlements.runs run
     where run.tenant_id = entitlements.current_tenant_id()
       and (list_runs.before_started_at is null
            or (run.started_at, run.run_id)
               < (list_runs.before_started_at, list_runs.before_run_id))
     order by run.started_at desc, run.run_id desc
     limit list_runs.page_limit;
end
$$;

ALTER FUNCTION api.list_runs(page_limit integer, before_started_at timestamp with time zone, before_run_id uuid, as_of timestamp with time zone) OWNER TO hearth_owner;

--
-- Name: FUNCTION list_runs(page_limit integer, before_started_at timestamp with time zone, before_run_id uuid, as_of timestamp with time zone); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.list_runs(page_limit integer, before_started_at timestamp with time zone, before_run_id uuid, as_of timestamp with time zone) IS 'A page of a tenant''s runs, the latest first.';

--
-- Name: list_webhook_events(text, integer, timestamp with time zone, text); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.list_webhook_events(with_status text, page_limit integer, before_received_at timestamp with time zone, before_event_id text) RETURNS TABLE(event_id text, event_type text, received_at timestamp with time zone, status text, failure text, attempts integer, due_at timestamp with time zone, unread text[])
    LANGUAGE plpgsql STABLE ROWS 100
    SET search_path TO ''
    AS $$
#variable_conflict use_column
begin
    return query
    select event.event_id, event.event_type, event.received_at, event.status, event.failure,
           event.attempts, event.due_at, coalesce(event.unread, '{}')
      from entitlements.webhook_events event
     where event.tenant_id = entitlements.current_tenant_id()
       and (list_webhook_events.with_status is null
            or event.status = list_webhook_events.with_status)
       and (list_webhook_events.before_received_at is null
            or (event.received_at, event.event_id)
               < (list_webhook_events.before_received_at, list_webhook_events.before_event_id))
     order by event.received_at desc, event.event_id desc
     limit list_webhook_events.page_limit;
end
$$;

ALTER FUNCTION api.list_webhook_events(with_status text, page_limit integer, before_received_at timestamp with time zone, before_event_id text) OWNER TO hearth_owner;

--
-- Name: FUNCTION list_webhook_events(with_status text, page_limit integer, before_received_at timestamp with time zone, before_event_id text); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.list_webhook_events(with_status text, page_limit integer, before_received_at timestamp with time zone, before_event_id text) IS 'A page of a tenant''s events, newest first.';

--
-- Name: lock_app_user(text); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.lock_app_user(app_user_id text) RETURNS uuid
    LANGUAGE plpgsql
    SET search_path TO ''
    AS $$
begin
    perform api.lock_app_users(array[lock_app_user.app_user_id]);
    return (
        select known.app_user_uuid
          from entitlements.app_user_ids known
         where known.tenant_id = entitlements.current_tenant_id()
           and known.app_user_id = lock_app_user.app_user_id);
end
$$;

ALTER FUNCTION api.lock_app_user(app_user_id text) OWNER TO hearth_owner;

--
-- Name: FUNCTION lock_app_user(app_user_id text); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.lock_app_user(app_user_id text) IS 'Locks the person that an id names, and answers the person''s uuid.';

--
-- Name: lock_app_users(text[]); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.lock_app_users(app_user_ids text[]) RETURNS void
    LANGUAGE plpgsql
    SET search_path TO ''
    AS $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _unknown text[];
    _people uuid[];
    _locked uuid[] := array[]::uuid[];
begin
    loop
        select array_agg(distinct named.id order by named.id)
                   filter (where known.app_user_id is null),
               array_agg(distinct known.app_user_uuid) filter (where known.app_user_id is not null)
          into _unknown, _people
          from unnest(lock_app_users.app_user_ids) as named (id)
          left join entitlements.app_user_ids known
            on known.tenant_id = _tenant_id and known.app_user_id = named.id;
        exit when _unknown is null and coalesce(_people, array[]::uuid[]) <@ _locked;
        if _unknown is not null then
            perform api.insert_app_user_ids(
                _unknown, array(select gen_random_uuid() from unnest(_unknown)));
        end if;
        perform from entitlements.app_users person
          where person.tenant_id = _tenant_id and person.app_user_uuid = any (_people)
          order by person.app_user_uuid
            for no key update;
        _locked := _locked || _people;
    end loop;
end
$$;

ALTER FUNCTION api.lock_app_users(app_user_ids text[]) OWNER TO hearth_owner;

--
-- Name: FUNCTION lock_app_users(app_user_ids text[]); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.lock_app_users(app_user_ids text[]) IS 'Locks the people that ids name.';

--
-- Name: lock_credits(text[], text[]); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.lock_credits(app_user_ids text[], credit_ids text[]) RETURNS void
    LANGUAGE plpgsql
    SET search_path TO ''
    AS $$
#variable_conflict use_column
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
begin
    perform api.lock_app_users(array(
        select told.app_user_id
          from unnest(lock_credits.app_user_ids, lock_credits.credit_ids)
               as told (app_user_id, credit_id)
         where exists (
               select from entitlements.product_credits given
                where given.tenant_id = _tenant_id and given.credit_id = told.credit_id)));
    perform from entitlements.purchases bought
      where bought.tenant_id = _tenant_id
        and bought.owner_uuid in (
            select known.app_user_uuid from entitlements.app_user_ids known
             where known.tenant_id = _tenant_id
               and known.app_user_id = any (lock_credits.app_user_ids))
        and bought.product_id in (
            select given.product_id from entitlements.product_credits given
             where given.tenant_id = _tenant_id
               and given.credit_id = any (lock_credits.credit_ids))
      order by bought.purchase_id
        for no key update;
end
$$;

ALTER FUNCTION api.lock_credits(app_user_ids text[], credit_ids text[]) OWNER TO hearth_owner;

--
-- Name: FUNCTION lock_credits(app_user_ids text[], credit_ids text[]); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.lock_credits(app_user_ids text[], credit_ids text[]) IS 'Locks people and their purchases that give some credits.';

--
-- Name: lock_household(uuid); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.lock_household(household_id uuid) RETURNS entitlements.households
    LANGUAGE plpgsql
    SET search_path TO ''
    AS $$
declare
    _household entitlements.households;
begin
    select * into _household from entitlements.households household
     where household.tenant_id = entitlements.current_tenant_id()
       and household.household_id = lock_household.household_id
       for no key update;
    if not found then
        raise sqlstate 'PT404' using message = 'household_not_found',
            detail = 'The tenant has no household of this id.';
    end if;
    return _household;
end
$$;

ALTER FUNCTION api.lock_household(household_id uuid) OWNER TO hearth_owner;

--
-- Name: FUNCTION lock_household(household_id uuid); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.lock_household(household_id uuid) IS 'Locks a household that is to be changed, and answers it.';

--
-- Name: lock_households_of(text[]); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.lock_households_of(app_user_ids text[]) RETURNS uuid[]
    LANGUAGE plpgsql
    SET search_path TO ''
    AS $$
declare
    _households constant uuid[] := api.households_of(lock_households_of.app_user_ids);
begin
    perform from entitlements.households household
      where household.tenant_id = entitlements.current_tenant_id()
        and household.household_id = any (_households)
      order by household.household_id
        for no key update;
    return _households;
end
$$;

ALTER FUNCTION api.lock_households_of(app_user_ids text[]) OWNER TO hearth_owner;

--
-- Name: FUNCTION lock_households_of(app_user_ids text[]); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.lock_households_of(app_user_ids text[]) IS 'Locks the households in which the people are whom ids point at, and answers them.';

--
-- Name: lock_known_app_user(text); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.lock_known_app_user(app_user_id text) RETURNS text[]
    LANGUAGE plpgsql
    SET search_path TO ''
    AS $$
#variable_conflict use_column
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _person uuid;
    _locked uuid;
    _linked text[];
begin
    loop
        select known.app_user_uuid into _person
          from entitlements.app_user_ids known
         where known.tenant_id = _tenant_id
           and known.app_user_id = lock_known_app_user.app_user_id;
        if not found then
            return null;
        end if;
        exit when _person = _locked;
        _linked := api.lock_linked_app_users(array[lock_known_app_user.app_user_id]);
        _locked := _person;
    end loop;
    return _linked;
end
$$;

ALTER FUNCTION api.lock_known_app_user(app_user_id text) OWNER TO hearth_owner;

--
-- Name: FUNCTION lock_known_app_user(app_user_id text); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.lock_known_app_user(app_user_id text) IS 'Locks the person of an id and all people that links connect with them.';

--
-- Name: lock_linked_app_users(text[]); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.lock_linked_app_users(app_user_ids text[]) RETURNS text[]
    LANGUAGE plpgsql
    SET search_path TO ''
    AS $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _component text[];
    _households uuid[];
begin
    loop
        _component := api.linked_app_user_ids(lock_linked_app_users.app_user_ids);
        _households := api.lock_households_of(_component);
        -- A person who lives with them may come to own a household that one of them has to leave.
        perform api.lock_related_app_users(_component || array(
            select member.app_user_id from entitlements.household_members member
             where member.tenant_id = _tenant_id and member.left_at is null
               and member.household_id = any (_households)));
        exit when _component @> api.linked_app_user_ids(lock_linked_app_users.app_user_ids)
              and _households @> api.households_of(_component);
    end loop;
    return _component;
end
$$;

ALTER FUNCTION api.lock_linked_app_users(app_user_ids text[]) OWNER TO hearth_owner;

--
-- Name: FUNCTION lock_linked_app_users(app_user_ids text[]); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.lock_linked_app_users(app_user_ids text[]) IS 'Locks everybody whom links connect with the named ids, and answers all these ids.';

--
-- Name: lock_living_household(uuid); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.lock_living_household(household_id uuid) RETURNS entitlements.households
    LANGUAGE plpgsql
    SET search_path TO ''
    AS $$
declare
    _household constant entitlements.households :=
        api.lock_household(lock_living_household.household_id);
begin
    if _household.dissolved_at is not null then
        raise sqlstate 'PT409' using message = 'household_dissolved',
            detail = 'The household was dissolved.';
    end if;
    return _household;
end
$$;

ALTER FUNCTION api.lock_living_household(household_id uuid) OWNER TO hearth_owner;

--
-- Name: FUNCTION lock_living_household(household_id uuid); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.lock_living_household(household_id uuid) IS 'Locks a household that is to be changed and must not have been dissolved.';

--
-- Name: lock_owned_purchases(uuid[]); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.lock_owned_purchases(app_user_uuids uuid[]) RETURNS uuid[]
    LANGUAGE plpgsql
    SET search_path TO ''
    AS $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
begin
    perform from entitlements.app_users person
      where person.tenant_id = _tenant_id
        and person.app_user_uuid = any (lock_owned_purchases.app_user_uuids)
      order by person.app_user_uuid
        for no key update;
    return array(
        select purchase.purchase_id from entitlements.purchases purchase
         where purchase.tenant_id = _tenant_id
           and (purchase.owner_uuid = any (lock_owned_purchases.app_user_uuids)
                or purchase.previous_owner_uuid = any (lock_owned_purchases.app_user_uuids))
         order by purchase.purchase_id
           for no key update);
end
$$;

ALTER FUNCTION api.lock_owned_purchases(app_user_uuids uuid[]) OWNER TO hearth_owner;

--
-- Name: FUNCTION lock_owned_purchases(app_user_uuids uuid[]); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.lock_owned_purchases(app_user_uuids uuid[]) IS 'Locks people and the purchases that they own or owned, and answers these purchases.';

--
-- Name: lock_purchases_of(text[]); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.lock_purchases_of(product_ids text[]) RETURNS uuid[]
    LANGUAGE plpgsql
    SET search_path TO ''
    AS $$
begin
    return array(
        select bought.purchase_id from entitlements.purchases bought
         where bought.tenant_id = entitlements.current_tenant_id() and bought.is_one_time
           and (bought.product_id = any (lock_purchases_of.product_ids)
                or split_part(bought.product_id, ':', 1) = any (lock_purchases_of.product_ids))
         order by bought.purchase_id
           for no key update);
end
$$;

ALTER FUNCTION api.lock_purchases_of(product_ids text[]) OWNER TO hearth_owner;

--
-- Name: FUNCTION lock_purchases_of(product_ids text[]); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.lock_purchases_of(product_ids text[]) IS 'Locks the one-time purchases of products, and answers their ids.';

--
-- Name: lock_related_app_users(text[]); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.lock_related_app_users(app_user_ids text[]) RETURNS text[]
    LANGUAGE plpgsql
    SET search_path TO ''
    AS $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _locked uuid[] := array[]::uuid[];
    _people uuid[];
    _ids text[];
begin
    loop
        _ids := api.related_app_user_ids(lock_related_app_users.app_user_ids);
        -- Of ids that nobody has there is nobody to lock.
        _people := array(
            select distinct known.app_user_uuid from entitlements.app_user_ids known
             where known.tenant_id = _tenant_id and known.app_user_id = any (_ids));
        exit when _people <@ _locked;
        perform from entitlements.app_users person
          where person.tenant_id = _tenant_id and person.app_user_uuid = any (_people)
          order by person.app_user_uuid
            for no key update;
        _locked := _locked || _people;
    end loop;
    return _ids;
end
$$;

ALTER FUNCTION api.lock_related_app_users(app_user_ids text[]) OWNER TO hearth_owner;

--
-- Name: FUNCTION lock_related_app_users(app_user_ids text[]); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.lock_related_app_users(app_user_ids text[]) IS 'Locks the named people and everybody whom transfers connect with them; answers their ids.';

--
-- Name: lock_reservation(uuid); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.lock_reservation(reservation_id uuid) RETURNS entitlements.reservations
    LANGUAGE plpgsql
    SET search_path TO ''
    AS $$
#variable_conflict use_column
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _reservation entitlements.reservations;
begin
    -- Whose it is never changes, unlike everything else of it.
    perform api.lock_app_user(made.app_user_id)
       from entitlements.reservations made
      where made.tenant_id = _tenant_id
        and made.reservation_id = lock_reservation.reservation_id;
    select * into _reservation from entitlements.reservations made
     where made.tenant_id = _tenant_id
       and made.reservation_id = lock_reservation.reservation_id;
    if not found then
        raise sqlstate 'PT404' using message = 'reservation_not_found',
            detail = 'Nothing is or was set aside under this id.';
    end if;
    return _reservation;
end
$$;

ALTER FUNCTION api.lock_reservation(reservation_id uuid) OWNER TO hearth_owner;

--
-- Name: FUNCTION lock_reservation(reservation_id uuid); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.lock_reservation(reservation_id uuid) IS 'A reservation that nothing else can change now.';

--
-- Name: lock_snapshots(jsonb[]); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.lock_snapshots(snapshots jsonb[]) RETURNS void
    LANGUAGE plpgsql
    SET search_path TO ''
    AS $_$
declare
    _ids constant text[] := array(
        select named.id #>> '{}'
          from unnest(snapshots) as told (snapshot)
         cross join lateral (
               select jsonb_path_query(told.snapshot, '$.app_user_id')
                union all
               select jsonb_path_query(told.snapshot, '$.app_user_ids[*]')) as named (id));
begin
    perform api.lock_transactions(_ids || array(
        select named.id #>> '{}'
          from unnest(snapshots) as told (snapshot)
         cross join lateral jsonb_path_query(
               told.snapshot, '$.purchases[*].transaction_id') as named (id)));
    perform api.lock_related_app_users(_ids);
end
$_$;

ALTER FUNCTION api.lock_snapshots(snapshots jsonb[]) OWNER TO hearth_owner;

--
-- Name: FUNCTION lock_snapshots(snapshots jsonb[]); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.lock_snapshots(snapshots jsonb[]) IS 'Locks everybody whom snapshots name, and the transactions that they list.';

--
-- Name: lock_transactions(text[]); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.lock_transactions(transaction_ids text[]) RETURNS void
    LANGUAGE plpgsql
    SET search_path TO ''
    AS $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
begin
    perform pg_advisory_xact_lock(locked.number)
       from (select distinct hashtextextended(
                        'purchase of ' || _tenant_id::text, hashtext(named.id) & 255) as number
               from unnest(lock_transactions.transaction_ids) as named (id)
              where named.id <> ''
              order by 1) as locked;
end
$$;

ALTER FUNCTION api.lock_transactions(transaction_ids text[]) OWNER TO hearth_owner;

--
-- Name: FUNCTION lock_transactions(transaction_ids text[]); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.lock_transactions(transaction_ids text[]) IS 'Locks transactions of a store, so that those who tell of one agree on its purchase.';

--
-- Name: match_listed_purchases(entitlements.evidence[], uuid[]); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.match_listed_purchases(listed entitlements.evidence[], purchase_ids uuid[]) RETURNS entitlements.evidence[]
    LANGUAGE plpgsql
    SET search_path TO ''
    AS $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _found record;
    _told entitlements.evidence;
    _chain_id text;
    _taken uuid[] := array[]::uuid[];
    _matched entitlements.evidence[] := array[]::entitlements.evidence[];
    _new entitlements.evidence[] := array[]::entitlements.evidence[];
begin
    for _found in
        select * from api.find_listed_purchases(listed, match_listed_purchases.purchase_ids)
    loop
        _told := _found.told;
        _told.purchase_id := coalesce(_found.purchase_id, (
            select candidate.id
              from unnest(_found.candidate_ids) with ordinality as candidate (id, place)
             where candidate.id <> all (_taken) order by candidate.place limit 1));
        if _told.purchase_id is null then
            _new := _new || _told;
        elsif _told.purchase_id <> all (_taken) then
            _taken := _taken || _told.purchase_id;
            _matched := _matched || _told;
        end if;
    end loop;
    insert into entitlements.purchases (tenant_id, environment, store, chain_id)
    select distinct _tenant_id, told.environment, told.store,
           coalesce('snapshot:' || told.transaction_id, told.evidence_id)
      from unnest(_new) as told
     order by 4, 3, 2
        on conflict do nothing;
    foreach _told in array _new loop
        _chain_id := coalesce('snapshot:' || _told.transaction_id, _told.evidence_id);
        select purchase.purchase_id into _told.purchase_id
          from entitlements.purchases purchase
         where purchase.tenant_id = _tenant_id and purchase.environment = _told.environment
           and purchase.store = _told.store and purchase.chain_id = _chain_id
           for no key update;
        if not found then
            raise serialization_failure; -- An event gave it its name at this moment.
        end if;
        if _told.purchase_id <> all (_taken) then
            _taken := _taken || _told.purchase_id;
            _matched := _matched || _told;
        end if;
    end loop;
    return _matched;
end
$$;

ALTER FUNCTION api.match_listed_purchases(listed entitlements.evidence[], purchase_ids uuid[]) OWNER TO hearth_owner;

--
-- Name: FUNCTION match_listed_purchases(listed entitlements.evidence[], purchase_ids uuid[]); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.match_listed_purchases(listed entitlements.evidence[], purchase_ids uuid[]) IS 'The evidence of snapshots with the purchase that each entry is about.';

--
-- Name: members_of_household(uuid, timestamp with time zone); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.members_of_household(household_id uuid, as_of timestamp with time zone) RETURNS TABLE(member_id uuid, app_user_uuid uuid, app_user_id text, role text, seat integer, joined_at timestamp with time zone)
    LANGUAGE plpgsql STABLE ROWS 6
    SET search_path TO ''
    AS $$
#variable_conflict use_column
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
begin
    return query
    select member.member_id, member.app_user_uuid, api.shown_app_user_id(member.app_user_uuid),
           case when owner.member_id is null then 'member' else 'owner' end, member.seat,
           member.joined_at
      from entitlements.household_members member
      left join entitlements.household_owners owner
        on owner.tenant_id = _tenant_id and owner.household_id = member.household_id
       and owner.member_id = member.member_id
       and owner.owned_from <= members_of_household.as_of
       and coalesce(owner.owned_until, 'infinity') > members_of_household.as_of
     where member.tenant_id = _tenant_id
       and member.household_id = members_of_household.household_id
       and member.joined_at <= members_of_household.as_of
       and coalesce(member.left_at, 'infinity') > members_of_household.as_of;
end
$$;

ALTER FUNCTION api.members_of_household(household_id uuid, as_of timestamp with time zone) OWNER TO hearth_owner;

--
-- Name: FUNCTION members_of_household(household_id uuid, as_of timestamp with time zone); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.members_of_household(household_id uuid, as_of timestamp with time zone) IS 'Who was a member of a household at a moment, and as what.';

--
-- Name: merge_answer(uuid, text, text, text[], uuid[], timestamp with time zone); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.merge_answer(merge_id uuid, outcome text, app_user_id text, moved_app_user_ids text[], moved_purchase_ids uuid[], as_of timestamp with time zone) RETURNS jsonb
    LANGUAGE plpgsql STABLE
    SET search_path TO ''
    AS $$
#variable_conflict use_column
declare
    _app_user constant jsonb := (
        select found.answer from api.get_app_user(merge_answer.app_user_id, merge_answer.as_of)
            as found);
begin
    return jsonb_build_object(
        'outcome', merge_answer.outcome,
        'merge_id', merge_answer.merge_id,
        'app_user', _app_user - array['subscriptions', 'purchases', 'grants', 'household'],
        'household', _app_user -> 'household',
        'moved', jsonb_build_object(
            'app_user_ids', to_jsonb(merge_answer.moved_app_user_ids),
            'subscriptions', api.moved_purchases(
                merge_answer.moved_purchase_ids, _app_user -> 'subscriptions'),
            'purchases', api.moved_purchases(
                merge_answer.moved_purchase_ids,
                (_app_user -> 'purchases') || (_app_user -> 'grants')),
            'usage', api.moved_usage(merge_answer.moved_app_user_ids, merge_answer.as_of),
            'credits', api.moved_credits(
                merge_answer.app_user_id, merge_answer.moved_purchase_ids, merge_answer.as_of)));
end
$$;

ALTER FUNCTION api.merge_answer(merge_id uuid, outcome text, app_user_id text, moved_app_user_ids text[], moved_purchase_ids uuid[], as_of timestamp with time zone) OWNER TO hearth_owner;

--
-- Name: FUNCTION merge_answer(merge_id uuid, outcome text, app_user_id text, moved_app_user_ids text[], moved_purchase_ids uuid[], as_of timestamp with time zone); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.merge_answer(merge_id uuid, outcome text, app_user_id text, moved_app_user_ids text[], moved_purchase_ids uuid[], as_of timestamp with time zone) IS 'What is answered when an anonymous person was identified.';

--
-- Name: merge_app_user_ids(text, text, text, text, text, text, timestamp with time zone); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.merge_app_user_ids(anonymous_app_user_id text, app_user_id text, proof text, action text, actor text, reason text, as_of timestamp with time zone) RETURNS entitlements.merges
    LANGUAGE plpgsql
    SET search_path TO ''
    AS $$
#variable_conflict use_column
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _ids constant text[] := array[
        merge_app_user_ids.anonymous_app_user_id, merge_app_user_ids.app_user_id];
    _merge entitlements.merges;
    _before jsonb;
    _owned uuid[];
    _changes entitlements.changes := api.changes_of();
begin
    if merge_app_user_ids.proof = 'anonymous_token' then
        _changes := api.declare_anonymous(_ids[1], merge_app_user_ids.as_of);
    end if;
    _merge := api.merge_source(_ids[1], _ids[2]);
    _before := api.ownership_json(_ids);
    perform api.require_moves_allowed(
        _merge.moved_purchase_ids, _ids[2], merge_app_user_ids.proof, merge_app_user_ids.as_of);
    _owned := api.owned_households(_merge.moved_app_user_ids);

    _merge.outcome := case
        when api.identify_id(_ids[2], _ids[1], merge_app_user_ids.as_of) then 'upgraded'
        else 'merged' end;
    _merge.proof := merge_app_user_ids.proof;
    _merge.merged_at := merge_app_user_ids.as_of;
    _merge.merge_id := gen_random_uuid();
    perform api.derive(api.all_changes(_changes, api.apply_merge(_merge)));
    perform api.close_anonymous_ids(
        _merge.moved_app_user_ids, _owned, merge_app_user_ids.as_of);
    perform api.add_move_entries(
        api.add_audit_entry(
            merge_app_user_ids.action, merge_app_user_ids.actor, merge_app_user_ids.reason, _ids,
            _before, api.ownership_json(_ids), merge_app_user_ids.as_of),
        _merge.moved_purchase_ids, _ids[2], merge_app_user_ids.as_of);

    -- RevenueCat may have merged them as well, and tells nobody when somebody anonymous logs in.
    perform api.queue_confirmation(array[_ids[2]]);
    update entitlements.merges merge
       set answer = api.merge_answer(
               _merge.merge_id, _merge.outcome, _ids[2], _merge.moved_app_user_ids,
               _merge.moved_purchase_ids, merge_app_user_ids.as_of)
     where merge.tenant_id = _tenant_id and merge.merge_id = _merge.merge_id
    returning merge.* into strict _merge;
    return _merge;
end
$$;

ALTER FUNCTION api.merge_app_user_ids(anonymous_app_user_id text, app_user_id text, proof text, action text, actor text, reason text, as_of timestamp with time zone) OWNER TO hearth_owner;

--
-- Name: FUNCTION merge_app_user_ids(anonymous_app_user_id text, app_user_id text, proof text, action text, actor text, reason text, as_of timestamp with time zone); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.merge_app_user_ids(anonymous_app_user_id text, app_user_id text, proof text, action text, actor text, reason text, as_of timestamp with time zone) IS 'Makes an anonymous person one with an account, and writes that down.';

--
-- Name: merge_source(text, text); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.merge_source(anonymous_app_user_id text, app_user_id text) RETURNS entitlements.merges
    LANGUAGE plpgsql STABLE
    SET search_path TO ''
    AS $$
#variable_conflict use_column
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _merge entitlements.merges;
    _source uuid;
begin
    select known.app_user_uuid into _source
      from entitlements.app_user_ids known
     where known.tenant_id = _tenant_id
       and known.app_user_id = merge_source.anonymous_app_user_id and known.is_anonymous;
    if not found
       or api.identified_app_user_id(merge_source.anonymous_app_user_id) is not null then
        raise sqlstate 'PT409' using message = 'not_anonymous',
            detail = 'The id that is to be identified belongs to an identified person.';
    end if;
    _merge.tenant_id := _tenant_id;
    _merge.anonymous_app_user_id := merge_source.anonymous_app_user_id;
    _merge.app_user_id := merge_source.app_user_id;
    _merge.moved_app_user_ids := array(
        select own.app_user_id from entitlements.app_user_ids own
         where own.tenant_id = _tenant_id and own.app_user_uuid = _source
           and own.app_user_id <> merge_source.app_user_id
         order by own.app_user_id);
    _merge.moved_purchase_ids := array(
        select bought.purchase_id from entitlements.purchases bought
         where bought.tenant_id = _tenant_id and bought.owner_uuid = _source
         order by bought.purchase_id);
    return _merge;
end
$$;

ALTER FUNCTION api.merge_source(anonymous_app_user_id text, app_user_id text) OWNER TO hearth_owner;

--
-- Name: FUNCTION merge_source(anonymous_app_user_id text, app_user_id text); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.merge_source(anonymous_app_user_id text, app_user_id text) IS 'The anonymous person who is about to be merged: which ids they have, and what they own.';

--
-- Name: move_app_user_ids(text[], integer[]); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.move_app_user_ids(app_user_ids text[], parts integer[]) RETURNS void
    LANGUAGE plpgsql
    SET search_path TO ''
    AS $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _people constant uuid[] := array(
        select distinct own.app_user_uuid from entitlements.app_user_ids own
         where own.tenant_id = _tenant_id
           and own.app_user_id = any (move_app_user_ids.app_user_ids));
    _part record;
    _app_user_uuid uuid;
    _taken uuid[] := array[]::uuid[];
begin
    for _part in
        select array_agg(own.app_user_id) as ids,
               array_agg(own.app_user_uuid) filter (where not own.is_anonymous) as identified,
               array_agg(own.app_user_uuid order by person.created_at, own.app_user_id)
                   filter (where kept.app_user_id is null) as free
          from unnest(move_app_user_ids.app_user_ids, move_app_user_ids.parts) as placed (id, part)
          join entitlements.app_user_ids own
            on own.tenant_id = _tenant_id and own.app_user_id = placed.id
          join entitlements.app_users person
            on person.tenant_id = _tenant_id and person.app_user_uuid = own.app_user_uuid
          left join entitlements.app_user_ids kept
            on kept.tenant_id = _tenant_id and kept.app_user_uuid = own.app_user_uuid
           and not kept.is_anonymous
         group by placed.part
         order by placed.part
    loop
        _app_user_uuid := coalesce(
            _part.identified[1],
            (select free.app_user_uuid
               from unnest(_part.free) with ordinality as free (app_user_uuid, position)
              where free.app_user_uuid <> all (_taken)
              order by free.position
              limit 1),
            gen_random_uuid());
        _taken := _taken || _app_user_uuid;

        perform api.insert_app_users(array[_app_user_uuid]);
        update entitlements.app_user_ids own
           set app_user_uuid = _app_user_uuid
         where own.tenant_id = _tenant_id and own.app_user_id = any (_part.ids)
           and own.app_user_uuid <> _app_user_uuid;
    end loop;

    perform api.move_belongings(move_app_user_ids.app_user_ids, _people);
end
$$;

ALTER FUNCTION api.move_app_user_ids(app_user_ids text[], parts integer[]) OWNER TO hearth_owner;

--
-- Name: FUNCTION move_app_user_ids(app_user_ids text[], parts integer[]); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.move_app_user_ids(app_user_ids text[], parts integer[]) IS 'Points ids at people so that the ids of one part, and only they, are one person.';

--
-- Name: move_belongings(text[], uuid[]); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.move_belongings(app_user_ids text[], app_user_uuids uuid[]) RETURNS void
    LANGUAGE plpgsql
    SET search_path TO ''
    AS $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
begin
    update entitlements.household_members member
       set app_user_uuid = own.app_user_uuid
      from entitlements.app_user_ids own
     where own.tenant_id = _tenant_id
       and own.app_user_id = any (move_belongings.app_user_ids)
       and member.tenant_id = _tenant_id and member.app_user_id = own.app_user_id
       and member.app_user_uuid <> own.app_user_uuid;
    update entitlements.purchases purchase
       set owner_uuid = own.app_user_uuid
      from entitlements.app_user_ids own
     where purchase.tenant_id = _tenant_id
       and purchase.owner_uuid = any (move_belongings.app_user_uuids)
       and own.tenant_id = _tenant_id and own.app_user_id = purchase.owner_app_user_id
       and purchase.owner_uuid <> own.app_user_uuid;
    update entitlements.purchases purchase
       set previous_owner_uuid = own.app_user_uuid
      from entitlements.app_user_ids own
     where purchase.tenant_id = _tenant_id
       and purchase.previous_owner_uuid = any (move_belongings.app_user_uuids)
       and own.tenant_id = _tenant_id and own.app_user_id = purchase.previous_owner_app_user_id
       and purchase.previous_owner_uuid <> own.app_user_uuid;
end
$$;

ALTER FUNCTION api.move_belongings(app_user_ids text[], app_user_uuids uuid[]) OWNER TO hearth_owner;

--
-- Name: FUNCTION move_belongings(app_user_ids text[], app_user_uuids uuid[]); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.move_belongings(app_user_ids text[], app_user_uuids uuid[]) IS 'Writes down anew whose memberships and purchases are, after ids have moved.';

--
-- Name: moved_credits(text, uuid[], timestamp with time zone); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.moved_credits(app_user_id text, purchase_ids uuid[], as_of timestamp with time zone) RETURNS jsonb
    LANGUAGE plpgsql STABLE
    SET search_path TO ''
    AS $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
begin
    return coalesce(
        (select jsonb_agg(
                    jsonb_build_object('credit_id', moved.credit_id, 'balance', moved.balance)
                    order by moved.credit_id)
           from (select bought.credit_id, sum(bought.remaining) as balance
                   from entitlements.app_user_ids known
                  cross join lateral api.credit_purchases(
                            array[known.app_user_uuid], 'production', moved_credits.as_of)
                            as bought
                  where known.tenant_id = _tenant_id
                    and known.app_user_id = moved_credits.app_user_id
                    and bought.purchase_id = any (moved_credits.purchase_ids)
                  group by bought.credit_id
                 having sum(bought.remaining) > 0) as moved),
        '[]');
end
$$;

ALTER FUNCTION api.moved_credits(app_user_id text, purchase_ids uuid[], as_of timestamp with time zone) OWNER TO hearth_owner;

--
-- Name: FUNCTION moved_credits(app_user_id text, purchase_ids uuid[], as_of timestamp with time zone); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.moved_credits(app_user_id text, purchase_ids uuid[], as_of timestamp with time zone) IS 'What is left of the credits that some purchases of a person gave.';

--
-- Name: moved_purchases(uuid[], jsonb); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.moved_purchases(purchase_ids uuid[], purchases jsonb) RETURNS jsonb
    LANGUAGE plpgsql IMMUTABLE
    SET search_path TO ''
    AS $$
begin
    return coalesce(
        (select jsonb_agg(
                    jsonb_build_object(
                        'id', shown.purchase -> 'id', 'product_id', shown.purchase -> 'product_id')
                    order by shown.position)
           from jsonb_array_elements(moved_purchases.purchases) with ordinality
                as shown (purchase, position)
          where (shown.purchase ->> 'id')::uuid = any (moved_purchases.purchase_ids)),
        '[]');
end
$$;

ALTER FUNCTION api.moved_purchases(purchase_ids uuid[], purchases jsonb) OWNER TO hearth_owner;

--
-- Name: FUNCTION moved_purchases(purchase_ids uuid[], purchases jsonb); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.moved_purchases(purchase_ids uuid[], purchases jsonb) IS 'Of purchases as the contract shows them, those that moved.';

--
-- Name: moved_usage(text[], timestamp with time zone); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.moved_usage(app_user_ids text[], as_of timestamp with time zone) RETURNS jsonb
    LANGUAGE plpgsql STABLE
    SET search_path TO ''
    AS $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
begin
    return coalesce(
        (select jsonb_agg(
                    jsonb_build_object('limit_id', counted.limit_id, 'used', counted.used)
                    order by counted.limit_id)
           from (select stated.limit_id, sum(own.used) as used
                   from entitlements.limits stated
                  cross join lateral api.limit_period(stated.period, moved_usage.as_of) as period
                   join entitlements.usage own
                     on own.tenant_id = _tenant_id and own.limit_id = stated.limit_id
                    and own.period_starts_at = period.starts_at
                  where stated.tenant_id = _tenant_id
                    and own.app_user_id = any (moved_usage.app_user_ids)
                  group by stated.limit_id
                 having sum(own.used) > 0) as counted),
        '[]');
end
$$;

ALTER FUNCTION api.moved_usage(app_user_ids text[], as_of timestamp with time zone) OWNER TO hearth_owner;

--
-- Name: FUNCTION moved_usage(app_user_ids text[], as_of timestamp with time zone); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.moved_usage(app_user_ids text[], as_of timestamp with time zone) IS 'What was used under some ids in this period.';

--
-- Name: named_app_user_ids(jsonb); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.named_app_user_ids(facts jsonb) RETURNS TABLE(id text)
    LANGUAGE sql STABLE ROWS 2
    BEGIN ATOMIC
 SELECT named.id
    FROM ( VALUES ('app_user_ids'::text), ('transferred_from'::text), ('transferred_to'::text)) fact(name),
     LATERAL jsonb_array_elements_text((named_app_user_ids.facts -> fact.name)) named(id);
END;

ALTER FUNCTION api.named_app_user_ids(facts jsonb) OWNER TO hearth_owner;

--
-- Name: FUNCTION named_app_user_ids(facts jsonb); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.named_app_user_ids(facts jsonb) IS 'Every app user id that an event names.';

--
-- Name: named_links(text[]); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.named_links(app_user_ids text[]) RETURNS TABLE(app_user_id text, linked_app_user_id text)
    LANGUAGE sql STABLE ROWS 2
    BEGIN ATOMIC
 SELECT LEAST(named.id, hub.id) AS "least",
     GREATEST(named.id, hub.id) AS "greatest"
    FROM (unnest(named_links.app_user_ids) named(id)
      CROSS JOIN LATERAL ( SELECT first.id
            FROM unnest(named_links.app_user_ids) WITH ORDINALITY first(id, "position")
           ORDER BY (starts_with(first.id, '$RCAnonymousID:'::text)), first."position"
          LIMIT 1) hub)
   WHERE (named.id <> hub.id);
END;

ALTER FUNCTION api.named_links(app_user_ids text[]) OWNER TO hearth_owner;

--
-- Name: FUNCTION named_links(app_user_ids text[]); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.named_links(app_user_ids text[]) IS 'The links that ids named together make.';

--
-- Name: new_readings(entitlements.snapshots[], text[]); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.new_readings(readings entitlements.snapshots[], repeated text[]) RETURNS entitlements.snapshots[]
    LANGUAGE plpgsql STABLE
    SET search_path TO ''
    AS $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _reading entitlements.snapshots;
    _last entitlements.snapshots;
    _new entitlements.snapshots[] := array[]::entitlements.snapshots[];
begin
    foreach _reading in array readings loop
        continue when _reading.app_user_id = any (repeated);
        if exists (
            select from entitlements.snapshots same
             where same.tenant_id = _tenant_id and same.app_user_id = _reading.app_user_id
               and same.read_at = _reading.read_at) then
            select * into strict _last from entitlements.snapshots last
             where last.tenant_id = _tenant_id and last.app_user_id = _reading.app_user_id
               and last.read_at >= _reading.read_at
               and last.read_at < _reading.read_at + interval '1 second'
             order by last.read_at desc
             limit 1;
            continue when _last.content = _reading.content or exists (
                select from entitlements.snapshots same
                 where same.tenant_id = _tenant_id and same.app_user_id = _reading.app_user_id
                   and same.read_at = _reading.read_at and same.content = _reading.content);
            _reading.read_at := _last.read_at + interval '1 millisecond';
            _reading.order_at := least(_reading.read_at, _reading.received_at);
        end if;
        _new := _new || _reading;
    end loop;
    return _new;
end
$$;

ALTER FUNCTION api.new_readings(readings entitlements.snapshots[], repeated text[]) OWNER TO hearth_owner;

--
-- Name: FUNCTION new_readings(readings entitlements.snapshots[], repeated text[]); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.new_readings(readings entitlements.snapshots[], repeated text[]) IS 'The readings of a set that were not written down before, in their order.';

--
-- Name: newest_members(uuid, integer); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.newest_members(household_id uuid, seats integer) RETURNS TABLE(member_id uuid, app_user_uuid uuid)
    LANGUAGE plpgsql STABLE ROWS 2
    SET search_path TO ''
    AS $$
#variable_conflict use_column
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
begin
    return query
    select member.member_id, member.app_user_uuid
      from entitlements.household_members member
      left join entitlements.household_owners owner
        on owner.tenant_id = _tenant_id and owner.household_id = member.household_id
       and owner.member_id = member.member_id and owner.owned_until is null
     where member.tenant_id = _tenant_id and member.household_id = newest_members.household_id
       and member.left_at is null
     order by owner.member_id is null, member.joined_at, member.seat
    offset newest_members.seats;
end
$$;

ALTER FUNCTION api.newest_members(household_id uuid, seats integer) OWNER TO hearth_owner;

--
-- Name: FUNCTION newest_members(household_id uuid, seats integer); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.newest_members(household_id uuid, seats integer) IS 'The members of a household beyond its seats: the newest, and never the owner.';

--
-- Name: next_run(timestamp with time zone); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.next_run(as_of timestamp with time zone DEFAULT NULL::timestamp with time zone) RETURNS TABLE(tenant_id uuid, run_id uuid, is_prepared boolean, is_dry_run boolean, is_listing boolean, project_page text)
    LANGUAGE plpgsql SECURITY DEFINER ROWS 1
    SET search_path TO ''
    AS $$
#variable_conflict use_column
declare
    _as_of constant timestamptz := coalesce(next_run.as_of, clock_timestamp());
begin
    return query
    update entitlements.runs run
       set worked_at = _as_of,
           -- A worker that lists has so long for a page.
           resting_until = case when run.status = 'listing' then _as_of + interval '45 seconds'
                                else run.resting_until end
      from (select waiting.tenant_id, waiting.run_id
              from entitlements.runs waiting
              join entitlements.tenants tenant on tenant.tenant_id = waiting.tenant_id
              join entitlements.upstreams upstream on upstream.tenant_id = waiting.tenant_id
             cross join lateral api.requests_per_reading(tenant) as reading (requests)
             cross join lateral api.upstream_allowance(
                       upstream, tenant.requests_per_minute, reading.requests, false, _as_of)
                       as allowed
             where waiting.ended_at is null and waiting.resting_until <= _as_of
               and upstream.sealed_key is not null
               and (waiting.status = 'preparing' or allowed.requests >= reading.requests)
             order by waiting.worked_at
             limit 1
               for no key update of waiting) as next
     where run.tenant_id = next.tenant_id and run.run_id = next.run_id
    returning run.tenant_id, run.run_id, run.status <> 'preparing', run.is_dry_run,
           run.status = 'listing', run.project_page;
end
$$;

ALTER FUNCTION api.next_run(as_of timestamp with time zone) OWNER TO hearth_owner;

--
-- Name: FUNCTION next_run(as_of timestamp with time zone); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.next_run(as_of timestamp with time zone) IS 'The run that was worked on longest ago, of those that can go on now.';

--
-- Name: note_orphans(uuid[]); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.note_orphans(purchase_ids uuid[]) RETURNS void
    LANGUAGE plpgsql
    SET search_path TO ''
    AS $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
begin
    with noted as (
        select bought.purchase_id, orphan.orphan_id, why.reason,
               coalesce(bought.moved_at, bought.folded_at) as orphaned_at
          from entitlements.purchases bought
          left join entitlements.orphans orphan
            on orphan.tenant_id = _tenant_id and orphan.purchase_id = bought.purchase_id
           and orphan.resolved_at is null
          left join entitlements.app_user_ids own
            on own.tenant_id = _tenant_id and own.app_user_uuid = bought.owner_uuid
           and not own.is_anonymous
          left join entitlements.app_users owner
            on owner.tenant_id = _tenant_id and owner.app_user_uuid = bought.owner_uuid
         cross join lateral (
               select case when own.app_user_id is null and owner.erased_at is null
                           then api.orphan_reason(bought) end) as why (reason)
         where bought.tenant_id = _tenant_id and bought.folded_at is not null
           and bought.purchase_id = any (note_orphans.purchase_ids)
           and why.reason is distinct from orphan.reason),
    kept as (
        update entitlements.orphans orphan
           set reason = coalesce(noted.reason, orphan.reason),
               resolved_at = case when noted.reason is null then now() end
          from noted
         where orphan.tenant_id = _tenant_id and orphan.orphan_id = noted.orphan_id)
    insert into entitlements.orphans (tenant_id, purchase_id, orphaned_at, reason)
    select _tenant_id, noted.purchase_id, noted.orphaned_at, noted.reason
      from noted where noted.orphan_id is null;
end
$$;

ALTER FUNCTION api.note_orphans(purchase_ids uuid[]) OWNER TO hearth_owner;

--
-- Name: FUNCTION note_orphans(purchase_ids uuid[]); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.note_orphans(purchase_ids uuid[]) IS 'Brings the ledger of orphans to what holds of purchases.';

--
-- Name: note_presence(timestamp with time zone); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.note_presence(as_of timestamp with time zone DEFAULT NULL::timestamp with time zone) RETURNS TABLE(absent_since timestamp with time zone)
    LANGUAGE plpgsql SECURITY DEFINER ROWS 1
    SET search_path TO ''
    AS $$
#variable_conflict use_column
declare
    _as_of constant timestamptz := coalesce(note_presence.as_of, clock_timestamp());
    _retried_for constant interval := interval '155 minutes';
    _seen_at timestamptz;
begin
    select presence.seen_at into _seen_at from entitlements.presence for no key update;
    insert into entitlements.presence as presence (seen_at) values (_as_of)
        on conflict on constraint presence_pkey do update
       set seen_at = greatest(presence.seen_at, excluded.seen_at);
    if _seen_at < _as_of - _retried_for then
        update entitlements.upstreams upstream set needs_catch_up = true
         where upstream.sealed_key is not null and not upstream.needs_catch_up;
        return query select _seen_at;
    end if;
    update entitlements.upstreams upstream
       set refused_since = null,
           needs_catch_up = upstream.needs_catch_up
               or taken.received_at - upstream.refused_since >= _retried_for
      from (select refused.tenant_id, min(event.received_at)
              from entitlements.upstreams refused
              join entitlements.webhook_events event
                on event.tenant_id = refused.tenant_id
               and event.received_at > refused.refused_since
             group by refused.tenant_id) as taken (tenant_id, received_at)
     where upstream.tenant_id = taken.tenant_id;
end
$$;

ALTER FUNCTION api.note_presence(as_of timestamp with time zone) OWNER TO hearth_owner;

--
-- Name: FUNCTION note_presence(as_of timestamp with time zone); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.note_presence(as_of timestamp with time zone) IS 'Writes down that a server can take webhooks now.';

--
-- Name: note_refused_webhook(timestamp with time zone); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.note_refused_webhook(as_of timestamp with time zone DEFAULT NULL::timestamp with time zone) RETURNS void
    LANGUAGE plpgsql
    SET search_path TO ''
    AS $$
declare
    _as_of constant timestamptz := coalesce(note_refused_webhook.as_of, now());
begin
    update entitlements.upstreams upstream set refused_since = _as_of
     where upstream.tenant_id = entitlements.current_tenant_id()
       and upstream.refused_since is null;
end
$$;

ALTER FUNCTION api.note_refused_webhook(as_of timestamp with time zone) OWNER TO hearth_owner;

--
-- Name: FUNCTION note_refused_webhook(as_of timestamp with time zone); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.note_refused_webhook(as_of timestamp with time zone) IS 'Writes down that a webhook of a tenant was refused.';

--
-- Name: open_member(uuid, text); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.open_member(household_id uuid, app_user_id text) RETURNS entitlements.household_members
    LANGUAGE plpgsql STABLE
    SET search_path TO ''
    AS $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _member entitlements.household_members;
begin
    select member.* into _member
      from entitlements.app_user_ids known
      join entitlements.household_members member
        on member.tenant_id = _tenant_id and member.app_user_uuid = known.app_user_uuid
     where known.tenant_id = _tenant_id
       and known.app_user_id = open_member.app_user_id
       and member.household_id = open_member.household_id
       and member.left_at is null;
    return _member;
end
$$;

ALTER FUNCTION api.open_member(household_id uuid, app_user_id text) OWNER TO hearth_owner;

--
-- Name: FUNCTION open_member(household_id uuid, app_user_id text); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.open_member(household_id uuid, app_user_id text) IS 'The open membership that a person has in a household.';

--
-- Name: open_membership(uuid, text, timestamp with time zone, boolean); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.open_membership(household_id uuid, app_user_id text, as_of timestamp with time zone, ignore_cooldown boolean) RETURNS entitlements.household_members
    LANGUAGE plpgsql
    SET search_path TO ''
    AS $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _app_user_uuid constant uuid := api.lock_app_user(open_membership.app_user_id);
    _seat integer;
    _seats integer;
    _member entitlements.household_members;
begin
    select allowed.seat, allowed.seats into strict _seat, _seats
      from api.allowed_seat(
               open_membership.household_id, _app_user_uuid, open_membership.as_of,
               open_membership.ignore_cooldown) as allowed;

    update entitlements.household_members member
       set access_ends_at = greatest(member.left_at, open_membership.as_of)
     where member.tenant_id = _tenant_id and member.app_user_uuid = _app_user_uuid
       and member.access_ends_at > greatest(member.left_at, open_membership.as_of);
    insert into entitlements.household_members
           (tenant_id, household_id, app_user_id, app_user_uuid, seat, seats, joined_at)
    select _tenant_id, open_membership.household_id, open_membership.app_user_id, _app_user_uuid,
           _seat, _seats, greatest(open_membership.as_of, max(member.left_at))
      from entitlements.household_members member
     where member.tenant_id = _tenant_id and member.app_user_uuid = _app_user_uuid
    returning * into _member;
    perform api.queue_seat_review(
        array[open_membership.household_id], open_membership.as_of);
    return _member;
end
$$;

ALTER FUNCTION api.open_membership(household_id uuid, app_user_id text, as_of timestamp with time zone, ignore_cooldown boolean) OWNER TO hearth_owner;

--
-- Name: FUNCTION open_membership(household_id uuid, app_user_id text, as_of timestamp with time zone, ignore_cooldown boolean); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.open_membership(household_id uuid, app_user_id text, as_of timestamp with time zone, ignore_cooldown boolean) IS 'Makes somebody a member of a household.';

--
-- Name: open_purchases(entitlements.evidence[]); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.open_purchases(tolds entitlements.evidence[]) RETURNS uuid[]
    LANGUAGE plpgsql
    SET search_path TO ''
    AS $$
declare
    _event record;
begin
    for _event in select event.told, event.chain_id from api.event_chains(tolds) as event loop
        perform api.adopt_snapshot_purchase(
            _event.told, _event.chain_id,
            api.related_app_user_ids(array[(_event.told).app_user_id]));
    end loop;
    insert into entitlements.purchases (tenant_id, environment, store, chain_id)
    select distinct (event.told).tenant_id, event.environment, event.store, event.chain_id
      from api.event_chains(tolds) as event
     order by 4, 3, 2
        on conflict do nothing;
    return array(
        select purchase.purchase_id from api.event_chains(tolds) as event
          join entitlements.purchases purchase
            on purchase.tenant_id = entitlements.current_tenant_id()
           and purchase.chain_id = event.chain_id
           and purchase.store = event.store and purchase.environment = event.environment);
end
$$;

ALTER FUNCTION api.open_purchases(tolds entitlements.evidence[]) OWNER TO hearth_owner;

--
-- Name: FUNCTION open_purchases(tolds entitlements.evidence[]); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.open_purchases(tolds entitlements.evidence[]) IS 'Makes the purchases that events tell of and that are not there.';

--
-- Name: open_run(entitlements.runs); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.open_run(wanted entitlements.runs) RETURNS entitlements.runs
    LANGUAGE plpgsql
    SET search_path TO ''
    AS $$
declare
    _run entitlements.runs;
begin
    perform api.end_run(given_way, 'cancelled', wanted.started_at)
       from entitlements.runs given_way
      where given_way.tenant_id = wanted.tenant_id and given_way.ended_at is null
        and given_way.origin = 'schedule' and wanted.origin <> 'schedule';
    insert into entitlements.runs as run
           (tenant_id, scope, origin, app_user_id, is_dry_run, stop_at_lost_percent, started_at,
            status)
    values (wanted.tenant_id, wanted.scope, wanted.origin, wanted.app_user_id, wanted.is_dry_run,
            wanted.stop_at_lost_percent, wanted.started_at,
            case wanted.scope when 'user' then 'running' else 'preparing' end)
        on conflict (tenant_id) where ended_at is null do nothing
    returning run.* into _run;
    if not found then
        raise sqlstate 'PT409' using message = 'run_in_progress',
            detail = 'The tenant''s people are being read already.',
            -- It may have ended at this moment.
            hint = (select json_build_object('run_id', run.run_id)
                      from entitlements.runs run
                     where run.tenant_id = wanted.tenant_id
                     order by run.ended_at desc nulls first
                     limit 1);
    end if;
    if _run.app_user_id is not null then
        insert into entitlements.run_people (tenant_id, run_id, app_user_id, risk)
        values (_run.tenant_id, _run.run_id, _run.app_user_id, 0);
    end if;
    return _run;
end
$$;

ALTER FUNCTION api.open_run(wanted entitlements.runs) OWNER TO hearth_owner;

--
-- Name: FUNCTION open_run(wanted entitlements.runs); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.open_run(wanted entitlements.runs) IS 'Opens a run, with its one person or to be prepared.';

--
-- Name: order_credit(text, text, text, text, timestamp with time zone); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.order_credit(app_user_id text, credit_id text, reference text, environment text DEFAULT 'production'::text, as_of timestamp with time zone DEFAULT NULL::timestamp with time zone) RETURNS TABLE(answered_as_of timestamp with time zone, answer json)
    LANGUAGE plpgsql ROWS 1
    SET search_path TO ''
    AS $$
#variable_conflict use_column
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _ids text[];
begin
    if not exists (
        select from entitlements.product_credits given
         where given.tenant_id = _tenant_id and given.credit_id = order_credit.credit_id) then
        raise sqlstate 'PT404' using message = 'credit_not_in_catalog',
            detail = 'No product of the tenant''s catalog gives a credit of this name.';
    end if;
    perform api.lock_app_user(order_credit.app_user_id);
    _ids := api.own_app_user_ids(order_credit.app_user_id);
    answered_as_of := coalesce(order_credit.as_of, clock_timestamp());
    answer := api.credit_order_json(
        _ids, order_credit.credit_id, order_credit.reference, order_credit.environment,
        answered_as_of);
    if coalesce(answer ->> 'status', 'none') not in ('open', 'settled') then
        insert into entitlements.credit_orders
               (tenant_id, app_user_id, environment, credit_id, reference, ordered_at, expires_at)
        select _tenant_id, order_credit.app_user_id, order_credit.environment,
               order_credit.credit_id, order_credit.reference, answered_as_of,
               answered_as_of + make_interval(hours => tenant.order_expiry_hours)
          from entitlements.tenants tenant where tenant.tenant_id = _tenant_id
            on conflict on constraint credit_orders_pkey do update
           set ordered_at = excluded.ordered_at, expires_at = excluded.expires_at,
               cancelled_at = null;
        answer := api.credit_order_json(
            _ids, order_credit.credit_id, order_credit.reference, order_credit.environment,
            answered_as_of);
    end if;
    return next;
end
$$;

ALTER FUNCTION api.order_credit(app_user_id text, credit_id text, reference text, environment text, as_of timestamp with time zone) OWNER TO hearth_owner;

--
-- Name: FUNCTION order_credit(app_user_id text, credit_id text, reference text, environment text, as_of timestamp with time zone); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.order_credit(app_user_id text, credit_id text, reference text, environment text, as_of timestamp with time zone) IS 'Says what a credit is about to be bought for.';

--
-- Name: orphan_json(entitlements.orphans); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.orphan_json(orphan entitlements.orphans) RETURNS json
    LANGUAGE plpgsql STABLE
    SET search_path TO ''
    AS $$
#variable_conflict use_column
begin
    return (
        select json_build_object(
                   'orphan_id', orphan.orphan_id,
                   'reason', orphan.reason,
                   'orphaned_at', api.rfc3339(orphan.orphaned_at),
                   'app_user_id', bought.owner_app_user_id,
                   'previous_app_user_id', bought.previous_owner_app_user_id,
                   'purchase', json_build_object(
                       'id', bought.purchase_id, 'product_id', bought.product_id,
                       'store', bought.store, 'environment', bought.environment,
                       'starts_at', api.rfc3339(bought.starts_at),
                       'expires_at', case when isfinite(bought.access_ends_at)
                                          then api.rfc3339(bought.access_ends_at) end),
                   'entitlement_ids', (
                       select coalesce(json_agg(granted.entitlement_id
                                                order by granted.entitlement_id), '[]')
                         from api.granted_entitlements(bought.product_id, bought.entitlement_ids)
                           as granted),
                   'evidence', (
                       select coalesce(json_agg(
                                  json_build_object(
                                      'evidence_id', told.evidence_id, 'kind', told.kind,
                                      'app_user_id', told.app_user_id,
                                      'occurred_at', api.rfc3339(told.occurred_at))
                                  order by told.order_at desc, told.rank desc,
                                           told.evidence_id desc), '[]')
                         from (select * from entitlements.evidence known
                                where known.tenant_id = orphan.tenant_id
                                  and known.purchase_id = orphan.purchase_id
                                order by known.order_at desc, known.rank desc,
                                         known.evidence_id desc
                                limit 20) as told))
          from entitlements.purchases bought
         where bought.tenant_id = orphan.tenant_id and bought.purchase_id = orphan.purchase_id);
end
$$;

ALTER FUNCTION api.orphan_json(orphan entitlements.orphans) OWNER TO hearth_owner;

--
-- Name: FUNCTION orphan_json(orphan entitlements.orphans); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.orphan_json(orphan entitlements.orphans) IS 'An orphan as the contract shows it.';

--
-- Name: orphan_reason(entitlements.purchases); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.orphan_reason(bought entitlements.purchases) RETURNS text
    LANGUAGE plpgsql STABLE
    SET search_path TO ''
    AS $$
#variable_conflict use_column
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
begin
    return case
        when bought.owner_uuid is null then 'unknown_id'
        when api.identified_app_user_id(bought.previous_owner_app_user_id) is not null
            then 'transferred'
        when exists (
            select from entitlements.app_user_ids own
              join entitlements.merge_links link
                on link.tenant_id = _tenant_id and link.anonymous_app_user_id = own.app_user_id
             where own.tenant_id = _tenant_id and own.app_user_uuid = bought.owner_uuid
               and link.is_severed) then 'conflict'
        else 'anonymous' end;
end
$$;

ALTER FUNCTION api.orphan_reason(bought entitlements.purchases) OWNER TO hearth_owner;

--
-- Name: FUNCTION orphan_reason(bought entitlements.purchases); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.orphan_reason(bought entitlements.purchases) IS 'Why a purchase that no identified person owns is an orphan.';

--
-- Name: own_app_user_ids(text); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.own_app_user_ids(app_user_id text) RETURNS text[]
    LANGUAGE plpgsql STABLE
    SET search_path TO ''
    AS $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
begin
    return array(
        select own.app_user_id
          from entitlements.app_user_ids known
          join entitlements.app_user_ids own
            on own.tenant_id = _tenant_id and own.app_user_uuid = known.app_user_uuid
         where known.tenant_id = _tenant_id
           and known.app_user_id = own_app_user_ids.app_user_id);
end
$$;

ALTER FUNCTION api.own_app_user_ids(app_user_id text) OWNER TO hearth_owner;

--
-- Name: FUNCTION own_app_user_ids(app_user_id text); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.own_app_user_ids(app_user_id text) IS 'All ids of the person whom an id points at.';

--
-- Name: own_household(uuid, uuid, timestamp with time zone); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.own_household(household_id uuid, member_id uuid, as_of timestamp with time zone) RETURNS uuid[]
    LANGUAGE plpgsql
    SET search_path TO ''
    AS $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _from timestamptz;
begin
    if exists (
        select from entitlements.household_owners owner
         where owner.tenant_id = _tenant_id and owner.household_id = own_household.household_id
           and owner.member_id = own_household.member_id and owner.owned_until is null) then
        return array[]::uuid[];
    end if;

    -- Nobody owns a household before having joined it, nor while another still does.
    select greatest(own_household.as_of, member.joined_at, max(owner.owned_from)) into strict _from
      from entitlements.household_members member
      left join entitlements.household_owners owner
        on owner.tenant_id = _tenant_id and owner.household_id = own_household.household_id
       and owner.owned_until is null
     where member.tenant_id = _tenant_id and member.household_id = own_household.household_id
       and member.member_id = own_household.member_id
     group by member.joined_at;
    update entitlements.household_owners owner
       set owned_until = _from
     where owner.tenant_id = _tenant_id and owner.household_id = own_household.household_id
       and owner.owned_until is null;
    insert into entitlements.household_owners as owner
           (tenant_id, household_id, member_id, owned_from)
    values (_tenant_id, own_household.household_id, own_household.member_id, _from)
        -- Given away and back within one moment: as if it had never been away.
        on conflict on constraint household_owners_pkey do update
       set owned_until = null;
    return array(
        select distinct member.app_user_uuid
          from entitlements.household_owners owner
          join entitlements.household_members member
            on member.tenant_id = _tenant_id and member.household_id = owner.household_id
           and member.member_id = owner.member_id
         where owner.tenant_id = _tenant_id and owner.household_id = own_household.household_id
           and (owner.owned_until is null or owner.owned_until = _from));
end
$$;

ALTER FUNCTION api.own_household(household_id uuid, member_id uuid, as_of timestamp with time zone) OWNER TO hearth_owner;

--
-- Name: FUNCTION own_household(household_id uuid, member_id uuid, as_of timestamp with time zone); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.own_household(household_id uuid, member_id uuid, as_of timestamp with time zone) IS 'Makes a member the owner of their household, in place of the present one.';

--
-- Name: owned_households(text[]); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.owned_households(app_user_ids text[]) RETURNS uuid[]
    LANGUAGE plpgsql STABLE
    SET search_path TO ''
    AS $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
begin
    return array(
        select distinct owner.household_id
          from entitlements.app_user_ids known
          join entitlements.household_members member
            on member.tenant_id = _tenant_id and member.app_user_uuid = known.app_user_uuid
           and member.left_at is null
          join entitlements.household_owners owner
            on owner.tenant_id = _tenant_id and owner.household_id = member.household_id
           and owner.member_id = member.member_id and owner.owned_until is null
         where known.tenant_id = _tenant_id
           and known.app_user_id = any (owned_households.app_user_ids));
end
$$;

ALTER FUNCTION api.owned_households(app_user_ids text[]) OWNER TO hearth_owner;

--
-- Name: FUNCTION owned_households(app_user_ids text[]); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.owned_households(app_user_ids text[]) IS 'The households that the people own whom ids point at.';

--
-- Name: ownership_json(text[]); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.ownership_json(app_user_ids text[]) RETURNS jsonb
    LANGUAGE plpgsql STABLE
    SET search_path TO ''
    AS $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
begin
    return coalesce(
        (select jsonb_agg(
                    jsonb_build_object('app_user_ids', person.ids, 'purchase_ids', (
                        select coalesce(jsonb_agg(bought.purchase_id order by bought.purchase_id),
                                        '[]')
                          from entitlements.purchases bought
                         where bought.tenant_id = _tenant_id
                           and bought.owner_uuid = person.app_user_uuid))
                    order by person.ids)
           from (select own.app_user_uuid,
                        jsonb_agg(own.app_user_id order by own.app_user_id) as ids
                   from entitlements.app_user_ids own
                  where own.tenant_id = _tenant_id
                    and own.app_user_uuid in (
                        select named.app_user_uuid from entitlements.app_user_ids named
                         where named.tenant_id = _tenant_id
                           and named.app_user_id = any (ownership_json.app_user_ids))
                  group by own.app_user_uuid) as person),
        '[]');
end
$$;

ALTER FUNCTION api.ownership_json(app_user_ids text[]) OWNER TO hearth_owner;

--
-- Name: FUNCTION ownership_json(app_user_ids text[]); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.ownership_json(app_user_ids text[]) IS 'Who the people are whom ids point at, and what each owns.';

--
-- Name: part_app_user_ids(text[]); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.part_app_user_ids(app_user_ids text[]) RETURNS TABLE(app_user_id text, part integer)
    LANGUAGE plpgsql STABLE ROWS 4
    SET search_path TO ''
    AS $$
#variable_conflict use_column
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _ids text[];
    _parts integer[];
    _has_identified boolean[];
    _severed text[] := array(
        select array[link.anonymous_app_user_id, link.app_user_id]
          from entitlements.merge_links link
         where link.tenant_id = _tenant_id and link.is_severed
           and link.anonymous_app_user_id = any (part_app_user_ids.app_user_ids));
    _link record;
    _one integer;
    _other integer;
begin
    select array_agg(known.app_user_id order by known.app_user_id),
           array_agg(known.part order by known.app_user_id),
           array_agg(not known.is_anonymous order by known.app_user_id)
      into _ids, _parts, _has_identified
      from (select own.*, row_number() over (order by own.app_user_id)::integer as part
              from entitlements.app_user_ids own
             where own.tenant_id = _tenant_id
               and own.app_user_id = any (part_app_user_ids.app_user_ids)) as known;

    for _link in
        select link.one, link.other
          from api.links_of(part_app_user_ids.app_user_ids) as link
         order by link.is_proven desc, link.linked_at, link.evidence_id, link.one, link.other
    loop
        _one := _parts[array_position(_ids, _link.one)];
        _other := _parts[array_position(_ids, _link.other)];
        continue when _one = _other or (_has_identified[_one] and _has_identified[_other])
                   or api.are_severed(_severed, _ids, _parts, _one, _other);
        _has_identified[_one] := _has_identified[_one] or _has_identified[_other];
        _parts := array_replace(_parts, _other, _one);
    end loop;
    return query
    select placed.id, placed.part from unnest(_ids, _parts) as placed (id, part);
end
$$;

ALTER FUNCTION api.part_app_user_ids(app_user_ids text[]) OWNER TO hearth_owner;

--
-- Name: FUNCTION part_app_user_ids(app_user_ids text[]); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.part_app_user_ids(app_user_ids text[]) IS 'Parts ids that links connect into people.';

--
-- Name: past_purchase(uuid, timestamp with time zone); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.past_purchase(purchase_id uuid, as_of timestamp with time zone) RETURNS entitlements.purchases
    LANGUAGE plpgsql STABLE
    SET search_path TO ''
    AS $$
declare
    s constant entitlements.purchases :=
        api.folded_purchase(past_purchase.purchase_id, past_purchase.as_of);
    l entitlements.purchases;
    _told_at timestamptz;
begin
    if s.access_ends_at > past_purchase.as_of then
        return s;
    end if;
    select told.order_at into _told_at
      from entitlements.evidence told
     where told.tenant_id = entitlements.current_tenant_id()
       and told.purchase_id = past_purchase.purchase_id
       and told.order_at > past_purchase.as_of
       and told.kind <> 'product_change'
       and told.purchased_at <= past_purchase.as_of
       and coalesce(told.expires_at > past_purchase.as_of, true)
       and coalesce(told.purchased_at >= s.period_started_at + interval '1 second', true)
     order by told.order_at, told.rank, told.evidence_id
     limit 1;
    if not found then
        return s;
    end if;
    l := api.folded_purchase(past_purchase.purchase_id, _told_at);
    if (l.access_starts_at <= past_purchase.as_of and past_purchase.as_of < l.access_ends_at)
       is not true then
        return s;
    end if;
    if s.folded_at is not null then
        l.owner_app_user_id := s.owner_app_user_id;
        l.previous_owner_app_user_id := s.previous_owner_app_user_id;
        l.moved_at := s.moved_at;
        l.owner_is_settled := s.owner_is_settled;
    end if;
    return l;
end
$$;

ALTER FUNCTION api.past_purchase(purchase_id uuid, as_of timestamp with time zone) OWNER TO hearth_owner;

--
-- Name: FUNCTION past_purchase(purchase_id uuid, as_of timestamp with time zone); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.past_purchase(purchase_id uuid, as_of timestamp with time zone) IS 'A purchase as it was at a moment of the past.';

--
-- Name: pause_upstream(integer, boolean, timestamp with time zone); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.pause_upstream(seconds integer, is_key_refused boolean, as_of timestamp with time zone DEFAULT NULL::timestamp with time zone) RETURNS void
    LANGUAGE plpgsql
    SET search_path TO ''
    AS $$
begin
    update entitlements.upstreams upstream
       set paused_until = greatest(
               upstream.paused_until,
               coalesce(pause_upstream.as_of, clock_timestamp())
                   + make_interval(secs => pause_upstream.seconds)),
           is_key_refused = upstream.is_key_refused or pause_upstream.is_key_refused
     where upstream.tenant_id = entitlements.current_tenant_id();
end
$$;

ALTER FUNCTION api.pause_upstream(seconds integer, is_key_refused boolean, as_of timestamp with time zone) OWNER TO hearth_owner;

--
-- Name: FUNCTION pause_upstream(seconds integer, is_key_refused boolean, as_of timestamp with time zone); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.pause_upstream(seconds integer, is_key_refused boolean, as_of timestamp with time zone) IS 'Lets nobody ask RevenueCat for a tenant before so many seconds are over.';

--
-- Name: people_at_risk(timestamp with time zone, integer); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.people_at_risk(as_of timestamp with time zone, maximum integer) RETURNS TABLE(app_user_uuid uuid, risk integer, confirmed_before timestamp with time zone)
    LANGUAGE plpgsql STABLE
    SET search_path TO ''
    AS $_$
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
$_$;

ALTER FUNCTION api.people_at_risk(as_of timestamp with time zone, maximum integer) OWNER TO hearth_owner;

--
-- Name: FUNCTION people_at_risk(as_of timestamp with time zone, maximum integer); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.people_at_risk(as_of timestamp with time zone, maximum integer) IS 'Whose access may be wrong, how likely, and when they must have been confirmed.';

--
-- Name: people_due(timestamp with time zone, integer); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.people_due(as_of timestamp with time zone, maximum integer) RETURNS TABLE(app_user_id text, risk smallint)
    LANGUAGE plpgsql STABLE
    SET search_path TO ''
    AS $$
#variable_conflict use_column
begin
    return query
    select asked.app_user_id, min(due.risk)::smallint
      from api.people_at_risk(people_due.as_of, people_due.maximum) as due
      join entitlements.app_users person
        on person.tenant_id = entitlements.current_tenant_id()
       and person.app_user_uuid = due.app_user_uuid
     cross join lateral api.asked_app_user_id(due.app_user_uuid) as asked (app_user_id)
     where coalesce(person.confirmed_at, '-infinity') < due.confirmed_before
       and asked.app_user_id is not null
     group by asked.app_user_id
     order by min(due.risk), min(person.confirmed_at) nulls first, asked.app_user_id
     limit people_due.maximum;
end
$$;

ALTER FUNCTION api.people_due(as_of timestamp with time zone, maximum integer) OWNER TO hearth_owner;

--
-- Name: FUNCTION people_due(as_of timestamp with time zone, maximum integer); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.people_due(as_of timestamp with time zone, maximum integer) IS 'Whom to read back without being asked, those first of whom we most likely are wrong.';

--
-- Name: people_rules(); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.people_rules() RETURNS entitlements.people_rules
    LANGUAGE plpgsql STABLE
    SET search_path TO ''
    AS $$
declare
    _rules entitlements.people_rules;
begin
    select * into _rules from entitlements.people_rules rules
     where rules.tenant_id = entitlements.current_tenant_id();
    return _rules;
end
$$;

ALTER FUNCTION api.people_rules() OWNER TO hearth_owner;

--
-- Name: FUNCTION people_rules(); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.people_rules() IS 'What the tenant allows its people to claim.';

--
-- Name: postpone_confirmation(uuid, uuid, text, boolean, integer, timestamp with time zone); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.postpone_confirmation(app_user_uuid uuid, claim_id uuid, reason text, is_setback boolean, retry_after_milliseconds integer, as_of timestamp with time zone DEFAULT NULL::timestamp with time zone) RETURNS TABLE(due_at timestamp with time zone)
    LANGUAGE plpgsql ROWS 1
    SET search_path TO ''
    AS $$
#variable_conflict use_column
begin
    return query
    update entitlements.confirmations waiting
       set claim_id = null,
           setback = postpone_confirmation.reason,
           attempts = waiting.attempts - case when is_setback then 0 else 1 end,
           due_at = coalesce(postpone_confirmation.as_of, now()) + greatest(
               make_interval(secs => retry_after_milliseconds / 1000.0),
               case when is_setback
                    then least(interval '15 seconds' * 2 ^ least(waiting.attempts - 1, 20),
                               interval '1 hour') end)
     where waiting.tenant_id = entitlements.current_tenant_id()
       and waiting.app_user_uuid = postpone_confirmation.app_user_uuid
       and waiting.claim_id = postpone_confirmation.claim_id
    returning waiting.due_at;
end
$$;

ALTER FUNCTION api.postpone_confirmation(app_user_uuid uuid, claim_id uuid, reason text, is_setback boolean, retry_after_milliseconds integer, as_of timestamp with time zone) OWNER TO hearth_owner;

--
-- Name: FUNCTION postpone_confirmation(app_user_uuid uuid, claim_id uuid, reason text, is_setback boolean, retry_after_milliseconds integer, as_of timestamp with time zone); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.postpone_confirmation(app_user_uuid uuid, claim_id uuid, reason text, is_setback boolean, retry_after_milliseconds integer, as_of timestamp with time zone) IS 'Puts a person off who could not be read back under a claim.';

--
-- Name: postpone_run_person(uuid, text, uuid, text, boolean, integer, timestamp with time zone); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.postpone_run_person(run_id uuid, app_user_id text, claim_id uuid, reason text, is_setback boolean, retry_after_milliseconds integer, as_of timestamp with time zone DEFAULT NULL::timestamp with time zone) RETURNS TABLE(due_at timestamp with time zone)
    LANGUAGE plpgsql ROWS 1
    SET search_path TO ''
    AS $$
#variable_conflict use_column
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _as_of constant timestamptz := coalesce(postpone_run_person.as_of, clock_timestamp());
begin
    update entitlements.runs run set setback = postpone_run_person.reason
     where run.tenant_id = _tenant_id and run.run_id = postpone_run_person.run_id
       and exists (
           select from entitlements.run_people person
            where person.tenant_id = _tenant_id
              and person.run_id = postpone_run_person.run_id
              and person.app_user_id = postpone_run_person.app_user_id
              and person.claim_id = postpone_run_person.claim_id and person.outcome is null);
    return query
    update entitlements.run_people person
       set claim_id = null,
           attempts = person.attempts - case when is_setback then 0 else 1 end,
           outcome = case when is_setback and person.attempts >= 5 then 'failed' end,
           done_at = case when is_setback and person.attempts >= 5 then _as_of end,
           is_lost = postpone_run_person.reason = 'project_not_recognised',
           due_at = _as_of + greatest(
               make_interval(secs => retry_after_milliseconds / 1000.0),
               case when is_setback then interval '15 seconds' * 2 ^ (person.attempts - 1) end)
     where person.tenant_id = _tenant_id
       and person.run_id = postpone_run_person.run_id
       and person.app_user_id = postpone_run_person.app_user_id
       and person.claim_id = postpone_run_person.claim_id and person.outcome is null
    returning person.due_at;
end
$$;

ALTER FUNCTION api.postpone_run_person(run_id uuid, app_user_id text, claim_id uuid, reason text, is_setback boolean, retry_after_milliseconds integer, as_of timestamp with time zone) OWNER TO hearth_owner;

--
-- Name: FUNCTION postpone_run_person(run_id uuid, app_user_id text, claim_id uuid, reason text, is_setback boolean, retry_after_milliseconds integer, as_of timestamp with time zone); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.postpone_run_person(run_id uuid, app_user_id text, claim_id uuid, reason text, is_setback boolean, retry_after_milliseconds integer, as_of timestamp with time zone) IS 'Puts a person of a run off who could not be read under a claim.';

--
-- Name: prune_idempotent_answers(integer, integer, timestamp with time zone); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.prune_idempotent_answers(keep_hours integer, maximum integer, as_of timestamp with time zone DEFAULT NULL::timestamp with time zone) RETURNS TABLE(pruned bigint)
    LANGUAGE plpgsql SECURITY DEFINER ROWS 1
    SET search_path TO ''
    AS $$
declare
    _as_of constant timestamptz := coalesce(prune_idempotent_answers.as_of, now());
begin
    delete from entitlements.idempotent_answers kept
     using (select old.tenant_id, old.idempotency_key
              from entitlements.idempotent_answers old
             where old.created_at
                   < _as_of - make_interval(hours => prune_idempotent_answers.keep_hours)
             order by old.created_at
             limit prune_idempotent_answers.maximum
               for update skip locked) as old
     where kept.tenant_id = old.tenant_id and kept.idempotency_key = old.idempotency_key;
    get diagnostics pruned = row_count;
    return next;
end
$$;

ALTER FUNCTION api.prune_idempotent_answers(keep_hours integer, maximum integer, as_of timestamp with time zone) OWNER TO hearth_owner;

--
-- Name: FUNCTION prune_idempotent_answers(keep_hours integer, maximum integer, as_of timestamp with time zone); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.prune_idempotent_answers(keep_hours integer, maximum integer, as_of timestamp with time zone) IS 'Forgets answers that are older than a caller may still ask for.';

--
-- Name: prune_proofs(integer, timestamp with time zone); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.prune_proofs(maximum integer, as_of timestamp with time zone DEFAULT NULL::timestamp with time zone) RETURNS TABLE(pruned bigint)
    LANGUAGE plpgsql SECURITY DEFINER ROWS 1
    SET search_path TO ''
    AS $$
#variable_conflict use_column
declare
    _before constant timestamptz := coalesce(prune_proofs.as_of, now()) - interval '1 day';
    _attempts bigint;
begin
    delete from entitlements.merge_tickets ticket
     using (select old.tenant_id, old.digest
              from entitlements.merge_tickets old
             where old.expires_at < _before
             order by old.expires_at
             limit prune_proofs.maximum
               for update skip locked) as old
     where ticket.tenant_id = old.tenant_id and ticket.digest = old.digest;
    get diagnostics pruned = row_count;
    delete from entitlements.claim_attempts counted
     using (select old.tenant_id, old.app_user_id, old.hour
              from entitlements.claim_attempts old
             where old.hour < _before
             order by old.hour
             limit prune_proofs.maximum
               for update skip locked) as old
     where counted.tenant_id = old.tenant_id and counted.app_user_id = old.app_user_id
       and counted.hour = old.hour;
    get diagnostics _attempts = row_count;
    pruned := pruned + _attempts;
    return next;
end
$$;

ALTER FUNCTION api.prune_proofs(maximum integer, as_of timestamp with time zone) OWNER TO hearth_owner;

--
-- Name: FUNCTION prune_proofs(maximum integer, as_of timestamp with time zone); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.prune_proofs(maximum integer, as_of timestamp with time zone) IS 'Forgets merge tickets and counts of attempts that are long over.';

--
-- Name: prune_reservations(integer, integer, timestamp with time zone); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.prune_reservations(keep_days integer, maximum integer, as_of timestamp with time zone DEFAULT NULL::timestamp with time zone) RETURNS TABLE(pruned bigint)
    LANGUAGE plpgsql SECURITY DEFINER ROWS 1
    SET search_path TO ''
    AS $$
#variable_conflict use_column
begin
    delete from entitlements.reservations made
     using (select old.tenant_id, old.reservation_id
              from entitlements.reservations old
             where old.made_at < coalesce(prune_reservations.as_of, now())
                                 - make_interval(days => prune_reservations.keep_days)
               and (old.status <> 'used' or old.period_starts_at > '-infinity')
             order by old.made_at
             limit prune_reservations.maximum
               for update skip locked) as old
     where made.tenant_id = old.tenant_id and made.reservation_id = old.reservation_id;
    get diagnostics pruned = row_count;
    return next;
end
$$;

ALTER FUNCTION api.prune_reservations(keep_days integer, maximum integer, as_of timestamp with time zone) OWNER TO hearth_owner;

--
-- Name: FUNCTION prune_reservations(keep_days integer, maximum integer, as_of timestamp with time zone); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.prune_reservations(keep_days integer, maximum integer, as_of timestamp with time zone) IS 'Forgets what was set aside, or used under a reference, long ago.';

--
-- Name: prune_runs(integer, integer, timestamp with time zone); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.prune_runs(keep_days integer, maximum integer, as_of timestamp with time zone DEFAULT NULL::timestamp with time zone) RETURNS TABLE(pruned bigint)
    LANGUAGE plpgsql SECURITY DEFINER ROWS 1
    SET search_path TO ''
    AS $$
declare
    _as_of constant timestamptz := coalesce(prune_runs.as_of, now());
begin
    delete from entitlements.run_people person
     using (select old.tenant_id, old.run_id, old.app_user_id
              from entitlements.runs ended
              join entitlements.run_people old
                on old.tenant_id = ended.tenant_id and old.run_id = ended.run_id
             where ended.ended_at < _as_of - make_interval(days => prune_runs.keep_days)
             limit prune_runs.maximum
               for update of old skip locked) as old
     where person.tenant_id = old.tenant_id and person.run_id = old.run_id
       and person.app_user_id = old.app_user_id;
    get diagnostics pruned = row_count;
    return next;
end
$$;

ALTER FUNCTION api.prune_runs(keep_days integer, maximum integer, as_of timestamp with time zone) OWNER TO hearth_owner;

--
-- Name: FUNCTION prune_runs(keep_days integer, maximum integer, as_of timestamp with time zone); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.prune_runs(keep_days integer, maximum integer, as_of timestamp with time zone) IS 'Forgets whom runs have read that ended longer ago than so many days.';

--
-- Name: purchase_answers(uuid, timestamp with time zone); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.purchase_answers(app_user_uuid uuid, as_of timestamp with time zone) RETURNS TABLE(kind text, answer json, "position" bigint)
    LANGUAGE plpgsql STABLE ROWS 4
    SET search_path TO ''
    AS $$
#variable_conflict use_column
begin
    return query
    select case when bought.store = 'promotional' then 'grant'
                when bought.is_one_time then 'purchase'
                else 'subscription' end,
           api.purchase_json(
               bought, purchase_answers.as_of, catalog.kind, (
                   select json_agg(
                              json_build_object(
                                  'credit_id', gave.credit_id, 'given', gave.given,
                                  'spent', gave.spent, 'remaining', gave.remaining)
                              order by gave.credit_id)
                     from api.credit_purchases(
                              array[purchase_answers.app_user_uuid], environments.environment,
                              purchase_answers.as_of) as gave
                    where catalog.kind = 'consumable' and gave.purchase_id = bought.purchase_id)),
           row_number() over (order by bought.period_started_at desc nulls last, bought.purchase_id)
      from (values ('production'), ('sandbox')) as environments (environment)
     cross join lateral api.owned_purchases(
               array[purchase_answers.app_user_uuid], environments.environment,
               purchase_answers.as_of)
               as bought
      left join lateral api.catalog_product(bought.product_id) as catalog on true;
end
$$;

ALTER FUNCTION api.purchase_answers(app_user_uuid uuid, as_of timestamp with time zone) OWNER TO hearth_owner;

--
-- Name: FUNCTION purchase_answers(app_user_uuid uuid, as_of timestamp with time zone); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.purchase_answers(app_user_uuid uuid, as_of timestamp with time zone) IS 'What a person bought or was granted, newest first, as the contract shows it.';

--
-- Name: purchase_drift(entitlements.snapshots, entitlements.purchases, entitlements.purchases, timestamp with time zone, text[]); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.purchase_drift(reading entitlements.snapshots, before entitlements.purchases, after entitlements.purchases, as_of timestamp with time zone, changed_ids text[]) RETURNS entitlements.drift
    LANGUAGE plpgsql STABLE
    SET search_path TO ''
    AS $$
declare
    _drift entitlements.drift;
begin
    _drift.app_user_id := reading.app_user_id;
    _drift.purchase_id := after.purchase_id;
    _drift.environment := after.environment;
    _drift.product_id := after.product_id;
    _drift.before := api.purchase_state(before, purchase_drift.as_of);
    _drift.after := api.purchase_state(after, purchase_drift.as_of);
    _drift.cause := api.drift_cause(reading, before, after);
    _drift.access_affected :=
        array[before.owner_app_user_id, after.owner_app_user_id] && changed_ids
        and (coalesce(_drift.before ->> 'is_active', 'false') <> _drift.after ->> 'is_active'
             or before.owner_uuid is distinct from after.owner_uuid
             or _drift.before -> 'entitlement_ids'
                is distinct from _drift.after -> 'entitlement_ids');
    return _drift;
end
$$;

ALTER FUNCTION api.purchase_drift(reading entitlements.snapshots, before entitlements.purchases, after entitlements.purchases, as_of timestamp with time zone, changed_ids text[]) OWNER TO hearth_owner;

--
-- Name: FUNCTION purchase_drift(reading entitlements.snapshots, before entitlements.purchases, after entitlements.purchases, as_of timestamp with time zone, changed_ids text[]); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.purchase_drift(reading entitlements.snapshots, before entitlements.purchases, after entitlements.purchases, as_of timestamp with time zone, changed_ids text[]) IS 'The drift that a snapshot found at one purchase.';

--
-- Name: purchase_json(entitlements.purchases, timestamp with time zone, text, json); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.purchase_json(bought entitlements.purchases, as_of timestamp with time zone, catalog_kind text, credits json) RETURNS json
    LANGUAGE plpgsql STABLE
    SET search_path TO ''
    AS $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _is_consumable constant boolean := coalesce(catalog_kind = 'consumable', false);
    _is_over constant boolean := as_of >= bought.access_ends_at;
    _original_transaction_id constant text := (
        select named.chain_id from entitlements.purchases named
         where named.tenant_id = _tenant_id and named.purchase_id = bought.purchase_id
           and not starts_with(named.chain_id, 'snapshot:') and strpos(named.chain_id, ' ') = 0);
    _first_purchased_at constant timestamptz := (
        select min(coalesce(told.original_purchased_at, told.purchased_at))
          from entitlements.evidence told
         where told.tenant_id = _tenant_id and told.purchase_id = bought.purchase_id
           and told.order_at <= greatest(purchase_json.as_of, bought.folded_at));
begin
    return json_build_object(
        'id', bought.purchase_id,
        'product_id', bought.product_id,
        'product_kind', catalog_kind,
        'pending_product_id', bought.pending_product_id,
        'app_user_id', bought.owner_app_user_id,
        'store', bought.store,
        'environment', bought.environment,
        'period_type', bought.period_type,
        'is_active', bought.access_starts_at <= as_of and not _is_over and not _is_consumable,
        'status', case when _is_over then bought.status_after_end
                       when _is_consumable then 'purchased' else bought.status_until_end end,
        'ended_reason', case when _is_over then api.ended_reason(
            bought.status_after_end, bought.end_reason) end,
        'will_renew', bought.will_renew and not _is_over,
        'is_family_share', bought.is_family_share,
        'first_purchased_at', api.rfc3339(_first_purchased_at),
        'current_period_started_at', api.rfc3339(bought.period_started_at),
        'current_period_ends_at',
            api.rfc3339(nullif(bought.expires_at, bought.grace_expires_at)),
        'grace_period_ends_at', api.rfc3339(bought.grace_expires_at),
        'trial_ends_at', api.rfc3339(bought.trial_ends_at),
        'access_ends_at', case when isfinite(bought.access_ends_at)
                               then api.rfc3339(bought.access_ends_at) end,
        'cancelled_at', api.rfc3339(bought.cancelled_at),
        'billing_issue_at', api.rfc3339(bought.billing_issue_at),
        'paused_at', api.rfc3339(bought.paused_at),
        'auto_resume_at', api.rfc3339(bought.auto_resume_at),
        'refunded_at', api.rfc3339(bought.refunded_at),
        'transaction_id', bought.transaction_id,
        'original_transaction_id', _original_transaction_id,
        'credits', coalesce(credits, '[]'::json));
end
$$;

ALTER FUNCTION api.purchase_json(bought entitlements.purchases, as_of timestamp with time zone, catalog_kind text, credits json) OWNER TO hearth_owner;

--
-- Name: FUNCTION purchase_json(bought entitlements.purchases, as_of timestamp with time zone, catalog_kind text, credits json); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.purchase_json(bought entitlements.purchases, as_of timestamp with time zone, catalog_kind text, credits json) IS 'A purchase at a moment, as the contract shows it.';

--
-- Name: purchase_state(entitlements.purchases, timestamp with time zone); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.purchase_state(state entitlements.purchases, as_of timestamp with time zone) RETURNS jsonb
    LANGUAGE plpgsql STABLE
    SET search_path TO ''
    AS $$
begin
    if state.folded_at is null then
        return null;
    end if;
    return jsonb_build_object(
        'app_user_id', state.owner_app_user_id,
        'product_id', state.product_id,
        'store', state.store,
        'period_type', state.period_type,
        'is_active', api.gives_access(state, purchase_state.as_of),
        'status', case when purchase_state.as_of < state.access_ends_at
                       then state.status_until_end else state.status_after_end end,
        'will_renew', state.will_renew and purchase_state.as_of < state.access_ends_at,
        'current_period_started_at', api.rfc3339(state.period_started_at),
        'current_period_ends_at', api.rfc3339(nullif(state.expires_at, state.grace_expires_at)),
        'grace_period_ends_at', api.rfc3339(state.grace_expires_at),
        'access_ends_at', case when isfinite(state.access_ends_at)
                           then api.rfc3339(state.access_ends_at) end,
        'entitlement_ids', (
            select coalesce(jsonb_agg(granted.entitlement_id order by granted.entitlement_id), '[]')
              from api.granted_entitlements(state.product_id, state.entitlement_ids) as granted));
end
$$;

ALTER FUNCTION api.purchase_state(state entitlements.purchases, as_of timestamp with time zone) OWNER TO hearth_owner;

--
-- Name: FUNCTION purchase_state(state entitlements.purchases, as_of timestamp with time zone); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.purchase_state(state entitlements.purchases, as_of timestamp with time zone) IS 'A purchase at a moment, as a row of drift shows it.';

--
-- Name: purchases_of_readings(text[], text[], text[], text[]); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.purchases_of_readings(asked text[], ids text[], listing text[], chains text[]) RETURNS TABLE(asked text, purchase_id uuid)
    LANGUAGE sql STABLE ROWS 64
    BEGIN ATOMIC
 SELECT named.asked,
     known.purchase_id
    FROM (UNNEST(purchases_of_readings.asked, purchases_of_readings.ids) named(asked, id)
      JOIN entitlements.evidence known ON (((known.tenant_id = entitlements.current_tenant_id()) AND (known.app_user_id = named.id))))
   WHERE (known.purchase_id IS NOT NULL)
 UNION
  SELECT chain.asked,
     same.purchase_id
    FROM (UNNEST(purchases_of_readings.listing, purchases_of_readings.chains) chain(asked, id)
      JOIN entitlements.evidence same ON (((same.tenant_id = entitlements.current_tenant_id()) AND (same.transaction_id = chain.id))))
   WHERE (same.purchase_id IS NOT NULL)
 UNION
  SELECT chain.asked,
     same.purchase_id
    FROM (UNNEST(purchases_of_readings.listing, purchases_of_readings.chains) chain(asked, id)
      JOIN entitlements.purchases same ON (((same.tenant_id = entitlements.current_tenant_id()) AND (same.chain_id = chain.id))));
END;

ALTER FUNCTION api.purchases_of_readings(asked text[], ids text[], listing text[], chains text[]) OWNER TO hearth_owner;

--
-- Name: FUNCTION purchases_of_readings(asked text[], ids text[], listing text[], chains text[]); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.purchases_of_readings(asked text[], ids text[], listing text[], chains text[]) IS 'The purchases that readings concern, each with the id of its reading.';

--
-- Name: queue_confirmation(text[]); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.queue_confirmation(app_user_ids text[]) RETURNS void
    LANGUAGE plpgsql
    SET search_path TO ''
    AS $$
begin
    insert into entitlements.confirmations as waiting (tenant_id, app_user_uuid, app_user_id)
    select distinct on (own.app_user_uuid) own.tenant_id, own.app_user_uuid, own.app_user_id
      from entitlements.app_user_ids own
      join entitlements.app_users person
        on person.tenant_id = own.tenant_id and person.app_user_uuid = own.app_user_uuid
       and person.erased_at is null
     where own.tenant_id = entitlements.current_tenant_id()
       and own.app_user_id = any (queue_confirmation.app_user_ids)
     order by own.app_user_uuid, own.is_anonymous, own.app_user_id
        on conflict on constraint confirmations_pkey do update
       set app_user_id = excluded.app_user_id, due_at = excluded.due_at, claim_id = null
     where waiting.claim_id is not null or waiting.due_at > excluded.due_at;
end
$$;

ALTER FUNCTION api.queue_confirmation(app_user_ids text[]) OWNER TO hearth_owner;

--
-- Name: FUNCTION queue_confirmation(app_user_ids text[]); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.queue_confirmation(app_user_ids text[]) IS 'Has the people behind ids read back from RevenueCat.';

--
-- Name: queue_household_review(uuid[], timestamp with time zone); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.queue_household_review(household_ids uuid[], due_at timestamp with time zone) RETURNS void
    LANGUAGE plpgsql
    SET search_path TO ''
    AS $$
begin
    insert into entitlements.household_reviews as review (tenant_id, household_id, due_at)
    select distinct entitlements.current_tenant_id(), named.household_id,
           queue_household_review.due_at
      from unnest(queue_household_review.household_ids) as named (household_id)
     order by named.household_id
        on conflict on constraint household_reviews_pkey do update
       set due_at = least(review.due_at, excluded.due_at);
end
$$;

ALTER FUNCTION api.queue_household_review(household_ids uuid[], due_at timestamp with time zone) OWNER TO hearth_owner;

--
-- Name: FUNCTION queue_household_review(household_ids uuid[], due_at timestamp with time zone); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.queue_household_review(household_ids uuid[], due_at timestamp with time zone) IS 'Asks for households to be looked at.';

--
-- Name: queue_other_sides(entitlements.drift[]); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.queue_other_sides(differences entitlements.drift[]) RETURNS void
    LANGUAGE plpgsql
    SET search_path TO ''
    AS $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
begin
    if not exists (
        select from unnest(differences) as drift where drift.cause = 'transfer_one_sided') then
        return;
    end if;
    perform api.queue_confirmation(array(
        select side.id
          from unnest(differences) as drift
         cross join lateral (
               values (drift.before ->> 'app_user_id'), (drift.after ->> 'app_user_id'))
               as side (id)
          join entitlements.app_user_ids own
            on own.tenant_id = _tenant_id and own.app_user_id = side.id
          join entitlements.app_users person
            on person.tenant_id = _tenant_id and person.app_user_uuid = own.app_user_uuid
         where drift.cause = 'transfer_one_sided'
           and side.id <> all (api.own_app_user_ids(drift.app_user_id))
           and coalesce(person.confirmed_at, '-infinity') < interval '-1 hour' + (
               select max(reading.order_at) from entitlements.snapshots reading
                where reading.tenant_id = _tenant_id
                  and reading.app_user_id = drift.app_user_id)));
end
$$;

ALTER FUNCTION api.queue_other_sides(differences entitlements.drift[]) OWNER TO hearth_owner;

--
-- Name: FUNCTION queue_other_sides(differences entitlements.drift[]); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.queue_other_sides(differences entitlements.drift[]) IS 'Has the other side of each purchase read back that a snapshot moved.';

--
-- Name: queue_seat_review(uuid[], timestamp with time zone); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.queue_seat_review(household_ids uuid[], due_at timestamp with time zone) RETURNS void
    LANGUAGE plpgsql
    SET search_path TO ''
    AS $$
begin
    if exists (
        select from entitlements.products product
         where product.tenant_id = entitlements.current_tenant_id()
           and product.seats is not null) then
        perform api.queue_household_review(
            queue_seat_review.household_ids, queue_seat_review.due_at);
    end if;
end
$$;

ALTER FUNCTION api.queue_seat_review(household_ids uuid[], due_at timestamp with time zone) OWNER TO hearth_owner;

--
-- Name: FUNCTION queue_seat_review(household_ids uuid[], due_at timestamp with time zone); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.queue_seat_review(household_ids uuid[], due_at timestamp with time zone) IS 'Asks for the seats of households to be compared with their members.';

--
-- Name: reading_evidence(uuid, text[], timestamp with time zone); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.reading_evidence(purchase_id uuid, app_user_ids text[], as_of timestamp with time zone) RETURNS SETOF entitlements.evidence
    LANGUAGE plpgsql STABLE ROWS 1
    SET search_path TO ''
    AS $$
#variable_conflict use_column
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _reading entitlements.snapshots;
    _told entitlements.evidence;
begin
    for _reading in
        select reading.*
          from entitlements.snapshots reading
         where reading.tenant_id = _tenant_id
           and reading.app_user_id = any (reading_evidence.app_user_ids)
           and reading.order_at <= reading_evidence.as_of
           and not exists (
               select from entitlements.evidence told
                where told.tenant_id = _tenant_id
                  and told.purchase_id = reading_evidence.purchase_id
                  and told.kind = 'snapshot' and told.app_user_id = reading.app_user_id
                  and told.occurred_at = reading.read_at)
    loop
        _told := null;
        if reading_evidence.purchase_id = any (_reading.purchase_ids) then
            select told.* into _told
              from entitlements.evidence told
             where told.tenant_id = _tenant_id
               and told.purchase_id = reading_evidence.purchase_id
               and told.kind = 'snapshot' and told.order_at <= _reading.order_at
             order by told.order_at desc, told.evidence_id desc
             limit 1;
        else
            _told.expires_at := api.unlisted_until(_reading, reading_evidence.purchase_id);
            continue when _told.expires_at = 'infinity';
            _told.purchase_id := reading_evidence.purchase_id;
            _told.kind := 'absence';
        end if;
        continue when _told.kind is null;
        _told.tenant_id := _tenant_id;
        _told.evidence_id := api.snapshot_evidence_id(_reading.app_user_id, _reading.read_at, '');
        _told.app_user_id := _reading.app_user_id;
        _told.occurred_at := _reading.read_at;
        _told.received_at := _reading.received_at;
        _told.order_at := _reading.order_at;
        _told.rank := entitlements.evidence_rank(_told.kind);
        return next _told;
    end loop;
end
$$;

ALTER FUNCTION api.reading_evidence(purchase_id uuid, app_user_ids text[], as_of timestamp with time zone) OWNER TO hearth_owner;

--
-- Name: FUNCTION reading_evidence(purchase_id uuid, app_user_ids text[], as_of timestamp with time zone); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.reading_evidence(purchase_id uuid, app_user_ids text[], as_of timestamp with time zone) IS 'What snapshots say of a purchase without a row of evidence, as evidence to be folded.';

--
-- Name: reading_rules(); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.reading_rules() RETURNS text
    LANGUAGE plpgsql STABLE
    SET search_path TO ''
    AS $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
begin
    return (
        select concat_ws(' ', tenant.sandbox_policy, (
                   select string_agg(product.product_id || ' ' || product.duration, ' '
                                     order by product.product_id)
                     from entitlements.products product
                    where product.tenant_id = _tenant_id and product.kind = 'one_time'))
          from entitlements.tenants tenant
         where tenant.tenant_id = _tenant_id);
end
$$;

ALTER FUNCTION api.reading_rules() OWNER TO hearth_owner;

--
-- Name: FUNCTION reading_rules(); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.reading_rules() IS 'The tenant''s rules that decide what is taken from a snapshot.';

--
-- Name: receive_webhook_events(text[], text[], bytea[], jsonb[], text[], timestamp with time zone); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.receive_webhook_events(event_ids text[], event_types text[], bodies bytea[], facts jsonb[], problems text[], received_at timestamp with time zone DEFAULT NULL::timestamp with time zone) RETURNS TABLE(number integer, status text, failure text)
    LANGUAGE plpgsql ROWS 64
    SET search_path TO ''
    AS $$
#variable_conflict use_column
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _at constant timestamptz := coalesce(receive_webhook_events.received_at, now());
    _failures text[] := receive_webhook_events.problems;
    _new text[]; _due record; _first integer := 1; _last integer;
begin
    with added as (
        insert into entitlements.webhook_events as event
               (tenant_id, event_id, event_type, body, received_at, status, unread)
        select distinct on (told.id) _tenant_id, told.id, told.type, told.body, _at,
               case when api.is_understood(told.facts) then 'applied' else 'stored' end,
               api.unread_fields(told.facts)
          from unnest(receive_webhook_events.event_ids, receive_webhook_events.event_types,
                      receive_webhook_events.bodies, receive_webhook_events.facts)
               with ordinality as told (id, type, body, facts, number)
         order by told.id, told.number
            on conflict do nothing returning event.event_id)
    select coalesce(array_agg(added.event_id), '{}') into _new from added;

    if cardinality(_new) < cardinality(receive_webhook_events.event_ids) then
        perform from entitlements.webhook_events failed
          where failed.tenant_id = _tenant_id and failed.status = 'failed'
            and failed.event_id = any (receive_webhook_events.event_ids)
          order by failed.event_id for no key update;
    end if;
    select coalesce(array_agg(taken.number), '{}') as taken,
           coalesce(array_agg(taken.number) filter (where taken.is_due), '{}') as numbers,
           array_agg(taken.id) filter (where taken.is_due) as ids,
           array_agg(taken.facts) filter (where taken.is_due) as facts,
           array_agg(taken.received_at) filter (where taken.is_due) as received_at
      into strict _due
      from api.taken_webhook_events(
               receive_webhook_events.event_ids, receive_webhook_events.facts,
               receive_webhook_events.problems, _new, _at) as taken;
    _last := cardinality(_due.numbers);
    while _first <= cardinality(_due.numbers) loop
        begin
            perform api.derive(api.apply_events(
                _due.ids[_first:_last], _due.facts[_first:_last],
                _due.received_at[_first:_last]));
            _first := _last + 1;
        exception
            when serialization_failure or deadlock_detected then raise;
            when others then
                if _first = _last then
                    _failures[_due.numbers[_first]] := sqlstate || ' ' || sqlerrm;
                    _first := _first + 1;
                end if;
        end;
        _last := _first; -- All at once was the first try; from now on each alone.
    end loop;
    perform api.queue_confirmation(array(
        select named.id from unnest(_due.facts) as told (facts),
               lateral api.named_app_user_ids(told.facts) as named
         where told.facts ->> 'kind' <> 'test'));
    return query select * from api.finish_webhook_events(
        receive_webhook_events.event_ids, receive_webhook_events.facts, _failures, _due.taken,
        _new);
end
$$;

ALTER FUNCTION api.receive_webhook_events(event_ids text[], event_types text[], bodies bytea[], facts jsonb[], problems text[], received_at timestamp with time zone) OWNER TO hearth_owner;

--
-- Name: FUNCTION receive_webhook_events(event_ids text[], event_types text[], bodies bytea[], facts jsonb[], problems text[], received_at timestamp with time zone); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.receive_webhook_events(event_ids text[], event_types text[], bodies bytea[], facts jsonb[], problems text[], received_at timestamp with time zone) IS 'Takes webhook events of one tenant: stores each as it came and applies what they say.';

--
-- Name: records_of(text[]); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.records_of(app_user_ids text[]) RETURNS json
    LANGUAGE plpgsql STABLE
    SET search_path TO ''
    AS $$
begin
    return coalesce(
        (select json_object_agg(kind.name, kind.records)
           from (select record.name,
                        json_agg(record.content order by record.position) as records
                   from (select stored.name, stored.content,
                                row_number() over (
                                    partition by stored.name order by stored.moment desc)
                                    as position
                           from api.stored_records(records_of.app_user_ids) as stored) as record
                  where record.position <= 1000
                  group by record.name) as kind),
        '{}');
end
$$;

ALTER FUNCTION api.records_of(app_user_ids text[]) OWNER TO hearth_owner;

--
-- Name: FUNCTION records_of(app_user_ids text[]); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.records_of(app_user_ids text[]) IS 'What is written down under ids, row by row as it is stored.';

--
-- Name: redeem_invite(entitlements.household_invites, text, boolean, timestamp with time zone); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.redeem_invite(invite entitlements.household_invites, app_user_id text, ignore_cooldown boolean, as_of timestamp with time zone) RETURNS entitlements.household_invites
    LANGUAGE plpgsql
    SET search_path TO ''
    AS $$
declare
    _member_id uuid;
    _redeemed entitlements.household_invites;
begin
    if (api.household_rules()).confirm_by_owner then
        perform api.allowed_seat(
            invite.household_id, api.lock_app_user(redeem_invite.app_user_id),
            redeem_invite.as_of, redeem_invite.ignore_cooldown);
    else
        _member_id := (api.open_membership(
            invite.household_id, redeem_invite.app_user_id, redeem_invite.as_of,
            redeem_invite.ignore_cooldown)).member_id;
    end if;
    update entitlements.household_invites redeemed
       set redeemed_at = redeem_invite.as_of,
           redeemed_by_app_user_id = redeem_invite.app_user_id,
           ignores_cooldown = redeem_invite.ignore_cooldown,
           member_id = _member_id
     where redeemed.tenant_id = invite.tenant_id
       and redeemed.household_id = invite.household_id
       and redeemed.invite_id = invite.invite_id
    returning redeemed.* into _redeemed;
    return _redeemed;
end
$$;

ALTER FUNCTION api.redeem_invite(invite entitlements.household_invites, app_user_id text, ignore_cooldown boolean, as_of timestamp with time zone) OWNER TO hearth_owner;

--
-- Name: FUNCTION redeem_invite(invite entitlements.household_invites, app_user_id text, ignore_cooldown boolean, as_of timestamp with time zone); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.redeem_invite(invite entitlements.household_invites, app_user_id text, ignore_cooldown boolean, as_of timestamp with time zone) IS 'Spends an invite on a person.';

--
-- Name: refold_related_purchases(text[]); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.refold_related_purchases(app_user_ids text[]) RETURNS entitlements.changes
    LANGUAGE plpgsql
    SET search_path TO ''
    AS $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _related constant text[] := api.related_app_user_ids(refold_related_purchases.app_user_ids);
    _purchase_ids uuid[];
begin
    _purchase_ids := array(
        select purchase.purchase_id
          from entitlements.purchases purchase
         where purchase.tenant_id = _tenant_id
           and purchase.purchase_id in (
               select told.purchase_id from entitlements.evidence told
                where told.tenant_id = _tenant_id and told.app_user_id = any (_related))
         order by purchase.purchase_id
           for no key update);
    return api.store_purchases(array(
        select api.folded_purchase(held.purchase_id)
          from unnest(_purchase_ids) as held (purchase_id)));
end
$$;

ALTER FUNCTION api.refold_related_purchases(app_user_ids text[]) OWNER TO hearth_owner;

--
-- Name: FUNCTION refold_related_purchases(app_user_ids text[]); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.refold_related_purchases(app_user_ids text[]) IS 'Folds again every purchase that has evidence under one of the related ids.';

--
-- Name: refresh_due_answers(integer); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.refresh_due_answers(maximum integer) RETURNS TABLE(looked_at bigint)
    LANGUAGE plpgsql SECURITY DEFINER ROWS 1
    SET search_path TO ''
    AS $$
declare
    _tenant record;
    _due uuid[];
begin
    looked_at := 0;
    for _tenant in
        select tenant.tenant_id, tenant.definition_version from entitlements.tenants tenant
    loop
        exit when looked_at >= refresh_due_answers.maximum;
        perform set_config('hearth.tenant_id', _tenant.tenant_id::text, true);
        -- What somebody else holds is being written.
        _due := array(
            select stored.app_user_uuid from entitlements.stored_answers stored
             where stored.tenant_id = _tenant.tenant_id
               and (stored.definition_version < _tenant.definition_version
                    or (stored.definition_version = _tenant.definition_version
                        and stored.valid_until <= now()))
             limit refresh_due_answers.maximum - looked_at
               for update skip locked)
            || array(
            select stored.app_user_uuid from entitlements.stored_answers stored
             where stored.tenant_id = _tenant.tenant_id
               and exists (
                   select from entitlements.stale_answers stale
                    where stale.tenant_id = _tenant.tenant_id
                      and stale.app_user_uuid = stored.app_user_uuid)
             limit refresh_due_answers.maximum - looked_at
               for update skip locked);
        perform api.store_answers(_due);
        looked_at := looked_at + cardinality(_due);
    end loop;
    return next;
end
$$;

ALTER FUNCTION api.refresh_due_answers(maximum integer) OWNER TO hearth_owner;

--
-- Name: FUNCTION refresh_due_answers(maximum integer); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.refresh_due_answers(maximum integer) IS 'Stores anew answers that cannot be used as they are.';

--
-- Name: rejoin_app_user_ids(text[]); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.rejoin_app_user_ids(app_user_ids text[]) RETURNS entitlements.changes
    LANGUAGE plpgsql
    SET search_path TO ''
    AS $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _component constant text[] := api.lock_linked_app_users(rejoin_app_user_ids.app_user_ids);
    -- Whoever is left without an id has nothing, and nothing is kept of what they had.
    _former constant uuid[] := array(
        select distinct own.app_user_uuid from entitlements.app_user_ids own
         where own.tenant_id = _tenant_id and own.app_user_id = any (_component));
    _ids text[];
    _parts integer[];
    _departed uuid[];
begin
    select array_agg(placed.app_user_id order by placed.app_user_id),
           array_agg(placed.part order by placed.app_user_id)
      into _ids, _parts
      from api.part_app_user_ids(_component) as placed;
    _departed := api.settle_memberships(_ids, _parts);
    perform api.move_app_user_ids(_ids, _parts);
    perform api.sync_aliases(_ids);
    return api.all_changes(
        api.changes_of(app_user_uuids => array(
            select unnest(_former || _departed)
             union
            select own.app_user_uuid from entitlements.app_user_ids own
             where own.tenant_id = _tenant_id and own.app_user_id = any (_ids))),
        api.refold_related_purchases(_component));
end
$$;

ALTER FUNCTION api.rejoin_app_user_ids(app_user_ids text[]) OWNER TO hearth_owner;

--
-- Name: FUNCTION rejoin_app_user_ids(app_user_ids text[]); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.rejoin_app_user_ids(app_user_ids text[]) IS 'Decides anew which ids are one person, from the links between them in the order of evidence.';

--
-- Name: release_reservation(uuid, text, timestamp with time zone); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.release_reservation(reservation_id uuid, environment text DEFAULT 'production'::text, as_of timestamp with time zone DEFAULT NULL::timestamp with time zone) RETURNS TABLE(answered_as_of timestamp with time zone, answer json)
    LANGUAGE plpgsql ROWS 1
    SET search_path TO ''
    AS $$
#variable_conflict use_column
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _reservation entitlements.reservations := api.lock_reservation(
        release_reservation.reservation_id);
begin
    answered_as_of := coalesce(release_reservation.as_of, clock_timestamp());
    if _reservation.status = 'used' then
        update entitlements.usage counted
           set used = counted.used - _reservation.amount
         where counted.tenant_id = _tenant_id
           and counted.app_user_id = _reservation.app_user_id
           and counted.limit_id = _reservation.limit_id
           and counted.period_starts_at = _reservation.period_starts_at;
    end if;
    update entitlements.reservations made
       set status = 'released'
     where made.tenant_id = _tenant_id
       and made.reservation_id = _reservation.reservation_id
    returning * into strict _reservation;
    answer := api.usage_answer(
        _reservation, release_reservation.environment, answered_as_of);
    return next;
end
$$;

ALTER FUNCTION api.release_reservation(reservation_id uuid, environment text, as_of timestamp with time zone) OWNER TO hearth_owner;

--
-- Name: FUNCTION release_reservation(reservation_id uuid, environment text, as_of timestamp with time zone); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.release_reservation(reservation_id uuid, environment text, as_of timestamp with time zone) IS 'Gives back what was set aside, or what was used under a reference.';

--
-- Name: remove_household_member(uuid, text, text, timestamp with time zone); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.remove_household_member(household_id uuid, app_user_id text, because text, as_of timestamp with time zone DEFAULT NULL::timestamp with time zone) RETURNS void
    LANGUAGE plpgsql
    SET search_path TO ''
    AS $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _member entitlements.household_members;
begin
    perform api.lock_household(remove_household_member.household_id);
    _member := api.open_member(
        remove_household_member.household_id, remove_household_member.app_user_id);
    if _member.member_id is not null then
        perform api.derive(api.changes_of(app_user_uuids => api.depart_household(
            remove_household_member.household_id, _member.member_id,
            remove_household_member.because, (api.household_rules()).owner_leaves,
            coalesce(remove_household_member.as_of, clock_timestamp()))));
        return;
    end if;

    if not exists (
        select from entitlements.app_user_ids known
          join entitlements.household_members member
            on member.tenant_id = _tenant_id and member.app_user_uuid = known.app_user_uuid
         where known.tenant_id = _tenant_id
           and known.app_user_id = remove_household_member.app_user_id
           and member.household_id = remove_household_member.household_id) then
        raise sqlstate 'PT404' using message = 'household_member_not_found',
            detail = 'Nobody of this id is a member of the household.';
    end if;
end
$$;

ALTER FUNCTION api.remove_household_member(household_id uuid, app_user_id text, because text, as_of timestamp with time zone) OWNER TO hearth_owner;

--
-- Name: FUNCTION remove_household_member(household_id uuid, app_user_id text, because text, as_of timestamp with time zone); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.remove_household_member(household_id uuid, app_user_id text, because text, as_of timestamp with time zone) IS 'Ends somebody''s membership: they leave, or are removed.';

--
-- Name: rename_traces(text[], text[], text[]); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.rename_traces(linked text[], ids text[], names text[]) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
#variable_conflict use_column
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
begin
    update entitlements.snapshots reading
       set app_user_ids = api.renamed(reading.app_user_ids, ids, names)
     where reading.tenant_id = _tenant_id and reading.app_user_id = any (linked)
       and reading.app_user_ids && ids;
    update entitlements.drift found
       set app_user_id = (api.renamed(array[found.app_user_id], ids, names))[1],
           before = api.renamed_json(found.before, ids, names),
           after = api.renamed_json(found.after, ids, names)
     where found.tenant_id = _tenant_id and found.app_user_id = any (linked);
    update entitlements.merges merge
       set moved_app_user_ids = api.renamed(merge.moved_app_user_ids, ids, names),
           answer = api.renamed_json(merge.answer, ids, names)
     where merge.tenant_id = _tenant_id
       and (merge.anonymous_app_user_id = any (linked) or merge.app_user_id = any (linked));
    update entitlements.audit_entries entry
       set app_user_ids = api.renamed(entry.app_user_ids, ids, names),
           actor = (api.renamed(array[entry.actor], ids, names))[1],
           before = api.renamed_json(entry.before, ids, names),
           after = api.renamed_json(entry.after, ids, names)
     where entry.tenant_id = _tenant_id and entry.app_user_ids && ids;
    -- Where a store gives no transaction, a purchase is known by who bought what.
    update entitlements.purchases bought
       set chain_id = 'erased-' || bought.purchase_id
      from entitlements.evidence told
     where told.tenant_id = _tenant_id and told.app_user_id = any (ids)
       and bought.tenant_id = _tenant_id and bought.purchase_id = told.purchase_id
       and bought.chain_id in (told.app_user_id || ' ' || told.product_id,
                               'snapshot:' || told.app_user_id || ' ' || told.product_id);
end
$$;

ALTER FUNCTION api.rename_traces(linked text[], ids text[], names text[]) OWNER TO hearth_owner;

--
-- Name: FUNCTION rename_traces(linked text[], ids text[], names text[]); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.rename_traces(linked text[], ids text[], names text[]) IS 'Replaces ids where no reference does it.';

--
-- Name: renamed(text[], text[], text[]); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.renamed(texts text[], ids text[], names text[]) RETURNS text[]
    LANGUAGE plpgsql IMMUTABLE
    SET search_path TO ''
    AS $$
begin
    return array(
        select coalesce(names[array_position(ids, listed.id)], listed.id)
          from unnest(texts) with ordinality as listed (id, position)
         order by listed.position);
end
$$;

ALTER FUNCTION api.renamed(texts text[], ids text[], names text[]) OWNER TO hearth_owner;

--
-- Name: FUNCTION renamed(texts text[], ids text[], names text[]); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.renamed(texts text[], ids text[], names text[]) IS 'A list in which ids are replaced by names.';

--
-- Name: renamed_json(jsonb, text[], text[]); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.renamed_json(document jsonb, ids text[], names text[]) RETURNS jsonb
    LANGUAGE plpgsql IMMUTABLE
    SET search_path TO ''
    AS $$
declare
    _text text := document::text;
begin
    -- Within a document a string is spelled in one way, and a quote in it never like one around it.
    for _position in 1 .. cardinality(ids) loop
        _text := replace(
            _text, to_jsonb(ids[_position])::text, to_jsonb(names[_position])::text);
    end loop;
    return _text::jsonb;
end
$$;

ALTER FUNCTION api.renamed_json(document jsonb, ids text[], names text[]) OWNER TO hearth_owner;

--
-- Name: FUNCTION renamed_json(document jsonb, ids text[], names text[]); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.renamed_json(document jsonb, ids text[], names text[]) IS 'A document in which every string that is one of the ids is replaced by its name.';

--
-- Name: repeat_readings(entitlements.snapshots[], timestamp with time zone[]); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.repeat_readings(readings entitlements.snapshots[], last_read_at timestamp with time zone[]) RETURNS text[]
    LANGUAGE plpgsql
    SET search_path TO ''
    AS $$
#variable_conflict use_column
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _held record;
begin
    if readings is null then
        return array[]::text[];
    end if;
    select coalesce(array_agg((readings[held.number]).app_user_id), '{}') as ids,
           array_agg(held.number) as numbers, array_agg(held.app_user_uuid) as people
      into strict _held
      from api.hold_unchanged(
               array(select reading.app_user_id from unnest(readings) as reading),
               repeat_readings.last_read_at) as held;
    with added as (
        insert into entitlements.snapshots as reading
               (tenant_id, app_user_id, read_at, received_at, app_user_ids, run_id, content,
                purchase_ids, running_products)
        select _tenant_id, told.app_user_id, told.read_at, told.received_at, last.app_user_ids,
               told.run_id, told.content, last.purchase_ids, last.running_products
          from unnest(readings) with ordinality as told
         cross join lateral (
               select before.* from entitlements.snapshots before
                where before.tenant_id = _tenant_id and before.app_user_id = told.app_user_id
                  and before.read_at = repeat_readings.last_read_at[told.ordinality]
               offset 0) as last
         where told.ordinality = any (_held.numbers)
        returning reading.app_user_id, reading.read_at, reading.order_at, reading.purchase_ids,
               array_position(_held.ids, reading.app_user_id) as position),
    folded as (
        update entitlements.purchases purchase
           set (folded_at, folded_evidence_id) = (
               select added.order_at,
                      api.snapshot_evidence_id(added.app_user_id, added.read_at, '')
                 from added where purchase.purchase_id = any (added.purchase_ids))
         where purchase.tenant_id = _tenant_id and purchase.purchase_id = any (array(
               select unnest(added.purchase_ids) from added)))
    update entitlements.app_users person
       set confirmed_at = greatest(person.confirmed_at, (
           select added.order_at from added
            where _held.people[added.position] = person.app_user_uuid))
     where person.tenant_id = _tenant_id and person.app_user_uuid = any (array(
           select _held.people[added.position] from added));
    return _held.ids;
end
$$;

ALTER FUNCTION api.repeat_readings(readings entitlements.snapshots[], last_read_at timestamp with time zone[]) OWNER TO hearth_owner;

--
-- Name: FUNCTION repeat_readings(readings entitlements.snapshots[], last_read_at timestamp with time zone[]); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.repeat_readings(readings entitlements.snapshots[], last_read_at timestamp with time zone[]) IS 'Writes down those of many readings of whom nothing was told since the last one.';

--
-- Name: requests_per_reading(entitlements.tenants); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.requests_per_reading(tenant entitlements.tenants) RETURNS integer
    LANGUAGE sql STABLE
    RETURN CASE (tenant).revenuecat_api WHEN 'v2'::text THEN 3 ELSE 1 END;

ALTER FUNCTION api.requests_per_reading(tenant entitlements.tenants) OWNER TO hearth_owner;

--
-- Name: FUNCTION requests_per_reading(tenant entitlements.tenants); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.requests_per_reading(tenant entitlements.tenants) IS 'How many requests it takes to read one person.';

--
-- Name: require_anonymous(text); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.require_anonymous(app_user_id text) RETURNS void
    LANGUAGE plpgsql STABLE
    SET search_path TO ''
    AS $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
begin
    perform
       from entitlements.app_user_ids known
       join entitlements.app_user_ids own
         on own.tenant_id = _tenant_id and own.app_user_uuid = known.app_user_uuid
      where known.tenant_id = _tenant_id and known.app_user_id = require_anonymous.app_user_id
        and (known.identified_at is not null
             or not own.is_anonymous and own.app_user_id <> known.app_user_id);
    if found then
        raise sqlstate 'PT401' using message = 'token_superseded',
            detail = 'This anonymous person has become an account: use its token.';
    end if;
end
$$;

ALTER FUNCTION api.require_anonymous(app_user_id text) OWNER TO hearth_owner;

--
-- Name: FUNCTION require_anonymous(app_user_id text); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.require_anonymous(app_user_id text) IS 'Refuses an id whose token says that nobody has signed up, when by now somebody has.';

--
-- Name: require_claim(entitlements.orphans, text, text, text, bytea, timestamp with time zone); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.require_claim(orphan entitlements.orphans, holder text, app_user_id text, proof text, proof_digest bytea, as_of timestamp with time zone) RETURNS void
    LANGUAGE plpgsql
    SET search_path TO ''
    AS $$
#variable_conflict use_column
declare
    _expiry_days constant integer := (api.people_rules()).claim_expiry_days;
    _is_proved boolean := require_claim.proof in ('vouched', 'operator');
begin
    begin
        perform api.accept_proof(
            require_claim.holder, require_claim.app_user_id, require_claim.proof,
            require_claim.proof_digest, require_claim.as_of);
        _is_proved := _is_proved or require_claim.holder is not null;
    exception when sqlstate 'PT403' then
        _is_proved := false;
    end;
    if not coalesce(_is_proved, false) or orphan.orphan_id is null
       or orphan.resolved_at is not null then
        raise sqlstate 'PT404' using message = 'orphan_not_found',
            detail = 'There is no such orphan, or the proof is wrong.';
    end if;
    if _expiry_days > 0 and require_claim.proof <> 'operator'
       and orphan.orphaned_at + make_interval(days => _expiry_days) <= require_claim.as_of then
        raise sqlstate 'PT410' using message = 'claim_expired',
            detail = 'The orphan is too old to be claimed; an operator decides.';
    end if;
end
$$;

ALTER FUNCTION api.require_claim(orphan entitlements.orphans, holder text, app_user_id text, proof text, proof_digest bytea, as_of timestamp with time zone) OWNER TO hearth_owner;

--
-- Name: FUNCTION require_claim(orphan entitlements.orphans, holder text, app_user_id text, proof text, proof_digest bytea, as_of timestamp with time zone); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.require_claim(orphan entitlements.orphans, holder text, app_user_id text, proof text, proof_digest bytea, as_of timestamp with time zone) IS 'Refuses a claim that is not proved, or that comes too late.';

--
-- Name: require_entitlements(text[]); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.require_entitlements(entitlement_ids text[]) RETURNS void
    LANGUAGE plpgsql STABLE
    SET search_path TO ''
    AS $$
begin
    if exists (
        select from unnest(require_entitlements.entitlement_ids) as named (id)
         where not exists (
             select from entitlements.entitlements known
              where known.tenant_id = entitlements.current_tenant_id()
                and known.entitlement_id = named.id)) then
        raise sqlstate 'PT404' using message = 'entitlement_not_in_catalog',
            detail = 'The tenant''s catalog has no entitlement of this name.';
    end if;
end
$$;

ALTER FUNCTION api.require_entitlements(entitlement_ids text[]) OWNER TO hearth_owner;

--
-- Name: FUNCTION require_entitlements(entitlement_ids text[]); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.require_entitlements(entitlement_ids text[]) IS 'Refuses names that the tenant''s catalog lacks.';

--
-- Name: require_joins_left(uuid, timestamp with time zone); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.require_joins_left(household_id uuid, as_of timestamp with time zone) RETURNS void
    LANGUAGE plpgsql STABLE
    SET search_path TO ''
    AS $$
declare
    _joins constant integer := (api.household_rules()).joins_per_30_days;
    _retry_at timestamptz;
begin
    -- The join that has to be thirty days old before another may happen.
    select member.joined_at + interval '30 days' into _retry_at
      from entitlements.household_invites invite
      join entitlements.household_members member
        on member.tenant_id = invite.tenant_id and member.household_id = invite.household_id
       and member.member_id = invite.member_id
     where invite.tenant_id = entitlements.current_tenant_id()
       and invite.household_id = require_joins_left.household_id
     order by member.joined_at desc
    offset _joins - 1
     limit 1;
    if _retry_at > require_joins_left.as_of then
        raise sqlstate 'PT409' using message = 'cooldown',
            detail = 'Too many people joined this household within 30 days.',
            hint = json_build_object('retry_at', api.rfc3339(_retry_at));
    end if;
end
$$;

ALTER FUNCTION api.require_joins_left(household_id uuid, as_of timestamp with time zone) OWNER TO hearth_owner;

--
-- Name: FUNCTION require_joins_left(household_id uuid, as_of timestamp with time zone); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.require_joins_left(household_id uuid, as_of timestamp with time zone) IS 'Refuses a household that took in too many people within 30 days.';

--
-- Name: require_known_project(entitlements.snapshots[], entitlements.evidence[], text[], uuid[]); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.require_known_project(readings entitlements.snapshots[], listed entitlements.evidence[], app_user_ids text[], purchase_ids uuid[]) RETURNS void
    LANGUAGE plpgsql
    SET search_path TO ''
    AS $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _told text[]; -- The readings that list what a webhook told of.
    _is_recognised boolean;
begin
    if not exists (
        select from entitlements.upstreams upstream
         where upstream.tenant_id = _tenant_id and upstream.sealed_key is not null
           and upstream.recognised_at is null) then
        return; -- As nearly always.
    end if;
    select array_agg(entry.app_user_id),
           bool_or(told.transaction_id = entry.transaction_id
                   or split_part(told.product_id, ':', 1) = split_part(entry.product_id, ':', 1)
                      and date_trunc('second', told.purchased_at)
                          = date_trunc('second', entry.purchased_at))
      into _told, _is_recognised
      from unnest(listed) as entry
      join entitlements.evidence told
        on told.tenant_id = _tenant_id and told.purchase_id = entry.purchase_id
       and told.kind <> 'snapshot';
    if _is_recognised then
        update entitlements.upstreams upstream
           set recognised_at = (readings[1]).received_at
          from (select from entitlements.upstreams free
                 where free.tenant_id = _tenant_id
                   for no key update skip locked) as free
         where upstream.tenant_id = _tenant_id;
        return;
    end if;
    if exists (
        select from unnest(
                   require_known_project.app_user_ids,
                   require_known_project.purchase_ids) as known (app_user_id, purchase_id)
          join unnest(readings) as reading using (app_user_id)
          join entitlements.purchases purchase
            on purchase.tenant_id = _tenant_id and purchase.purchase_id = known.purchase_id
           and purchase.owner_uuid is not null and purchase.access_ends_at > reading.order_at
         where (known.app_user_id = any (_told)) is not true
           and exists (
               select from entitlements.evidence told
                where told.tenant_id = _tenant_id and told.purchase_id = purchase.purchase_id
                  and told.kind <> 'snapshot')) then
        raise sqlstate 'PT409' using message = 'project_not_recognised',
            detail = 'The key may be of another project than the webhooks.';
    end if;
end
$$;

ALTER FUNCTION api.require_known_project(readings entitlements.snapshots[], listed entitlements.evidence[], app_user_ids text[], purchase_ids uuid[]) OWNER TO hearth_owner;

--
-- Name: FUNCTION require_known_project(readings entitlements.snapshots[], listed entitlements.evidence[], app_user_ids text[], purchase_ids uuid[]); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.require_known_project(readings entitlements.snapshots[], listed entitlements.evidence[], app_user_ids text[], purchase_ids uuid[]) IS 'Refuses readings of a project that may be another than that of the webhooks.';

--
-- Name: require_moves_allowed(uuid[], text, text, timestamp with time zone); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.require_moves_allowed(purchase_ids uuid[], app_user_id text, proof text, as_of timestamp with time zone) RETURNS void
    LANGUAGE plpgsql
    SET search_path TO ''
    AS $$
#variable_conflict use_column
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _rules constant entitlements.people_rules := api.people_rules();
begin
    if require_moves_allowed.proof = 'operator' then
        return;
    end if;
    if exists (
        select from entitlements.purchases bought
         where bought.tenant_id = _tenant_id
           and bought.purchase_id = any (require_moves_allowed.purchase_ids)
           and api.identified_app_user_id(bought.previous_owner_app_user_id)
               <> require_moves_allowed.app_user_id
           and (_rules.restore_behavior = 'keep'
                or _rules.restore_behavior = 'transfer_if_inactive' and not bought.is_one_time
                   and bought.access_ends_at > require_moves_allowed.as_of
                   and bought.billing_issue_at is null)) then
        raise sqlstate 'PT409' using message = 'merge_conflict',
            detail = 'A purchase of theirs stays with the identified person who had it.';
    end if;
    if exists (
        select from unnest(require_moves_allowed.purchase_ids) as moved (purchase_id)
         where api.last_mover(moved.purchase_id) <> require_moves_allowed.app_user_id
           and (select count(*) from entitlements.purchase_moves move
                 where move.tenant_id = _tenant_id and move.purchase_id = moved.purchase_id
                   and move.moved_at > require_moves_allowed.as_of - interval '30 days')
               >= _rules.claims_per_30_days) then
        raise sqlstate 'PT409' using message = 'purchase_moved_too_often',
            detail = 'A purchase of theirs came to others too often; an operator decides.';
    end if;
end
$$;

ALTER FUNCTION api.require_moves_allowed(purchase_ids uuid[], app_user_id text, proof text, as_of timestamp with time zone) OWNER TO hearth_owner;

--
-- Name: FUNCTION require_moves_allowed(purchase_ids uuid[], app_user_id text, proof text, as_of timestamp with time zone); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.require_moves_allowed(purchase_ids uuid[], app_user_id text, proof text, as_of timestamp with time zone) IS 'Refuses what the tenant does not let happen to purchases by a merge or a claim.';

--
-- Name: require_no_cooldown(uuid, uuid, timestamp with time zone); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.require_no_cooldown(household_id uuid, app_user_uuid uuid, as_of timestamp with time zone) RETURNS void
    LANGUAGE plpgsql STABLE
    SET search_path TO ''
    AS $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _retry_at timestamptz;
begin
    select max(member.left_at)
           + make_interval(days => (api.household_rules()).switch_cooldown_days)
      into _retry_at
      from entitlements.household_members member
     where member.tenant_id = _tenant_id
       and member.app_user_uuid = require_no_cooldown.app_user_uuid
       and member.household_id <> require_no_cooldown.household_id
       and (member.left_because in ('left', 'removed')
            or (member.left_because = 'dissolved' and exists (
                select from entitlements.household_owners owner
                 where owner.tenant_id = _tenant_id
                   and owner.household_id = member.household_id
                   and owner.member_id = member.member_id
                   and owner.owned_until = member.left_at)));
    if _retry_at > require_no_cooldown.as_of then
        raise sqlstate 'PT409' using message = 'cooldown',
            detail = 'This person left another household too recently.',
            hint = json_build_object('retry_at', api.rfc3339(_retry_at));
    end if;
end
$$;

ALTER FUNCTION api.require_no_cooldown(household_id uuid, app_user_uuid uuid, as_of timestamp with time zone) OWNER TO hearth_owner;

--
-- Name: FUNCTION require_no_cooldown(household_id uuid, app_user_uuid uuid, as_of timestamp with time zone); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.require_no_cooldown(household_id uuid, app_user_uuid uuid, as_of timestamp with time zone) IS 'Refuses somebody who left a household too lately to be in another.';

--
-- Name: require_upstream(); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.require_upstream() RETURNS void
    LANGUAGE plpgsql STABLE
    SET search_path TO ''
    AS $$
begin
    if not exists (
        select from entitlements.upstreams upstream
         where upstream.tenant_id = entitlements.current_tenant_id()
           and upstream.sealed_key is not null) then
        raise sqlstate 'PT409' using message = 'upstream_not_configured',
            detail = 'The tenant has no key for RevenueCat''s REST API.';
    end if;
end
$$;

ALTER FUNCTION api.require_upstream() OWNER TO hearth_owner;

--
-- Name: FUNCTION require_upstream(); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.require_upstream() IS 'Refuses a tenant that has no key for RevenueCat''s REST API.';

--
-- Name: rest_run(entitlements.runs, timestamp with time zone); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.rest_run(run entitlements.runs, as_of timestamp with time zone) RETURNS void
    LANGUAGE plpgsql
    SET search_path TO ''
    AS $$
declare
    _due_at timestamptz;
begin
    select min(waiting.due_at) into _due_at
      from entitlements.run_people waiting
     where waiting.tenant_id = run.tenant_id and waiting.run_id = run.run_id
       and waiting.outcome is null;
    if _due_at is null and run.scope = 'all' and not run.has_listing_ended and exists (
        select from entitlements.upstreams upstream
          join entitlements.tenants tenant on tenant.tenant_id = upstream.tenant_id
         where upstream.tenant_id = run.tenant_id and upstream.recognised_at is not null
           and tenant.revenuecat_api = 'v2') then
        update entitlements.runs listing set status = 'listing'
         where listing.tenant_id = run.tenant_id and listing.run_id = run.run_id;
        return;
    end if;
    if _due_at is null then
        perform api.end_run(run, 'finished', rest_run.as_of);
        return;
    end if;
    -- Who is being read may be done any moment: then the run may have finished.
    update entitlements.runs resting
       set resting_until = least(_due_at, rest_run.as_of + interval '1 second')
     where resting.tenant_id = run.tenant_id and resting.run_id = run.run_id;
end
$$;

ALTER FUNCTION api.rest_run(run entitlements.runs, as_of timestamp with time zone) OWNER TO hearth_owner;

--
-- Name: FUNCTION rest_run(run entitlements.runs, as_of timestamp with time zone); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.rest_run(run entitlements.runs, as_of timestamp with time zone) IS 'Ends a run of which nobody is left to read, or lets it rest.';

--
-- Name: retry_webhook_event(text); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.retry_webhook_event(event_id text) RETURNS TABLE(status text)
    LANGUAGE plpgsql ROWS 1
    SET search_path TO ''
    AS $$
#variable_conflict use_column
begin
    update entitlements.webhook_events event
       set status = 'failed', failure = coalesce(event.failure, 'retry_requested'), due_at = now()
     where event.tenant_id = entitlements.current_tenant_id()
       and event.event_id = retry_webhook_event.event_id
       and event.status <> 'applied';
    perform pg_notify('hearth_webhook_events', '');

    return query
    select event.status from entitlements.webhook_events event
     where event.tenant_id = entitlements.current_tenant_id()
       and event.event_id = retry_webhook_event.event_id;
    if not found then
        raise sqlstate 'PT404' using message = 'webhook_event_not_found',
            detail = 'The tenant has received no event of this id.';
    end if;
end
$$;

ALTER FUNCTION api.retry_webhook_event(event_id text) OWNER TO hearth_owner;

--
-- Name: FUNCTION retry_webhook_event(event_id text); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.retry_webhook_event(event_id text) IS 'Makes an event that was not applied due now.';

--
-- Name: return_purchases(entitlements.merges, timestamp with time zone); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.return_purchases(merge entitlements.merges, as_of timestamp with time zone) RETURNS entitlements.changes
    LANGUAGE plpgsql
    SET search_path TO ''
    AS $$
#variable_conflict use_column
declare
    _purchase_id uuid;
    _changes entitlements.changes := api.changes_of();
begin
    for _purchase_id in
        select purchase.purchase_id
          from entitlements.purchases purchase
         where purchase.tenant_id = merge.tenant_id
           and purchase.purchase_id = any (merge.moved_purchase_ids)
           and purchase.owner_app_user_id = merge.app_user_id
           and merge.app_user_id <> merge.anonymous_app_user_id
         order by purchase.purchase_id
    loop
        _changes := api.all_changes(_changes, api.settle_owner(
            _purchase_id, merge.anonymous_app_user_id, merge.merge_id, return_purchases.as_of));
    end loop;
    return _changes;
end
$$;

ALTER FUNCTION api.return_purchases(merge entitlements.merges, as_of timestamp with time zone) OWNER TO hearth_owner;

--
-- Name: FUNCTION return_purchases(merge entitlements.merges, as_of timestamp with time zone); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.return_purchases(merge entitlements.merges, as_of timestamp with time zone) IS 'Gives back what was an anonymous person''s when a merge was made that is undone.';

--
-- Name: review_household(uuid, timestamp with time zone); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.review_household(household_id uuid, as_of timestamp with time zone DEFAULT NULL::timestamp with time zone) RETURNS TABLE(downgraded integer, next_due_at timestamp with time zone)
    LANGUAGE plpgsql ROWS 1
    SET search_path TO ''
    AS $$
#variable_conflict use_column
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _as_of constant timestamptz := coalesce(review_household.as_of, now());
    _household constant entitlements.households :=
        api.lock_household(review_household.household_id);
    _rules constant entitlements.household_rules := api.household_rules();
    _seats record;
    _left uuid[] := array[]::uuid[];
    _exceeded_at timestamptz;
    _ends_at timestamptz;
begin
    -- Before looking: what somebody asks for from now on is another look, and is kept.
    delete from entitlements.household_reviews review
     where review.tenant_id = _tenant_id and review.household_id = _household.household_id;
    select * into strict _seats from api.household_seats(_household.household_id, _as_of);
    if exists (select from api.newest_members(_household.household_id, _seats.seats)) then
        _exceeded_at := coalesce(_household.seats_exceeded_at, _as_of);
    end if;
    downgraded := 0;
    if _exceeded_at is not null and _rules.downgrade = 'newest_out' then
        _ends_at := _exceeded_at + make_interval(days => _rules.downgrade_notice_days);
        if _ends_at <= _as_of then
            _left := array(
                select unnest(api.close_membership(
                           _household.household_id, newest.member_id, 'downgraded', _as_of))
                  from api.newest_members(_household.household_id, _seats.seats) as newest);
            downgraded := cardinality(_left);
            _exceeded_at := null;
            _ends_at := null;
        end if;
    end if;

    update entitlements.households household
       set seats_exceeded_at = _exceeded_at
     where household.tenant_id = _tenant_id
       and household.household_id = _household.household_id
       and household.seats_exceeded_at is distinct from _exceeded_at;
    perform api.derive(api.changes_of(app_user_uuids => _left || array(
        select distinct member.app_user_uuid from entitlements.household_members member
          left join entitlements.synced_household_members synced
            on synced.tenant_id = _tenant_id and synced.id = member.member_id
         where member.tenant_id = _tenant_id and member.household_id = _household.household_id
           and (member.left_at is null or synced.id is not null))));
    -- Who left may have been the one who had the seats; a grace that ends takes a device's row.
    next_due_at := least(
        case when _household.dissolved_at is null
             then least(_ends_at, _seats.changes_at, case when downgraded > 0 then _as_of end) end,
        (select min(member.access_ends_at) from entitlements.household_members member
          where member.tenant_id = _tenant_id and member.household_id = _household.household_id
            and member.access_ends_at > _as_of and isfinite(member.access_ends_at)
            and member.left_because <> 'dissolved'));
    if next_due_at is not null then
        perform api.queue_household_review(array[_household.household_id], next_due_at);
    end if;
    return next;
end
$$;

ALTER FUNCTION api.review_household(household_id uuid, as_of timestamp with time zone) OWNER TO hearth_owner;

--
-- Name: FUNCTION review_household(household_id uuid, as_of timestamp with time zone); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.review_household(household_id uuid, as_of timestamp with time zone) IS 'Compares a household''s members with its seats, by the tenant''s rule for lost seats.';

--
-- Name: revoke_admin_key(text); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.revoke_admin_key(key_id text) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO ''
    AS $$
begin
    update entitlements.admin_keys key
       set revoked_at = coalesce(key.revoked_at, now())
     where key.key_id = revoke_admin_key.key_id;
    if not found then
        raise sqlstate 'PT404' using message = 'api_key_not_found',
            detail = 'The installation has no key of this id.';
    end if;
    perform pg_notify('hearth_tenants', '');
end
$$;

ALTER FUNCTION api.revoke_admin_key(key_id text) OWNER TO hearth_owner;

--
-- Name: FUNCTION revoke_admin_key(key_id text); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.revoke_admin_key(key_id text) IS 'Ends a key of the installation.';

--
-- Name: revoke_api_key(text); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.revoke_api_key(key_id text) RETURNS void
    LANGUAGE plpgsql
    SET search_path TO ''
    AS $$
begin
    update entitlements.api_keys key
       set revoked_at = coalesce(key.revoked_at, now())
     where key.tenant_id = entitlements.current_tenant_id()
       and key.key_id = revoke_api_key.key_id;
    if not found then
        raise sqlstate 'PT404' using message = 'api_key_not_found',
            detail = 'The tenant has no key of this id.';
    end if;
    perform pg_notify('hearth_tenants', '');
end
$$;

ALTER FUNCTION api.revoke_api_key(key_id text) OWNER TO hearth_owner;

--
-- Name: FUNCTION revoke_api_key(key_id text); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.revoke_api_key(key_id text) IS 'Ends a tenant''s key.';

--
-- Name: revoke_household_invite(uuid, uuid, timestamp with time zone); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.revoke_household_invite(household_id uuid, invite_id uuid, as_of timestamp with time zone DEFAULT NULL::timestamp with time zone) RETURNS void
    LANGUAGE plpgsql
    SET search_path TO ''
    AS $$
begin
    perform api.lock_household(revoke_household_invite.household_id);
    update entitlements.household_invites invite
       set revoked_at = coalesce(
               invite.revoked_at, revoke_household_invite.as_of, clock_timestamp())
     where invite.tenant_id = entitlements.current_tenant_id()
       and invite.household_id = revoke_household_invite.household_id
       and invite.invite_id = revoke_household_invite.invite_id
       and invite.member_id is null;
    if not found then
        raise sqlstate 'PT404' using message = 'invite_not_found',
            detail = 'The household has no open invite of this id.';
    end if;
end
$$;

ALTER FUNCTION api.revoke_household_invite(household_id uuid, invite_id uuid, as_of timestamp with time zone) OWNER TO hearth_owner;

--
-- Name: FUNCTION revoke_household_invite(household_id uuid, invite_id uuid, as_of timestamp with time zone); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.revoke_household_invite(household_id uuid, invite_id uuid, as_of timestamp with time zone) IS 'Takes an invite back.';

--
-- Name: run_json(entitlements.runs, timestamp with time zone); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.run_json(run entitlements.runs, as_of timestamp with time zone) RETURNS json
    LANGUAGE plpgsql STABLE
    SET search_path TO ''
    AS $$
declare
    _outcome constant jsonb := coalesce(run.outcome, api.run_outcome(run));
    _waiting constant bigint := (_outcome -> 'people' ->> 'waiting')::bigint;
    _seconds constant numeric := greatest(
        1, least(60, extract(epoch from run_json.as_of - run.started_at)));
    _tenant record;
    _people_per_minute numeric;
begin
    select tenant.requests_per_minute, reading.requests into strict _tenant
      from entitlements.tenants tenant
     cross join lateral api.requests_per_reading(tenant) as reading (requests)
     where tenant.tenant_id = run.tenant_id;
    select round(count(*) * 60 / _seconds, 1) into strict _people_per_minute
      from entitlements.run_people person
     where person.tenant_id = run.tenant_id and person.run_id = run.run_id
       and person.outcome is not null and run.ended_at is null
       and person.done_at > run_json.as_of - make_interval(secs => _seconds);
    return json_build_object(
        'run_id', run.run_id, 'scope', run.scope, 'app_user_id', run.app_user_id,
        'covers', case when run.is_project_listed then 'whole_project' else 'known_ids' end,
        'origin', run.origin, 'dry_run', run.is_dry_run,
        'stop_at_lost_percent', run.stop_at_lost_percent, 'status', run.status,
        'setback', run.setback, 'started_at', api.rfc3339(run.started_at),
        'ended_at', api.rfc3339(run.ended_at),
        'people', _outcome -> 'people', 'drift', _outcome -> 'drift',
        'people_per_minute', _people_per_minute,
        'budget', json_build_object(
            'requests_per_minute', _tenant.requests_per_minute,
            'requests_used_per_minute', _people_per_minute * _tenant.requests),
        'seconds_left', case
            when run.status = 'running' then ceil(_waiting * 60 / coalesce(
                nullif(_people_per_minute, 0),
                _tenant.requests_per_minute::numeric / _tenant.requests)) end);
end
$$;

ALTER FUNCTION api.run_json(run entitlements.runs, as_of timestamp with time zone) OWNER TO hearth_owner;

--
-- Name: FUNCTION run_json(run entitlements.runs, as_of timestamp with time zone); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.run_json(run entitlements.runs, as_of timestamp with time zone) IS 'A run as the contract writes it.';

--
-- Name: run_outcome(entitlements.runs); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.run_outcome(run entitlements.runs) RETURNS jsonb
    LANGUAGE plpgsql STABLE
    SET search_path TO ''
    AS $$
begin
    return jsonb_build_object(
        'people', (
            select jsonb_build_object(
                       'total', count(*),
                       'waiting', count(*) filter (where person.outcome is null),
                       'read', count(*) filter (where person.outcome = 'read'),
                       'unknown', count(*) filter (where person.outcome = 'unknown'),
                       'failed', count(*) filter (where person.outcome = 'failed'))
              from entitlements.run_people person
             where person.tenant_id = run.tenant_id and person.run_id = run.run_id),
        'drift', (
            select jsonb_build_object(
                       'total', coalesce(sum(cause.differences), 0),
                       'access_affected', coalesce(sum(cause.affected), 0),
                       'causes', coalesce(jsonb_object_agg(cause.name, cause.differences), '{}'))
              from (select drift.cause, count(*), count(*) filter (where drift.access_affected)
                      from entitlements.drift drift
                     where drift.tenant_id = run.tenant_id and drift.run_id = run.run_id
                     group by drift.cause) as cause (name, differences, affected)));
end
$$;

ALTER FUNCTION api.run_outcome(run entitlements.runs) OWNER TO hearth_owner;

--
-- Name: FUNCTION run_outcome(run entitlements.runs); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.run_outcome(run entitlements.runs) IS 'What a run has come to so far: its people and the drift.';

--
-- Name: said_again(entitlements.snapshots[], jsonb[]); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.said_again(readings entitlements.snapshots[], snapshots jsonb[]) RETURNS TABLE(place integer, last_read_at timestamp with time zone)
    LANGUAGE plpgsql STABLE ROWS 16
    SET search_path TO ''
    AS $$
#variable_conflict use_column
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
begin
    return query
    select told.ordinality::integer, last.read_at
      from unnest(readings) with ordinality as told
     cross join lateral (
           select earlier.read_at, earlier.order_at, earlier.content
             from entitlements.snapshots earlier
            where earlier.tenant_id = _tenant_id and earlier.app_user_id = told.app_user_id
            order by earlier.read_at desc
            limit 1) as last
     where last.content = told.content
       and last.read_at < told.read_at and last.order_at < told.order_at
       and not exists (
           select from jsonb_to_recordset(
                      said_again.snapshots[told.ordinality] -> 'purchases') as listed (
                  purchased_at timestamptz, original_purchased_at timestamptz,
                  expires_at timestamptz, gives_access boolean)
            where listed.expires_at > last.order_at and listed.expires_at <= told.order_at
               or greatest(listed.purchased_at, listed.original_purchased_at) > last.order_at
               or listed.gives_access and listed.expires_at <= told.order_at);
exception when data_exception then
    raise sqlstate 'PT422' using message = 'snapshot_malformed',
        detail = 'A purchase of the snapshot holds a value of another type.';
end
$$;

ALTER FUNCTION api.said_again(readings entitlements.snapshots[], snapshots jsonb[]) OWNER TO hearth_owner;

--
-- Name: FUNCTION said_again(readings entitlements.snapshots[], snapshots jsonb[]); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.said_again(readings entitlements.snapshots[], snapshots jsonb[]) IS 'Which readings say what the last one of the same person said, and mean the same by it.';

--
-- Name: same_second(timestamp with time zone, timestamp with time zone); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.same_second(known timestamp with time zone, named timestamp with time zone) RETURNS timestamp with time zone
    LANGUAGE sql STABLE
    RETURN CASE WHEN ((known > (named - '00:00:01'::interval)) AND (known < (named + '00:00:01'::interval))) THEN known ELSE named END;

ALTER FUNCTION api.same_second(known timestamp with time zone, named timestamp with time zone) OWNER TO hearth_owner;

--
-- Name: FUNCTION same_second(known timestamp with time zone, named timestamp with time zone); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.same_second(known timestamp with time zone, named timestamp with time zone) IS 'A time that was named again: as it was known where the two are less than a second apart.';

--
-- Name: set_token_secret(text, integer, bytea); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.set_token_secret(issuer text, slot integer, sealed bytea) RETURNS void
    LANGUAGE plpgsql
    SET search_path TO ''
    AS $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
begin
    perform from entitlements.token_issuers known
      where known.tenant_id = _tenant_id and known.issuer = set_token_secret.issuer
        for key share;
    if not found then
        raise sqlstate 'PT404' using message = 'token_issuer_not_found',
            detail = 'The tenant''s file names no issuer of this name.';
    end if;
    insert into entitlements.token_secrets (tenant_id, issuer, slot, sealed)
    values (_tenant_id, set_token_secret.issuer, set_token_secret.slot, set_token_secret.sealed)
        on conflict on constraint token_secrets_pkey do update
       set sealed = excluded.sealed, created_at = now();
    perform pg_notify('hearth_tenants', '');
end
$$;

ALTER FUNCTION api.set_token_secret(issuer text, slot integer, sealed bytea) OWNER TO hearth_owner;

--
-- Name: FUNCTION set_token_secret(issuer text, slot integer, sealed bytea); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.set_token_secret(issuer text, slot integer, sealed bytea) IS 'Puts a sealed secret into one of the two slots of an issuer.';

--
-- Name: set_upstream_key(bytea); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.set_upstream_key(sealed bytea) RETURNS void
    LANGUAGE plpgsql
    SET search_path TO ''
    AS $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
begin
    insert into entitlements.upstreams as upstream (tenant_id, sealed_key)
    values (_tenant_id, set_upstream_key.sealed)
        on conflict on constraint upstreams_pkey do update
       set sealed_key = excluded.sealed_key,
           recognised_at = null,
           is_key_refused = false,
           full_at = case when upstream.is_key_refused
                          then '-infinity' else upstream.full_at end,
           paused_until = case when upstream.is_key_refused
                               then '-infinity' else upstream.paused_until end;
    perform api.queue_confirmation(array(
        select purchase.owner_app_user_id from entitlements.purchases purchase
         where purchase.tenant_id = _tenant_id and isfinite(purchase.access_ends_at)
           and purchase.owner_app_user_id is not null
         order by purchase.access_ends_at desc limit 20));
    perform pg_notify('hearth_tenants', '');
end
$$;

ALTER FUNCTION api.set_upstream_key(sealed bytea) OWNER TO hearth_owner;

--
-- Name: FUNCTION set_upstream_key(sealed bytea); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.set_upstream_key(sealed bytea) IS 'Keeps the sealed key that a tenant''s people are read from RevenueCat with.';

--
-- Name: set_webhook_secret(text, integer, bytea); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.set_webhook_secret(kind text, slot integer, sealed bytea) RETURNS void
    LANGUAGE plpgsql
    SET search_path TO ''
    AS $$
begin
    insert into entitlements.webhook_secrets (tenant_id, kind, slot, sealed)
    values (entitlements.current_tenant_id(), set_webhook_secret.kind, set_webhook_secret.slot,
            set_webhook_secret.sealed)
        on conflict on constraint webhook_secrets_pkey do update
       set sealed = excluded.sealed, created_at = now();
    perform pg_notify('hearth_tenants', '');
end
$$;

ALTER FUNCTION api.set_webhook_secret(kind text, slot integer, sealed bytea) OWNER TO hearth_owner;

--
-- Name: FUNCTION set_webhook_secret(kind text, slot integer, sealed bytea); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.set_webhook_secret(kind text, slot integer, sealed bytea) IS 'Puts a sealed secret into one of the two slots of its kind.';

--
-- Name: settle_credit_orders(uuid[]); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.settle_credit_orders(purchase_ids uuid[]) RETURNS void
    LANGUAGE plpgsql
    SET search_path TO ''
    AS $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _bought record;
begin
    for _bought in
        select purchase.purchase_id, purchase.environment, purchase.starts_at, given.credit_id,
               api.own_app_user_ids(purchase.owner_app_user_id) as owner_app_user_ids
          from entitlements.purchases purchase
          join entitlements.product_credits given
            on given.tenant_id = _tenant_id and given.product_id = purchase.product_id
         where purchase.tenant_id = _tenant_id
           and purchase.purchase_id = any (settle_credit_orders.purchase_ids)
           and purchase.refunded_at is null and not purchase.is_family_share
         order by purchase.starts_at, purchase.purchase_id
    loop
        insert into entitlements.credit_spends
               (tenant_id, app_user_id, credit_id, reference, purchase_id, amount, spent_at)
        select _tenant_id, placed.app_user_id, placed.credit_id, placed.reference,
               _bought.purchase_id, 1, now()
          from entitlements.credit_orders placed
         where placed.tenant_id = _tenant_id
           and placed.app_user_id = any (_bought.owner_app_user_ids)
           and placed.environment = _bought.environment
           and placed.credit_id = _bought.credit_id
           and placed.ordered_at <= _bought.starts_at + interval '5 minutes'
           and placed.expires_at > _bought.starts_at and placed.cancelled_at is null
           and api.spent_on(
                   _bought.owner_app_user_ids, placed.credit_id, placed.reference) is null
           and not exists (
               select from entitlements.credit_spends spent
                where spent.tenant_id = _tenant_id
                  and spent.purchase_id = _bought.purchase_id
                  and spent.credit_id = _bought.credit_id)
         order by placed.ordered_at desc, placed.reference
         limit 1;
    end loop;
end
$$;

ALTER FUNCTION api.settle_credit_orders(purchase_ids uuid[]) OWNER TO hearth_owner;

--
-- Name: FUNCTION settle_credit_orders(purchase_ids uuid[]); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.settle_credit_orders(purchase_ids uuid[]) IS 'Spends purchases on what they were ordered for.';

--
-- Name: settle_memberships(text[], integer[]); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.settle_memberships(app_user_ids text[], parts integer[]) RETURNS uuid[]
    LANGUAGE plpgsql
    SET search_path TO ''
    AS $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _owner_leaves constant text := replace(
        (api.household_rules()).owner_leaves, 'block', 'transfer');
    _lost record;
    _touched uuid[] := array[]::uuid[];
begin
    for _lost in
        select claim.*
          from (select member.household_id, member.member_id,
                       row_number() over claims as position,
                       first_value(member.household_id) over claims as kept_household_id,
                       first_value(member.member_id) over claims as kept_member_id
                  from unnest(settle_memberships.app_user_ids, settle_memberships.parts)
                       as placed (id, part)
                  join entitlements.household_members member
                    on member.tenant_id = _tenant_id and member.app_user_id = placed.id
                   and member.left_at is null
                window claims as (
                       partition by placed.part
                       order by (exists (
                                    select from entitlements.household_members other
                                     where other.tenant_id = _tenant_id
                                       and other.household_id = member.household_id
                                       and other.left_at is null
                                       and other.member_id <> member.member_id)) desc,
                                (exists (
                                    select from entitlements.app_user_ids own
                                     where own.tenant_id = _tenant_id
                                       and own.app_user_uuid = member.app_user_uuid
                                       and not own.is_anonymous)) desc,
                                member.joined_at, member.member_id)) as claim
         where claim.position > 1
    loop
        -- Who owns the household in which they stay goes on owning it.
        if _lost.household_id = _lost.kept_household_id and exists (
            select from entitlements.household_owners owner
             where owner.tenant_id = _tenant_id and owner.household_id = _lost.household_id
               and owner.member_id = _lost.member_id and owner.owned_until is null) then
            _touched := _touched || api.own_household(
                _lost.household_id, _lost.kept_member_id, now());
        end if;
        _touched := _touched || api.depart_household(
            _lost.household_id, _lost.member_id, 'merged', _owner_leaves, now());
    end loop;
    return _touched;
end
$$;

ALTER FUNCTION api.settle_memberships(app_user_ids text[], parts integer[]) OWNER TO hearth_owner;

--
-- Name: FUNCTION settle_memberships(app_user_ids text[], parts integer[]); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.settle_memberships(app_user_ids text[], parts integer[]) IS 'Leaves one membership to ids that are about to be one person, and ends the others.';

--
-- Name: settle_owner(uuid, text, uuid, timestamp with time zone); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.settle_owner(purchase_id uuid, app_user_id text, decision_id uuid, as_of timestamp with time zone) RETURNS entitlements.changes
    LANGUAGE plpgsql
    SET search_path TO ''
    AS $$
#variable_conflict use_column
declare
    _purchase entitlements.purchases;
    _told entitlements.evidence;
begin
    select purchase.* into strict _purchase from entitlements.purchases purchase
     where purchase.tenant_id = entitlements.current_tenant_id()
       and purchase.purchase_id = settle_owner.purchase_id
       for no key update;
    _told.tenant_id := _purchase.tenant_id;
    _told.evidence_id := 'claim:' || settle_owner.decision_id || ':' || _purchase.purchase_id;
    _told.purchase_id := _purchase.purchase_id;
    _told.kind := 'claim';
    -- After all that is known of it, also of what a store dated a moment ahead.
    _told.occurred_at := greatest(settle_owner.as_of, _purchase.folded_at);
    _told.received_at := _told.occurred_at;
    _told.environment := _purchase.environment;
    _told.store := _purchase.store;
    _told.app_user_id := settle_owner.app_user_id;
    perform api.add_evidence(array[_told], array[_purchase.purchase_id]);
    return api.store_purchases(array[api.folded_purchase(_purchase.purchase_id)]);
end
$$;

ALTER FUNCTION api.settle_owner(purchase_id uuid, app_user_id text, decision_id uuid, as_of timestamp with time zone) OWNER TO hearth_owner;

--
-- Name: FUNCTION settle_owner(purchase_id uuid, app_user_id text, decision_id uuid, as_of timestamp with time zone); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.settle_owner(purchase_id uuid, app_user_id text, decision_id uuid, as_of timestamp with time zone) IS 'Settles whose a purchase is, as evidence.';

--
-- Name: sever_merge(entitlements.merges, timestamp with time zone); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.sever_merge(merge entitlements.merges, as_of timestamp with time zone) RETURNS void
    LANGUAGE plpgsql
    SET search_path TO ''
    AS $$
#variable_conflict use_column
begin
    update entitlements.merges undone
       set undone_at = greatest(sever_merge.as_of, merge.merged_at)
     where undone.tenant_id = merge.tenant_id and undone.merge_id = merge.merge_id
       and undone.undone_at is null;
    update entitlements.merge_links link
       set is_severed = true
     where link.tenant_id = merge.tenant_id and link.merge_id = merge.merge_id;
    update entitlements.app_user_ids own
       set identified_at = null
     where own.tenant_id = merge.tenant_id and own.app_user_id = merge.app_user_id
       and own.app_user_id = merge.anonymous_app_user_id;
end
$$;

ALTER FUNCTION api.sever_merge(merge entitlements.merges, as_of timestamp with time zone) OWNER TO hearth_owner;

--
-- Name: FUNCTION sever_merge(merge entitlements.merges, as_of timestamp with time zone); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.sever_merge(merge entitlements.merges, as_of timestamp with time zone) IS 'Writes down that a merge does not hold any more, and that its ids stay apart.';

--
-- Name: snapshot_app_user_ids(text, timestamp with time zone); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.snapshot_app_user_ids(app_user_id text, read_at timestamp with time zone) RETURNS text[]
    LANGUAGE plpgsql STABLE
    SET search_path TO ''
    AS $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
begin
    return api.own_app_user_ids(snapshot_app_user_ids.app_user_id) || array(
        select unnest(reading.app_user_ids)
          from entitlements.snapshots reading
         where reading.tenant_id = _tenant_id
           and reading.app_user_id = snapshot_app_user_ids.app_user_id
           and reading.read_at = snapshot_app_user_ids.read_at
         union
        select link.linked_app_user_id from entitlements.app_user_id_links link
         where link.tenant_id = _tenant_id
           and link.app_user_id = snapshot_app_user_ids.app_user_id
         union
        select link.app_user_id from entitlements.app_user_id_links link
         where link.tenant_id = _tenant_id
           and link.linked_app_user_id = snapshot_app_user_ids.app_user_id);
end
$$;

ALTER FUNCTION api.snapshot_app_user_ids(app_user_id text, read_at timestamp with time zone) OWNER TO hearth_owner;

--
-- Name: FUNCTION snapshot_app_user_ids(app_user_id text, read_at timestamp with time zone); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.snapshot_app_user_ids(app_user_id text, read_at timestamp with time zone) IS 'Every id that is, by a snapshot, of the person who was read back.';

--
-- Name: snapshot_content(jsonb, text); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.snapshot_content(snapshot jsonb, rules text) RETURNS bytea
    LANGUAGE sql STABLE
    RETURN sha256(convert_to(concat_ws('
'::text, rules, ((snapshot - 'read_at'::text))::text), 'UTF8'::name));

ALTER FUNCTION api.snapshot_content(snapshot jsonb, rules text) OWNER TO hearth_owner;

--
-- Name: FUNCTION snapshot_content(snapshot jsonb, rules text); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.snapshot_content(snapshot jsonb, rules text) IS 'A digest of everything that a snapshot says but its time.';

--
-- Name: snapshot_evidence(entitlements.snapshots[], jsonb[]); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.snapshot_evidence(readings entitlements.snapshots[], snapshots jsonb[]) RETURNS entitlements.evidence[]
    LANGUAGE plpgsql STABLE
    SET search_path TO ''
    AS $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _sandbox_policy constant text := (
        select tenant.sandbox_policy from entitlements.tenants tenant
         where tenant.tenant_id = _tenant_id);
    _listed entitlements.evidence[];
begin
    _listed := array(
        select told
          from unnest(readings) with ordinality as reading
         cross join lateral jsonb_array_elements(
               snapshot_evidence.snapshots[reading.ordinality] -> 'purchases') as entry (value)
         cross join lateral jsonb_populate_record(
               null::entitlements.evidence, entry.value || jsonb_build_object(
                   'tenant_id', _tenant_id, 'purchase_id', null, 'kind', 'snapshot',
                   'evidence_id', api.snapshot_evidence_id(
                       reading.app_user_id, reading.read_at, entry.value::text),
                   'occurred_at', reading.read_at, 'received_at', reading.received_at,
                   'order_at', reading.order_at, 'rank', entitlements.evidence_rank('snapshot'),
                   'app_user_id', reading.app_user_id,
                   'store', coalesce(entry.value ->> 'store', 'unknown'),
                   'is_one_time', coalesce((entry.value ->> 'is_one_time')::boolean, false)
                       or coalesce(entry.value ->> 'store' = 'promotional', false),
                   'expires_at', case
                       when entry.value ? 'expires_at' or entry.value -> 'is_one_time' <> 'true'
                       then entry.value -> 'expires_at'
                       else to_jsonb(api.catalog_period_end(
                                entry.value ->> 'product_id', null,
                                (entry.value ->> 'purchased_at')::timestamptz)) end,
                   'product_id', (entry.value ->> 'product_id') || case
                       when strpos(entry.value ->> 'product_id', ':') > 0 then ''
                       else coalesce(':' || nullif(entry.value ->> 'product_plan_id', ''), '')
                       end)) as told
         where api.is_accepted(entry.value, _sandbox_policy)
         order by reading.ordinality,
                  coalesce(told.gives_access,
                           told.refunded_at is null and told.expires_at > reading.read_at,
                           true) desc,
                  coalesce(told.purchased_at, told.original_purchased_at) desc,
                  told.expires_at desc nulls first, entry.value);
    if exists (
        select from unnest(_listed) as told
         where told.environment is null
            or coalesce(told.product_id, told.entitlement_ids[1]) is null
            or coalesce(told.purchased_at, told.original_purchased_at) is null
            or greatest(octet_length(told.product_id), octet_length(told.store),
                        octet_length(told.environment), octet_length(told.transaction_id)) > 1500
            or coalesce(told.expires_at is null and not told.is_one_time
                        and not told.never_expires and told.gives_access is null, true)) then
        raise sqlstate 'PT422' using message = 'snapshot_malformed',
            detail = 'A purchase of the snapshot lacks what says whether it gives access.';
    end if;
    return _listed;
exception when data_exception then
    raise sqlstate 'PT422' using message = 'snapshot_malformed',
        detail = 'A purchase of the snapshot holds a value of another type.';
end
$$;

ALTER FUNCTION api.snapshot_evidence(readings entitlements.snapshots[], snapshots jsonb[]) OWNER TO hearth_owner;

--
-- Name: FUNCTION snapshot_evidence(readings entitlements.snapshots[], snapshots jsonb[]); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.snapshot_evidence(readings entitlements.snapshots[], snapshots jsonb[]) IS 'What snapshots list, as evidence that names no purchase yet.';

--
-- Name: snapshot_evidence_id(text, timestamp with time zone, text); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.snapshot_evidence_id(app_user_id text, read_at timestamp with time zone, entry text) RETURNS text
    LANGUAGE sql STABLE
    RETURN ('snapshot:'::text || encode(sha256(convert_to(concat_ws('
'::text, app_user_id, EXTRACT(epoch FROM read_at), entry), 'UTF8'::name)), 'hex'::text));

ALTER FUNCTION api.snapshot_evidence_id(app_user_id text, read_at timestamp with time zone, entry text) OWNER TO hearth_owner;

--
-- Name: FUNCTION snapshot_evidence_id(app_user_id text, read_at timestamp with time zone, entry text); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.snapshot_evidence_id(app_user_id text, read_at timestamp with time zone, entry text) IS 'The id of what a snapshot says of one purchase: the same for the same reading.';

--
-- Name: snapshot_people(text[]); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.snapshot_people(app_user_ids text[]) RETURNS jsonb
    LANGUAGE plpgsql STABLE
    SET search_path TO ''
    AS $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
begin
    return jsonb_build_object(
        'people', (
            select coalesce(jsonb_agg(person.ids order by person.ids), '[]')
              from (select jsonb_agg(own.app_user_id order by own.app_user_id) as ids
                      from entitlements.app_user_ids own
                     where own.tenant_id = _tenant_id
                       and own.app_user_uuid in (
                           select named.app_user_uuid from entitlements.app_user_ids named
                            where named.tenant_id = _tenant_id
                              and named.app_user_id = any (snapshot_people.app_user_ids))
                     group by own.app_user_uuid) as person),
        'links', (
            select count(*) from entitlements.app_user_id_links link
             where link.tenant_id = _tenant_id
               and link.app_user_id = any (snapshot_people.app_user_ids)
               and link.linked_app_user_id = any (snapshot_people.app_user_ids)));
end
$$;

ALTER FUNCTION api.snapshot_people(app_user_ids text[]) OWNER TO hearth_owner;

--
-- Name: FUNCTION snapshot_people(app_user_ids text[]); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.snapshot_people(app_user_ids text[]) IS 'What we know of ids that RevenueCat takes for one person.';

--
-- Name: snapshot_readings(jsonb[], timestamp with time zone, uuid); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.snapshot_readings(snapshots jsonb[], received_at timestamp with time zone, run_id uuid) RETURNS TABLE(reading entitlements.snapshots, is_stranger boolean)
    LANGUAGE plpgsql STABLE ROWS 64
    SET search_path TO ''
    AS $$
#variable_conflict use_column
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _sandbox_policy constant text := (
        select tenant.sandbox_policy from entitlements.tenants tenant
         where tenant.tenant_id = _tenant_id);
    _rules constant text := api.reading_rules();
    _told record;
    _reading entitlements.snapshots;
begin
    for _told in
        select head, told.snapshot -> 'purchases' = '[]' and api.is_stranger(
                   head.app_user_id, (told.snapshot ->> 'first_seen_at')::timestamptz)
                   as is_stranger,
               jsonb_typeof(told.snapshot -> 'purchases') = 'array' and isfinite(head.read_at)
                   as is_sound
          from unnest(snapshot_readings.snapshots) with ordinality as told (snapshot, place)
         cross join lateral (
               select least((told.snapshot ->> 'read_at')::timestamptz,
                            snapshot_readings.received_at) as order_at) as dated
         cross join lateral jsonb_populate_record(
               null::entitlements.snapshots, jsonb_build_object(
                   'tenant_id', _tenant_id, 'app_user_id', told.snapshot -> 'app_user_id',
                   'app_user_ids', coalesce(told.snapshot -> 'app_user_ids', '[]'),
                   'read_at', told.snapshot -> 'read_at', 'order_at', dated.order_at,
                   'received_at', snapshot_readings.received_at,
                   'run_id', snapshot_readings.run_id,
                   'content', api.snapshot_content(told.snapshot, _rules),
                   'running_products', case _sandbox_policy when 'accept' then '{}'
                       else api.ignored_running_products(
                                told.snapshot -> 'purchases', dated.order_at) end)) as head
         order by told.place
    loop
        _reading := _told.head;
        -- The one who was asked about stands first.
        if _reading.app_user_ids is distinct from array[_reading.app_user_id] then
            _reading.app_user_ids := array(
                select named.id
                  from unnest(_reading.app_user_id || _reading.app_user_ids) with ordinality
                       as named (id, position)
                 group by named.id
                 order by min(named.position));
        end if;
        if _told.is_sound is not true or '' = any (_reading.app_user_ids)
           or array_position(_reading.app_user_ids, null) is not null
           or octet_length(array_to_string(_reading.app_user_ids, '')) > 1500 and exists (
               select from unnest(_reading.app_user_ids) as named (id)
                where octet_length(named.id) > 1500) then
            raise sqlstate 'PT422' using message = 'snapshot_malformed',
                detail = 'The snapshot lacks its time, an app user id or its purchases.';
        end if;
        return query select _reading, _told.is_stranger;
    end loop;
exception when data_exception then
    raise sqlstate 'PT422' using message = 'snapshot_malformed',
        detail = 'The snapshot holds a value of another type.';
end
$$;

ALTER FUNCTION api.snapshot_readings(snapshots jsonb[], received_at timestamp with time zone, run_id uuid) OWNER TO hearth_owner;

--
-- Name: FUNCTION snapshot_readings(snapshots jsonb[], received_at timestamp with time zone, run_id uuid); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.snapshot_readings(snapshots jsonb[], received_at timestamp with time zone, run_id uuid) IS 'The heads of snapshots as rows: who was read back, when, and under which ids.';

--
-- Name: spend_credits(text[], text[], integer[], text[], text, timestamp with time zone); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.spend_credits(app_user_ids text[], credit_ids text[], amounts integer[], spend_references text[], environment text, as_of timestamp with time zone DEFAULT NULL::timestamp with time zone) RETURNS TABLE(number integer, answered_as_of timestamp with time zone, answer json, refusal text)
    LANGUAGE plpgsql ROWS 64
    SET search_path TO ''
    AS $$
#variable_conflict use_column
declare
    _spend record;
    _balance bigint;
    _spent bigint;
    _drawn integer[] := array[]::integer[];
begin
    perform api.lock_credits(spend_credits.app_user_ids, spend_credits.credit_ids);
    answered_as_of := coalesce(spend_credits.as_of, clock_timestamp());
    for _spend in
        select * from api.asked_spends(
            spend_credits.app_user_ids, spend_credits.credit_ids, spend_credits.amounts,
            spend_credits.spend_references, spend_credits.environment, answered_as_of)
    loop
        if _spend.is_first then _balance := _spend.balance; end if;
        if not _spend.is_repeated then _spent := _spend.spent; end if;
        refusal := case
            when _spend.balance is null then 'credit_not_in_catalog'
            when _spent <> _spend.amount then 'reference_reused'
            when _spent is null and _balance < _spend.amount then 'not_enough_credits' end;
        if refusal is null and _spent is null then
            _balance := _balance - _spend.amount;
            _spent := _spend.amount;
            _drawn := _drawn || _spend.number;
        end if;
        number := _spend.number;
        answer := case coalesce(refusal, '')
            when '' then json_build_object(
                'credit_id', _spend.credit_id, 'reference', _spend.reference,
                'amount', _spend.amount, 'balance', _balance)
            when 'not_enough_credits' then json_build_object(
                'credit_id', _spend.credit_id, 'balance', _balance) end;
        return next;
    end loop;
    perform api.draw_credits(
        spend_credits.app_user_ids, spend_credits.credit_ids, spend_credits.amounts,
        spend_credits.spend_references, spend_credits.environment, answered_as_of, _drawn);
end
$$;

ALTER FUNCTION api.spend_credits(app_user_ids text[], credit_ids text[], amounts integer[], spend_references text[], environment text, as_of timestamp with time zone) OWNER TO hearth_owner;

--
-- Name: FUNCTION spend_credits(app_user_ids text[], credit_ids text[], amounts integer[], spend_references text[], environment text, as_of timestamp with time zone); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.spend_credits(app_user_ids text[], credit_ids text[], amounts integer[], spend_references text[], environment text, as_of timestamp with time zone) IS 'Spends credits of people of one tenant on things that have names, as one set.';

--
-- Name: spent_on(text[], text, text); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.spent_on(app_user_ids text[], credit_id text, reference text) RETURNS bigint
    LANGUAGE plpgsql STABLE
    SET search_path TO ''
    AS $$
begin
    return (
        select sum(spent.amount)
          from entitlements.credit_spends spent
         where spent.tenant_id = entitlements.current_tenant_id()
           and spent.app_user_id = any (spent_on.app_user_ids)
           and spent.credit_id = spent_on.credit_id
           and spent.reference = spent_on.reference);
end
$$;

ALTER FUNCTION api.spent_on(app_user_ids text[], credit_id text, reference text) OWNER TO hearth_owner;

--
-- Name: FUNCTION spent_on(app_user_ids text[], credit_id text, reference text); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.spent_on(app_user_ids text[], credit_id text, reference text) IS 'How much of a credit a person spent on something.';

--
-- Name: start_due_run(timestamp with time zone); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.start_due_run(as_of timestamp with time zone DEFAULT NULL::timestamp with time zone) RETURNS TABLE(run_id uuid, origin text)
    LANGUAGE plpgsql ROWS 1
    SET search_path TO ''
    AS $$
#variable_conflict use_column
declare
    _run entitlements.runs;
    _catch_up boolean;
begin
    _run.tenant_id := entitlements.current_tenant_id();
    _run.is_dry_run := false;
    _run.stop_at_lost_percent := 50;
    _run.started_at := coalesce(start_due_run.as_of, clock_timestamp());

    select upstream.needs_catch_up into _catch_up from entitlements.upstreams upstream
     where upstream.tenant_id = _run.tenant_id and upstream.sealed_key is not null
       for no key update;
    if not found or exists (
           select from entitlements.runs run
            where run.tenant_id = _run.tenant_id and run.ended_at is null
              and (run.origin <> 'schedule' or not _catch_up))
       or not (_catch_up or exists (select from api.people_due(_run.started_at, 1))) then
        return;
    end if;
    _run.scope := case when _catch_up then 'all' else 'due' end;
    _run.origin := case when _catch_up then 'catch_up' else 'schedule' end;
    _run := api.open_run(_run);
    update entitlements.upstreams upstream set needs_catch_up = false
     where upstream.tenant_id = _run.tenant_id and _catch_up;
    return query select _run.run_id, _run.origin;
exception when sqlstate 'PT409' then
    return; -- Somebody started one at this moment.
end
$$;

ALTER FUNCTION api.start_due_run(as_of timestamp with time zone) OWNER TO hearth_owner;

--
-- Name: FUNCTION start_due_run(as_of timestamp with time zone); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.start_due_run(as_of timestamp with time zone) IS 'Starts what the schedule has for a tenant.';

--
-- Name: start_run(text, text, boolean, integer, timestamp with time zone); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.start_run(scope text, app_user_id text, dry_run boolean, stop_at_lost_percent integer, as_of timestamp with time zone DEFAULT NULL::timestamp with time zone) RETURNS TABLE(answered_as_of timestamp with time zone, answer json)
    LANGUAGE plpgsql ROWS 1
    SET search_path TO ''
    AS $$
declare
    _run entitlements.runs;
begin
    _run.tenant_id := entitlements.current_tenant_id();
    _run.scope := start_run.scope;
    _run.origin := 'request';
    _run.app_user_id := start_run.app_user_id;
    _run.is_dry_run := start_run.dry_run;
    _run.stop_at_lost_percent := start_run.stop_at_lost_percent;
    _run.started_at := coalesce(start_run.as_of, clock_timestamp());

    perform api.require_upstream();
    if _run.app_user_id is not null and not exists (
        select from entitlements.app_user_ids known
         where known.tenant_id = _run.tenant_id and known.app_user_id = _run.app_user_id) then
        raise sqlstate 'PT404' using message = 'app_user_not_found',
            detail = 'Nobody of this id is known, so RevenueCat is not asked about them.';
    end if;
    _run := api.open_run(_run);
    return query select _run.started_at, api.run_json(_run, _run.started_at);
end
$$;

ALTER FUNCTION api.start_run(scope text, app_user_id text, dry_run boolean, stop_at_lost_percent integer, as_of timestamp with time zone) OWNER TO hearth_owner;

--
-- Name: FUNCTION start_run(scope text, app_user_id text, dry_run boolean, stop_at_lost_percent integer, as_of timestamp with time zone); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.start_run(scope text, app_user_id text, dry_run boolean, stop_at_lost_percent integer, as_of timestamp with time zone) IS 'Starts to read people back from RevenueCat: one, whoever is at risk, or everybody.';

--
-- Name: store_answers(uuid[]); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.store_answers(app_user_uuids uuid[]) RETURNS void
    LANGUAGE plpgsql
    SET search_path TO ''
    AS $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _marks constant uuid[] := array(
        select stale.mark_id from entitlements.stale_answers stale
         where stale.tenant_id = _tenant_id
           and stale.app_user_uuid = any (store_answers.app_user_uuids));
    -- Later than everything this transaction did: a membership begins at the moment of its lock.
    _as_of constant timestamptz := clock_timestamp();
begin
    update entitlements.stored_answers stored
       set answer = derived.answer,
           definition_version = tenant.definition_version,
           derived_at = _as_of,
           valid_until = coalesce(derived.next_change_at, 'infinity')
      from api.derived_answers(store_answers.app_user_uuids, 'production', _as_of) as derived
     cross join entitlements.tenants tenant
     where tenant.tenant_id = _tenant_id
       and stored.tenant_id = _tenant_id and stored.app_user_uuid = derived.app_user_uuid;
    if cardinality(_marks) > 0 then
        delete from entitlements.stale_answers stale
         where stale.tenant_id = _tenant_id
           and stale.app_user_uuid = any (store_answers.app_user_uuids)
           and stale.mark_id = any (_marks);
    end if;
end
$$;

ALTER FUNCTION api.store_answers(app_user_uuids uuid[]) OWNER TO hearth_owner;

--
-- Name: FUNCTION store_answers(app_user_uuids uuid[]); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.store_answers(app_user_uuids uuid[]) IS 'Derives what people may do now, and stores it.';

--
-- Name: store_drift(entitlements.drift[], timestamp with time zone, boolean, uuid); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.store_drift(differences entitlements.drift[], received_at timestamp with time zone, dry_run boolean, run_id uuid) RETURNS entitlements.drift[]
    LANGUAGE plpgsql
    SET search_path TO ''
    AS $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _added entitlements.drift[];
begin
    if cardinality(differences) = 0 then
        return differences; -- As nearly always.
    end if;
    with added as (
        insert into entitlements.drift as drift
               (tenant_id, run_id, found_at, app_user_id, purchase_id, environment, product_id,
                before, after, access_affected, cause, is_dry_run)
        select _tenant_id, store_drift.run_id, store_drift.received_at, found.app_user_id,
               known.purchase_id, found.environment, found.product_id, found.before, found.after,
               found.access_affected, found.cause, store_drift.dry_run
          from unnest(differences) as found
          left join entitlements.purchases known
            on known.tenant_id = _tenant_id and known.purchase_id = found.purchase_id
        returning drift)
    select array_agg(added.drift) into strict _added from added;
    -- A run that finds many who lost access is stopped (see is_implausible).
    update entitlements.run_people person
       set is_lost = true
     where person.tenant_id = _tenant_id and person.run_id = store_drift.run_id
       and person.app_user_id = any (array(
           select found.app_user_id from unnest(differences) as found
            where found.access_affected
              and (found.before ->> 'is_active')::boolean
              and not (found.after ->> 'is_active')::boolean));
    return _added;
end
$$;

ALTER FUNCTION api.store_drift(differences entitlements.drift[], received_at timestamp with time zone, dry_run boolean, run_id uuid) OWNER TO hearth_owner;

--
-- Name: FUNCTION store_drift(differences entitlements.drift[], received_at timestamp with time zone, dry_run boolean, run_id uuid); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.store_drift(differences entitlements.drift[], received_at timestamp with time zone, dry_run boolean, run_id uuid) IS 'Writes down the drift that snapshots found, and answers it as it was written.';

--
-- Name: store_purchases(entitlements.purchases[]); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.store_purchases(folded entitlements.purchases[]) RETURNS entitlements.changes
    LANGUAGE plpgsql
    SET search_path TO ''
    AS $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _changes entitlements.changes := api.changes_of();
    _known text[];
begin
    select coalesce(array_agg(s.purchase_id), '{}'),
           array_agg(before.owner_uuid) || array_agg(before.previous_owner_uuid),
           array_agg(before.chain_id) filter (where before.folded_at is null)
               || array_agg(s.transaction_id) filter (
                      where before.folded_at is null
                         or before.transaction_id is distinct from s.transaction_id)
      into _changes.purchase_ids, _changes.owner_uuids, _known
      from unnest(folded) as s
      join entitlements.purchases before
        on before.tenant_id = _tenant_id and before.purchase_id = s.purchase_id;
    perform pg_advisory_xact_lock_shared(locked.number)
       from (select distinct api.transaction_lock(_tenant_id, known.id) as number
               from unnest(_known) as known (id) where known.id is not null
              order by 1) as locked;
    perform pg_notify('hearth_transactions', _tenant_id || ' ' || awaited.transaction_id)
       from entitlements.awaited_transactions awaited
      where awaited.tenant_id = _tenant_id and awaited.transaction_id = any (_known)
        and awaited.awaited_until > now();
    with written as (
        update entitlements.purchases stored
           set (owner_app_user_id, owner_uuid, previous_owner_app_user_id, previous_owner_uuid,
                moved_at, owner_is_settled, product_id, pending_product_id, period_type,
                is_one_time, is_family_share, entitlement_ids, starts_at, period_started_at,
                expires_at, grace_expires_at, never_expires, will_renew, cancelled_at,
                billing_issue_at, paused_at, auto_resume_at, refunded_at, ended_at, transaction_id,
                access_starts_at, access_ends_at, status_until_end, status_after_end, folded_at,
                folded_rank, folded_evidence_id, trial_ends_at, end_reason)
             = row(s.owner_app_user_id, own.app_user_uuid, s.previous_owner_app_user_id,
                former.app_user_uuid, s.moved_at, coalesce(s.owner_is_settled, false),
                s.product_id, s.pending_product_id, s.period_type, s.is_one_time,
                s.is_family_share, s.entitlement_ids, s.starts_at, s.period_started_at,
                s.expires_at, s.grace_expires_at, s.never_expires, s.will_renew, s.cancelled_at,
                s.billing_issue_at, s.paused_at, s.auto_resume_at, s.refunded_at, s.ended_at,
                s.transaction_id, s.access_starts_at, s.access_ends_at, s.status_until_end,
                s.status_after_end, s.folded_at, s.folded_rank, s.folded_evidence_id,
                s.trial_ends_at, s.end_reason)
          from unnest(folded) as s
          left join entitlements.app_user_ids own
            on own.tenant_id = _tenant_id and own.app_user_id = s.owner_app_user_id
          left join entitlements.app_user_ids former
            on former.tenant_id = _tenant_id and former.app_user_id = s.previous_owner_app_user_id
         where stored.tenant_id = _tenant_id and stored.purchase_id = s.purchase_id
        returning stored.owner_uuid, stored.previous_owner_uuid)
    select coalesce(_changes.owner_uuids || array_agg(written.owner_uuid)
                    || array_agg(written.previous_owner_uuid), '{}')
      into _changes.owner_uuids from written;
    return _changes;
end
$$;

ALTER FUNCTION api.store_purchases(folded entitlements.purchases[]) OWNER TO hearth_owner;

--
-- Name: FUNCTION store_purchases(folded entitlements.purchases[]); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.store_purchases(folded entitlements.purchases[]) IS 'Writes folded states over those that are stored, and answers what that touched.';

--
-- Name: store_snapshot_changes(entitlements.snapshots[], text[], entitlements.purchases[], entitlements.purchases[]); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.store_snapshot_changes(readings entitlements.snapshots[], asked text[], before entitlements.purchases[], after entitlements.purchases[]) RETURNS entitlements.reading_outcome
    LANGUAGE plpgsql
    SET search_path TO ''
    AS $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _at constant timestamptz := greatest((readings[1]).received_at, now());
    _after entitlements.purchases[] := after;
    _owner record;
    _drifted integer[] := array[]::integer[];
    _ids text[] := array[]::text[];
    _answers text[];
    _changed_ids text[];
    _outcome entitlements.reading_outcome;
begin
    if cardinality(after) = 0 then
        _outcome.changed := api.changes_of();
        return _outcome;
    end if;
    for _owner in
        select folded.ordinality as place, own.app_user_uuid, former.app_user_uuid as former_uuid
          from unnest(after) with ordinality as folded
          left join entitlements.app_user_ids own
            on own.tenant_id = _tenant_id and own.app_user_id = folded.owner_app_user_id
          left join entitlements.app_user_ids former
            on former.tenant_id = _tenant_id
           and former.app_user_id = folded.previous_owner_app_user_id
    loop
        _after[_owner.place].owner_uuid := _owner.app_user_uuid;
        _after[_owner.place].previous_owner_uuid := _owner.former_uuid;
        if api.is_drift(before[_owner.place], _after[_owner.place], _at) then
            _drifted := _drifted || _owner.place::integer;
            _ids := _ids || asked[_owner.place] || (before[_owner.place]).owner_app_user_id
                || (after[_owner.place]).owner_app_user_id;
        end if;
    end loop;
    if cardinality(_drifted) > 0 then
        _answers := array(select answer::text from api.active_answers(_ids, _at) as answer);
    end if;
    _outcome.changed := api.store_purchases(_after);
    if cardinality(_drifted) = 0 then
        return _outcome; -- As nearly always.
    end if;
    _changed_ids := array(
        select answer.app_user_id from api.active_answers(_ids, _at) as answer
         where answer::text <> all (_answers));
    _outcome.differences := array(
        select api.purchase_drift(
                   reading, before[drifted.place], _after[drifted.place], _at, _changed_ids)
          from unnest(_drifted) as drifted (place)
          join unnest(readings) as reading on reading.app_user_id = asked[drifted.place]);
    return _outcome;
end
$$;

ALTER FUNCTION api.store_snapshot_changes(readings entitlements.snapshots[], asked text[], before entitlements.purchases[], after entitlements.purchases[]) OWNER TO hearth_owner;

--
-- Name: FUNCTION store_snapshot_changes(readings entitlements.snapshots[], asked text[], before entitlements.purchases[], after entitlements.purchases[]); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.store_snapshot_changes(readings entitlements.snapshots[], asked text[], before entitlements.purchases[], after entitlements.purchases[]) IS 'Stores the purchases that snapshots changed, and answers what of that is drift.';

--
-- Name: stored_records(text[]); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.stored_records(app_user_ids text[]) RETURNS TABLE(name text, moment timestamp with time zone, content jsonb)
    LANGUAGE plpgsql STABLE ROWS 100
    SET search_path TO ''
    AS $$
#variable_conflict use_column
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _ids constant text[] := stored_records.app_user_ids;
begin
    return query
    with told as (
        select evidence.* from entitlements.evidence
         where evidence.tenant_id = _tenant_id and evidence.app_user_id = any (_ids)
         union
        select evidence.* from entitlements.transfer_sides side
          join entitlements.evidence
            on evidence.tenant_id = _tenant_id and evidence.evidence_id = side.evidence_id
         where side.tenant_id = _tenant_id and side.app_user_id = any (_ids)
    )
    select stored.name, stored.moment, stored.content - 'tenant_id' - 'content'
      from (select 'evidence' as name, told.received_at as moment, to_jsonb(told) as content
              from told
             union all
            select 'webhook_events', event.received_at,
                   to_jsonb(event) || jsonb_build_object(
                       'body', convert_from(event.body, 'UTF8'))
              from told
              join entitlements.webhook_events event
                on event.tenant_id = _tenant_id and event.event_id = told.evidence_id
             union all
            select 'snapshots', reading.received_at, to_jsonb(reading)
              from entitlements.snapshots reading
             where reading.tenant_id = _tenant_id and reading.app_user_id = any (_ids)
             union all
            select 'reservations', made.made_at, to_jsonb(made)
              from entitlements.reservations made
             where made.tenant_id = _tenant_id and made.app_user_id = any (_ids)
             union all
            select 'credit_spends', spent.spent_at, to_jsonb(spent)
              from entitlements.credit_spends spent
             where spent.tenant_id = _tenant_id and spent.app_user_id = any (_ids)
             union all
            select 'credit_orders', placed.ordered_at, to_jsonb(placed)
              from entitlements.credit_orders placed
             where placed.tenant_id = _tenant_id and placed.app_user_id = any (_ids)
             union all
            select 'household_members', member.joined_at, to_jsonb(member)
              from entitlements.household_members member
             where member.tenant_id = _tenant_id and member.app_user_id = any (_ids)
             union all
            select 'audit_entries', entry.recorded_at, to_jsonb(entry)
              from entitlements.audit_entries entry
             where entry.tenant_id = _tenant_id and entry.app_user_ids && _ids) as stored;
end
$$;

ALTER FUNCTION api.stored_records(app_user_ids text[]) OWNER TO hearth_owner;

--
-- Name: FUNCTION stored_records(app_user_ids text[]); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.stored_records(app_user_ids text[]) IS 'Every row that is kept under ids, by what it is and when it came.';

--
-- Name: sync_aliases(text[]); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.sync_aliases(app_user_ids text[]) RETURNS void
    LANGUAGE plpgsql
    SET search_path TO ''
    AS $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _ids text[];
    _aliases uuid[];
begin
    select coalesce(array_agg(derived.app_user_id), '{}'), array_agg(derived.alias_uuid)
      into _ids, _aliases
      from api.derived_aliases(sync_aliases.app_user_ids) as derived;
    delete from entitlements.aliased_ids stored
     where stored.tenant_id = _tenant_id
       and stored.app_user_id = any (sync_aliases.app_user_ids)
       and stored.app_user_id <> all (_ids);
    insert into entitlements.aliased_ids as stored (tenant_id, app_user_id, alias_uuid)
    select _tenant_id, derived.id, derived.shared
      from unnest(_ids, _aliases) as derived (id, shared)
        on conflict on constraint aliased_ids_pkey do update
       set alias_uuid = excluded.alias_uuid
     where stored.alias_uuid <> excluded.alias_uuid;
end
$$;

ALTER FUNCTION api.sync_aliases(app_user_ids text[]) OWNER TO hearth_owner;

--
-- Name: FUNCTION sync_aliases(app_user_ids text[]); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.sync_aliases(app_user_ids text[]) IS 'Brings what is stored of shared customers to what the links say.';

--
-- Name: sync_household_members(uuid[]); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.sync_household_members(app_user_uuids uuid[]) RETURNS void
    LANGUAGE plpgsql
    SET search_path TO ''
    AS $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    -- As a volatile argument it would keep the planner from inlining the function.
    _now constant timestamptz := clock_timestamp();
    _derived constant entitlements.synced_household_members[] := array(
        select derived
          from unnest(sync_household_members.app_user_uuids) as named (app_user_uuid)
         cross join lateral api.derived_household_members(named.app_user_uuid, _now) as derived);
    _possible constant uuid[] := array(
        select member.member_id from entitlements.household_members member
         where member.tenant_id = _tenant_id
           and member.app_user_uuid = any (sync_household_members.app_user_uuids));
begin
    delete from entitlements.synced_household_members stored
     where stored.tenant_id = _tenant_id
       and stored.id = any (_possible)
       and stored.id <> all (array(select derived.id from unnest(_derived) as derived));
    insert into entitlements.synced_household_members as stored
    select derived.* from unnest(_derived) as derived
        on conflict on constraint synced_household_members_pkey do update
       set household_id = excluded.household_id,
           user_id = excluded.user_id,
           role = excluded.role,
           joined_at_ms = excluded.joined_at_ms,
           access_ends_at_ms = excluded.access_ends_at_ms
     where stored.* is distinct from excluded.*;
end
$$;

ALTER FUNCTION api.sync_household_members(app_user_uuids uuid[]) OWNER TO hearth_owner;

--
-- Name: FUNCTION sync_household_members(app_user_uuids uuid[]); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.sync_household_members(app_user_uuids uuid[]) IS 'Brings what devices are sent of people''s memberships to what is derived.';

--
-- Name: sync_purchases(uuid[]); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.sync_purchases(purchase_ids uuid[]) RETURNS void
    LANGUAGE plpgsql
    SET search_path TO ''
    AS $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _derived constant entitlements.synced_subscriptions[] := array(
        select derived
          from api.derived_subscriptions(sync_purchases.purchase_ids) as derived);
    -- From the names to the rows: rows of a tenant must not be searched for them.
    _obsolete constant text[] := array(
        select stored.id
          from unnest(sync_purchases.purchase_ids) as named (purchase_id)
         cross join unnest(array['', ':held']) as suffixes (suffix)
         cross join lateral (
               select synced.id from entitlements.synced_subscriptions synced
                where synced.tenant_id = _tenant_id and synced.id = named.purchase_id || suffix
               offset 0) as stored
         where stored.id <> all (select derived.id from unnest(_derived) as derived));
begin
    if cardinality(_obsolete) > 0 then
        delete from entitlements.synced_subscriptions stored
         where stored.tenant_id = _tenant_id and stored.id = any (_obsolete);
    end if;
    insert into entitlements.synced_subscriptions as stored
    select derived.* from unnest(_derived) as derived
        on conflict on constraint synced_subscriptions_pkey do update
       set user_id = excluded.user_id,
           household_id = excluded.household_id,
           product_id = excluded.product_id,
           period_type = excluded.period_type,
           entitlement_ids = excluded.entitlement_ids,
           status_until_end = excluded.status_until_end,
           status_after_end = excluded.status_after_end,
           will_renew = excluded.will_renew,
           starts_at_ms = excluded.starts_at_ms,
           expires_at_ms = excluded.expires_at_ms
     where stored.* is distinct from excluded.*;
end
$$;

ALTER FUNCTION api.sync_purchases(purchase_ids uuid[]) OWNER TO hearth_owner;

--
-- Name: FUNCTION sync_purchases(purchase_ids uuid[]); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.sync_purchases(purchase_ids uuid[]) IS 'Brings what devices are sent of purchases to what is derived.';

--
-- Name: take_upstream_requests(integer, integer, boolean, timestamp with time zone); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.take_upstream_requests(requests integer, at_least integer, is_urgent boolean, as_of timestamp with time zone DEFAULT NULL::timestamp with time zone) RETURNS TABLE(granted integer, retry_after_milliseconds integer)
    LANGUAGE plpgsql ROWS 1
    SET search_path TO ''
    AS $$
#variable_conflict use_column
declare
    _upstream entitlements.upstreams;
    _as_of timestamptz;
    _allowance record;
begin
    select upstream.* into _upstream from entitlements.upstreams upstream
     where upstream.tenant_id = entitlements.current_tenant_id()
       and upstream.sealed_key is not null
       for no key update;
    if not found then
        return;
    end if;
    -- Others may have taken some while we waited for the row.
    _as_of := coalesce(take_upstream_requests.as_of, clock_timestamp());
    select allowed.* into strict _allowance
      from entitlements.tenants tenant
     cross join lateral api.upstream_allowance(
               _upstream, tenant.requests_per_minute, take_upstream_requests.at_least,
               take_upstream_requests.is_urgent, _as_of) as allowed
     where tenant.tenant_id = entitlements.current_tenant_id();

    granted := least(take_upstream_requests.requests, _allowance.requests);
    granted := granted - granted % take_upstream_requests.at_least;
    if granted > 0 then
        update entitlements.upstreams upstream
           set full_at = greatest(upstream.full_at, _as_of) + granted * _allowance.refill
         where upstream.tenant_id = entitlements.current_tenant_id();
    end if;
    retry_after_milliseconds := ceil(extract(epoch from _allowance.wait) * 1000);
    return next;
end
$$;

ALTER FUNCTION api.take_upstream_requests(requests integer, at_least integer, is_urgent boolean, as_of timestamp with time zone) OWNER TO hearth_owner;

--
-- Name: FUNCTION take_upstream_requests(requests integer, at_least integer, is_urgent boolean, as_of timestamp with time zone); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.take_upstream_requests(requests integer, at_least integer, is_urgent boolean, as_of timestamp with time zone) IS 'Takes requests out of what a tenant may ask of RevenueCat.';

--
-- Name: webhook_events; Type: TABLE; Schema: entitlements; Owner: hearth_owner
--

CREATE TABLE entitlements.webhook_events (
    tenant_id uuid NOT NULL,
    event_id text NOT NULL COLLATE pg_catalog."C",
    event_type text NOT NULL,
    body bytea NOT NULL,
    received_at timestamp with time zone DEFAULT now() NOT NULL,
    status text NOT NULL,
    failure text,
    attempts integer DEFAULT 1 NOT NULL,
    due_at timestamp with time zone,
    unread text[],
    CONSTRAINT webhook_events_attempts_check CHECK ((attempts >= 0)),
    CONSTRAINT webhook_events_check CHECK (((status = 'failed'::text) = (failure IS NOT NULL))),
    CONSTRAINT webhook_events_check1 CHECK (((status = 'failed'::text) = (due_at IS NOT NULL))),
    CONSTRAINT webhook_events_event_id_check CHECK (((octet_length(event_id) >= 1) AND (octet_length(event_id) <= 1500))),
    CONSTRAINT webhook_events_event_type_check CHECK (((octet_length(event_type) >= 1) AND (octet_length(event_type) <= 200))),
    CONSTRAINT webhook_events_status_check CHECK ((status = ANY (ARRAY['applied'::text, 'stored'::text, 'failed'::text])))
);

ALTER TABLE ONLY entitlements.webhook_events FORCE ROW LEVEL SECURITY;

ALTER TABLE entitlements.webhook_events OWNER TO hearth_owner;

--
-- Name: TABLE webhook_events; Type: COMMENT; Schema: entitlements; Owner: hearth_owner
--

COMMENT ON TABLE entitlements.webhook_events IS 'Webhook events as received: applied, stored (kept, not understood) or failed (to be retried).';

--
-- Name: taken_webhook_events(text[], jsonb[], text[], text[], timestamp with time zone); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.taken_webhook_events(event_ids text[], facts jsonb[], problems text[], added text[], received_at timestamp with time zone) RETURNS TABLE(number integer, id text, facts jsonb, received_at timestamp with time zone, is_due boolean)
    LANGUAGE sql STABLE ROWS 64
    BEGIN ATOMIC
 SELECT DISTINCT ON (told.id) (told.number)::integer AS number,
     told.id,
     told.facts,
     COALESCE(failed.received_at, taken_webhook_events.received_at) AS "coalesce",
     ((((taken_webhook_events.problems)[told.number] IS NULL) OR (NOT api.is_understood(told.facts))) AND api.is_accepted(told.facts, ( SELECT tenant.sandbox_policy
            FROM entitlements.tenants tenant
           WHERE (tenant.tenant_id = entitlements.current_tenant_id()))))
    FROM (UNNEST(taken_webhook_events.event_ids, taken_webhook_events.facts) WITH ORDINALITY told(id, facts, number)
      LEFT JOIN entitlements.webhook_events failed ON (((told.id <> ALL (taken_webhook_events.added)) AND (failed.tenant_id = entitlements.current_tenant_id()) AND (failed.event_id = told.id) AND (failed.status = 'failed'::text))))
   WHERE ((told.id = ANY (taken_webhook_events.added)) OR (failed.event_id IS NOT NULL))
   ORDER BY told.id, told.number;
END;

ALTER FUNCTION api.taken_webhook_events(event_ids text[], facts jsonb[], problems text[], added text[], received_at timestamp with time zone) OWNER TO hearth_owner;

--
-- Name: FUNCTION taken_webhook_events(event_ids text[], facts jsonb[], problems text[], added text[], received_at timestamp with time zone); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.taken_webhook_events(event_ids text[], facts jsonb[], problems text[], added text[], received_at timestamp with time zone) IS 'The events of a set that are taken now, each once.';

--
-- Name: tenant_settings(jsonb); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.tenant_settings(definition jsonb) RETURNS TABLE(name text, free_plan text, sandbox_policy text, requires_authorization boolean, requires_signature boolean, signature_header text, revenuecat_api text, revenuecat_project text, requests_per_minute integer, order_expiry_hours integer)
    LANGUAGE plpgsql IMMUTABLE ROWS 1
    SET search_path TO ''
    AS $$
begin
    return query
    select definition ->> 'name', definition ->> 'free_plan', definition ->> 'sandbox',
           definition #> '{webhooks,authentication}' ? 'authorization',
           definition #> '{webhooks,authentication}' ? 'signature',
           definition #>> '{webhooks,signature_header}',
           definition #>> '{revenuecat,api}', definition #>> '{revenuecat,project}',
           (definition #> '{revenuecat,requests_per_minute}')::integer,
           coalesce((definition -> 'order_expiry_hours')::integer, 24);
end
$$;

ALTER FUNCTION api.tenant_settings(definition jsonb) OWNER TO hearth_owner;

--
-- Name: FUNCTION tenant_settings(definition jsonb); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.tenant_settings(definition jsonb) IS 'The settings of a tenant''s definition as the columns that hold them.';

--
-- Name: told_purchases(entitlements.evidence[]); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.told_purchases(tolds entitlements.evidence[]) RETURNS TABLE(told entitlements.evidence, state entitlements.purchases, app_user_ids text[], is_newest boolean)
    LANGUAGE sql STABLE ROWS 64
    BEGIN ATOMIC
 SELECT event.told,
     purchase.*::entitlements.purchases AS purchase,
     own.ids,
     newest.is_newest
    FROM (((api.event_chains(told_purchases.tolds) event(told, chain_id, store, environment)
      JOIN entitlements.purchases purchase ON (((purchase.tenant_id = entitlements.current_tenant_id()) AND (purchase.chain_id = event.chain_id) AND (purchase.store = event.store) AND (purchase.environment = event.environment))))
      CROSS JOIN LATERAL ( SELECT array_agg(own_1.app_user_id) AS array_agg
            FROM (entitlements.app_user_ids known
              JOIN entitlements.app_user_ids own_1 ON (((own_1.tenant_id = known.tenant_id) AND (own_1.app_user_uuid = known.app_user_uuid))))
           WHERE ((known.tenant_id = entitlements.current_tenant_id()) AND (known.app_user_id = (event.told).app_user_id))) own(ids))
      CROSS JOIN LATERAL api.is_newest_evidence(event.told, purchase.*, own.ids) newest(is_newest))
   ORDER BY purchase.purchase_id, (event.told).order_at, (event.told).rank, (event.told).evidence_id;
END;

ALTER FUNCTION api.told_purchases(tolds entitlements.evidence[]) OWNER TO hearth_owner;

--
-- Name: FUNCTION told_purchases(tolds entitlements.evidence[]); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.told_purchases(tolds entitlements.evidence[]) IS 'The purchases that events are about, each with an event, in order.';

--
-- Name: told_transfers(entitlements.evidence[], jsonb[]); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.told_transfers(tolds entitlements.evidence[], facts jsonb[]) RETURNS TABLE(told entitlements.evidence, transferred_from text[], transferred_to text[])
    LANGUAGE sql STABLE ROWS 1
    BEGIN ATOMIC
 SELECT (told_transfers.tolds)[event.number] AS tolds,
     ARRAY( SELECT jsonb_array_elements_text((event.facts -> 'transferred_from'::text)) AS jsonb_array_elements_text) AS "array",
     ARRAY( SELECT jsonb_array_elements_text((event.facts -> 'transferred_to'::text)) AS jsonb_array_elements_text) AS "array"
    FROM unnest(told_transfers.facts) WITH ORDINALITY event(facts, number)
   WHERE ((event.facts ->> 'kind'::text) = 'transfer'::text)
   ORDER BY event.number;
END;

ALTER FUNCTION api.told_transfers(tolds entitlements.evidence[], facts jsonb[]) OWNER TO hearth_owner;

--
-- Name: FUNCTION told_transfers(tolds entitlements.evidence[], facts jsonb[]); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.told_transfers(tolds entitlements.evidence[], facts jsonb[]) IS 'The transfers among events, each with the ids on both sides.';

--
-- Name: transaction_lock(uuid, text); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.transaction_lock(tenant_id uuid, transaction_id text) RETURNS bigint
    LANGUAGE sql STABLE
    RETURN hashtextextended((tenant_id)::text, ((hashtext(transaction_id) & 255))::bigint);

ALTER FUNCTION api.transaction_lock(tenant_id uuid, transaction_id text) OWNER TO hearth_owner;

--
-- Name: FUNCTION transaction_lock(tenant_id uuid, transaction_id text); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.transaction_lock(tenant_id uuid, transaction_id text) IS 'The number of the lock that parts who stores a transaction from who begins to wait for it.';

--
-- Name: transfer_household(uuid, text, timestamp with time zone); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.transfer_household(household_id uuid, app_user_id text, as_of timestamp with time zone DEFAULT NULL::timestamp with time zone) RETURNS TABLE(answered_as_of timestamp with time zone, answer json)
    LANGUAGE plpgsql ROWS 1
    SET search_path TO ''
    AS $$
#variable_conflict use_column
declare
    _as_of timestamptz;
    _member entitlements.household_members;
begin
    perform api.lock_living_household(transfer_household.household_id);
    _as_of := coalesce(transfer_household.as_of, clock_timestamp());
    _member := api.open_member(transfer_household.household_id, transfer_household.app_user_id);
    if _member is null then
        raise sqlstate 'PT404' using message = 'household_member_not_found',
            detail = 'Nobody of this id is a member of the household.';
    end if;
    perform api.derive(api.changes_of(app_user_uuids => api.own_household(
        transfer_household.household_id, _member.member_id, _as_of)));
    return query select _as_of, api.household_json(transfer_household.household_id, _as_of);
end
$$;

ALTER FUNCTION api.transfer_household(household_id uuid, app_user_id text, as_of timestamp with time zone) OWNER TO hearth_owner;

--
-- Name: FUNCTION transfer_household(household_id uuid, app_user_id text, as_of timestamp with time zone); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.transfer_household(household_id uuid, app_user_id text, as_of timestamp with time zone) IS 'Gives a household to another of its members.';

--
-- Name: transferring_app_user_ids(text, text[]); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.transferring_app_user_ids(evidence_id text, app_user_ids text[]) RETURNS text[]
    LANGUAGE plpgsql STABLE
    SET search_path TO ''
    AS $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
begin
    return array(
        select known.app_user_id
          from entitlements.app_user_ids known
         cross join lateral (
               -- By the ids of the person: a transfer may name hundreds.
               select from entitlements.app_user_ids own
                where own.tenant_id = _tenant_id
                  and own.app_user_uuid = known.app_user_uuid
                  and exists (
                      select from entitlements.transfer_sides side
                       where side.tenant_id = _tenant_id
                         and side.app_user_id = own.app_user_id
                         and side.evidence_id = transferring_app_user_ids.evidence_id
                         and side.side = 'from'
                      offset 0)
                limit 1) as taken
         where known.tenant_id = _tenant_id
           and known.app_user_id = any (transferring_app_user_ids.app_user_ids));
end
$$;

ALTER FUNCTION api.transferring_app_user_ids(evidence_id text, app_user_ids text[]) OWNER TO hearth_owner;

--
-- Name: FUNCTION transferring_app_user_ids(evidence_id text, app_user_ids text[]); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.transferring_app_user_ids(evidence_id text, app_user_ids text[]) IS 'Of ids, those of the people from whom a transfer takes.';

--
-- Name: undo_merge(uuid, text, text, timestamp with time zone); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.undo_merge(merge_id uuid, actor text, reason text, as_of timestamp with time zone DEFAULT NULL::timestamp with time zone) RETURNS TABLE(answered_as_of timestamp with time zone, answer json)
    LANGUAGE plpgsql ROWS 1
    SET search_path TO ''
    SET plan_cache_mode TO 'force_generic_plan'
    AS $$
#variable_conflict use_column
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _as_of timestamptz := coalesce(undo_merge.as_of, clock_timestamp());
    _merge entitlements.merges;
    _ids text[];
    _before jsonb;
    _changes entitlements.changes;
begin
    select merge.* into _merge from entitlements.merges merge
     where merge.tenant_id = _tenant_id and merge.merge_id = undo_merge.merge_id
       for no key update;
    if not found then
        raise sqlstate 'PT404' using message = 'merge_not_found',
            detail = 'There is no merge of this id.';
    end if;
    _ids := _merge.moved_app_user_ids || _merge.app_user_id;
    if _merge.undone_at is null then
        perform api.lock_linked_app_users(_ids);
        _as_of := coalesce(undo_merge.as_of, clock_timestamp());
        _before := api.ownership_json(_ids);
        perform api.sever_merge(_merge, _as_of);
        _changes := api.rejoin_app_user_ids(_ids);
        perform api.derive(api.all_changes(
            _changes, api.return_purchases(_merge, _as_of)));
        perform api.add_audit_entry(
            'undo', undo_merge.actor, undo_merge.reason, _ids, _before, api.ownership_json(_ids),
            _as_of);
        perform api.queue_confirmation(_ids);
    end if;
    return query
    select _as_of,
           json_build_object(
               'merge_id', _merge.merge_id,
               'undone_at', api.rfc3339(merge.undone_at),
               'people', api.ownership_json(_ids))
      from entitlements.merges merge
     where merge.tenant_id = _tenant_id and merge.merge_id = _merge.merge_id;
end
$$;

ALTER FUNCTION api.undo_merge(merge_id uuid, actor text, reason text, as_of timestamp with time zone) OWNER TO hearth_owner;

--
-- Name: FUNCTION undo_merge(merge_id uuid, actor text, reason text, as_of timestamp with time zone); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.undo_merge(merge_id uuid, actor text, reason text, as_of timestamp with time zone) IS 'Undoes a merge: the ids that went with it go back, with what came under them since.';

--
-- Name: app_user_id_links; Type: TABLE; Schema: entitlements; Owner: hearth_owner
--

CREATE TABLE entitlements.app_user_id_links (
    tenant_id uuid NOT NULL,
    app_user_id text NOT NULL COLLATE pg_catalog."C",
    linked_app_user_id text NOT NULL COLLATE pg_catalog."C",
    linked_at timestamp with time zone NOT NULL,
    evidence_id text NOT NULL COLLATE pg_catalog."C",
    CONSTRAINT app_user_id_links_check CHECK ((app_user_id <> linked_app_user_id))
);

ALTER TABLE ONLY entitlements.app_user_id_links FORCE ROW LEVEL SECURITY;

ALTER TABLE entitlements.app_user_id_links OWNER TO hearth_owner;

--
-- Name: TABLE app_user_id_links; Type: COMMENT; Schema: entitlements; Owner: hearth_owner
--

COMMENT ON TABLE entitlements.app_user_id_links IS 'Evidence that two ids are one person; between two identified ids, a conflict.';

--
-- Name: unjoined_events(entitlements.evidence[], jsonb[]); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.unjoined_events(tolds entitlements.evidence[], facts jsonb[]) RETURNS TABLE(app_user_ids text[], order_at timestamp with time zone, evidence_id text)
    LANGUAGE sql STABLE ROWS 1
    BEGIN ATOMIC
 SELECT named.ids,
     told.order_at,
     told.evidence_id
    FROM (((unnest(unjoined_events.tolds) WITH ORDINALITY told(tenant_id, evidence_id, purchase_id, kind, occurred_at, received_at, order_at, rank, environment, store, app_user_id, product_id, new_product_id, period_type, purchased_at, expires_at, grace_expires_at, auto_resume_at, cancel_reason, expiration_reason, price, is_family_share, entitlement_ids, transaction_id, original_transaction_id, transferred_to_app_user_id, is_one_time, original_purchased_at, never_expires, will_renew, cancelled_at, billing_issue_at, is_paused, refunded_at, gives_access, is_cancelled, has_billing_issue, ordinality)
      CROSS JOIN ( VALUES ('app_user_ids'::text), ('transferred_from'::text), ('transferred_to'::text)) fact(name))
      CROSS JOIN LATERAL ( SELECT ARRAY( SELECT jsonb_array_elements_text(((unjoined_events.facts)[told.ordinality] -> fact.name)) AS jsonb_array_elements_text) AS "array") named(ids))
      CROSS JOIN LATERAL ( SELECT count(*) AS number,
             count(DISTINCT known_1.app_user_uuid) AS people
            FROM entitlements.app_user_ids known_1
           WHERE ((known_1.tenant_id = entitlements.current_tenant_id()) AND (known_1.app_user_id = ANY (named.ids)))) known)
   WHERE ((cardinality(named.ids) > 0) AND ((fact.name = 'app_user_ids'::text) OR (told.kind = 'transfer'::text)) AND ((known.number < ( SELECT count(DISTINCT distinct_ids.id) AS count
            FROM unnest(named.ids) distinct_ids(id))) OR (known.people > 1) OR ((cardinality(named.ids) > 1) AND (EXISTS ( SELECT
            FROM api.named_links(named.ids) link(app_user_id, linked_app_user_id)
           WHERE (NOT (EXISTS ( SELECT
                    FROM entitlements.app_user_id_links earlier
                   WHERE ((earlier.tenant_id = entitlements.current_tenant_id()) AND (earlier.app_user_id = link.app_user_id) AND (earlier.linked_app_user_id = link.linked_app_user_id) AND (ROW(earlier.linked_at, earlier.evidence_id) <= ROW(told.order_at, told.evidence_id)))))))))))
   ORDER BY told.ordinality;
END;

ALTER FUNCTION api.unjoined_events(tolds entitlements.evidence[], facts jsonb[]) OWNER TO hearth_owner;

--
-- Name: FUNCTION unjoined_events(tolds entitlements.evidence[], facts jsonb[]); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.unjoined_events(tolds entitlements.evidence[], facts jsonb[]) IS 'The events whose ids are not joined yet.';

--
-- Name: unknown_products(); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.unknown_products() RETURNS TABLE(product_id text)
    LANGUAGE plpgsql STABLE ROWS 10
    SET search_path TO ''
    AS $$
#variable_conflict use_column
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _products_maximum constant integer := 1000;
    _product_id text := '';
begin
    for _ in 1 .. _products_maximum loop
        select sold.product_id into _product_id
          from entitlements.purchases sold
         where sold.tenant_id = _tenant_id and sold.environment = 'production'
           and sold.product_id > _product_id
         order by sold.product_id limit 1;
        exit when not found;
        if not exists (
            select from entitlements.products known
             where known.tenant_id = _tenant_id
               and known.product_id in (_product_id, split_part(_product_id, ':', 1)))
        then
            product_id := _product_id;
            return next;
        end if;
    end loop;
end
$$;

ALTER FUNCTION api.unknown_products() OWNER TO hearth_owner;

--
-- Name: FUNCTION unknown_products(); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.unknown_products() IS 'The products that were sold in production and that the tenant''s catalog lacks.';

--
-- Name: unknown_transactions(jsonb[]); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.unknown_transactions(lists jsonb[]) RETURNS TABLE(transaction_id text)
    LANGUAGE sql STABLE ROWS 64
    BEGIN ATOMIC
 SELECT named.id
    FROM (( SELECT (entry.value ->> 'transaction_id'::text) AS id
            FROM (unnest(unknown_transactions.lists) list(purchases)
              CROSS JOIN LATERAL jsonb_array_elements(list.purchases) entry(value))
          OFFSET 0) listed
      CROSS JOIN LATERAL unnest(ARRAY[listed.id, split_part(listed.id, '..'::text, 1)]) named(id))
   WHERE (NOT (EXISTS ( SELECT
            FROM entitlements.evidence known
           WHERE ((known.tenant_id = entitlements.current_tenant_id()) AND (known.transaction_id = listed.id)))));
END;

ALTER FUNCTION api.unknown_transactions(lists jsonb[]) OWNER TO hearth_owner;

--
-- Name: FUNCTION unknown_transactions(lists jsonb[]); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.unknown_transactions(lists jsonb[]) IS 'The transactions that snapshots list and that no evidence tells of yet.';

--
-- Name: unlisted_until(entitlements.snapshots, uuid); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.unlisted_until(reading entitlements.snapshots, purchase_id uuid) RETURNS timestamp with time zone
    LANGUAGE plpgsql STABLE
    SET search_path TO ''
    AS $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
begin
    if not exists (
        select from entitlements.evidence known
         where known.tenant_id = _tenant_id and known.purchase_id = unlisted_until.purchase_id
           and known.kind <> 'temporary_entitlement_grant') then
        return timestamptz 'infinity';
    end if;
    return (
        select coalesce(max(coalesce(hiding.expires_at, 'infinity')), '-infinity')
          from entitlements.purchases purchase
          join entitlements.evidence known
            on known.tenant_id = _tenant_id and known.purchase_id = purchase.purchase_id
         cross join unnest(reading.running_products) as listed (product)
          left join lateral (
               select told.expires_at, exists (
                          select from entitlements.evidence same
                           where same.tenant_id = _tenant_id
                             and same.purchase_id = unlisted_until.purchase_id
                             and same.transaction_id = told.transaction_id) as is_same
                 from entitlements.evidence told
                where told.tenant_id = _tenant_id
                  and told.purchase_id = any (reading.purchase_ids)
                  and told.kind = 'snapshot' and told.order_at <= reading.order_at
                  and told.environment || ' ' || split_part(told.product_id, ':', 1)
                      = listed.product
                order by told.order_at desc
                limit 1) as hiding on true
         where purchase.tenant_id = _tenant_id
           and purchase.purchase_id = unlisted_until.purchase_id
           and listed.product in ('production ' || split_part(known.product_id, ':', 1),
                                  'sandbox ' || split_part(known.product_id, ':', 1))
           and hiding.is_same is not true
           and not (starts_with(purchase.chain_id, 'snapshot:')
                    and starts_with(listed.product, known.environment || ' ')));
end
$$;

ALTER FUNCTION api.unlisted_until(reading entitlements.snapshots, purchase_id uuid) OWNER TO hearth_owner;

--
-- Name: FUNCTION unlisted_until(reading entitlements.snapshots, purchase_id uuid); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.unlisted_until(reading entitlements.snapshots, purchase_id uuid) IS 'Until when a purchase of the person can last that a snapshot did not list.';

--
-- Name: unread_fields(jsonb); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.unread_fields(facts jsonb) RETURNS text[]
    LANGUAGE sql IMMUTABLE
    RETURN CASE WHEN (facts ? 'unread'::text) THEN ARRAY(SELECT jsonb_array_elements_text((facts -> 'unread'::text)) AS jsonb_array_elements_text) ELSE NULL::text[] END;

ALTER FUNCTION api.unread_fields(facts jsonb) OWNER TO hearth_owner;

--
-- Name: FUNCTION unread_fields(facts jsonb); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.unread_fields(facts jsonb) IS 'Why fields of an event that decide nothing were left out.';

--
-- Name: upstreams; Type: TABLE; Schema: entitlements; Owner: hearth_owner
--

CREATE TABLE entitlements.upstreams (
    tenant_id uuid NOT NULL,
    sealed_key bytea,
    full_at timestamp with time zone DEFAULT '-infinity'::timestamp with time zone NOT NULL,
    paused_until timestamp with time zone DEFAULT '-infinity'::timestamp with time zone NOT NULL,
    scheduled_at timestamp with time zone DEFAULT '-infinity'::timestamp with time zone NOT NULL,
    needs_catch_up boolean DEFAULT false NOT NULL,
    refused_since timestamp with time zone,
    recognised_at timestamp with time zone,
    is_key_refused boolean DEFAULT false NOT NULL,
    CONSTRAINT upstreams_sealed_key_check CHECK (((octet_length(sealed_key) >= 29) AND (octet_length(sealed_key) <= 4096)))
)
WITH (fillfactor='50');

ALTER TABLE ONLY entitlements.upstreams FORCE ROW LEVEL SECURITY;

ALTER TABLE entitlements.upstreams OWNER TO hearth_owner;

--
-- Name: TABLE upstreams; Type: COMMENT; Schema: entitlements; Owner: hearth_owner
--

COMMENT ON TABLE entitlements.upstreams IS 'How each tenant is read from RevenueCat: its key, sealed, and what it may ask.';

--
-- Name: upstream_allowance(entitlements.upstreams, integer, integer, boolean, timestamp with time zone); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.upstream_allowance(upstream entitlements.upstreams, requests_per_minute integer, at_least integer, is_urgent boolean, as_of timestamp with time zone) RETURNS TABLE(requests integer, wait interval, refill interval)
    LANGUAGE plpgsql IMMUTABLE ROWS 1
    SET search_path TO ''
    AS $$
declare
    _capacity constant integer := greatest(4, requests_per_minute / 40);
    _usable constant integer :=
        _capacity - case when is_urgent then 0 else _capacity / 4 end;
    _owed constant interval := greatest(upstream.full_at, as_of) - as_of;
    _paused constant interval := greatest(upstream.paused_until, as_of) - as_of;
begin
    refill := interval '1 minute' / (requests_per_minute - _capacity);
    -- What is a millionth short of a request is a whole one: intervals have microseconds.
    requests := case
        when upstream.paused_until > as_of then 0
        else greatest(
            0, floor(_usable - extract(epoch from _owed) / extract(epoch from refill) + 0.001))
        end;
    wait := case
        when requests >= at_least then interval '0'
        else greatest(_paused, _owed - refill * (_usable - at_least)) end;
    return next;
end
$$;

ALTER FUNCTION api.upstream_allowance(upstream entitlements.upstreams, requests_per_minute integer, at_least integer, is_urgent boolean, as_of timestamp with time zone) OWNER TO hearth_owner;

--
-- Name: FUNCTION upstream_allowance(upstream entitlements.upstreams, requests_per_minute integer, at_least integer, is_urgent boolean, as_of timestamp with time zone); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.upstream_allowance(upstream entitlements.upstreams, requests_per_minute integer, at_least integer, is_urgent boolean, as_of timestamp with time zone) IS 'How many requests a tenant may make of RevenueCat now, and how long until it may make more.';

--
-- Name: usage_answer(entitlements.reservations, text, timestamp with time zone); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.usage_answer(reservation entitlements.reservations, environment text, as_of timestamp with time zone) RETURNS json
    LANGUAGE plpgsql STABLE
    SET search_path TO ''
    AS $$
begin
    return api.usage_json(
        coalesce(
            (select api.limit_json(state.limit_id, state.allowed, state.used, state.resets_at)
               from api.limit_states(
                        array[reservation.app_user_id], array[reservation.limit_id],
                        usage_answer.environment, usage_answer.as_of) as state),
            jsonb_build_object('limit_id', reservation.limit_id)),
        reservation);
end
$$;

ALTER FUNCTION api.usage_answer(reservation entitlements.reservations, environment text, as_of timestamp with time zone) OWNER TO hearth_owner;

--
-- Name: FUNCTION usage_answer(reservation entitlements.reservations, environment text, as_of timestamp with time zone); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.usage_answer(reservation entitlements.reservations, environment text, as_of timestamp with time zone) IS 'What is answered to whoever ended a reservation.';

--
-- Name: usage_json(jsonb, entitlements.reservations); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.usage_json(limit_shown jsonb, reservation entitlements.reservations) RETURNS json
    LANGUAGE plpgsql STABLE
    SET search_path TO ''
    AS $$
begin
    return limit_shown
    || case when reservation.reservation_id is null then '{}'
            else jsonb_build_object(
                'reservation_id', reservation.reservation_id,
                'status', reservation.status,
                'amount', reservation.amount,
                'reference', reservation.reference,
                'expires_at', case reservation.status when 'reserved'
                    then api.rfc3339(reservation.expires_at) end) end;
end
$$;

ALTER FUNCTION api.usage_json(limit_shown jsonb, reservation entitlements.reservations) OWNER TO hearth_owner;

--
-- Name: FUNCTION usage_json(limit_shown jsonb, reservation entitlements.reservations); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.usage_json(limit_shown jsonb, reservation entitlements.reservations) IS 'A limit, and what was set aside of it or used under a reference.';

--
-- Name: use_limits(text[], text[], integer[], text[], integer[], text, timestamp with time zone); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.use_limits(app_user_ids text[], limit_ids text[], amounts integer[], use_references text[], expires_in_seconds integer[], environment text, as_of timestamp with time zone DEFAULT NULL::timestamp with time zone) RETURNS TABLE(number integer, answered_as_of timestamp with time zone, answer json, refusal text)
    LANGUAGE plpgsql ROWS 64
    SET search_path TO ''
    AS $$
#variable_conflict use_column
declare
    _use record;
    _used bigint;
    _held entitlements.reservations;
    _taken entitlements.reservations[] := array[]::entitlements.reservations[];
begin
    perform api.lock_app_users(array(
        select told.app_user_id
          from unnest(use_limits.app_user_ids, use_limits.limit_ids)
               as told (app_user_id, limit_id)
          join entitlements.limits stated
            on stated.tenant_id = entitlements.current_tenant_id()
           and stated.limit_id = told.limit_id));
    answered_as_of := coalesce(use_limits.as_of, clock_timestamp());
    for _use in
        select * from api.asked_uses(
            use_limits.app_user_ids, use_limits.limit_ids, use_limits.amounts,
            use_limits.use_references, use_limits.expires_in_seconds, use_limits.environment,
            answered_as_of)
    loop
        if _use.is_first then _used := _use.used; end if;
        if not _use.is_repeated then _held := _use.made; end if;
        refusal := case
            when _use.used is null then 'limit_not_in_catalog'
            when _use.amount <> _held.amount then 'reference_reused'
            when _held.reservation_id is null and _used + _use.amount > _use.allowed
            then 'limit_reached' end;
        if refusal is null and _held.reservation_id is null then
            _used := _used + _use.amount;
            _held := _use.proposed;
            _taken := _taken || _held;
        end if;
        number := _use.number;
        answer := case coalesce(refusal, '')
            when '' then api.usage_json(
                api.limit_json(_use.limit_id, _use.allowed, _used, _use.resets_at), _held)
            when 'limit_reached' then api.limit_reached_json(
                _use.limit_id, _use.allowed, _used, _use.resets_at, answered_as_of) end;
        return next;
    end loop;
    perform api.add_usage(_taken);
    perform api.add_reservations(_taken);
end
$$;

ALTER FUNCTION api.use_limits(app_user_ids text[], limit_ids text[], amounts integer[], use_references text[], expires_in_seconds integer[], environment text, as_of timestamp with time zone) OWNER TO hearth_owner;

--
-- Name: FUNCTION use_limits(app_user_ids text[], limit_ids text[], amounts integer[], use_references text[], expires_in_seconds integer[], environment text, as_of timestamp with time zone); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.use_limits(app_user_ids text[], limit_ids text[], amounts integer[], use_references text[], expires_in_seconds integer[], environment text, as_of timestamp with time zone) IS 'Counts uses of limits by people of one tenant, or sets them aside, as one set.';

--
-- Name: with_aliases(uuid[]); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.with_aliases(app_user_uuids uuid[]) RETURNS uuid[]
    LANGUAGE plpgsql STABLE
    SET search_path TO ''
    AS $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
begin
    return with_aliases.app_user_uuids || array(
        select other.app_user_uuid
          from entitlements.app_user_ids own
          join entitlements.aliased_ids mine
            on mine.tenant_id = _tenant_id and mine.app_user_id = own.app_user_id
          join entitlements.aliased_ids theirs
            on theirs.tenant_id = _tenant_id and theirs.alias_uuid = mine.alias_uuid
          join entitlements.app_user_ids other
            on other.tenant_id = _tenant_id and other.app_user_id = theirs.app_user_id
         where own.tenant_id = _tenant_id
           and own.app_user_uuid = any (with_aliases.app_user_uuids));
end
$$;

ALTER FUNCTION api.with_aliases(app_user_uuids uuid[]) OWNER TO hearth_owner;

--
-- Name: FUNCTION with_aliases(app_user_uuids uuid[]); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.with_aliases(app_user_uuids uuid[]) IS 'People, and those who are one customer with them by RevenueCat''s word.';

--
-- Name: with_owners(entitlements.purchases); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.with_owners(folded entitlements.purchases) RETURNS entitlements.purchases
    LANGUAGE plpgsql STABLE
    SET search_path TO ''
    AS $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    s entitlements.purchases := folded;
begin
    s.owner_uuid := (
        select own.app_user_uuid from entitlements.app_user_ids own
         where own.tenant_id = _tenant_id and own.app_user_id = folded.owner_app_user_id);
    s.previous_owner_uuid := null;
    if folded.previous_owner_app_user_id is not null then
        s.previous_owner_uuid := (
            select own.app_user_uuid from entitlements.app_user_ids own
             where own.tenant_id = _tenant_id
               and own.app_user_id = folded.previous_owner_app_user_id);
    end if;
    return s;
end
$$;

ALTER FUNCTION api.with_owners(folded entitlements.purchases) OWNER TO hearth_owner;

--
-- Name: FUNCTION with_owners(folded entitlements.purchases); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.with_owners(folded entitlements.purchases) IS 'A folded state with the people to whom its owners'' ids belong now.';

--
-- Name: wrong_answers(); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.wrong_answers() RETURNS SETOF uuid
    LANGUAGE plpgsql STABLE ROWS 1
    SET search_path TO ''
    AS $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _people constant uuid[] := array(
        select distinct known.app_user_uuid from entitlements.app_user_ids known
         where known.tenant_id = _tenant_id);
begin
    return query
    select person.app_user_uuid
      from api.derived_answers(_people, 'production', now()) as person
      join entitlements.tenants tenant on tenant.tenant_id = _tenant_id
      left join entitlements.stored_answers stored
        on stored.tenant_id = _tenant_id and stored.app_user_uuid = person.app_user_uuid
     where (stored.app_user_uuid is null
            or (stored.definition_version = tenant.definition_version
                and stored.derived_at <= now() and now() < stored.valid_until
                and stored.answer::text <> person.answer::text
                and not exists (
                    select from entitlements.stale_answers stale
                     where stale.tenant_id = _tenant_id
                       and stale.app_user_uuid = person.app_user_uuid)));
end
$$;

ALTER FUNCTION api.wrong_answers() OWNER TO hearth_owner;

--
-- Name: FUNCTION wrong_answers(); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.wrong_answers() IS 'People whose stored answer would be used now and is not what is derived now.';

--
-- Name: wrong_app_users(); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.wrong_app_users() RETURNS SETOF uuid
    LANGUAGE plpgsql STABLE ROWS 1
    SET search_path TO ''
    AS $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
begin
    return query
    select distinct placed.app_user_uuid
      from (select own.app_user_uuid,
                   count(*) over (partition by own.app_user_uuid) as ids_of_person,
                   count(*) over (partition by forest.part) as ids_of_part,
                   count(*) over (partition by own.app_user_uuid, forest.part) as ids_of_both
              from api.part_app_user_ids(array(
                       select known.app_user_id from entitlements.app_user_ids known
                        where known.tenant_id = _tenant_id)) as forest
              join entitlements.app_user_ids own
                on own.tenant_id = _tenant_id and own.app_user_id = forest.app_user_id) as placed
     where placed.ids_of_both < greatest(placed.ids_of_person, placed.ids_of_part);
end
$$;

ALTER FUNCTION api.wrong_app_users() OWNER TO hearth_owner;

--
-- Name: FUNCTION wrong_app_users(); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.wrong_app_users() IS 'App users whose ids are not those that the links between ids make one person.';

--
-- Name: wrong_purchases(); Type: FUNCTION; Schema: api; Owner: hearth_owner
--

CREATE FUNCTION api.wrong_purchases() RETURNS SETOF uuid
    LANGUAGE plpgsql STABLE ROWS 1
    SET search_path TO ''
    AS $$
begin
    return query
    select stored.purchase_id
      from entitlements.purchases stored
     cross join lateral api.with_owners(api.folded_purchase(stored.purchase_id)) as folded
     where stored.tenant_id = entitlements.current_tenant_id()
       and to_jsonb(stored) - 'chain_id' is distinct from to_jsonb(folded) - 'chain_id';
end
$$;

ALTER FUNCTION api.wrong_purchases() OWNER TO hearth_owner;

--
-- Name: FUNCTION wrong_purchases(); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON FUNCTION api.wrong_purchases() IS 'Purchases whose stored state is not the fold of their evidence.';

--
-- Name: secure_table(regclass, boolean); Type: PROCEDURE; Schema: entitlements; Owner: postgres
--

CREATE PROCEDURE entitlements.secure_table(IN table_name regclass, IN is_crossed_by_doors boolean DEFAULT false)
    LANGUAGE plpgsql
    SET search_path TO ''
    AS $$
begin
    execute format('alter table %s owner to hearth_owner', table_name);
    execute format(
        'alter table %s enable row level security, force row level security', table_name);
    execute format(
        'create policy tenant_rows on %s to hearth_server, hearth_owner '
        'using (true) with check (true)',
        table_name);
    execute format(
        'create policy tenant_isolation on %s as restrictive to %s '
        'using (tenant_id = entitlements.current_tenant_id()) '
        'with check (tenant_id = entitlements.current_tenant_id())',
        table_name,
        case when is_crossed_by_doors then 'hearth_server' else 'public' end);
end
$$;

ALTER PROCEDURE entitlements.secure_table(IN table_name regclass, IN is_crossed_by_doors boolean) OWNER TO postgres;

--
-- Name: fold_purchase(entitlements.evidence, text[]); Type: AGGREGATE; Schema: api; Owner: hearth_owner
--

CREATE AGGREGATE api.fold_purchase(entitlements.evidence, text[]) (
    SFUNC = api.fold_purchase_step,
    STYPE = entitlements.purchases
);

ALTER AGGREGATE api.fold_purchase(entitlements.evidence, text[]) OWNER TO hearth_owner;

--
-- Name: AGGREGATE fold_purchase(entitlements.evidence, text[]); Type: COMMENT; Schema: api; Owner: hearth_owner
--

COMMENT ON AGGREGATE api.fold_purchase(entitlements.evidence, text[]) IS 'The state of a purchase from its evidence, in the order in which it happened.';

--
-- Name: admin_keys; Type: TABLE; Schema: entitlements; Owner: hearth_owner
--

CREATE TABLE entitlements.admin_keys (
    key_id text NOT NULL COLLATE pg_catalog."C",
    digest bytea NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    revoked_at timestamp with time zone,
    CONSTRAINT admin_keys_digest_check CHECK ((octet_length(digest) = 32)),
    CONSTRAINT admin_keys_key_id_check CHECK ((key_id ~ '^[0-9A-Za-z]{8,64}$'::text))
);

ALTER TABLE ONLY entitlements.admin_keys FORCE ROW LEVEL SECURITY;

ALTER TABLE entitlements.admin_keys OWNER TO hearth_owner;

--
-- Name: TABLE admin_keys; Type: COMMENT; Schema: entitlements; Owner: hearth_owner
--

COMMENT ON TABLE entitlements.admin_keys IS 'Keys of the installation''s operators.';

--
-- Name: api_keys; Type: TABLE; Schema: entitlements; Owner: hearth_owner
--

CREATE TABLE entitlements.api_keys (
    tenant_id uuid NOT NULL,
    key_id text NOT NULL COLLATE pg_catalog."C",
    kind text NOT NULL,
    digest bytea NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    revoked_at timestamp with time zone,
    CONSTRAINT api_keys_digest_check CHECK ((octet_length(digest) = 32)),
    CONSTRAINT api_keys_key_id_check CHECK ((key_id ~ '^[0-9A-Za-z]{8,64}$'::text)),
    CONSTRAINT api_keys_kind_check CHECK ((kind = ANY (ARRAY['secret'::text, 'read'::text])))
);

ALTER TABLE ONLY entitlements.api_keys FORCE ROW LEVEL SECURITY;

ALTER TABLE entitlements.api_keys OWNER TO hearth_owner;

--
-- Name: TABLE api_keys; Type: COMMENT; Schema: entitlements; Owner: hearth_owner
--

COMMENT ON TABLE entitlements.api_keys IS 'A tenant''s keys: a public id, unique everywhere, and only the digest of the secret.';

--
-- Name: audit_entries; Type: TABLE; Schema: entitlements; Owner: hearth_owner
--

CREATE TABLE entitlements.audit_entries (
    tenant_id uuid NOT NULL,
    audit_id uuid DEFAULT gen_random_uuid() NOT NULL,
    recorded_at timestamp with time zone NOT NULL,
    action text NOT NULL,
    actor text NOT NULL,
    reason text NOT NULL,
    app_user_ids text[] NOT NULL,
    before jsonb NOT NULL,
    after jsonb NOT NULL,
    CONSTRAINT audit_entries_action_check CHECK ((action = ANY (ARRAY['merge'::text, 'claim'::text, 'undo'::text, 'transfer'::text, 'erase'::text]))),
    CONSTRAINT audit_entries_actor_check CHECK (((octet_length(actor) >= 1) AND (octet_length(actor) <= 2000))),
    CONSTRAINT audit_entries_reason_check CHECK (((octet_length(reason) >= 1) AND (octet_length(reason) <= 2000)))
);

ALTER TABLE ONLY entitlements.audit_entries FORCE ROW LEVEL SECURITY;

ALTER TABLE entitlements.audit_entries OWNER TO hearth_owner;

--
-- Name: TABLE audit_entries; Type: COMMENT; Schema: entitlements; Owner: hearth_owner
--

COMMENT ON TABLE entitlements.audit_entries IS 'Every merge, claim, undoing and transfer: who, why, before and after. Never edited.';

--
-- Name: awaited_transactions; Type: TABLE; Schema: entitlements; Owner: hearth_owner
--

CREATE TABLE entitlements.awaited_transactions (
    tenant_id uuid NOT NULL,
    transaction_id text NOT NULL COLLATE pg_catalog."C",
    awaited_until timestamp with time zone NOT NULL,
    CONSTRAINT awaited_transactions_transaction_id_check CHECK (((octet_length(transaction_id) >= 1) AND (octet_length(transaction_id) <= 500)))
);

ALTER TABLE ONLY entitlements.awaited_transactions FORCE ROW LEVEL SECURITY;

ALTER TABLE entitlements.awaited_transactions OWNER TO hearth_owner;

--
-- Name: TABLE awaited_transactions; Type: COMMENT; Schema: entitlements; Owner: hearth_owner
--

COMMENT ON TABLE entitlements.awaited_transactions IS 'Transactions of stores that somebody waits for at this moment.';

--
-- Name: claim_attempts; Type: TABLE; Schema: entitlements; Owner: hearth_owner
--

CREATE TABLE entitlements.claim_attempts (
    tenant_id uuid NOT NULL,
    app_user_id text NOT NULL COLLATE pg_catalog."C",
    hour timestamp with time zone NOT NULL,
    attempts integer NOT NULL,
    CONSTRAINT claim_attempts_attempts_check CHECK ((attempts >= 1))
);

ALTER TABLE ONLY entitlements.claim_attempts FORCE ROW LEVEL SECURITY;

ALTER TABLE entitlements.claim_attempts OWNER TO hearth_owner;

--
-- Name: TABLE claim_attempts; Type: COMMENT; Schema: entitlements; Owner: hearth_owner
--

COMMENT ON TABLE entitlements.claim_attempts IS 'How often claims were tried, by the hour.';

--
-- Name: confirmations; Type: TABLE; Schema: entitlements; Owner: hearth_owner
--

CREATE TABLE entitlements.confirmations (
    tenant_id uuid NOT NULL,
    app_user_uuid uuid NOT NULL,
    app_user_id text NOT NULL COLLATE pg_catalog."C",
    queued_at timestamp with time zone DEFAULT now() NOT NULL,
    due_at timestamp with time zone DEFAULT now() NOT NULL,
    claim_id uuid,
    attempts integer DEFAULT 0 NOT NULL,
    setback text,
    CONSTRAINT confirmations_attempts_check CHECK ((attempts >= 0))
)
WITH (fillfactor='80');

ALTER TABLE ONLY entitlements.confirmations FORCE ROW LEVEL SECURITY;

ALTER TABLE entitlements.confirmations OWNER TO hearth_owner;

--
-- Name: TABLE confirmations; Type: COMMENT; Schema: entitlements; Owner: hearth_owner
--

COMMENT ON TABLE entitlements.confirmations IS 'People who wait to be read back from RevenueCat.';

--
-- Name: credit_orders; Type: TABLE; Schema: entitlements; Owner: hearth_owner
--

CREATE TABLE entitlements.credit_orders (
    tenant_id uuid NOT NULL,
    app_user_id text NOT NULL COLLATE pg_catalog."C",
    environment text NOT NULL,
    credit_id text NOT NULL COLLATE pg_catalog."C",
    reference text NOT NULL COLLATE pg_catalog."C",
    ordered_at timestamp with time zone NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    cancelled_at timestamp with time zone,
    CONSTRAINT credit_orders_credit_id_check CHECK (((octet_length(credit_id) >= 1) AND (octet_length(credit_id) <= 200))),
    CONSTRAINT credit_orders_environment_check CHECK ((environment = ANY (ARRAY['production'::text, 'sandbox'::text]))),
    CONSTRAINT credit_orders_reference_check CHECK (((octet_length(reference) >= 1) AND (octet_length(reference) <= 255)))
);

ALTER TABLE ONLY entitlements.credit_orders FORCE ROW LEVEL SECURITY;

ALTER TABLE entitlements.credit_orders OWNER TO hearth_owner;

--
-- Name: TABLE credit_orders; Type: COMMENT; Schema: entitlements; Owner: hearth_owner
--

COMMENT ON TABLE entitlements.credit_orders IS 'What a credit is about to be bought for.';

--
-- Name: credit_spends; Type: TABLE; Schema: entitlements; Owner: hearth_owner
--

CREATE TABLE entitlements.credit_spends (
    tenant_id uuid NOT NULL,
    app_user_id text NOT NULL COLLATE pg_catalog."C",
    credit_id text NOT NULL COLLATE pg_catalog."C",
    reference text NOT NULL COLLATE pg_catalog."C",
    purchase_id uuid NOT NULL,
    amount integer NOT NULL,
    spent_at timestamp with time zone NOT NULL,
    CONSTRAINT credit_spends_amount_check CHECK (((amount >= 1) AND (amount <= 1000000))),
    CONSTRAINT credit_spends_credit_id_check CHECK (((octet_length(credit_id) >= 1) AND (octet_length(credit_id) <= 200))),
    CONSTRAINT credit_spends_reference_check CHECK (((octet_length(reference) >= 1) AND (octet_length(reference) <= 255)))
);

ALTER TABLE ONLY entitlements.credit_spends FORCE ROW LEVEL SECURITY;

ALTER TABLE entitlements.credit_spends OWNER TO hearth_owner;

--
-- Name: TABLE credit_spends; Type: COMMENT; Schema: entitlements; Owner: hearth_owner
--

COMMENT ON TABLE entitlements.credit_spends IS 'What was spent, and of which purchase.';

--
-- Name: deployments; Type: TABLE; Schema: entitlements; Owner: hearth_owner
--

CREATE TABLE entitlements.deployments (
    is_only boolean DEFAULT true NOT NULL,
    functions_hash text NOT NULL,
    deployed_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT deployments_is_only_check CHECK (is_only)
);

ALTER TABLE entitlements.deployments OWNER TO hearth_owner;

--
-- Name: TABLE deployments; Type: COMMENT; Schema: entitlements; Owner: hearth_owner
--

COMMENT ON TABLE entitlements.deployments IS 'One row: the SHA-256 over the function files that schema api was built from.';

--
-- Name: device_secrets; Type: TABLE; Schema: entitlements; Owner: hearth_owner
--

CREATE TABLE entitlements.device_secrets (
    tenant_id uuid NOT NULL,
    digest bytea NOT NULL,
    app_user_id text NOT NULL COLLATE pg_catalog."C",
    created_at timestamp with time zone NOT NULL,
    revoked_at timestamp with time zone,
    CONSTRAINT device_secrets_check CHECK ((revoked_at >= created_at)),
    CONSTRAINT device_secrets_digest_check CHECK ((octet_length(digest) = 32))
);

ALTER TABLE ONLY entitlements.device_secrets FORCE ROW LEVEL SECURITY;

ALTER TABLE entitlements.device_secrets OWNER TO hearth_owner;

--
-- Name: TABLE device_secrets; Type: COMMENT; Schema: entitlements; Owner: hearth_owner
--

COMMENT ON TABLE entitlements.device_secrets IS 'What a device proves with that an anonymous id is its own.';

--
-- Name: entitlement_implications; Type: TABLE; Schema: entitlements; Owner: hearth_owner
--

CREATE TABLE entitlements.entitlement_implications (
    tenant_id uuid NOT NULL,
    entitlement_id text NOT NULL COLLATE pg_catalog."C",
    granted_entitlement_id text NOT NULL COLLATE pg_catalog."C",
    CONSTRAINT entitlement_implications_check CHECK ((entitlement_id <> granted_entitlement_id))
);

ALTER TABLE ONLY entitlements.entitlement_implications FORCE ROW LEVEL SECURITY;

ALTER TABLE entitlements.entitlement_implications OWNER TO hearth_owner;

--
-- Name: TABLE entitlement_implications; Type: COMMENT; Schema: entitlements; Owner: hearth_owner
--

COMMENT ON TABLE entitlements.entitlement_implications IS 'The transitive closure of "implies" over a tenant''s entitlements.';

--
-- Name: erasures; Type: TABLE; Schema: entitlements; Owner: hearth_owner
--

CREATE TABLE entitlements.erasures (
    tenant_id uuid NOT NULL,
    erasure_id uuid DEFAULT gen_random_uuid() NOT NULL,
    erased_at timestamp with time zone NOT NULL,
    spellings bytea[] NOT NULL,
    looked_at_received_at timestamp with time zone DEFAULT '-infinity'::timestamp with time zone NOT NULL,
    looked_at_event_id text DEFAULT ''::text NOT NULL COLLATE pg_catalog."C",
    finished_at timestamp with time zone,
    CONSTRAINT erasures_check CHECK ((finished_at >= erased_at)),
    CONSTRAINT erasures_check1 CHECK (((finished_at IS NOT NULL) = (cardinality(spellings) = 0)))
);

ALTER TABLE ONLY entitlements.erasures FORCE ROW LEVEL SECURITY;

ALTER TABLE entitlements.erasures OWNER TO hearth_owner;

--
-- Name: TABLE erasures; Type: COMMENT; Schema: entitlements; Owner: hearth_owner
--

COMMENT ON TABLE entitlements.erasures IS 'Who was forgotten, and how far their events are.';

--
-- Name: features; Type: TABLE; Schema: entitlements; Owner: hearth_owner
--

CREATE TABLE entitlements.features (
    tenant_id uuid NOT NULL,
    feature_id text NOT NULL COLLATE pg_catalog."C",
    entitlement_id text COLLATE pg_catalog."C",
    CONSTRAINT features_feature_id_check CHECK (((octet_length(feature_id) >= 1) AND (octet_length(feature_id) <= 200)))
);

ALTER TABLE ONLY entitlements.features FORCE ROW LEVEL SECURITY;

ALTER TABLE entitlements.features OWNER TO hearth_owner;

--
-- Name: TABLE features; Type: COMMENT; Schema: entitlements; Owner: hearth_owner
--

COMMENT ON TABLE entitlements.features IS 'What an app can do, and the entitlement it needs; without one it is free for everybody.';

--
-- Name: household_reviews; Type: TABLE; Schema: entitlements; Owner: hearth_owner
--

CREATE TABLE entitlements.household_reviews (
    tenant_id uuid NOT NULL,
    household_id uuid NOT NULL,
    due_at timestamp with time zone NOT NULL
);

ALTER TABLE ONLY entitlements.household_reviews FORCE ROW LEVEL SECURITY;

ALTER TABLE entitlements.household_reviews OWNER TO hearth_owner;

--
-- Name: TABLE household_reviews; Type: COMMENT; Schema: entitlements; Owner: hearth_owner
--

COMMENT ON TABLE entitlements.household_reviews IS 'Households whose seats are to be compared with their members, and when.';

--
-- Name: idempotent_answers; Type: TABLE; Schema: entitlements; Owner: hearth_owner
--

CREATE TABLE entitlements.idempotent_answers (
    tenant_id uuid NOT NULL,
    idempotency_key text NOT NULL COLLATE pg_catalog."C",
    operation text NOT NULL,
    request_digest bytea NOT NULL,
    answer json NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT idempotent_answers_idempotency_key_check CHECK (((octet_length(idempotency_key) >= 1) AND (octet_length(idempotency_key) <= 255))),
    CONSTRAINT idempotent_answers_request_digest_check CHECK ((octet_length(request_digest) = 32))
);

ALTER TABLE ONLY entitlements.idempotent_answers FORCE ROW LEVEL SECURITY;

ALTER TABLE entitlements.idempotent_answers OWNER TO hearth_owner;

--
-- Name: TABLE idempotent_answers; Type: COMMENT; Schema: entitlements; Owner: hearth_owner
--

COMMENT ON TABLE entitlements.idempotent_answers IS 'The first answers to requests that may be asked again.';

--
-- Name: invariant_violations; Type: VIEW; Schema: entitlements; Owner: hearth_owner
--

CREATE VIEW entitlements.invariant_violations WITH (security_invoker='true') AS
 SELECT member.tenant_id,
    'person_in_two_households'::text AS violation,
    member.app_user_uuid AS subject
   FROM entitlements.household_members member
  WHERE (member.left_at IS NULL)
  GROUP BY member.tenant_id, member.app_user_uuid
 HAVING (count(*) > 1)
UNION ALL
 SELECT member.tenant_id,
    'more_members_than_seats'::text AS violation,
    member.household_id AS subject
   FROM entitlements.household_members member
  WHERE (member.left_at IS NULL)
  GROUP BY member.tenant_id, member.household_id
 HAVING (count(*) > max(member.seats))
UNION ALL
 SELECT household.tenant_id,
    'household_without_owner'::text AS violation,
    household.household_id AS subject
   FROM entitlements.households household
  WHERE ((household.dissolved_at IS NULL) AND (NOT (EXISTS ( SELECT
           FROM (entitlements.household_owners owner
             JOIN entitlements.household_members member ON (((member.tenant_id = owner.tenant_id) AND (member.household_id = owner.household_id) AND (member.member_id = owner.member_id))))
          WHERE ((owner.tenant_id = household.tenant_id) AND (owner.household_id = household.household_id) AND (owner.owned_until IS NULL) AND (member.left_at IS NULL))))))
UNION ALL
 SELECT household.tenant_id,
    'dissolved_household_is_alive'::text AS violation,
    household.household_id AS subject
   FROM entitlements.households household
  WHERE ((household.dissolved_at IS NOT NULL) AND ((EXISTS ( SELECT
           FROM entitlements.household_members member
          WHERE ((member.tenant_id = household.tenant_id) AND (member.household_id = household.household_id) AND (member.left_at IS NULL)))) OR (EXISTS ( SELECT
           FROM entitlements.household_invites invite
          WHERE ((invite.tenant_id = household.tenant_id) AND (invite.household_id = household.household_id) AND (invite.revoked_at IS NULL) AND (invite.member_id IS NULL))))))
UNION ALL
 SELECT owner.tenant_id,
    'owner_outside_membership'::text AS violation,
    owner.household_id AS subject
   FROM (entitlements.household_owners owner
     JOIN entitlements.household_members member ON (((member.tenant_id = owner.tenant_id) AND (member.household_id = owner.household_id) AND (member.member_id = owner.member_id))))
  WHERE ((owner.owned_from < member.joined_at) OR (COALESCE(owner.owned_until, 'infinity'::timestamp with time zone) > COALESCE(member.left_at, 'infinity'::timestamp with time zone)))
UNION ALL
 SELECT member.tenant_id,
    'member_is_somebody_else'::text AS violation,
    member.member_id AS subject
   FROM (entitlements.household_members member
     LEFT JOIN entitlements.app_user_ids known ON (((known.tenant_id = member.tenant_id) AND (known.app_user_id = member.app_user_id))))
  WHERE (known.app_user_uuid IS DISTINCT FROM member.app_user_uuid)
UNION ALL
 SELECT purchase.tenant_id,
    'purchase_is_somebody_elses'::text AS violation,
    purchase.purchase_id AS subject
   FROM (entitlements.purchases purchase
     JOIN entitlements.app_user_ids known ON (((known.tenant_id = purchase.tenant_id) AND (known.app_user_id = purchase.owner_app_user_id))))
  WHERE (known.app_user_uuid <> purchase.owner_uuid);

ALTER TABLE entitlements.invariant_violations OWNER TO hearth_owner;

--
-- Name: VIEW invariant_violations; Type: COMMENT; Schema: entitlements; Owner: hearth_owner
--

COMMENT ON VIEW entitlements.invariant_violations IS 'What must never be: empty, in every tenant, at every moment.';

--
-- Name: limit_entitlements; Type: TABLE; Schema: entitlements; Owner: hearth_owner
--

CREATE TABLE entitlements.limit_entitlements (
    tenant_id uuid NOT NULL,
    limit_id text NOT NULL COLLATE pg_catalog."C",
    entitlement_id text NOT NULL COLLATE pg_catalog."C",
    amount bigint,
    CONSTRAINT limit_entitlements_amount_check CHECK (((amount >= 0) AND (amount <= 1000000000)))
);

ALTER TABLE ONLY entitlements.limit_entitlements FORCE ROW LEVEL SECURITY;

ALTER TABLE entitlements.limit_entitlements OWNER TO hearth_owner;

--
-- Name: TABLE limit_entitlements; Type: COMMENT; Schema: entitlements; Owner: hearth_owner
--

COMMENT ON TABLE entitlements.limit_entitlements IS 'Which entitlements lift a limit, and how far.';

--
-- Name: limits; Type: TABLE; Schema: entitlements; Owner: hearth_owner
--

CREATE TABLE entitlements.limits (
    tenant_id uuid NOT NULL,
    limit_id text NOT NULL COLLATE pg_catalog."C",
    period text,
    free_amount bigint NOT NULL,
    CONSTRAINT limits_free_amount_check CHECK (((free_amount >= 0) AND (free_amount <= 1000000000))),
    CONSTRAINT limits_limit_id_check CHECK (((octet_length(limit_id) >= 1) AND (octet_length(limit_id) <= 200))),
    CONSTRAINT limits_period_check CHECK ((period = ANY (ARRAY['day'::text, 'week'::text, 'month'::text, 'year'::text])))
);

ALTER TABLE ONLY entitlements.limits FORCE ROW LEVEL SECURITY;

ALTER TABLE entitlements.limits OWNER TO hearth_owner;

--
-- Name: TABLE limits; Type: COMMENT; Schema: entitlements; Owner: hearth_owner
--

COMMENT ON TABLE entitlements.limits IS 'What may be used how often, by everybody.';

--
-- Name: merge_links; Type: TABLE; Schema: entitlements; Owner: hearth_owner
--

CREATE TABLE entitlements.merge_links (
    tenant_id uuid NOT NULL,
    anonymous_app_user_id text NOT NULL COLLATE pg_catalog."C",
    app_user_id text NOT NULL COLLATE pg_catalog."C",
    merge_id uuid NOT NULL,
    is_severed boolean DEFAULT false NOT NULL,
    CONSTRAINT merge_links_check CHECK ((anonymous_app_user_id <> app_user_id))
);

ALTER TABLE ONLY entitlements.merge_links FORCE ROW LEVEL SECURITY;

ALTER TABLE entitlements.merge_links OWNER TO hearth_owner;

--
-- Name: TABLE merge_links; Type: COMMENT; Schema: entitlements; Owner: hearth_owner
--

COMMENT ON TABLE entitlements.merge_links IS 'Which pairs of ids are one person by proof, or are not by the undoing of one.';

--
-- Name: merge_tickets; Type: TABLE; Schema: entitlements; Owner: hearth_owner
--

CREATE TABLE entitlements.merge_tickets (
    tenant_id uuid NOT NULL,
    digest bytea NOT NULL,
    anonymous_app_user_id text NOT NULL COLLATE pg_catalog."C",
    app_user_id text NOT NULL COLLATE pg_catalog."C",
    created_at timestamp with time zone NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    closed_at timestamp with time zone,
    CONSTRAINT merge_tickets_check CHECK (((expires_at >= (created_at + '00:01:00'::interval)) AND (expires_at <= (created_at + '00:10:00'::interval)))),
    CONSTRAINT merge_tickets_check1 CHECK ((anonymous_app_user_id <> app_user_id)),
    CONSTRAINT merge_tickets_digest_check CHECK ((octet_length(digest) = 32))
);

ALTER TABLE ONLY entitlements.merge_tickets FORCE ROW LEVEL SECURITY;

ALTER TABLE entitlements.merge_tickets OWNER TO hearth_owner;

--
-- Name: TABLE merge_tickets; Type: COMMENT; Schema: entitlements; Owner: hearth_owner
--

COMMENT ON TABLE entitlements.merge_tickets IS 'The tenant''s word that an anonymous id may go to an account: single use, expiring.';

--
-- Name: migrations; Type: TABLE; Schema: entitlements; Owner: hearth_owner
--

CREATE TABLE entitlements.migrations (
    version integer NOT NULL,
    name text NOT NULL,
    checksum text NOT NULL,
    applied_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT migrations_version_check CHECK ((version > 0))
);

ALTER TABLE entitlements.migrations OWNER TO hearth_owner;

--
-- Name: TABLE migrations; Type: COMMENT; Schema: entitlements; Owner: hearth_owner
--

COMMENT ON TABLE entitlements.migrations IS 'The migrations that were applied, with the SHA-256 of each file as it was.';

--
-- Name: presence; Type: TABLE; Schema: entitlements; Owner: hearth_owner
--

CREATE TABLE entitlements.presence (
    is_only boolean DEFAULT true NOT NULL,
    seen_at timestamp with time zone NOT NULL,
    CONSTRAINT presence_is_only_check CHECK (is_only)
);

ALTER TABLE entitlements.presence OWNER TO hearth_owner;

--
-- Name: TABLE presence; Type: COMMENT; Schema: entitlements; Owner: hearth_owner
--

COMMENT ON TABLE entitlements.presence IS 'When a server last could take webhooks.';

--
-- Name: product_credits; Type: TABLE; Schema: entitlements; Owner: hearth_owner
--

CREATE TABLE entitlements.product_credits (
    tenant_id uuid NOT NULL,
    product_id text NOT NULL COLLATE pg_catalog."C",
    credit_id text NOT NULL COLLATE pg_catalog."C",
    amount integer NOT NULL,
    CONSTRAINT product_credits_amount_check CHECK (((amount >= 1) AND (amount <= 1000000))),
    CONSTRAINT product_credits_credit_id_check CHECK (((octet_length(credit_id) >= 1) AND (octet_length(credit_id) <= 200)))
);

ALTER TABLE ONLY entitlements.product_credits FORCE ROW LEVEL SECURITY;

ALTER TABLE entitlements.product_credits OWNER TO hearth_owner;

--
-- Name: TABLE product_credits; Type: COMMENT; Schema: entitlements; Owner: hearth_owner
--

COMMENT ON TABLE entitlements.product_credits IS 'What one purchase of a product gives to use up.';

--
-- Name: purchase_moves; Type: TABLE; Schema: entitlements; Owner: hearth_owner
--

CREATE TABLE entitlements.purchase_moves (
    tenant_id uuid NOT NULL,
    purchase_id uuid NOT NULL,
    moved_at timestamp with time zone NOT NULL,
    audit_id uuid NOT NULL,
    app_user_id text NOT NULL COLLATE pg_catalog."C"
);

ALTER TABLE ONLY entitlements.purchase_moves FORCE ROW LEVEL SECURITY;

ALTER TABLE entitlements.purchase_moves OWNER TO hearth_owner;

--
-- Name: TABLE purchase_moves; Type: COMMENT; Schema: entitlements; Owner: hearth_owner
--

COMMENT ON TABLE entitlements.purchase_moves IS 'To whom a purchase came by a merge or a claim, and when. Never edited.';

--
-- Name: run_people; Type: TABLE; Schema: entitlements; Owner: hearth_owner
--

CREATE TABLE entitlements.run_people (
    tenant_id uuid NOT NULL,
    run_id uuid NOT NULL,
    app_user_id text NOT NULL COLLATE pg_catalog."C",
    risk smallint NOT NULL,
    due_at timestamp with time zone DEFAULT '-infinity'::timestamp with time zone NOT NULL,
    claim_id uuid,
    attempts integer DEFAULT 0 NOT NULL,
    outcome text,
    is_lost boolean DEFAULT false NOT NULL,
    done_at timestamp with time zone,
    CONSTRAINT run_people_attempts_check CHECK ((attempts >= 0)),
    CONSTRAINT run_people_check CHECK (((outcome IS NULL) = (done_at IS NULL))),
    CONSTRAINT run_people_outcome_check CHECK ((outcome = ANY (ARRAY['read'::text, 'unknown'::text, 'failed'::text])))
)
WITH (fillfactor='70');

ALTER TABLE ONLY entitlements.run_people FORCE ROW LEVEL SECURITY;

ALTER TABLE entitlements.run_people OWNER TO hearth_owner;

--
-- Name: TABLE run_people; Type: COMMENT; Schema: entitlements; Owner: hearth_owner
--

COMMENT ON TABLE entitlements.run_people IS 'Whom a run reads, and what became of it.';

--
-- Name: stale_answers; Type: TABLE; Schema: entitlements; Owner: hearth_owner
--

CREATE TABLE entitlements.stale_answers (
    tenant_id uuid NOT NULL,
    app_user_uuid uuid NOT NULL,
    mark_id uuid DEFAULT gen_random_uuid() NOT NULL
);

ALTER TABLE ONLY entitlements.stale_answers FORCE ROW LEVEL SECURITY;

ALTER TABLE entitlements.stale_answers OWNER TO hearth_owner;

--
-- Name: TABLE stale_answers; Type: COMMENT; Schema: entitlements; Owner: hearth_owner
--

COMMENT ON TABLE entitlements.stale_answers IS 'People whose stored answer is not to be used until it is derived anew.';

--
-- Name: stored_answers; Type: TABLE; Schema: entitlements; Owner: hearth_owner
--

CREATE TABLE entitlements.stored_answers (
    tenant_id uuid NOT NULL,
    app_user_uuid uuid NOT NULL,
    answer json,
    definition_version bigint DEFAULT 0 NOT NULL,
    derived_at timestamp with time zone DEFAULT 'infinity'::timestamp with time zone NOT NULL,
    valid_until timestamp with time zone DEFAULT '-infinity'::timestamp with time zone NOT NULL
)
WITH (fillfactor='80');

ALTER TABLE ONLY entitlements.stored_answers FORCE ROW LEVEL SECURITY;

ALTER TABLE entitlements.stored_answers OWNER TO hearth_owner;

--
-- Name: TABLE stored_answers; Type: COMMENT; Schema: entitlements; Owner: hearth_owner
--

COMMENT ON TABLE entitlements.stored_answers IS 'What each person may do, until when it is so: derived, and equal to its derivation.';

--
-- Name: token_issuers; Type: TABLE; Schema: entitlements; Owner: hearth_owner
--

CREATE TABLE entitlements.token_issuers (
    tenant_id uuid NOT NULL,
    issuer text NOT NULL COLLATE pg_catalog."C",
    algorithms text[] NOT NULL,
    jwks_url text,
    audience text,
    authorized_parties text[] NOT NULL,
    anonymous_claim text NOT NULL,
    app_user_id_prefix text NOT NULL COLLATE pg_catalog."C",
    CONSTRAINT token_issuers_algorithms_check CHECK (((cardinality(algorithms) >= 1) AND (algorithms <@ ARRAY['ES256'::text, 'HS256'::text, 'RS256'::text]))),
    CONSTRAINT token_issuers_anonymous_claim_check CHECK (((octet_length(anonymous_claim) >= 1) AND (octet_length(anonymous_claim) <= 100))),
    CONSTRAINT token_issuers_app_user_id_prefix_check CHECK ((octet_length(app_user_id_prefix) <= 100)),
    CONSTRAINT token_issuers_audience_check CHECK (((octet_length(audience) >= 1) AND (octet_length(audience) <= 500))),
    CONSTRAINT token_issuers_check CHECK (((audience IS NOT NULL) OR (cardinality(authorized_parties) > 0))),
    CONSTRAINT token_issuers_check1 CHECK (((jwks_url IS NOT NULL) = (algorithms && ARRAY['ES256'::text, 'RS256'::text]))),
    CONSTRAINT token_issuers_issuer_check CHECK (((octet_length(issuer) >= 1) AND (octet_length(issuer) <= 500))),
    CONSTRAINT token_issuers_jwks_url_check CHECK (((octet_length(jwks_url) >= 1) AND (octet_length(jwks_url) <= 1000)))
);

ALTER TABLE ONLY entitlements.token_issuers FORCE ROW LEVEL SECURITY;

ALTER TABLE entitlements.token_issuers OWNER TO hearth_owner;

--
-- Name: TABLE token_issuers; Type: COMMENT; Schema: entitlements; Owner: hearth_owner
--

COMMENT ON TABLE entitlements.token_issuers IS 'Who signs the tokens of a tenant''s end users, and what a token must say.';

--
-- Name: token_secrets; Type: TABLE; Schema: entitlements; Owner: hearth_owner
--

CREATE TABLE entitlements.token_secrets (
    tenant_id uuid NOT NULL,
    issuer text NOT NULL COLLATE pg_catalog."C",
    slot integer NOT NULL,
    sealed bytea NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT token_secrets_sealed_check CHECK (((octet_length(sealed) >= 29) AND (octet_length(sealed) <= 4096))),
    CONSTRAINT token_secrets_slot_check CHECK ((slot = ANY (ARRAY[1, 2])))
);

ALTER TABLE ONLY entitlements.token_secrets FORCE ROW LEVEL SECURITY;

ALTER TABLE entitlements.token_secrets OWNER TO hearth_owner;

--
-- Name: TABLE token_secrets; Type: COMMENT; Schema: entitlements; Owner: hearth_owner
--

COMMENT ON TABLE entitlements.token_secrets IS 'What an issuer signs with and the tenant knows, sealed under the installation''s key.';

--
-- Name: usage; Type: TABLE; Schema: entitlements; Owner: hearth_owner
--

CREATE TABLE entitlements.usage (
    tenant_id uuid NOT NULL,
    app_user_id text NOT NULL COLLATE pg_catalog."C",
    limit_id text NOT NULL COLLATE pg_catalog."C",
    period_starts_at timestamp with time zone NOT NULL,
    used bigint NOT NULL,
    CONSTRAINT usage_limit_id_check CHECK (((octet_length(limit_id) >= 1) AND (octet_length(limit_id) <= 200))),
    CONSTRAINT usage_used_check CHECK ((used >= 0))
)
WITH (fillfactor='80');

ALTER TABLE ONLY entitlements.usage FORCE ROW LEVEL SECURITY;

ALTER TABLE entitlements.usage OWNER TO hearth_owner;

--
-- Name: TABLE usage; Type: COMMENT; Schema: entitlements; Owner: hearth_owner
--

COMMENT ON TABLE entitlements.usage IS 'How much was used under an id, by limit and period.';

--
-- Name: webhook_secrets; Type: TABLE; Schema: entitlements; Owner: hearth_owner
--

CREATE TABLE entitlements.webhook_secrets (
    tenant_id uuid NOT NULL,
    kind text NOT NULL,
    slot integer NOT NULL,
    sealed bytea NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT webhook_secrets_kind_check CHECK ((kind = ANY (ARRAY['authorization'::text, 'signature'::text]))),
    CONSTRAINT webhook_secrets_sealed_check CHECK (((octet_length(sealed) >= 29) AND (octet_length(sealed) <= 4096))),
    CONSTRAINT webhook_secrets_slot_check CHECK ((slot = ANY (ARRAY[1, 2])))
);

ALTER TABLE ONLY entitlements.webhook_secrets FORCE ROW LEVEL SECURITY;

ALTER TABLE entitlements.webhook_secrets OWNER TO hearth_owner;

--
-- Name: TABLE webhook_secrets; Type: COMMENT; Schema: entitlements; Owner: hearth_owner
--

COMMENT ON TABLE entitlements.webhook_secrets IS 'What RevenueCat proves itself with, sealed under the installation''s encryption key.';

--
-- Name: admin_keys admin_keys_pkey; Type: CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.admin_keys
    ADD CONSTRAINT admin_keys_pkey PRIMARY KEY (key_id);

--
-- Name: aliased_ids aliased_ids_pkey; Type: CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.aliased_ids
    ADD CONSTRAINT aliased_ids_pkey PRIMARY KEY (tenant_id, app_user_id);

--
-- Name: api_keys api_keys_key_id_key; Type: CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.api_keys
    ADD CONSTRAINT api_keys_key_id_key UNIQUE (key_id);

--
-- Name: api_keys api_keys_pkey; Type: CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.api_keys
    ADD CONSTRAINT api_keys_pkey PRIMARY KEY (tenant_id, key_id);

--
-- Name: app_user_id_links app_user_id_links_pkey; Type: CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.app_user_id_links
    ADD CONSTRAINT app_user_id_links_pkey PRIMARY KEY (tenant_id, app_user_id, linked_app_user_id);

--
-- Name: app_user_ids app_user_ids_pkey; Type: CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.app_user_ids
    ADD CONSTRAINT app_user_ids_pkey PRIMARY KEY (tenant_id, app_user_id);

--
-- Name: app_users app_users_pkey; Type: CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.app_users
    ADD CONSTRAINT app_users_pkey PRIMARY KEY (tenant_id, app_user_uuid);

--
-- Name: audit_entries audit_entries_pkey; Type: CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.audit_entries
    ADD CONSTRAINT audit_entries_pkey PRIMARY KEY (tenant_id, audit_id);

--
-- Name: awaited_transactions awaited_transactions_pkey; Type: CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.awaited_transactions
    ADD CONSTRAINT awaited_transactions_pkey PRIMARY KEY (tenant_id, transaction_id);

--
-- Name: claim_attempts claim_attempts_pkey; Type: CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.claim_attempts
    ADD CONSTRAINT claim_attempts_pkey PRIMARY KEY (tenant_id, app_user_id, hour);

--
-- Name: confirmations confirmations_pkey; Type: CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.confirmations
    ADD CONSTRAINT confirmations_pkey PRIMARY KEY (tenant_id, app_user_uuid);

--
-- Name: credit_orders credit_orders_pkey; Type: CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.credit_orders
    ADD CONSTRAINT credit_orders_pkey PRIMARY KEY (tenant_id, app_user_id, environment, credit_id, reference);

--
-- Name: credit_spends credit_spends_pkey; Type: CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.credit_spends
    ADD CONSTRAINT credit_spends_pkey PRIMARY KEY (tenant_id, app_user_id, credit_id, reference, purchase_id);

--
-- Name: deployments deployments_pkey; Type: CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.deployments
    ADD CONSTRAINT deployments_pkey PRIMARY KEY (is_only);

--
-- Name: device_secrets device_secrets_pkey; Type: CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.device_secrets
    ADD CONSTRAINT device_secrets_pkey PRIMARY KEY (tenant_id, digest);

--
-- Name: drift drift_pkey; Type: CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.drift
    ADD CONSTRAINT drift_pkey PRIMARY KEY (tenant_id, drift_id);

--
-- Name: entitlement_implications entitlement_implications_pkey; Type: CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.entitlement_implications
    ADD CONSTRAINT entitlement_implications_pkey PRIMARY KEY (tenant_id, entitlement_id, granted_entitlement_id);

--
-- Name: entitlements entitlements_pkey; Type: CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.entitlements
    ADD CONSTRAINT entitlements_pkey PRIMARY KEY (tenant_id, entitlement_id);

--
-- Name: entitlements entitlements_tenant_id_rank_key; Type: CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.entitlements
    ADD CONSTRAINT entitlements_tenant_id_rank_key UNIQUE (tenant_id, rank);

--
-- Name: erasures erasures_pkey; Type: CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.erasures
    ADD CONSTRAINT erasures_pkey PRIMARY KEY (tenant_id, erasure_id);

--
-- Name: evidence evidence_pkey; Type: CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.evidence
    ADD CONSTRAINT evidence_pkey PRIMARY KEY (tenant_id, evidence_id);

--
-- Name: features features_pkey; Type: CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.features
    ADD CONSTRAINT features_pkey PRIMARY KEY (tenant_id, feature_id);

--
-- Name: household_invites household_invites_pkey; Type: CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.household_invites
    ADD CONSTRAINT household_invites_pkey PRIMARY KEY (tenant_id, household_id, invite_id);

--
-- Name: household_invites household_invites_tenant_id_code_digest_key; Type: CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.household_invites
    ADD CONSTRAINT household_invites_tenant_id_code_digest_key UNIQUE (tenant_id, code_digest);

--
-- Name: household_members household_members_pkey; Type: CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.household_members
    ADD CONSTRAINT household_members_pkey PRIMARY KEY (tenant_id, household_id, member_id);

--
-- Name: household_owners household_owners_pkey; Type: CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.household_owners
    ADD CONSTRAINT household_owners_pkey PRIMARY KEY (tenant_id, household_id, member_id, owned_from);

--
-- Name: household_reviews household_reviews_pkey; Type: CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.household_reviews
    ADD CONSTRAINT household_reviews_pkey PRIMARY KEY (tenant_id, household_id);

--
-- Name: household_rules household_rules_pkey; Type: CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.household_rules
    ADD CONSTRAINT household_rules_pkey PRIMARY KEY (tenant_id);

--
-- Name: households households_pkey; Type: CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.households
    ADD CONSTRAINT households_pkey PRIMARY KEY (tenant_id, household_id);

--
-- Name: idempotent_answers idempotent_answers_pkey; Type: CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.idempotent_answers
    ADD CONSTRAINT idempotent_answers_pkey PRIMARY KEY (tenant_id, idempotency_key);

--
-- Name: limit_entitlements limit_entitlements_pkey; Type: CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.limit_entitlements
    ADD CONSTRAINT limit_entitlements_pkey PRIMARY KEY (tenant_id, limit_id, entitlement_id);

--
-- Name: limits limits_pkey; Type: CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.limits
    ADD CONSTRAINT limits_pkey PRIMARY KEY (tenant_id, limit_id);

--
-- Name: merge_links merge_links_pkey; Type: CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.merge_links
    ADD CONSTRAINT merge_links_pkey PRIMARY KEY (tenant_id, anonymous_app_user_id, app_user_id);

--
-- Name: merge_tickets merge_tickets_pkey; Type: CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.merge_tickets
    ADD CONSTRAINT merge_tickets_pkey PRIMARY KEY (tenant_id, digest);

--
-- Name: merges merges_pkey; Type: CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.merges
    ADD CONSTRAINT merges_pkey PRIMARY KEY (tenant_id, merge_id);

--
-- Name: migrations migrations_pkey; Type: CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.migrations
    ADD CONSTRAINT migrations_pkey PRIMARY KEY (version);

--
-- Name: orphans orphans_pkey; Type: CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.orphans
    ADD CONSTRAINT orphans_pkey PRIMARY KEY (tenant_id, orphan_id);

--
-- Name: people_rules people_rules_pkey; Type: CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.people_rules
    ADD CONSTRAINT people_rules_pkey PRIMARY KEY (tenant_id);

--
-- Name: presence presence_pkey; Type: CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.presence
    ADD CONSTRAINT presence_pkey PRIMARY KEY (is_only);

--
-- Name: product_credits product_credits_pkey; Type: CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.product_credits
    ADD CONSTRAINT product_credits_pkey PRIMARY KEY (tenant_id, product_id, credit_id);

--
-- Name: product_entitlements product_entitlements_pkey; Type: CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.product_entitlements
    ADD CONSTRAINT product_entitlements_pkey PRIMARY KEY (tenant_id, product_id, entitlement_id);

--
-- Name: products products_pkey; Type: CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.products
    ADD CONSTRAINT products_pkey PRIMARY KEY (tenant_id, product_id);

--
-- Name: purchase_moves purchase_moves_pkey; Type: CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.purchase_moves
    ADD CONSTRAINT purchase_moves_pkey PRIMARY KEY (tenant_id, purchase_id, moved_at, audit_id);

--
-- Name: purchases purchases_pkey; Type: CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.purchases
    ADD CONSTRAINT purchases_pkey PRIMARY KEY (tenant_id, purchase_id);

--
-- Name: purchases purchases_tenant_id_chain_id_store_environment_key; Type: CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.purchases
    ADD CONSTRAINT purchases_tenant_id_chain_id_store_environment_key UNIQUE (tenant_id, chain_id, store, environment);

--
-- Name: reservations reservations_pkey; Type: CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.reservations
    ADD CONSTRAINT reservations_pkey PRIMARY KEY (tenant_id, reservation_id);

--
-- Name: run_people run_people_pkey; Type: CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.run_people
    ADD CONSTRAINT run_people_pkey PRIMARY KEY (tenant_id, run_id, app_user_id);

--
-- Name: runs runs_pkey; Type: CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.runs
    ADD CONSTRAINT runs_pkey PRIMARY KEY (tenant_id, run_id);

--
-- Name: snapshots snapshots_pkey; Type: CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.snapshots
    ADD CONSTRAINT snapshots_pkey PRIMARY KEY (tenant_id, app_user_id, read_at);

--
-- Name: stale_answers stale_answers_pkey; Type: CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.stale_answers
    ADD CONSTRAINT stale_answers_pkey PRIMARY KEY (tenant_id, app_user_uuid, mark_id);

--
-- Name: stored_answers stored_answers_pkey; Type: CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.stored_answers
    ADD CONSTRAINT stored_answers_pkey PRIMARY KEY (tenant_id, app_user_uuid);

--
-- Name: synced_household_members synced_household_members_pkey; Type: CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.synced_household_members
    ADD CONSTRAINT synced_household_members_pkey PRIMARY KEY (tenant_id, id);

--
-- Name: synced_subscriptions synced_subscriptions_pkey; Type: CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.synced_subscriptions
    ADD CONSTRAINT synced_subscriptions_pkey PRIMARY KEY (tenant_id, id);

--
-- Name: tenants tenants_pkey; Type: CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.tenants
    ADD CONSTRAINT tenants_pkey PRIMARY KEY (tenant_id);

--
-- Name: tenants tenants_slug_key; Type: CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.tenants
    ADD CONSTRAINT tenants_slug_key UNIQUE (slug);

--
-- Name: token_issuers token_issuers_pkey; Type: CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.token_issuers
    ADD CONSTRAINT token_issuers_pkey PRIMARY KEY (tenant_id, issuer);

--
-- Name: token_secrets token_secrets_pkey; Type: CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.token_secrets
    ADD CONSTRAINT token_secrets_pkey PRIMARY KEY (tenant_id, issuer, slot);

--
-- Name: transfer_sides transfer_sides_pkey; Type: CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.transfer_sides
    ADD CONSTRAINT transfer_sides_pkey PRIMARY KEY (tenant_id, app_user_id, evidence_id, side);

--
-- Name: upstreams upstreams_pkey; Type: CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.upstreams
    ADD CONSTRAINT upstreams_pkey PRIMARY KEY (tenant_id);

--
-- Name: usage usage_pkey; Type: CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.usage
    ADD CONSTRAINT usage_pkey PRIMARY KEY (tenant_id, app_user_id, limit_id, period_starts_at);

--
-- Name: webhook_events webhook_events_pkey; Type: CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.webhook_events
    ADD CONSTRAINT webhook_events_pkey PRIMARY KEY (tenant_id, event_id);

--
-- Name: webhook_secrets webhook_secrets_pkey; Type: CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.webhook_secrets
    ADD CONSTRAINT webhook_secrets_pkey PRIMARY KEY (tenant_id, kind, slot);

--
-- Name: aliased_ids_of_alias; Type: INDEX; Schema: entitlements; Owner: hearth_owner
--

CREATE INDEX aliased_ids_of_alias ON entitlements.aliased_ids USING btree (tenant_id, alias_uuid);

--
-- Name: anonymous_ids_are_merged_once; Type: INDEX; Schema: entitlements; Owner: hearth_owner
--

CREATE UNIQUE INDEX anonymous_ids_are_merged_once ON entitlements.merges USING btree (tenant_id, anonymous_app_user_id) WHERE (undone_at IS NULL);

--
-- Name: app_user_id_links_backwards; Type: INDEX; Schema: entitlements; Owner: hearth_owner
--

CREATE INDEX app_user_id_links_backwards ON entitlements.app_user_id_links USING btree (tenant_id, linked_app_user_id);

--
-- Name: app_user_ids_of_app_user; Type: INDEX; Schema: entitlements; Owner: hearth_owner
--

CREATE INDEX app_user_ids_of_app_user ON entitlements.app_user_ids USING btree (tenant_id, app_user_uuid);

--
-- Name: app_users_by_confirmation; Type: INDEX; Schema: entitlements; Owner: hearth_owner
--

CREATE INDEX app_users_by_confirmation ON entitlements.app_users USING btree (tenant_id, confirmed_at);

--
-- Name: app_users_have_one_identified_id; Type: INDEX; Schema: entitlements; Owner: hearth_owner
--

CREATE UNIQUE INDEX app_users_have_one_identified_id ON entitlements.app_user_ids USING btree (tenant_id, app_user_uuid) WHERE (NOT is_anonymous);

--
-- Name: audit_entries_of_app_user_ids; Type: INDEX; Schema: entitlements; Owner: hearth_owner
--

CREATE INDEX audit_entries_of_app_user_ids ON entitlements.audit_entries USING gin (app_user_ids);

--
-- Name: audit_entries_recent; Type: INDEX; Schema: entitlements; Owner: hearth_owner
--

CREATE INDEX audit_entries_recent ON entitlements.audit_entries USING btree (tenant_id, recorded_at, audit_id);

--
-- Name: claim_attempts_by_age; Type: INDEX; Schema: entitlements; Owner: hearth_owner
--

CREATE INDEX claim_attempts_by_age ON entitlements.claim_attempts USING btree (hour);

--
-- Name: confirmations_due; Type: INDEX; Schema: entitlements; Owner: hearth_owner
--

CREATE INDEX confirmations_due ON entitlements.confirmations USING btree (tenant_id, due_at);

--
-- Name: confirmations_not_recognised; Type: INDEX; Schema: entitlements; Owner: hearth_owner
--

CREATE INDEX confirmations_not_recognised ON entitlements.confirmations USING btree (tenant_id) WHERE (setback = 'project_not_recognised'::text);

--
-- Name: credit_spends_of_purchase; Type: INDEX; Schema: entitlements; Owner: hearth_owner
--

CREATE INDEX credit_spends_of_purchase ON entitlements.credit_spends USING btree (tenant_id, purchase_id, credit_id);

--
-- Name: device_secrets_of_app_user_id; Type: INDEX; Schema: entitlements; Owner: hearth_owner
--

CREATE UNIQUE INDEX device_secrets_of_app_user_id ON entitlements.device_secrets USING btree (tenant_id, app_user_id) WHERE (revoked_at IS NULL);

--
-- Name: drift_of_app_user_id; Type: INDEX; Schema: entitlements; Owner: hearth_owner
--

CREATE INDEX drift_of_app_user_id ON entitlements.drift USING btree (tenant_id, app_user_id);

--
-- Name: drift_of_run; Type: INDEX; Schema: entitlements; Owner: hearth_owner
--

CREATE INDEX drift_of_run ON entitlements.drift USING btree (tenant_id, run_id, found_at, drift_id) WHERE (run_id IS NOT NULL);

--
-- Name: drift_recent; Type: INDEX; Schema: entitlements; Owner: hearth_owner
--

CREATE INDEX drift_recent ON entitlements.drift USING btree (tenant_id, found_at, drift_id);

--
-- Name: erasures_open; Type: INDEX; Schema: entitlements; Owner: hearth_owner
--

CREATE INDEX erasures_open ON entitlements.erasures USING btree (erased_at) WHERE (finished_at IS NULL);

--
-- Name: evidence_of_app_user_id; Type: INDEX; Schema: entitlements; Owner: hearth_owner
--

CREATE INDEX evidence_of_app_user_id ON entitlements.evidence USING btree (tenant_id, app_user_id);

--
-- Name: evidence_of_purchase; Type: INDEX; Schema: entitlements; Owner: hearth_owner
--

CREATE INDEX evidence_of_purchase ON entitlements.evidence USING btree (tenant_id, purchase_id, order_at, rank, evidence_id);

--
-- Name: evidence_of_receiver; Type: INDEX; Schema: entitlements; Owner: hearth_owner
--

CREATE INDEX evidence_of_receiver ON entitlements.evidence USING btree (tenant_id, transferred_to_app_user_id) WHERE (transferred_to_app_user_id IS NOT NULL);

--
-- Name: evidence_of_transaction; Type: INDEX; Schema: entitlements; Owner: hearth_owner
--

CREATE INDEX evidence_of_transaction ON entitlements.evidence USING btree (tenant_id, transaction_id) WHERE (transaction_id IS NOT NULL);

--
-- Name: household_invites_of_redeemer; Type: INDEX; Schema: entitlements; Owner: hearth_owner
--

CREATE INDEX household_invites_of_redeemer ON entitlements.household_invites USING btree (tenant_id, redeemed_by_app_user_id) WHERE (redeemed_by_app_user_id IS NOT NULL);

--
-- Name: household_members_of_app_user; Type: INDEX; Schema: entitlements; Owner: hearth_owner
--

CREATE INDEX household_members_of_app_user ON entitlements.household_members USING btree (tenant_id, app_user_uuid);

--
-- Name: household_members_of_app_user_id; Type: INDEX; Schema: entitlements; Owner: hearth_owner
--

CREATE INDEX household_members_of_app_user_id ON entitlements.household_members USING btree (tenant_id, app_user_id);

--
-- Name: household_reviews_due; Type: INDEX; Schema: entitlements; Owner: hearth_owner
--

CREATE INDEX household_reviews_due ON entitlements.household_reviews USING btree (due_at);

--
-- Name: households_have_one_owner; Type: INDEX; Schema: entitlements; Owner: hearth_owner
--

CREATE UNIQUE INDEX households_have_one_owner ON entitlements.household_owners USING btree (tenant_id, household_id) WHERE (owned_until IS NULL);

--
-- Name: idempotent_answers_by_age; Type: INDEX; Schema: entitlements; Owner: hearth_owner
--

CREATE INDEX idempotent_answers_by_age ON entitlements.idempotent_answers USING btree (created_at);

--
-- Name: merge_links_backwards; Type: INDEX; Schema: entitlements; Owner: hearth_owner
--

CREATE INDEX merge_links_backwards ON entitlements.merge_links USING btree (tenant_id, app_user_id);

--
-- Name: merge_tickets_by_age; Type: INDEX; Schema: entitlements; Owner: hearth_owner
--

CREATE INDEX merge_tickets_by_age ON entitlements.merge_tickets USING btree (expires_at);

--
-- Name: merge_tickets_of_app_user_id; Type: INDEX; Schema: entitlements; Owner: hearth_owner
--

CREATE INDEX merge_tickets_of_app_user_id ON entitlements.merge_tickets USING btree (tenant_id, anonymous_app_user_id) WHERE (closed_at IS NULL);

--
-- Name: merges_of_app_user_id; Type: INDEX; Schema: entitlements; Owner: hearth_owner
--

CREATE INDEX merges_of_app_user_id ON entitlements.merges USING btree (tenant_id, app_user_id);

--
-- Name: orphans_recent; Type: INDEX; Schema: entitlements; Owner: hearth_owner
--

CREATE INDEX orphans_recent ON entitlements.orphans USING btree (tenant_id, orphaned_at, orphan_id) WHERE (resolved_at IS NULL);

--
-- Name: people_have_one_household; Type: INDEX; Schema: entitlements; Owner: hearth_owner
--

CREATE UNIQUE INDEX people_have_one_household ON entitlements.household_members USING btree (tenant_id, app_user_uuid) WHERE (left_at IS NULL);

--
-- Name: purchase_moves_of_app_user_id; Type: INDEX; Schema: entitlements; Owner: hearth_owner
--

CREATE INDEX purchase_moves_of_app_user_id ON entitlements.purchase_moves USING btree (tenant_id, app_user_id);

--
-- Name: purchases_are_orphaned_once; Type: INDEX; Schema: entitlements; Owner: hearth_owner
--

CREATE UNIQUE INDEX purchases_are_orphaned_once ON entitlements.orphans USING btree (tenant_id, purchase_id) WHERE (resolved_at IS NULL);

--
-- Name: purchases_by_end; Type: INDEX; Schema: entitlements; Owner: hearth_owner
--

CREATE INDEX purchases_by_end ON entitlements.purchases USING btree (tenant_id, access_ends_at) WHERE isfinite(access_ends_at);

--
-- Name: purchases_in_trouble; Type: INDEX; Schema: entitlements; Owner: hearth_owner
--

CREATE INDEX purchases_in_trouble ON entitlements.purchases USING btree (tenant_id, access_ends_at) WHERE (billing_issue_at IS NOT NULL);

--
-- Name: purchases_of_anonymous; Type: INDEX; Schema: entitlements; Owner: hearth_owner
--

CREATE INDEX purchases_of_anonymous ON entitlements.purchases USING btree (tenant_id, access_ends_at) WHERE starts_with(owner_app_user_id, '$RCAnonymousID:'::text);

--
-- Name: purchases_of_owner; Type: INDEX; Schema: entitlements; Owner: hearth_owner
--

CREATE INDEX purchases_of_owner ON entitlements.purchases USING btree (tenant_id, owner_uuid);

--
-- Name: purchases_of_owner_id; Type: INDEX; Schema: entitlements; Owner: hearth_owner
--

CREATE INDEX purchases_of_owner_id ON entitlements.purchases USING btree (tenant_id, owner_app_user_id);

--
-- Name: purchases_of_previous_owner; Type: INDEX; Schema: entitlements; Owner: hearth_owner
--

CREATE INDEX purchases_of_previous_owner ON entitlements.purchases USING btree (tenant_id, previous_owner_uuid) WHERE (previous_owner_uuid IS NOT NULL);

--
-- Name: purchases_of_previous_owner_id; Type: INDEX; Schema: entitlements; Owner: hearth_owner
--

CREATE INDEX purchases_of_previous_owner_id ON entitlements.purchases USING btree (tenant_id, previous_owner_app_user_id) WHERE (previous_owner_app_user_id IS NOT NULL);

--
-- Name: purchases_of_product; Type: INDEX; Schema: entitlements; Owner: hearth_owner
--

CREATE INDEX purchases_of_product ON entitlements.purchases USING btree (tenant_id, product_id) WHERE (environment = 'production'::text);

--
-- Name: reservations_by_age; Type: INDEX; Schema: entitlements; Owner: hearth_owner
--

CREATE INDEX reservations_by_age ON entitlements.reservations USING btree (made_at) WHERE ((status <> 'used'::text) OR (period_starts_at > '-infinity'::timestamp with time zone));

--
-- Name: reservations_held; Type: INDEX; Schema: entitlements; Owner: hearth_owner
--

CREATE INDEX reservations_held ON entitlements.reservations USING btree (tenant_id, app_user_id, limit_id) WHERE (status = 'reserved'::text);

--
-- Name: reservations_of_reference; Type: INDEX; Schema: entitlements; Owner: hearth_owner
--

CREATE UNIQUE INDEX reservations_of_reference ON entitlements.reservations USING btree (tenant_id, app_user_id, limit_id, reference) WHERE (status <> 'released'::text);

--
-- Name: run_people_latest; Type: INDEX; Schema: entitlements; Owner: hearth_owner
--

CREATE INDEX run_people_latest ON entitlements.run_people USING btree (tenant_id, run_id, done_at) WHERE (outcome IS NOT NULL);

--
-- Name: run_people_lost; Type: INDEX; Schema: entitlements; Owner: hearth_owner
--

CREATE INDEX run_people_lost ON entitlements.run_people USING btree (tenant_id, run_id) WHERE (is_lost AND (outcome IS NULL));

--
-- Name: run_people_waiting; Type: INDEX; Schema: entitlements; Owner: hearth_owner
--

CREATE INDEX run_people_waiting ON entitlements.run_people USING btree (tenant_id, run_id, risk, app_user_id) WHERE (outcome IS NULL);

--
-- Name: runs_of_app_user_id; Type: INDEX; Schema: entitlements; Owner: hearth_owner
--

CREATE INDEX runs_of_app_user_id ON entitlements.runs USING btree (tenant_id, app_user_id) WHERE (app_user_id IS NOT NULL);

--
-- Name: runs_recent; Type: INDEX; Schema: entitlements; Owner: hearth_owner
--

CREATE INDEX runs_recent ON entitlements.runs USING btree (tenant_id, started_at DESC, run_id DESC);

--
-- Name: seats_are_taken_once; Type: INDEX; Schema: entitlements; Owner: hearth_owner
--

CREATE UNIQUE INDEX seats_are_taken_once ON entitlements.household_members USING btree (tenant_id, household_id, seat) WHERE (left_at IS NULL);

--
-- Name: stored_answers_due; Type: INDEX; Schema: entitlements; Owner: hearth_owner
--

CREATE INDEX stored_answers_due ON entitlements.stored_answers USING btree (tenant_id, definition_version, valid_until);

--
-- Name: synced_household_members_of_household; Type: INDEX; Schema: entitlements; Owner: hearth_owner
--

CREATE INDEX synced_household_members_of_household ON entitlements.synced_household_members USING btree (tenant_id, household_id);

--
-- Name: tenants_have_one_run; Type: INDEX; Schema: entitlements; Owner: hearth_owner
--

CREATE UNIQUE INDEX tenants_have_one_run ON entitlements.runs USING btree (tenant_id) WHERE (ended_at IS NULL);

--
-- Name: transfer_sides_of_transfer; Type: INDEX; Schema: entitlements; Owner: hearth_owner
--

CREATE INDEX transfer_sides_of_transfer ON entitlements.transfer_sides USING btree (tenant_id, evidence_id);

--
-- Name: webhook_events_due; Type: INDEX; Schema: entitlements; Owner: hearth_owner
--

CREATE INDEX webhook_events_due ON entitlements.webhook_events USING btree (due_at) WHERE (status = 'failed'::text);

--
-- Name: webhook_events_recent; Type: INDEX; Schema: entitlements; Owner: hearth_owner
--

CREATE INDEX webhook_events_recent ON entitlements.webhook_events USING btree (tenant_id, received_at, event_id);

--
-- Name: aliased_ids aliased_ids_tenant_id_app_user_id_fkey; Type: FK CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.aliased_ids
    ADD CONSTRAINT aliased_ids_tenant_id_app_user_id_fkey FOREIGN KEY (tenant_id, app_user_id) REFERENCES entitlements.app_user_ids(tenant_id, app_user_id) ON UPDATE CASCADE;

--
-- Name: api_keys api_keys_tenant_id_fkey; Type: FK CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.api_keys
    ADD CONSTRAINT api_keys_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES entitlements.tenants(tenant_id);

--
-- Name: app_user_id_links app_user_id_links_tenant_id_app_user_id_fkey; Type: FK CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.app_user_id_links
    ADD CONSTRAINT app_user_id_links_tenant_id_app_user_id_fkey FOREIGN KEY (tenant_id, app_user_id) REFERENCES entitlements.app_user_ids(tenant_id, app_user_id) ON UPDATE CASCADE;

--
-- Name: app_user_id_links app_user_id_links_tenant_id_linked_app_user_id_fkey; Type: FK CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.app_user_id_links
    ADD CONSTRAINT app_user_id_links_tenant_id_linked_app_user_id_fkey FOREIGN KEY (tenant_id, linked_app_user_id) REFERENCES entitlements.app_user_ids(tenant_id, app_user_id) ON UPDATE CASCADE;

--
-- Name: app_user_ids app_user_ids_tenant_id_app_user_uuid_fkey; Type: FK CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.app_user_ids
    ADD CONSTRAINT app_user_ids_tenant_id_app_user_uuid_fkey FOREIGN KEY (tenant_id, app_user_uuid) REFERENCES entitlements.app_users(tenant_id, app_user_uuid);

--
-- Name: app_users app_users_tenant_id_fkey; Type: FK CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.app_users
    ADD CONSTRAINT app_users_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES entitlements.tenants(tenant_id);

--
-- Name: audit_entries audit_entries_tenant_id_fkey; Type: FK CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.audit_entries
    ADD CONSTRAINT audit_entries_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES entitlements.tenants(tenant_id);

--
-- Name: awaited_transactions awaited_transactions_tenant_id_fkey; Type: FK CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.awaited_transactions
    ADD CONSTRAINT awaited_transactions_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES entitlements.tenants(tenant_id);

--
-- Name: claim_attempts claim_attempts_tenant_id_fkey; Type: FK CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.claim_attempts
    ADD CONSTRAINT claim_attempts_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES entitlements.tenants(tenant_id);

--
-- Name: confirmations confirmations_tenant_id_app_user_uuid_fkey; Type: FK CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.confirmations
    ADD CONSTRAINT confirmations_tenant_id_app_user_uuid_fkey FOREIGN KEY (tenant_id, app_user_uuid) REFERENCES entitlements.app_users(tenant_id, app_user_uuid);

--
-- Name: credit_orders credit_orders_tenant_id_app_user_id_fkey; Type: FK CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.credit_orders
    ADD CONSTRAINT credit_orders_tenant_id_app_user_id_fkey FOREIGN KEY (tenant_id, app_user_id) REFERENCES entitlements.app_user_ids(tenant_id, app_user_id) ON UPDATE CASCADE;

--
-- Name: credit_spends credit_spends_tenant_id_app_user_id_fkey; Type: FK CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.credit_spends
    ADD CONSTRAINT credit_spends_tenant_id_app_user_id_fkey FOREIGN KEY (tenant_id, app_user_id) REFERENCES entitlements.app_user_ids(tenant_id, app_user_id) ON UPDATE CASCADE;

--
-- Name: credit_spends credit_spends_tenant_id_purchase_id_fkey; Type: FK CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.credit_spends
    ADD CONSTRAINT credit_spends_tenant_id_purchase_id_fkey FOREIGN KEY (tenant_id, purchase_id) REFERENCES entitlements.purchases(tenant_id, purchase_id);

--
-- Name: device_secrets device_secrets_tenant_id_app_user_id_fkey; Type: FK CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.device_secrets
    ADD CONSTRAINT device_secrets_tenant_id_app_user_id_fkey FOREIGN KEY (tenant_id, app_user_id) REFERENCES entitlements.app_user_ids(tenant_id, app_user_id) ON UPDATE CASCADE;

--
-- Name: drift drift_tenant_id_fkey; Type: FK CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.drift
    ADD CONSTRAINT drift_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES entitlements.tenants(tenant_id);

--
-- Name: drift drift_tenant_id_purchase_id_fkey; Type: FK CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.drift
    ADD CONSTRAINT drift_tenant_id_purchase_id_fkey FOREIGN KEY (tenant_id, purchase_id) REFERENCES entitlements.purchases(tenant_id, purchase_id);

--
-- Name: entitlement_implications entitlement_implications_tenant_id_entitlement_id_fkey; Type: FK CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.entitlement_implications
    ADD CONSTRAINT entitlement_implications_tenant_id_entitlement_id_fkey FOREIGN KEY (tenant_id, entitlement_id) REFERENCES entitlements.entitlements(tenant_id, entitlement_id) ON DELETE CASCADE;

--
-- Name: entitlement_implications entitlement_implications_tenant_id_granted_entitlement_id_fkey; Type: FK CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.entitlement_implications
    ADD CONSTRAINT entitlement_implications_tenant_id_granted_entitlement_id_fkey FOREIGN KEY (tenant_id, granted_entitlement_id) REFERENCES entitlements.entitlements(tenant_id, entitlement_id) ON DELETE CASCADE;

--
-- Name: entitlements entitlements_tenant_id_fkey; Type: FK CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.entitlements
    ADD CONSTRAINT entitlements_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES entitlements.tenants(tenant_id);

--
-- Name: erasures erasures_tenant_id_fkey; Type: FK CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.erasures
    ADD CONSTRAINT erasures_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES entitlements.tenants(tenant_id);

--
-- Name: evidence evidence_tenant_id_app_user_id_fkey; Type: FK CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.evidence
    ADD CONSTRAINT evidence_tenant_id_app_user_id_fkey FOREIGN KEY (tenant_id, app_user_id) REFERENCES entitlements.app_user_ids(tenant_id, app_user_id) ON UPDATE CASCADE;

--
-- Name: evidence evidence_tenant_id_purchase_id_fkey; Type: FK CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.evidence
    ADD CONSTRAINT evidence_tenant_id_purchase_id_fkey FOREIGN KEY (tenant_id, purchase_id) REFERENCES entitlements.purchases(tenant_id, purchase_id);

--
-- Name: evidence evidence_tenant_id_transferred_to_app_user_id_fkey; Type: FK CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.evidence
    ADD CONSTRAINT evidence_tenant_id_transferred_to_app_user_id_fkey FOREIGN KEY (tenant_id, transferred_to_app_user_id) REFERENCES entitlements.app_user_ids(tenant_id, app_user_id) ON UPDATE CASCADE;

--
-- Name: features features_tenant_id_entitlement_id_fkey; Type: FK CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.features
    ADD CONSTRAINT features_tenant_id_entitlement_id_fkey FOREIGN KEY (tenant_id, entitlement_id) REFERENCES entitlements.entitlements(tenant_id, entitlement_id) ON DELETE CASCADE;

--
-- Name: features features_tenant_id_fkey; Type: FK CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.features
    ADD CONSTRAINT features_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES entitlements.tenants(tenant_id);

--
-- Name: household_invites household_invites_tenant_id_household_id_fkey; Type: FK CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.household_invites
    ADD CONSTRAINT household_invites_tenant_id_household_id_fkey FOREIGN KEY (tenant_id, household_id) REFERENCES entitlements.households(tenant_id, household_id);

--
-- Name: household_invites household_invites_tenant_id_household_id_member_id_fkey; Type: FK CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.household_invites
    ADD CONSTRAINT household_invites_tenant_id_household_id_member_id_fkey FOREIGN KEY (tenant_id, household_id, member_id) REFERENCES entitlements.household_members(tenant_id, household_id, member_id);

--
-- Name: household_invites household_invites_tenant_id_redeemed_by_app_user_id_fkey; Type: FK CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.household_invites
    ADD CONSTRAINT household_invites_tenant_id_redeemed_by_app_user_id_fkey FOREIGN KEY (tenant_id, redeemed_by_app_user_id) REFERENCES entitlements.app_user_ids(tenant_id, app_user_id) ON UPDATE CASCADE;

--
-- Name: household_members household_members_tenant_id_app_user_id_fkey; Type: FK CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.household_members
    ADD CONSTRAINT household_members_tenant_id_app_user_id_fkey FOREIGN KEY (tenant_id, app_user_id) REFERENCES entitlements.app_user_ids(tenant_id, app_user_id) ON UPDATE CASCADE;

--
-- Name: household_members household_members_tenant_id_app_user_uuid_fkey; Type: FK CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.household_members
    ADD CONSTRAINT household_members_tenant_id_app_user_uuid_fkey FOREIGN KEY (tenant_id, app_user_uuid) REFERENCES entitlements.app_users(tenant_id, app_user_uuid);

--
-- Name: household_members household_members_tenant_id_household_id_fkey; Type: FK CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.household_members
    ADD CONSTRAINT household_members_tenant_id_household_id_fkey FOREIGN KEY (tenant_id, household_id) REFERENCES entitlements.households(tenant_id, household_id);

--
-- Name: household_owners household_owners_tenant_id_household_id_member_id_fkey; Type: FK CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.household_owners
    ADD CONSTRAINT household_owners_tenant_id_household_id_member_id_fkey FOREIGN KEY (tenant_id, household_id, member_id) REFERENCES entitlements.household_members(tenant_id, household_id, member_id);

--
-- Name: household_reviews household_reviews_tenant_id_household_id_fkey; Type: FK CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.household_reviews
    ADD CONSTRAINT household_reviews_tenant_id_household_id_fkey FOREIGN KEY (tenant_id, household_id) REFERENCES entitlements.households(tenant_id, household_id);

--
-- Name: household_rules household_rules_tenant_id_fkey; Type: FK CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.household_rules
    ADD CONSTRAINT household_rules_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES entitlements.tenants(tenant_id);

--
-- Name: households households_tenant_id_fkey; Type: FK CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.households
    ADD CONSTRAINT households_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES entitlements.tenants(tenant_id);

--
-- Name: idempotent_answers idempotent_answers_tenant_id_fkey; Type: FK CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.idempotent_answers
    ADD CONSTRAINT idempotent_answers_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES entitlements.tenants(tenant_id);

--
-- Name: limit_entitlements limit_entitlements_tenant_id_entitlement_id_fkey; Type: FK CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.limit_entitlements
    ADD CONSTRAINT limit_entitlements_tenant_id_entitlement_id_fkey FOREIGN KEY (tenant_id, entitlement_id) REFERENCES entitlements.entitlements(tenant_id, entitlement_id) ON DELETE CASCADE;

--
-- Name: limit_entitlements limit_entitlements_tenant_id_limit_id_fkey; Type: FK CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.limit_entitlements
    ADD CONSTRAINT limit_entitlements_tenant_id_limit_id_fkey FOREIGN KEY (tenant_id, limit_id) REFERENCES entitlements.limits(tenant_id, limit_id) ON DELETE CASCADE;

--
-- Name: limits limits_tenant_id_fkey; Type: FK CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.limits
    ADD CONSTRAINT limits_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES entitlements.tenants(tenant_id);

--
-- Name: merge_links merge_links_tenant_id_anonymous_app_user_id_fkey; Type: FK CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.merge_links
    ADD CONSTRAINT merge_links_tenant_id_anonymous_app_user_id_fkey FOREIGN KEY (tenant_id, anonymous_app_user_id) REFERENCES entitlements.app_user_ids(tenant_id, app_user_id) ON UPDATE CASCADE;

--
-- Name: merge_links merge_links_tenant_id_app_user_id_fkey; Type: FK CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.merge_links
    ADD CONSTRAINT merge_links_tenant_id_app_user_id_fkey FOREIGN KEY (tenant_id, app_user_id) REFERENCES entitlements.app_user_ids(tenant_id, app_user_id) ON UPDATE CASCADE;

--
-- Name: merge_links merge_links_tenant_id_merge_id_fkey; Type: FK CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.merge_links
    ADD CONSTRAINT merge_links_tenant_id_merge_id_fkey FOREIGN KEY (tenant_id, merge_id) REFERENCES entitlements.merges(tenant_id, merge_id);

--
-- Name: merge_tickets merge_tickets_tenant_id_anonymous_app_user_id_fkey; Type: FK CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.merge_tickets
    ADD CONSTRAINT merge_tickets_tenant_id_anonymous_app_user_id_fkey FOREIGN KEY (tenant_id, anonymous_app_user_id) REFERENCES entitlements.app_user_ids(tenant_id, app_user_id) ON UPDATE CASCADE;

--
-- Name: merges merges_tenant_id_anonymous_app_user_id_fkey; Type: FK CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.merges
    ADD CONSTRAINT merges_tenant_id_anonymous_app_user_id_fkey FOREIGN KEY (tenant_id, anonymous_app_user_id) REFERENCES entitlements.app_user_ids(tenant_id, app_user_id) ON UPDATE CASCADE;

--
-- Name: merges merges_tenant_id_app_user_id_fkey; Type: FK CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.merges
    ADD CONSTRAINT merges_tenant_id_app_user_id_fkey FOREIGN KEY (tenant_id, app_user_id) REFERENCES entitlements.app_user_ids(tenant_id, app_user_id) ON UPDATE CASCADE;

--
-- Name: orphans orphans_tenant_id_purchase_id_fkey; Type: FK CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.orphans
    ADD CONSTRAINT orphans_tenant_id_purchase_id_fkey FOREIGN KEY (tenant_id, purchase_id) REFERENCES entitlements.purchases(tenant_id, purchase_id);

--
-- Name: people_rules people_rules_tenant_id_fkey; Type: FK CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.people_rules
    ADD CONSTRAINT people_rules_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES entitlements.tenants(tenant_id);

--
-- Name: product_credits product_credits_tenant_id_product_id_fkey; Type: FK CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.product_credits
    ADD CONSTRAINT product_credits_tenant_id_product_id_fkey FOREIGN KEY (tenant_id, product_id) REFERENCES entitlements.products(tenant_id, product_id) ON DELETE CASCADE;

--
-- Name: product_entitlements product_entitlements_tenant_id_entitlement_id_fkey; Type: FK CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.product_entitlements
    ADD CONSTRAINT product_entitlements_tenant_id_entitlement_id_fkey FOREIGN KEY (tenant_id, entitlement_id) REFERENCES entitlements.entitlements(tenant_id, entitlement_id) ON DELETE CASCADE;

--
-- Name: product_entitlements product_entitlements_tenant_id_implied_by_fkey; Type: FK CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.product_entitlements
    ADD CONSTRAINT product_entitlements_tenant_id_implied_by_fkey FOREIGN KEY (tenant_id, implied_by) REFERENCES entitlements.entitlements(tenant_id, entitlement_id) ON DELETE CASCADE;

--
-- Name: product_entitlements product_entitlements_tenant_id_product_id_fkey; Type: FK CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.product_entitlements
    ADD CONSTRAINT product_entitlements_tenant_id_product_id_fkey FOREIGN KEY (tenant_id, product_id) REFERENCES entitlements.products(tenant_id, product_id) ON DELETE CASCADE;

--
-- Name: products products_tenant_id_fkey; Type: FK CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.products
    ADD CONSTRAINT products_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES entitlements.tenants(tenant_id);

--
-- Name: purchase_moves purchase_moves_tenant_id_app_user_id_fkey; Type: FK CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.purchase_moves
    ADD CONSTRAINT purchase_moves_tenant_id_app_user_id_fkey FOREIGN KEY (tenant_id, app_user_id) REFERENCES entitlements.app_user_ids(tenant_id, app_user_id) ON UPDATE CASCADE;

--
-- Name: purchase_moves purchase_moves_tenant_id_audit_id_fkey; Type: FK CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.purchase_moves
    ADD CONSTRAINT purchase_moves_tenant_id_audit_id_fkey FOREIGN KEY (tenant_id, audit_id) REFERENCES entitlements.audit_entries(tenant_id, audit_id);

--
-- Name: purchase_moves purchase_moves_tenant_id_purchase_id_fkey; Type: FK CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.purchase_moves
    ADD CONSTRAINT purchase_moves_tenant_id_purchase_id_fkey FOREIGN KEY (tenant_id, purchase_id) REFERENCES entitlements.purchases(tenant_id, purchase_id);

--
-- Name: purchases purchases_tenant_id_owner_app_user_id_fkey; Type: FK CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.purchases
    ADD CONSTRAINT purchases_tenant_id_owner_app_user_id_fkey FOREIGN KEY (tenant_id, owner_app_user_id) REFERENCES entitlements.app_user_ids(tenant_id, app_user_id) ON UPDATE CASCADE;

--
-- Name: purchases purchases_tenant_id_owner_uuid_fkey; Type: FK CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.purchases
    ADD CONSTRAINT purchases_tenant_id_owner_uuid_fkey FOREIGN KEY (tenant_id, owner_uuid) REFERENCES entitlements.app_users(tenant_id, app_user_uuid);

--
-- Name: purchases purchases_tenant_id_previous_owner_app_user_id_fkey; Type: FK CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.purchases
    ADD CONSTRAINT purchases_tenant_id_previous_owner_app_user_id_fkey FOREIGN KEY (tenant_id, previous_owner_app_user_id) REFERENCES entitlements.app_user_ids(tenant_id, app_user_id) ON UPDATE CASCADE;

--
-- Name: purchases purchases_tenant_id_previous_owner_uuid_fkey; Type: FK CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.purchases
    ADD CONSTRAINT purchases_tenant_id_previous_owner_uuid_fkey FOREIGN KEY (tenant_id, previous_owner_uuid) REFERENCES entitlements.app_users(tenant_id, app_user_uuid);

--
-- Name: reservations reservations_tenant_id_app_user_id_fkey; Type: FK CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.reservations
    ADD CONSTRAINT reservations_tenant_id_app_user_id_fkey FOREIGN KEY (tenant_id, app_user_id) REFERENCES entitlements.app_user_ids(tenant_id, app_user_id) ON UPDATE CASCADE;

--
-- Name: run_people run_people_tenant_id_run_id_fkey; Type: FK CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.run_people
    ADD CONSTRAINT run_people_tenant_id_run_id_fkey FOREIGN KEY (tenant_id, run_id) REFERENCES entitlements.runs(tenant_id, run_id);

--
-- Name: runs runs_tenant_id_app_user_id_fkey; Type: FK CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.runs
    ADD CONSTRAINT runs_tenant_id_app_user_id_fkey FOREIGN KEY (tenant_id, app_user_id) REFERENCES entitlements.app_user_ids(tenant_id, app_user_id) ON UPDATE CASCADE;

--
-- Name: runs runs_tenant_id_fkey; Type: FK CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.runs
    ADD CONSTRAINT runs_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES entitlements.tenants(tenant_id);

--
-- Name: snapshots snapshots_tenant_id_app_user_id_fkey; Type: FK CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.snapshots
    ADD CONSTRAINT snapshots_tenant_id_app_user_id_fkey FOREIGN KEY (tenant_id, app_user_id) REFERENCES entitlements.app_user_ids(tenant_id, app_user_id) ON UPDATE CASCADE;

--
-- Name: stale_answers stale_answers_tenant_id_app_user_uuid_fkey; Type: FK CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.stale_answers
    ADD CONSTRAINT stale_answers_tenant_id_app_user_uuid_fkey FOREIGN KEY (tenant_id, app_user_uuid) REFERENCES entitlements.app_users(tenant_id, app_user_uuid);

--
-- Name: stored_answers stored_answers_tenant_id_app_user_uuid_fkey; Type: FK CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.stored_answers
    ADD CONSTRAINT stored_answers_tenant_id_app_user_uuid_fkey FOREIGN KEY (tenant_id, app_user_uuid) REFERENCES entitlements.app_users(tenant_id, app_user_uuid);

--
-- Name: synced_household_members synced_household_members_tenant_id_household_id_id_fkey; Type: FK CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.synced_household_members
    ADD CONSTRAINT synced_household_members_tenant_id_household_id_id_fkey FOREIGN KEY (tenant_id, household_id, id) REFERENCES entitlements.household_members(tenant_id, household_id, member_id);

--
-- Name: synced_subscriptions synced_subscriptions_tenant_id_purchase_id_fkey; Type: FK CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.synced_subscriptions
    ADD CONSTRAINT synced_subscriptions_tenant_id_purchase_id_fkey FOREIGN KEY (tenant_id, purchase_id) REFERENCES entitlements.purchases(tenant_id, purchase_id);

--
-- Name: token_issuers token_issuers_tenant_id_fkey; Type: FK CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.token_issuers
    ADD CONSTRAINT token_issuers_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES entitlements.tenants(tenant_id);

--
-- Name: token_secrets token_secrets_tenant_id_issuer_fkey; Type: FK CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.token_secrets
    ADD CONSTRAINT token_secrets_tenant_id_issuer_fkey FOREIGN KEY (tenant_id, issuer) REFERENCES entitlements.token_issuers(tenant_id, issuer) ON DELETE CASCADE;

--
-- Name: transfer_sides transfer_sides_tenant_id_app_user_id_fkey; Type: FK CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.transfer_sides
    ADD CONSTRAINT transfer_sides_tenant_id_app_user_id_fkey FOREIGN KEY (tenant_id, app_user_id) REFERENCES entitlements.app_user_ids(tenant_id, app_user_id) ON UPDATE CASCADE;

--
-- Name: transfer_sides transfer_sides_tenant_id_evidence_id_fkey; Type: FK CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.transfer_sides
    ADD CONSTRAINT transfer_sides_tenant_id_evidence_id_fkey FOREIGN KEY (tenant_id, evidence_id) REFERENCES entitlements.evidence(tenant_id, evidence_id);

--
-- Name: upstreams upstreams_tenant_id_fkey; Type: FK CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.upstreams
    ADD CONSTRAINT upstreams_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES entitlements.tenants(tenant_id);

--
-- Name: usage usage_tenant_id_app_user_id_fkey; Type: FK CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.usage
    ADD CONSTRAINT usage_tenant_id_app_user_id_fkey FOREIGN KEY (tenant_id, app_user_id) REFERENCES entitlements.app_user_ids(tenant_id, app_user_id) ON UPDATE CASCADE;

--
-- Name: webhook_secrets webhook_secrets_tenant_id_fkey; Type: FK CONSTRAINT; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE ONLY entitlements.webhook_secrets
    ADD CONSTRAINT webhook_secrets_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES entitlements.tenants(tenant_id);

--
-- Name: admin_keys; Type: ROW SECURITY; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE entitlements.admin_keys ENABLE ROW LEVEL SECURITY;

--
-- Name: aliased_ids; Type: ROW SECURITY; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE entitlements.aliased_ids ENABLE ROW LEVEL SECURITY;

--
-- Name: api_keys; Type: ROW SECURITY; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE entitlements.api_keys ENABLE ROW LEVEL SECURITY;

--
-- Name: app_user_id_links; Type: ROW SECURITY; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE entitlements.app_user_id_links ENABLE ROW LEVEL SECURITY;

--
-- Name: app_user_ids; Type: ROW SECURITY; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE entitlements.app_user_ids ENABLE ROW LEVEL SECURITY;

--
-- Name: app_users; Type: ROW SECURITY; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE entitlements.app_users ENABLE ROW LEVEL SECURITY;

--
-- Name: audit_entries; Type: ROW SECURITY; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE entitlements.audit_entries ENABLE ROW LEVEL SECURITY;

--
-- Name: awaited_transactions; Type: ROW SECURITY; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE entitlements.awaited_transactions ENABLE ROW LEVEL SECURITY;

--
-- Name: claim_attempts; Type: ROW SECURITY; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE entitlements.claim_attempts ENABLE ROW LEVEL SECURITY;

--
-- Name: confirmations; Type: ROW SECURITY; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE entitlements.confirmations ENABLE ROW LEVEL SECURITY;

--
-- Name: credit_orders; Type: ROW SECURITY; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE entitlements.credit_orders ENABLE ROW LEVEL SECURITY;

--
-- Name: credit_spends; Type: ROW SECURITY; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE entitlements.credit_spends ENABLE ROW LEVEL SECURITY;

--
-- Name: device_secrets; Type: ROW SECURITY; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE entitlements.device_secrets ENABLE ROW LEVEL SECURITY;

--
-- Name: admin_keys door_rows; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY door_rows ON entitlements.admin_keys TO hearth_owner USING (true) WITH CHECK (true);

--
-- Name: drift; Type: ROW SECURITY; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE entitlements.drift ENABLE ROW LEVEL SECURITY;

--
-- Name: entitlement_implications; Type: ROW SECURITY; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE entitlements.entitlement_implications ENABLE ROW LEVEL SECURITY;

--
-- Name: entitlements; Type: ROW SECURITY; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE entitlements.entitlements ENABLE ROW LEVEL SECURITY;

--
-- Name: erasures; Type: ROW SECURITY; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE entitlements.erasures ENABLE ROW LEVEL SECURITY;

--
-- Name: evidence; Type: ROW SECURITY; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE entitlements.evidence ENABLE ROW LEVEL SECURITY;

--
-- Name: features; Type: ROW SECURITY; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE entitlements.features ENABLE ROW LEVEL SECURITY;

--
-- Name: household_invites; Type: ROW SECURITY; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE entitlements.household_invites ENABLE ROW LEVEL SECURITY;

--
-- Name: household_members; Type: ROW SECURITY; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE entitlements.household_members ENABLE ROW LEVEL SECURITY;

--
-- Name: household_owners; Type: ROW SECURITY; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE entitlements.household_owners ENABLE ROW LEVEL SECURITY;

--
-- Name: household_reviews; Type: ROW SECURITY; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE entitlements.household_reviews ENABLE ROW LEVEL SECURITY;

--
-- Name: household_rules; Type: ROW SECURITY; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE entitlements.household_rules ENABLE ROW LEVEL SECURITY;

--
-- Name: households; Type: ROW SECURITY; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE entitlements.households ENABLE ROW LEVEL SECURITY;

--
-- Name: idempotent_answers; Type: ROW SECURITY; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE entitlements.idempotent_answers ENABLE ROW LEVEL SECURITY;

--
-- Name: limit_entitlements; Type: ROW SECURITY; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE entitlements.limit_entitlements ENABLE ROW LEVEL SECURITY;

--
-- Name: limits; Type: ROW SECURITY; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE entitlements.limits ENABLE ROW LEVEL SECURITY;

--
-- Name: merge_links; Type: ROW SECURITY; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE entitlements.merge_links ENABLE ROW LEVEL SECURITY;

--
-- Name: merge_tickets; Type: ROW SECURITY; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE entitlements.merge_tickets ENABLE ROW LEVEL SECURITY;

--
-- Name: merges; Type: ROW SECURITY; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE entitlements.merges ENABLE ROW LEVEL SECURITY;

--
-- Name: orphans; Type: ROW SECURITY; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE entitlements.orphans ENABLE ROW LEVEL SECURITY;

--
-- Name: people_rules; Type: ROW SECURITY; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE entitlements.people_rules ENABLE ROW LEVEL SECURITY;

--
-- Name: product_credits; Type: ROW SECURITY; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE entitlements.product_credits ENABLE ROW LEVEL SECURITY;

--
-- Name: product_entitlements; Type: ROW SECURITY; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE entitlements.product_entitlements ENABLE ROW LEVEL SECURITY;

--
-- Name: products; Type: ROW SECURITY; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE entitlements.products ENABLE ROW LEVEL SECURITY;

--
-- Name: purchase_moves; Type: ROW SECURITY; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE entitlements.purchase_moves ENABLE ROW LEVEL SECURITY;

--
-- Name: purchases; Type: ROW SECURITY; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE entitlements.purchases ENABLE ROW LEVEL SECURITY;

--
-- Name: reservations; Type: ROW SECURITY; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE entitlements.reservations ENABLE ROW LEVEL SECURITY;

--
-- Name: run_people; Type: ROW SECURITY; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE entitlements.run_people ENABLE ROW LEVEL SECURITY;

--
-- Name: runs; Type: ROW SECURITY; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE entitlements.runs ENABLE ROW LEVEL SECURITY;

--
-- Name: snapshots; Type: ROW SECURITY; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE entitlements.snapshots ENABLE ROW LEVEL SECURITY;

--
-- Name: stale_answers; Type: ROW SECURITY; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE entitlements.stale_answers ENABLE ROW LEVEL SECURITY;

--
-- Name: stored_answers; Type: ROW SECURITY; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE entitlements.stored_answers ENABLE ROW LEVEL SECURITY;

--
-- Name: synced_household_members; Type: ROW SECURITY; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE entitlements.synced_household_members ENABLE ROW LEVEL SECURITY;

--
-- Name: synced_subscriptions; Type: ROW SECURITY; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE entitlements.synced_subscriptions ENABLE ROW LEVEL SECURITY;

--
-- Name: aliased_ids tenant_isolation; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_isolation ON entitlements.aliased_ids AS RESTRICTIVE USING ((tenant_id = entitlements.current_tenant_id())) WITH CHECK ((tenant_id = entitlements.current_tenant_id()));

--
-- Name: api_keys tenant_isolation; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_isolation ON entitlements.api_keys AS RESTRICTIVE TO hearth_server USING ((tenant_id = entitlements.current_tenant_id())) WITH CHECK ((tenant_id = entitlements.current_tenant_id()));

--
-- Name: app_user_id_links tenant_isolation; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_isolation ON entitlements.app_user_id_links AS RESTRICTIVE USING ((tenant_id = entitlements.current_tenant_id())) WITH CHECK ((tenant_id = entitlements.current_tenant_id()));

--
-- Name: app_user_ids tenant_isolation; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_isolation ON entitlements.app_user_ids AS RESTRICTIVE USING ((tenant_id = entitlements.current_tenant_id())) WITH CHECK ((tenant_id = entitlements.current_tenant_id()));

--
-- Name: app_users tenant_isolation; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_isolation ON entitlements.app_users AS RESTRICTIVE USING ((tenant_id = entitlements.current_tenant_id())) WITH CHECK ((tenant_id = entitlements.current_tenant_id()));

--
-- Name: audit_entries tenant_isolation; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_isolation ON entitlements.audit_entries AS RESTRICTIVE USING ((tenant_id = entitlements.current_tenant_id())) WITH CHECK ((tenant_id = entitlements.current_tenant_id()));

--
-- Name: awaited_transactions tenant_isolation; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_isolation ON entitlements.awaited_transactions AS RESTRICTIVE USING ((tenant_id = entitlements.current_tenant_id())) WITH CHECK ((tenant_id = entitlements.current_tenant_id()));

--
-- Name: claim_attempts tenant_isolation; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_isolation ON entitlements.claim_attempts AS RESTRICTIVE TO hearth_server USING ((tenant_id = entitlements.current_tenant_id())) WITH CHECK ((tenant_id = entitlements.current_tenant_id()));

--
-- Name: confirmations tenant_isolation; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_isolation ON entitlements.confirmations AS RESTRICTIVE TO hearth_server USING ((tenant_id = entitlements.current_tenant_id())) WITH CHECK ((tenant_id = entitlements.current_tenant_id()));

--
-- Name: credit_orders tenant_isolation; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_isolation ON entitlements.credit_orders AS RESTRICTIVE USING ((tenant_id = entitlements.current_tenant_id())) WITH CHECK ((tenant_id = entitlements.current_tenant_id()));

--
-- Name: credit_spends tenant_isolation; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_isolation ON entitlements.credit_spends AS RESTRICTIVE USING ((tenant_id = entitlements.current_tenant_id())) WITH CHECK ((tenant_id = entitlements.current_tenant_id()));

--
-- Name: device_secrets tenant_isolation; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_isolation ON entitlements.device_secrets AS RESTRICTIVE USING ((tenant_id = entitlements.current_tenant_id())) WITH CHECK ((tenant_id = entitlements.current_tenant_id()));

--
-- Name: drift tenant_isolation; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_isolation ON entitlements.drift AS RESTRICTIVE USING ((tenant_id = entitlements.current_tenant_id())) WITH CHECK ((tenant_id = entitlements.current_tenant_id()));

--
-- Name: entitlement_implications tenant_isolation; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_isolation ON entitlements.entitlement_implications AS RESTRICTIVE USING ((tenant_id = entitlements.current_tenant_id())) WITH CHECK ((tenant_id = entitlements.current_tenant_id()));

--
-- Name: entitlements tenant_isolation; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_isolation ON entitlements.entitlements AS RESTRICTIVE USING ((tenant_id = entitlements.current_tenant_id())) WITH CHECK ((tenant_id = entitlements.current_tenant_id()));

--
-- Name: erasures tenant_isolation; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_isolation ON entitlements.erasures AS RESTRICTIVE TO hearth_server USING ((tenant_id = entitlements.current_tenant_id())) WITH CHECK ((tenant_id = entitlements.current_tenant_id()));

--
-- Name: evidence tenant_isolation; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_isolation ON entitlements.evidence AS RESTRICTIVE USING ((tenant_id = entitlements.current_tenant_id())) WITH CHECK ((tenant_id = entitlements.current_tenant_id()));

--
-- Name: features tenant_isolation; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_isolation ON entitlements.features AS RESTRICTIVE USING ((tenant_id = entitlements.current_tenant_id())) WITH CHECK ((tenant_id = entitlements.current_tenant_id()));

--
-- Name: household_invites tenant_isolation; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_isolation ON entitlements.household_invites AS RESTRICTIVE USING ((tenant_id = entitlements.current_tenant_id())) WITH CHECK ((tenant_id = entitlements.current_tenant_id()));

--
-- Name: household_members tenant_isolation; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_isolation ON entitlements.household_members AS RESTRICTIVE USING ((tenant_id = entitlements.current_tenant_id())) WITH CHECK ((tenant_id = entitlements.current_tenant_id()));

--
-- Name: household_owners tenant_isolation; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_isolation ON entitlements.household_owners AS RESTRICTIVE USING ((tenant_id = entitlements.current_tenant_id())) WITH CHECK ((tenant_id = entitlements.current_tenant_id()));

--
-- Name: household_reviews tenant_isolation; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_isolation ON entitlements.household_reviews AS RESTRICTIVE TO hearth_server USING ((tenant_id = entitlements.current_tenant_id())) WITH CHECK ((tenant_id = entitlements.current_tenant_id()));

--
-- Name: household_rules tenant_isolation; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_isolation ON entitlements.household_rules AS RESTRICTIVE USING ((tenant_id = entitlements.current_tenant_id())) WITH CHECK ((tenant_id = entitlements.current_tenant_id()));

--
-- Name: households tenant_isolation; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_isolation ON entitlements.households AS RESTRICTIVE USING ((tenant_id = entitlements.current_tenant_id())) WITH CHECK ((tenant_id = entitlements.current_tenant_id()));

--
-- Name: idempotent_answers tenant_isolation; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_isolation ON entitlements.idempotent_answers AS RESTRICTIVE TO hearth_server USING ((tenant_id = entitlements.current_tenant_id())) WITH CHECK ((tenant_id = entitlements.current_tenant_id()));

--
-- Name: limit_entitlements tenant_isolation; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_isolation ON entitlements.limit_entitlements AS RESTRICTIVE USING ((tenant_id = entitlements.current_tenant_id())) WITH CHECK ((tenant_id = entitlements.current_tenant_id()));

--
-- Name: limits tenant_isolation; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_isolation ON entitlements.limits AS RESTRICTIVE USING ((tenant_id = entitlements.current_tenant_id())) WITH CHECK ((tenant_id = entitlements.current_tenant_id()));

--
-- Name: merge_links tenant_isolation; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_isolation ON entitlements.merge_links AS RESTRICTIVE USING ((tenant_id = entitlements.current_tenant_id())) WITH CHECK ((tenant_id = entitlements.current_tenant_id()));

--
-- Name: merge_tickets tenant_isolation; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_isolation ON entitlements.merge_tickets AS RESTRICTIVE TO hearth_server USING ((tenant_id = entitlements.current_tenant_id())) WITH CHECK ((tenant_id = entitlements.current_tenant_id()));

--
-- Name: merges tenant_isolation; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_isolation ON entitlements.merges AS RESTRICTIVE USING ((tenant_id = entitlements.current_tenant_id())) WITH CHECK ((tenant_id = entitlements.current_tenant_id()));

--
-- Name: orphans tenant_isolation; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_isolation ON entitlements.orphans AS RESTRICTIVE USING ((tenant_id = entitlements.current_tenant_id())) WITH CHECK ((tenant_id = entitlements.current_tenant_id()));

--
-- Name: people_rules tenant_isolation; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_isolation ON entitlements.people_rules AS RESTRICTIVE USING ((tenant_id = entitlements.current_tenant_id())) WITH CHECK ((tenant_id = entitlements.current_tenant_id()));

--
-- Name: product_credits tenant_isolation; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_isolation ON entitlements.product_credits AS RESTRICTIVE USING ((tenant_id = entitlements.current_tenant_id())) WITH CHECK ((tenant_id = entitlements.current_tenant_id()));

--
-- Name: product_entitlements tenant_isolation; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_isolation ON entitlements.product_entitlements AS RESTRICTIVE USING ((tenant_id = entitlements.current_tenant_id())) WITH CHECK ((tenant_id = entitlements.current_tenant_id()));

--
-- Name: products tenant_isolation; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_isolation ON entitlements.products AS RESTRICTIVE USING ((tenant_id = entitlements.current_tenant_id())) WITH CHECK ((tenant_id = entitlements.current_tenant_id()));

--
-- Name: purchase_moves tenant_isolation; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_isolation ON entitlements.purchase_moves AS RESTRICTIVE USING ((tenant_id = entitlements.current_tenant_id())) WITH CHECK ((tenant_id = entitlements.current_tenant_id()));

--
-- Name: purchases tenant_isolation; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_isolation ON entitlements.purchases AS RESTRICTIVE USING ((tenant_id = entitlements.current_tenant_id())) WITH CHECK ((tenant_id = entitlements.current_tenant_id()));

--
-- Name: reservations tenant_isolation; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_isolation ON entitlements.reservations AS RESTRICTIVE TO hearth_server USING ((tenant_id = entitlements.current_tenant_id())) WITH CHECK ((tenant_id = entitlements.current_tenant_id()));

--
-- Name: run_people tenant_isolation; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_isolation ON entitlements.run_people AS RESTRICTIVE TO hearth_server USING ((tenant_id = entitlements.current_tenant_id())) WITH CHECK ((tenant_id = entitlements.current_tenant_id()));

--
-- Name: runs tenant_isolation; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_isolation ON entitlements.runs AS RESTRICTIVE TO hearth_server USING ((tenant_id = entitlements.current_tenant_id())) WITH CHECK ((tenant_id = entitlements.current_tenant_id()));

--
-- Name: snapshots tenant_isolation; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_isolation ON entitlements.snapshots AS RESTRICTIVE USING ((tenant_id = entitlements.current_tenant_id())) WITH CHECK ((tenant_id = entitlements.current_tenant_id()));

--
-- Name: stale_answers tenant_isolation; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_isolation ON entitlements.stale_answers AS RESTRICTIVE USING ((tenant_id = entitlements.current_tenant_id())) WITH CHECK ((tenant_id = entitlements.current_tenant_id()));

--
-- Name: stored_answers tenant_isolation; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_isolation ON entitlements.stored_answers AS RESTRICTIVE USING ((tenant_id = entitlements.current_tenant_id())) WITH CHECK ((tenant_id = entitlements.current_tenant_id()));

--
-- Name: synced_household_members tenant_isolation; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_isolation ON entitlements.synced_household_members AS RESTRICTIVE USING ((tenant_id = entitlements.current_tenant_id())) WITH CHECK ((tenant_id = entitlements.current_tenant_id()));

--
-- Name: synced_subscriptions tenant_isolation; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_isolation ON entitlements.synced_subscriptions AS RESTRICTIVE USING ((tenant_id = entitlements.current_tenant_id())) WITH CHECK ((tenant_id = entitlements.current_tenant_id()));

--
-- Name: tenants tenant_isolation; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_isolation ON entitlements.tenants AS RESTRICTIVE TO hearth_server USING ((tenant_id = entitlements.current_tenant_id())) WITH CHECK ((tenant_id = entitlements.current_tenant_id()));

--
-- Name: token_issuers tenant_isolation; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_isolation ON entitlements.token_issuers AS RESTRICTIVE USING ((tenant_id = entitlements.current_tenant_id())) WITH CHECK ((tenant_id = entitlements.current_tenant_id()));

--
-- Name: token_secrets tenant_isolation; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_isolation ON entitlements.token_secrets AS RESTRICTIVE USING ((tenant_id = entitlements.current_tenant_id())) WITH CHECK ((tenant_id = entitlements.current_tenant_id()));

--
-- Name: transfer_sides tenant_isolation; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_isolation ON entitlements.transfer_sides AS RESTRICTIVE USING ((tenant_id = entitlements.current_tenant_id())) WITH CHECK ((tenant_id = entitlements.current_tenant_id()));

--
-- Name: upstreams tenant_isolation; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_isolation ON entitlements.upstreams AS RESTRICTIVE TO hearth_server USING ((tenant_id = entitlements.current_tenant_id())) WITH CHECK ((tenant_id = entitlements.current_tenant_id()));

--
-- Name: usage tenant_isolation; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_isolation ON entitlements.usage AS RESTRICTIVE USING ((tenant_id = entitlements.current_tenant_id())) WITH CHECK ((tenant_id = entitlements.current_tenant_id()));

--
-- Name: webhook_events tenant_isolation; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_isolation ON entitlements.webhook_events AS RESTRICTIVE TO hearth_server USING ((tenant_id = entitlements.current_tenant_id())) WITH CHECK ((tenant_id = entitlements.current_tenant_id()));

--
-- Name: webhook_secrets tenant_isolation; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_isolation ON entitlements.webhook_secrets AS RESTRICTIVE USING ((tenant_id = entitlements.current_tenant_id())) WITH CHECK ((tenant_id = entitlements.current_tenant_id()));

--
-- Name: aliased_ids tenant_rows; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_rows ON entitlements.aliased_ids TO hearth_owner, hearth_server USING (true) WITH CHECK (true);

--
-- Name: api_keys tenant_rows; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_rows ON entitlements.api_keys TO hearth_owner, hearth_server USING (true) WITH CHECK (true);

--
-- Name: app_user_id_links tenant_rows; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_rows ON entitlements.app_user_id_links TO hearth_owner, hearth_server USING (true) WITH CHECK (true);

--
-- Name: app_user_ids tenant_rows; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_rows ON entitlements.app_user_ids TO hearth_owner, hearth_server USING (true) WITH CHECK (true);

--
-- Name: app_users tenant_rows; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_rows ON entitlements.app_users TO hearth_owner, hearth_server USING (true) WITH CHECK (true);

--
-- Name: audit_entries tenant_rows; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_rows ON entitlements.audit_entries TO hearth_owner, hearth_server USING (true) WITH CHECK (true);

--
-- Name: awaited_transactions tenant_rows; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_rows ON entitlements.awaited_transactions TO hearth_owner, hearth_server USING (true) WITH CHECK (true);

--
-- Name: claim_attempts tenant_rows; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_rows ON entitlements.claim_attempts TO hearth_owner, hearth_server USING (true) WITH CHECK (true);

--
-- Name: confirmations tenant_rows; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_rows ON entitlements.confirmations TO hearth_owner, hearth_server USING (true) WITH CHECK (true);

--
-- Name: credit_orders tenant_rows; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_rows ON entitlements.credit_orders TO hearth_owner, hearth_server USING (true) WITH CHECK (true);

--
-- Name: credit_spends tenant_rows; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_rows ON entitlements.credit_spends TO hearth_owner, hearth_server USING (true) WITH CHECK (true);

--
-- Name: device_secrets tenant_rows; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_rows ON entitlements.device_secrets TO hearth_owner, hearth_server USING (true) WITH CHECK (true);

--
-- Name: drift tenant_rows; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_rows ON entitlements.drift TO hearth_owner, hearth_server USING (true) WITH CHECK (true);

--
-- Name: entitlement_implications tenant_rows; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_rows ON entitlements.entitlement_implications TO hearth_owner, hearth_server USING (true) WITH CHECK (true);

--
-- Name: entitlements tenant_rows; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_rows ON entitlements.entitlements TO hearth_owner, hearth_server USING (true) WITH CHECK (true);

--
-- Name: erasures tenant_rows; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_rows ON entitlements.erasures TO hearth_owner, hearth_server USING (true) WITH CHECK (true);

--
-- Name: evidence tenant_rows; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_rows ON entitlements.evidence TO hearth_owner, hearth_server USING (true) WITH CHECK (true);

--
-- Name: features tenant_rows; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_rows ON entitlements.features TO hearth_owner, hearth_server USING (true) WITH CHECK (true);

--
-- Name: household_invites tenant_rows; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_rows ON entitlements.household_invites TO hearth_owner, hearth_server USING (true) WITH CHECK (true);

--
-- Name: household_members tenant_rows; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_rows ON entitlements.household_members TO hearth_owner, hearth_server USING (true) WITH CHECK (true);

--
-- Name: household_owners tenant_rows; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_rows ON entitlements.household_owners TO hearth_owner, hearth_server USING (true) WITH CHECK (true);

--
-- Name: household_reviews tenant_rows; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_rows ON entitlements.household_reviews TO hearth_owner, hearth_server USING (true) WITH CHECK (true);

--
-- Name: household_rules tenant_rows; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_rows ON entitlements.household_rules TO hearth_owner, hearth_server USING (true) WITH CHECK (true);

--
-- Name: households tenant_rows; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_rows ON entitlements.households TO hearth_owner, hearth_server USING (true) WITH CHECK (true);

--
-- Name: idempotent_answers tenant_rows; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_rows ON entitlements.idempotent_answers TO hearth_owner, hearth_server USING (true) WITH CHECK (true);

--
-- Name: limit_entitlements tenant_rows; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_rows ON entitlements.limit_entitlements TO hearth_owner, hearth_server USING (true) WITH CHECK (true);

--
-- Name: limits tenant_rows; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_rows ON entitlements.limits TO hearth_owner, hearth_server USING (true) WITH CHECK (true);

--
-- Name: merge_links tenant_rows; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_rows ON entitlements.merge_links TO hearth_owner, hearth_server USING (true) WITH CHECK (true);

--
-- Name: merge_tickets tenant_rows; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_rows ON entitlements.merge_tickets TO hearth_owner, hearth_server USING (true) WITH CHECK (true);

--
-- Name: merges tenant_rows; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_rows ON entitlements.merges TO hearth_owner, hearth_server USING (true) WITH CHECK (true);

--
-- Name: orphans tenant_rows; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_rows ON entitlements.orphans TO hearth_owner, hearth_server USING (true) WITH CHECK (true);

--
-- Name: people_rules tenant_rows; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_rows ON entitlements.people_rules TO hearth_owner, hearth_server USING (true) WITH CHECK (true);

--
-- Name: product_credits tenant_rows; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_rows ON entitlements.product_credits TO hearth_owner, hearth_server USING (true) WITH CHECK (true);

--
-- Name: product_entitlements tenant_rows; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_rows ON entitlements.product_entitlements TO hearth_owner, hearth_server USING (true) WITH CHECK (true);

--
-- Name: products tenant_rows; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_rows ON entitlements.products TO hearth_owner, hearth_server USING (true) WITH CHECK (true);

--
-- Name: purchase_moves tenant_rows; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_rows ON entitlements.purchase_moves TO hearth_owner, hearth_server USING (true) WITH CHECK (true);

--
-- Name: purchases tenant_rows; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_rows ON entitlements.purchases TO hearth_owner, hearth_server USING (true) WITH CHECK (true);

--
-- Name: reservations tenant_rows; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_rows ON entitlements.reservations TO hearth_owner, hearth_server USING (true) WITH CHECK (true);

--
-- Name: run_people tenant_rows; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_rows ON entitlements.run_people TO hearth_owner, hearth_server USING (true) WITH CHECK (true);

--
-- Name: runs tenant_rows; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_rows ON entitlements.runs TO hearth_owner, hearth_server USING (true) WITH CHECK (true);

--
-- Name: snapshots tenant_rows; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_rows ON entitlements.snapshots TO hearth_owner, hearth_server USING (true) WITH CHECK (true);

--
-- Name: stale_answers tenant_rows; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_rows ON entitlements.stale_answers TO hearth_owner, hearth_server USING (true) WITH CHECK (true);

--
-- Name: stored_answers tenant_rows; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_rows ON entitlements.stored_answers TO hearth_owner, hearth_server USING (true) WITH CHECK (true);

--
-- Name: synced_household_members tenant_rows; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_rows ON entitlements.synced_household_members TO hearth_owner, hearth_server USING (true) WITH CHECK (true);

--
-- Name: synced_subscriptions tenant_rows; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_rows ON entitlements.synced_subscriptions TO hearth_owner, hearth_server USING (true) WITH CHECK (true);

--
-- Name: tenants tenant_rows; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_rows ON entitlements.tenants TO hearth_owner, hearth_server USING (true) WITH CHECK (true);

--
-- Name: token_issuers tenant_rows; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_rows ON entitlements.token_issuers TO hearth_owner, hearth_server USING (true) WITH CHECK (true);

--
-- Name: token_secrets tenant_rows; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_rows ON entitlements.token_secrets TO hearth_owner, hearth_server USING (true) WITH CHECK (true);

--
-- Name: transfer_sides tenant_rows; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_rows ON entitlements.transfer_sides TO hearth_owner, hearth_server USING (true) WITH CHECK (true);

--
-- Name: upstreams tenant_rows; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_rows ON entitlements.upstreams TO hearth_owner, hearth_server USING (true) WITH CHECK (true);

--
-- Name: usage tenant_rows; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_rows ON entitlements.usage TO hearth_owner, hearth_server USING (true) WITH CHECK (true);

--
-- Name: webhook_events tenant_rows; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_rows ON entitlements.webhook_events TO hearth_owner, hearth_server USING (true) WITH CHECK (true);

--
-- Name: webhook_secrets tenant_rows; Type: POLICY; Schema: entitlements; Owner: hearth_owner
--

CREATE POLICY tenant_rows ON entitlements.webhook_secrets TO hearth_owner, hearth_server USING (true) WITH CHECK (true);

--
-- Name: tenants; Type: ROW SECURITY; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE entitlements.tenants ENABLE ROW LEVEL SECURITY;

--
-- Name: token_issuers; Type: ROW SECURITY; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE entitlements.token_issuers ENABLE ROW LEVEL SECURITY;

--
-- Name: token_secrets; Type: ROW SECURITY; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE entitlements.token_secrets ENABLE ROW LEVEL SECURITY;

--
-- Name: transfer_sides; Type: ROW SECURITY; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE entitlements.transfer_sides ENABLE ROW LEVEL SECURITY;

--
-- Name: upstreams; Type: ROW SECURITY; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE entitlements.upstreams ENABLE ROW LEVEL SECURITY;

--
-- Name: usage; Type: ROW SECURITY; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE entitlements.usage ENABLE ROW LEVEL SECURITY;

--
-- Name: webhook_events; Type: ROW SECURITY; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE entitlements.webhook_events ENABLE ROW LEVEL SECURITY;

--
-- Name: webhook_secrets; Type: ROW SECURITY; Schema: entitlements; Owner: hearth_owner
--

ALTER TABLE entitlements.webhook_secrets ENABLE ROW LEVEL SECURITY;

--
-- Name: SCHEMA api; Type: ACL; Schema: -; Owner: hearth_owner
--

GRANT USAGE ON SCHEMA api TO hearth_server;

--
-- Name: SCHEMA entitlements; Type: ACL; Schema: -; Owner: hearth_owner
--

GRANT USAGE ON SCHEMA entitlements TO hearth_server;

--
-- Name: TABLE drift; Type: ACL; Schema: entitlements; Owner: hearth_owner
--

GRANT SELECT,INSERT ON TABLE entitlements.drift TO hearth_server;

--
-- Name: FUNCTION accept_proof(anonymous_app_user_id text, app_user_id text, proof text, digest bytea, as_of timestamp with time zone); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.accept_proof(anonymous_app_user_id text, app_user_id text, proof text, digest bytea, as_of timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION api.accept_proof(anonymous_app_user_id text, app_user_id text, proof text, digest bytea, as_of timestamp with time zone) TO hearth_server;

--
-- Name: FUNCTION active_answers(app_user_ids text[], as_of timestamp with time zone); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.active_answers(app_user_ids text[], as_of timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION api.active_answers(app_user_ids text[], as_of timestamp with time zone) TO hearth_server;

--
-- Name: FUNCTION add_app_user_ids(app_user_ids text[]); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.add_app_user_ids(app_user_ids text[]) FROM PUBLIC;
GRANT ALL ON FUNCTION api.add_app_user_ids(app_user_ids text[]) TO hearth_server;

--
-- Name: FUNCTION add_audit_entry(action text, actor text, reason text, app_user_ids text[], before jsonb, after jsonb, as_of timestamp with time zone); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.add_audit_entry(action text, actor text, reason text, app_user_ids text[], before jsonb, after jsonb, as_of timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION api.add_audit_entry(action text, actor text, reason text, app_user_ids text[], before jsonb, after jsonb, as_of timestamp with time zone) TO hearth_server;

--
-- Name: FUNCTION evidence_rank(kind text); Type: ACL; Schema: entitlements; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION entitlements.evidence_rank(kind text) FROM PUBLIC;
GRANT ALL ON FUNCTION entitlements.evidence_rank(kind text) TO hearth_server;

--
-- Name: TABLE evidence; Type: ACL; Schema: entitlements; Owner: hearth_owner
--

GRANT SELECT,INSERT ON TABLE entitlements.evidence TO hearth_server;

--
-- Name: FUNCTION add_evidence(tolds entitlements.evidence[], purchase_ids uuid[]); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.add_evidence(tolds entitlements.evidence[], purchase_ids uuid[]) FROM PUBLIC;
GRANT ALL ON FUNCTION api.add_evidence(tolds entitlements.evidence[], purchase_ids uuid[]) TO hearth_server;

--
-- Name: FUNCTION add_listed_page(run_id uuid, page text, app_user_ids text[], next_page text, failure text, as_of timestamp with time zone); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.add_listed_page(run_id uuid, page text, app_user_ids text[], next_page text, failure text, as_of timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION api.add_listed_page(run_id uuid, page text, app_user_ids text[], next_page text, failure text, as_of timestamp with time zone) TO hearth_server;

--
-- Name: FUNCTION add_move_entries(audit_id uuid, purchase_ids uuid[], app_user_id text, as_of timestamp with time zone); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.add_move_entries(audit_id uuid, purchase_ids uuid[], app_user_id text, as_of timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION api.add_move_entries(audit_id uuid, purchase_ids uuid[], app_user_id text, as_of timestamp with time zone) TO hearth_server;

--
-- Name: TABLE snapshots; Type: ACL; Schema: entitlements; Owner: hearth_owner
--

GRANT SELECT,INSERT ON TABLE entitlements.snapshots TO hearth_server;

--
-- Name: COLUMN snapshots.has_drift; Type: ACL; Schema: entitlements; Owner: hearth_owner
--

GRANT UPDATE(has_drift) ON TABLE entitlements.snapshots TO hearth_server;

--
-- Name: FUNCTION add_readings(readings entitlements.snapshots[], snapshots jsonb[]); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.add_readings(readings entitlements.snapshots[], snapshots jsonb[]) FROM PUBLIC;
GRANT ALL ON FUNCTION api.add_readings(readings entitlements.snapshots[], snapshots jsonb[]) TO hearth_server;

--
-- Name: TABLE reservations; Type: ACL; Schema: entitlements; Owner: hearth_owner
--

GRANT SELECT,INSERT,UPDATE ON TABLE entitlements.reservations TO hearth_server;

--
-- Name: FUNCTION add_reservations(taken entitlements.reservations[]); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.add_reservations(taken entitlements.reservations[]) FROM PUBLIC;
GRANT ALL ON FUNCTION api.add_reservations(taken entitlements.reservations[]) TO hearth_server;

--
-- Name: FUNCTION add_snapshots(snapshots jsonb[], received_at timestamp with time zone, dry_run boolean, run_id uuid); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.add_snapshots(snapshots jsonb[], received_at timestamp with time zone, dry_run boolean, run_id uuid) FROM PUBLIC;
GRANT ALL ON FUNCTION api.add_snapshots(snapshots jsonb[], received_at timestamp with time zone, dry_run boolean, run_id uuid) TO hearth_server;

--
-- Name: FUNCTION add_usage(taken entitlements.reservations[]); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.add_usage(taken entitlements.reservations[]) FROM PUBLIC;
GRANT ALL ON FUNCTION api.add_usage(taken entitlements.reservations[]) TO hearth_server;

--
-- Name: FUNCTION adopt_snapshot_purchase(told entitlements.evidence, chain_id text, app_user_ids text[]); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.adopt_snapshot_purchase(told entitlements.evidence, chain_id text, app_user_ids text[]) FROM PUBLIC;
GRANT ALL ON FUNCTION api.adopt_snapshot_purchase(told entitlements.evidence, chain_id text, app_user_ids text[]) TO hearth_server;

--
-- Name: TABLE purchases; Type: ACL; Schema: entitlements; Owner: hearth_owner
--

GRANT SELECT,INSERT,UPDATE ON TABLE entitlements.purchases TO hearth_server;

--
-- Name: FUNCTION past_purchases(app_user_uuid uuid, environment text, as_of timestamp with time zone); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.past_purchases(app_user_uuid uuid, environment text, as_of timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION api.past_purchases(app_user_uuid uuid, environment text, as_of timestamp with time zone) TO hearth_server;

--
-- Name: FUNCTION current_tenant_id(); Type: ACL; Schema: entitlements; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION entitlements.current_tenant_id() FROM PUBLIC;
GRANT ALL ON FUNCTION entitlements.current_tenant_id() TO hearth_server;

--
-- Name: FUNCTION owned_purchases(app_user_uuids uuid[], environment text, as_of timestamp with time zone); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.owned_purchases(app_user_uuids uuid[], environment text, as_of timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION api.owned_purchases(app_user_uuids uuid[], environment text, as_of timestamp with time zone) TO hearth_server;

--
-- Name: TABLE aliased_ids; Type: ACL; Schema: entitlements; Owner: hearth_owner
--

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE entitlements.aliased_ids TO hearth_server;

--
-- Name: TABLE app_user_ids; Type: ACL; Schema: entitlements; Owner: hearth_owner
--

GRANT SELECT,INSERT,UPDATE ON TABLE entitlements.app_user_ids TO hearth_server;

--
-- Name: TABLE people_rules; Type: ACL; Schema: entitlements; Owner: hearth_owner
--

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE entitlements.people_rules TO hearth_server;

--
-- Name: FUNCTION aliased_purchases(app_user_uuids uuid[], environment text, as_of timestamp with time zone); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.aliased_purchases(app_user_uuids uuid[], environment text, as_of timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION api.aliased_purchases(app_user_uuids uuid[], environment text, as_of timestamp with time zone) TO hearth_server;

--
-- Name: FUNCTION all_changes(one entitlements.changes, other entitlements.changes); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.all_changes(one entitlements.changes, other entitlements.changes) FROM PUBLIC;
GRANT ALL ON FUNCTION api.all_changes(one entitlements.changes, other entitlements.changes) TO hearth_server;

--
-- Name: FUNCTION allowed_seat(household_id uuid, app_user_uuid uuid, as_of timestamp with time zone, ignore_cooldown boolean, OUT seat integer, OUT seats integer); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.allowed_seat(household_id uuid, app_user_uuid uuid, as_of timestamp with time zone, ignore_cooldown boolean, OUT seat integer, OUT seats integer) FROM PUBLIC;
GRANT ALL ON FUNCTION api.allowed_seat(household_id uuid, app_user_uuid uuid, as_of timestamp with time zone, ignore_cooldown boolean, OUT seat integer, OUT seats integer) TO hearth_server;

--
-- Name: FUNCTION ended_reason(status_after_end text, end_reason text); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.ended_reason(status_after_end text, end_reason text) FROM PUBLIC;
GRANT ALL ON FUNCTION api.ended_reason(status_after_end text, end_reason text) TO hearth_server;

--
-- Name: FUNCTION promotional_entitlement_ids(product_id text); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.promotional_entitlement_ids(product_id text) FROM PUBLIC;
GRANT ALL ON FUNCTION api.promotional_entitlement_ids(product_id text) TO hearth_server;

--
-- Name: FUNCTION with_implied(entitlement_ids text[]); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.with_implied(entitlement_ids text[]) FROM PUBLIC;
GRANT ALL ON FUNCTION api.with_implied(entitlement_ids text[]) TO hearth_server;

--
-- Name: TABLE product_entitlements; Type: ACL; Schema: entitlements; Owner: hearth_owner
--

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE entitlements.product_entitlements TO hearth_server;

--
-- Name: TABLE products; Type: ACL; Schema: entitlements; Owner: hearth_owner
--

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE entitlements.products TO hearth_server;

--
-- Name: FUNCTION granted_entitlements(product_id text, entitlement_ids text[]); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.granted_entitlements(product_id text, entitlement_ids text[]) FROM PUBLIC;
GRANT ALL ON FUNCTION api.granted_entitlements(product_id text, entitlement_ids text[]) TO hearth_server;

--
-- Name: FUNCTION lost_purchases(app_user_uuids uuid[], environment text, as_of timestamp with time zone); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.lost_purchases(app_user_uuids uuid[], environment text, as_of timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION api.lost_purchases(app_user_uuids uuid[], environment text, as_of timestamp with time zone) TO hearth_server;

--
-- Name: FUNCTION past_shared_purchases(of_household_id uuid, environment text, as_of timestamp with time zone); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.past_shared_purchases(of_household_id uuid, environment text, as_of timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION api.past_shared_purchases(of_household_id uuid, environment text, as_of timestamp with time zone) TO hearth_server;

--
-- Name: TABLE household_members; Type: ACL; Schema: entitlements; Owner: hearth_owner
--

GRANT SELECT,INSERT,UPDATE ON TABLE entitlements.household_members TO hearth_server;

--
-- Name: TABLE household_owners; Type: ACL; Schema: entitlements; Owner: hearth_owner
--

GRANT SELECT,INSERT,UPDATE ON TABLE entitlements.household_owners TO hearth_server;

--
-- Name: TABLE household_rules; Type: ACL; Schema: entitlements; Owner: hearth_owner
--

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE entitlements.household_rules TO hearth_server;

--
-- Name: FUNCTION shared_purchases(household_ids uuid[], environment text, as_of timestamp with time zone); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.shared_purchases(household_ids uuid[], environment text, as_of timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION api.shared_purchases(household_ids uuid[], environment text, as_of timestamp with time zone) TO hearth_server;

--
-- Name: FUNCTION usable_purchases(app_user_uuids uuid[], environment text, as_of timestamp with time zone); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.usable_purchases(app_user_uuids uuid[], environment text, as_of timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION api.usable_purchases(app_user_uuids uuid[], environment text, as_of timestamp with time zone) TO hearth_server;

--
-- Name: TABLE entitlements; Type: ACL; Schema: entitlements; Owner: hearth_owner
--

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE entitlements.entitlements TO hearth_server;

--
-- Name: FUNCTION answered_entitlements(app_user_uuids uuid[], environment text, as_of timestamp with time zone); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.answered_entitlements(app_user_uuids uuid[], environment text, as_of timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION api.answered_entitlements(app_user_uuids uuid[], environment text, as_of timestamp with time zone) TO hearth_server;

--
-- Name: FUNCTION apply_catalog(definition jsonb); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.apply_catalog(definition jsonb) FROM PUBLIC;
GRANT ALL ON FUNCTION api.apply_catalog(definition jsonb) TO hearth_server;

--
-- Name: FUNCTION apply_events(event_ids text[], facts jsonb[], received_at timestamp with time zone[]); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.apply_events(event_ids text[], facts jsonb[], received_at timestamp with time zone[]) FROM PUBLIC;
GRANT ALL ON FUNCTION api.apply_events(event_ids text[], facts jsonb[], received_at timestamp with time zone[]) TO hearth_server;

--
-- Name: FUNCTION apply_household_rules(definition jsonb); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.apply_household_rules(definition jsonb) FROM PUBLIC;
GRANT ALL ON FUNCTION api.apply_household_rules(definition jsonb) TO hearth_server;

--
-- Name: FUNCTION apply_limits(definition jsonb); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.apply_limits(definition jsonb) FROM PUBLIC;
GRANT ALL ON FUNCTION api.apply_limits(definition jsonb) TO hearth_server;

--
-- Name: TABLE merges; Type: ACL; Schema: entitlements; Owner: hearth_owner
--

GRANT SELECT,INSERT,UPDATE ON TABLE entitlements.merges TO hearth_server;

--
-- Name: FUNCTION apply_merge(merge entitlements.merges); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.apply_merge(merge entitlements.merges) FROM PUBLIC;
GRANT ALL ON FUNCTION api.apply_merge(merge entitlements.merges) TO hearth_server;

--
-- Name: FUNCTION apply_people_rules(definition jsonb); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.apply_people_rules(definition jsonb) FROM PUBLIC;
GRANT ALL ON FUNCTION api.apply_people_rules(definition jsonb) TO hearth_server;

--
-- Name: FUNCTION apply_snapshots(snapshots jsonb[], received_at timestamp with time zone, dry_run boolean, run_id uuid); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.apply_snapshots(snapshots jsonb[], received_at timestamp with time zone, dry_run boolean, run_id uuid) FROM PUBLIC;
GRANT ALL ON FUNCTION api.apply_snapshots(snapshots jsonb[], received_at timestamp with time zone, dry_run boolean, run_id uuid) TO hearth_server;

--
-- Name: FUNCTION apply_tenant(slug text, definition jsonb); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.apply_tenant(slug text, definition jsonb) FROM PUBLIC;
GRANT ALL ON FUNCTION api.apply_tenant(slug text, definition jsonb) TO hearth_server;

--
-- Name: FUNCTION apply_token_issuers(definition jsonb); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.apply_token_issuers(definition jsonb) FROM PUBLIC;
GRANT ALL ON FUNCTION api.apply_token_issuers(definition jsonb) TO hearth_server;

--
-- Name: FUNCTION apply_transfer(told entitlements.evidence, transferred_from text[], transferred_to text[]); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.apply_transfer(told entitlements.evidence, transferred_from text[], transferred_to text[]) FROM PUBLIC;
GRANT ALL ON FUNCTION api.apply_transfer(told entitlements.evidence, transferred_from text[], transferred_to text[]) TO hearth_server;

--
-- Name: FUNCTION are_severed(severed text[], app_user_ids text[], parts integer[], one integer, other integer); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.are_severed(severed text[], app_user_ids text[], parts integer[], one integer, other integer) FROM PUBLIC;
GRANT ALL ON FUNCTION api.are_severed(severed text[], app_user_ids text[], parts integer[], one integer, other integer) TO hearth_server;

--
-- Name: FUNCTION ascii_json(json text); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.ascii_json(json text) FROM PUBLIC;
GRANT ALL ON FUNCTION api.ascii_json(json text) TO hearth_server;

--
-- Name: TABLE app_users; Type: ACL; Schema: entitlements; Owner: hearth_owner
--

GRANT SELECT,INSERT,UPDATE ON TABLE entitlements.app_users TO hearth_server;

--
-- Name: FUNCTION asked_app_user_id(app_user_uuid uuid); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.asked_app_user_id(app_user_uuid uuid) FROM PUBLIC;
GRANT ALL ON FUNCTION api.asked_app_user_id(app_user_uuid uuid) TO hearth_server;

--
-- Name: FUNCTION asked_spends(app_user_ids text[], credit_ids text[], amounts integer[], spend_references text[], environment text, as_of timestamp with time zone); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.asked_spends(app_user_ids text[], credit_ids text[], amounts integer[], spend_references text[], environment text, as_of timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION api.asked_spends(app_user_ids text[], credit_ids text[], amounts integer[], spend_references text[], environment text, as_of timestamp with time zone) TO hearth_server;

--
-- Name: FUNCTION asked_uses(app_user_ids text[], limit_ids text[], amounts integer[], use_references text[], expires_in_seconds integer[], environment text, as_of timestamp with time zone); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.asked_uses(app_user_ids text[], limit_ids text[], amounts integer[], use_references text[], expires_in_seconds integer[], environment text, as_of timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION api.asked_uses(app_user_ids text[], limit_ids text[], amounts integer[], use_references text[], expires_in_seconds integer[], environment text, as_of timestamp with time zone) TO hearth_server;

--
-- Name: FUNCTION authenticate_api_key(key_id text); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.authenticate_api_key(key_id text) FROM PUBLIC;
GRANT ALL ON FUNCTION api.authenticate_api_key(key_id text) TO hearth_server;

--
-- Name: FUNCTION await_transaction(transaction_id text, seconds integer, app_user_id text, as_of timestamp with time zone); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.await_transaction(transaction_id text, seconds integer, app_user_id text, as_of timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION api.await_transaction(transaction_id text, seconds integer, app_user_id text, as_of timestamp with time zone) TO hearth_server;

--
-- Name: FUNCTION begin_idempotent(idempotency_key text, operation text, request_digest bytea); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.begin_idempotent(idempotency_key text, operation text, request_digest bytea) FROM PUBLIC;
GRANT ALL ON FUNCTION api.begin_idempotent(idempotency_key text, operation text, request_digest bytea) TO hearth_server;

--
-- Name: FUNCTION cancel_credit_order(app_user_id text, credit_id text, reference text, environment text, as_of timestamp with time zone); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.cancel_credit_order(app_user_id text, credit_id text, reference text, environment text, as_of timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION api.cancel_credit_order(app_user_id text, credit_id text, reference text, environment text, as_of timestamp with time zone) TO hearth_server;

--
-- Name: FUNCTION cancel_run(run_id uuid, as_of timestamp with time zone); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.cancel_run(run_id uuid, as_of timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION api.cancel_run(run_id uuid, as_of timestamp with time zone) TO hearth_server;

--
-- Name: FUNCTION catalog_period_end(product_id text, period_type text, began_at timestamp with time zone); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.catalog_period_end(product_id text, period_type text, began_at timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION api.catalog_period_end(product_id text, period_type text, began_at timestamp with time zone) TO hearth_server;

--
-- Name: FUNCTION catalog_product(product_id text); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.catalog_product(product_id text) FROM PUBLIC;
GRANT ALL ON FUNCTION api.catalog_product(product_id text) TO hearth_server;

--
-- Name: FUNCTION changes_of(app_user_uuids uuid[], purchase_ids uuid[], owner_uuids uuid[]); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.changes_of(app_user_uuids uuid[], purchase_ids uuid[], owner_uuids uuid[]) FROM PUBLIC;
GRANT ALL ON FUNCTION api.changes_of(app_user_uuids uuid[], purchase_ids uuid[], owner_uuids uuid[]) TO hearth_server;

--
-- Name: FUNCTION check_entitlements(app_user_ids text[], entitlement_ids text[], environment text, as_of timestamp with time zone); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.check_entitlements(app_user_ids text[], entitlement_ids text[], environment text, as_of timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION api.check_entitlements(app_user_ids text[], entitlement_ids text[], environment text, as_of timestamp with time zone) TO hearth_server;

--
-- Name: FUNCTION claim_confirmation(lease_seconds integer, as_of timestamp with time zone); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.claim_confirmation(lease_seconds integer, as_of timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION api.claim_confirmation(lease_seconds integer, as_of timestamp with time zone) TO hearth_server;

--
-- Name: FUNCTION claim_household_review(lease_seconds integer, as_of timestamp with time zone); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.claim_household_review(lease_seconds integer, as_of timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION api.claim_household_review(lease_seconds integer, as_of timestamp with time zone) TO hearth_server;

--
-- Name: FUNCTION claim_orphan(app_user_id text, orphan_id uuid, app_user_id_of_purchase text, proof text, proof_digest bytea, actor text, dry_run boolean, as_of timestamp with time zone); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.claim_orphan(app_user_id text, orphan_id uuid, app_user_id_of_purchase text, proof text, proof_digest bytea, actor text, dry_run boolean, as_of timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION api.claim_orphan(app_user_id text, orphan_id uuid, app_user_id_of_purchase text, proof text, proof_digest bytea, actor text, dry_run boolean, as_of timestamp with time zone) TO hearth_server;

--
-- Name: FUNCTION claim_run_people(run_id uuid, maximum integer, lease_seconds integer, as_of timestamp with time zone); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.claim_run_people(run_id uuid, maximum integer, lease_seconds integer, as_of timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION api.claim_run_people(run_id uuid, maximum integer, lease_seconds integer, as_of timestamp with time zone) TO hearth_server;

--
-- Name: FUNCTION claim_schedule(as_of timestamp with time zone); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.claim_schedule(as_of timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION api.claim_schedule(as_of timestamp with time zone) TO hearth_server;

--
-- Name: FUNCTION claim_webhook_event(lease_seconds integer, as_of timestamp with time zone); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.claim_webhook_event(lease_seconds integer, as_of timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION api.claim_webhook_event(lease_seconds integer, as_of timestamp with time zone) TO hearth_server;

--
-- Name: TABLE orphans; Type: ACL; Schema: entitlements; Owner: hearth_owner
--

GRANT SELECT,INSERT,UPDATE ON TABLE entitlements.orphans TO hearth_server;

--
-- Name: FUNCTION claimable_orphan(orphan_id uuid, app_user_id_of_purchase text); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.claimable_orphan(orphan_id uuid, app_user_id_of_purchase text) FROM PUBLIC;
GRANT ALL ON FUNCTION api.claimable_orphan(orphan_id uuid, app_user_id_of_purchase text) TO hearth_server;

--
-- Name: FUNCTION close_anonymous_ids(app_user_ids text[], household_ids uuid[], as_of timestamp with time zone); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.close_anonymous_ids(app_user_ids text[], household_ids uuid[], as_of timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION api.close_anonymous_ids(app_user_ids text[], household_ids uuid[], as_of timestamp with time zone) TO hearth_server;

--
-- Name: FUNCTION close_membership(household_id uuid, member_id uuid, because text, as_of timestamp with time zone); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.close_membership(household_id uuid, member_id uuid, because text, as_of timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION api.close_membership(household_id uuid, member_id uuid, because text, as_of timestamp with time zone) TO hearth_server;

--
-- Name: FUNCTION confirm_app_user(app_user_id text, as_of timestamp with time zone, dry_run boolean, run_id uuid); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.confirm_app_user(app_user_id text, as_of timestamp with time zone, dry_run boolean, run_id uuid) FROM PUBLIC;
GRANT ALL ON FUNCTION api.confirm_app_user(app_user_id text, as_of timestamp with time zone, dry_run boolean, run_id uuid) TO hearth_server;

--
-- Name: FUNCTION confirm_household_member(household_id uuid, app_user_id text, as_of timestamp with time zone); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.confirm_household_member(household_id uuid, app_user_id text, as_of timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION api.confirm_household_member(household_id uuid, app_user_id text, as_of timestamp with time zone) TO hearth_server;

--
-- Name: FUNCTION confirm_reservation(reservation_id uuid, environment text, as_of timestamp with time zone); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.confirm_reservation(reservation_id uuid, environment text, as_of timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION api.confirm_reservation(reservation_id uuid, environment text, as_of timestamp with time zone) TO hearth_server;

--
-- Name: FUNCTION count_claim_attempt(app_user_id text, as_of timestamp with time zone); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.count_claim_attempt(app_user_id text, as_of timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION api.count_claim_attempt(app_user_id text, as_of timestamp with time zone) TO hearth_server;

--
-- Name: FUNCTION count_confirmations(); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.count_confirmations() FROM PUBLIC;
GRANT ALL ON FUNCTION api.count_confirmations() TO hearth_server;

--
-- Name: FUNCTION count_coverage(as_of timestamp with time zone); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.count_coverage(as_of timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION api.count_coverage(as_of timestamp with time zone) TO hearth_server;

--
-- Name: FUNCTION count_failed_webhook_events(); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.count_failed_webhook_events() FROM PUBLIC;
GRANT ALL ON FUNCTION api.count_failed_webhook_events() TO hearth_server;

--
-- Name: FUNCTION count_findings(); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.count_findings() FROM PUBLIC;
GRANT ALL ON FUNCTION api.count_findings() TO hearth_server;

--
-- Name: FUNCTION count_invariant_violations(); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.count_invariant_violations() FROM PUBLIC;
GRANT ALL ON FUNCTION api.count_invariant_violations() TO hearth_server;

--
-- Name: FUNCTION create_admin_key(key_id text, digest bytea); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.create_admin_key(key_id text, digest bytea) FROM PUBLIC;
GRANT ALL ON FUNCTION api.create_admin_key(key_id text, digest bytea) TO hearth_server;

--
-- Name: FUNCTION create_api_key(key_id text, kind text, digest bytea); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.create_api_key(key_id text, kind text, digest bytea) FROM PUBLIC;
GRANT ALL ON FUNCTION api.create_api_key(key_id text, kind text, digest bytea) TO hearth_server;

--
-- Name: FUNCTION create_app_user(app_user_id text, kind text, secret_digest bytea, idempotency_key text, request_digest bytea, as_of timestamp with time zone); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.create_app_user(app_user_id text, kind text, secret_digest bytea, idempotency_key text, request_digest bytea, as_of timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION api.create_app_user(app_user_id text, kind text, secret_digest bytea, idempotency_key text, request_digest bytea, as_of timestamp with time zone) TO hearth_server;

--
-- Name: FUNCTION create_household(owner_app_user_id text, name text, ignore_cooldown boolean, idempotency_key text, request_digest bytea, as_of timestamp with time zone); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.create_household(owner_app_user_id text, name text, ignore_cooldown boolean, idempotency_key text, request_digest bytea, as_of timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION api.create_household(owner_app_user_id text, name text, ignore_cooldown boolean, idempotency_key text, request_digest bytea, as_of timestamp with time zone) TO hearth_server;

--
-- Name: FUNCTION create_household_invite(household_id uuid, code_digest bytea, idempotency_key text, request_digest bytea, as_of timestamp with time zone); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.create_household_invite(household_id uuid, code_digest bytea, idempotency_key text, request_digest bytea, as_of timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION api.create_household_invite(household_id uuid, code_digest bytea, idempotency_key text, request_digest bytea, as_of timestamp with time zone) TO hearth_server;

--
-- Name: FUNCTION create_merge_ticket(anonymous_app_user_id text, app_user_id text, digest bytea, ttl_seconds integer, idempotency_key text, request_digest bytea, as_of timestamp with time zone); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.create_merge_ticket(anonymous_app_user_id text, app_user_id text, digest bytea, ttl_seconds integer, idempotency_key text, request_digest bytea, as_of timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION api.create_merge_ticket(anonymous_app_user_id text, app_user_id text, digest bytea, ttl_seconds integer, idempotency_key text, request_digest bytea, as_of timestamp with time zone) TO hearth_server;

--
-- Name: FUNCTION credit_order_json(app_user_ids text[], credit_id text, reference text, environment text, as_of timestamp with time zone); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.credit_order_json(app_user_ids text[], credit_id text, reference text, environment text, as_of timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION api.credit_order_json(app_user_ids text[], credit_id text, reference text, environment text, as_of timestamp with time zone) TO hearth_server;

--
-- Name: FUNCTION credit_purchases(app_user_uuids uuid[], environment text, as_of timestamp with time zone); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.credit_purchases(app_user_uuids uuid[], environment text, as_of timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION api.credit_purchases(app_user_uuids uuid[], environment text, as_of timestamp with time zone) TO hearth_server;

--
-- Name: FUNCTION declare_anonymous(app_user_id text, as_of timestamp with time zone); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.declare_anonymous(app_user_id text, as_of timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION api.declare_anonymous(app_user_id text, as_of timestamp with time zone) TO hearth_server;

--
-- Name: FUNCTION declare_identified(app_user_id text, as_of timestamp with time zone); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.declare_identified(app_user_id text, as_of timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION api.declare_identified(app_user_id text, as_of timestamp with time zone) TO hearth_server;

--
-- Name: FUNCTION delete_token_secret(issuer text, slot integer); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.delete_token_secret(issuer text, slot integer) FROM PUBLIC;
GRANT ALL ON FUNCTION api.delete_token_secret(issuer text, slot integer) TO hearth_server;

--
-- Name: FUNCTION delete_traces(app_user_uuid uuid, ids text[]); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.delete_traces(app_user_uuid uuid, ids text[]) FROM PUBLIC;
GRANT ALL ON FUNCTION api.delete_traces(app_user_uuid uuid, ids text[]) TO hearth_server;

--
-- Name: FUNCTION delete_upstream_key(); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.delete_upstream_key() FROM PUBLIC;
GRANT ALL ON FUNCTION api.delete_upstream_key() TO hearth_server;

--
-- Name: FUNCTION delete_webhook_secret(kind text, slot integer); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.delete_webhook_secret(kind text, slot integer) FROM PUBLIC;
GRANT ALL ON FUNCTION api.delete_webhook_secret(kind text, slot integer) TO hearth_server;

--
-- Name: FUNCTION depart_household(household_id uuid, member_id uuid, because text, owner_leaves text, as_of timestamp with time zone); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.depart_household(household_id uuid, member_id uuid, because text, owner_leaves text, as_of timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION api.depart_household(household_id uuid, member_id uuid, because text, owner_leaves text, as_of timestamp with time zone) TO hearth_server;

--
-- Name: FUNCTION derive(changed entitlements.changes); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.derive(changed entitlements.changes) FROM PUBLIC;
GRANT ALL ON FUNCTION api.derive(changed entitlements.changes) TO hearth_server;

--
-- Name: FUNCTION derived_aliases(app_user_ids text[]); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.derived_aliases(app_user_ids text[]) FROM PUBLIC;
GRANT ALL ON FUNCTION api.derived_aliases(app_user_ids text[]) TO hearth_server;

--
-- Name: FUNCTION rfc3339(moment timestamp with time zone); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.rfc3339(moment timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION api.rfc3339(moment timestamp with time zone) TO hearth_server;

--
-- Name: FUNCTION entitlement_json(entitlement_id text, is_active boolean, status text, expires_at timestamp with time zone, will_renew boolean, source_kind text, source_app_user_id text, household_id uuid, product_id text, store text, environment text, period_type text, implied_by text, ended_reason text, period_started_at timestamp with time zone, period_ends_at timestamp with time zone, grace_ends_at timestamp with time zone, trial_ends_at timestamp with time zone); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.entitlement_json(entitlement_id text, is_active boolean, status text, expires_at timestamp with time zone, will_renew boolean, source_kind text, source_app_user_id text, household_id uuid, product_id text, store text, environment text, period_type text, implied_by text, ended_reason text, period_started_at timestamp with time zone, period_ends_at timestamp with time zone, grace_ends_at timestamp with time zone, trial_ends_at timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION api.entitlement_json(entitlement_id text, is_active boolean, status text, expires_at timestamp with time zone, will_renew boolean, source_kind text, source_app_user_id text, household_id uuid, product_id text, store text, environment text, period_type text, implied_by text, ended_reason text, period_started_at timestamp with time zone, period_ends_at timestamp with time zone, grace_ends_at timestamp with time zone, trial_ends_at timestamp with time zone) TO hearth_server;

--
-- Name: TABLE tenants; Type: ACL; Schema: entitlements; Owner: hearth_owner
--

GRANT SELECT,UPDATE ON TABLE entitlements.tenants TO hearth_server;

--
-- Name: FUNCTION derived_answers(app_user_uuids uuid[], environment text, as_of timestamp with time zone); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.derived_answers(app_user_uuids uuid[], environment text, as_of timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION api.derived_answers(app_user_uuids uuid[], environment text, as_of timestamp with time zone) TO hearth_server;

--
-- Name: FUNCTION milliseconds(moment timestamp with time zone); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.milliseconds(moment timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION api.milliseconds(moment timestamp with time zone) TO hearth_server;

--
-- Name: FUNCTION shown_app_user_id(app_user_uuid uuid); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.shown_app_user_id(app_user_uuid uuid) FROM PUBLIC;
GRANT ALL ON FUNCTION api.shown_app_user_id(app_user_uuid uuid) TO hearth_server;

--
-- Name: TABLE synced_household_members; Type: ACL; Schema: entitlements; Owner: hearth_owner
--

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE entitlements.synced_household_members TO hearth_server;

--
-- Name: FUNCTION derived_household_members(app_user_uuid uuid, as_of timestamp with time zone); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.derived_household_members(app_user_uuid uuid, as_of timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION api.derived_household_members(app_user_uuid uuid, as_of timestamp with time zone) TO hearth_server;

--
-- Name: FUNCTION shared_household(app_user_uuid uuid); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.shared_household(app_user_uuid uuid) FROM PUBLIC;
GRANT ALL ON FUNCTION api.shared_household(app_user_uuid uuid) TO hearth_server;

--
-- Name: TABLE synced_subscriptions; Type: ACL; Schema: entitlements; Owner: hearth_owner
--

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE entitlements.synced_subscriptions TO hearth_server;

--
-- Name: FUNCTION derived_subscriptions(purchase_ids uuid[]); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.derived_subscriptions(purchase_ids uuid[]) FROM PUBLIC;
GRANT ALL ON FUNCTION api.derived_subscriptions(purchase_ids uuid[]) TO hearth_server;

--
-- Name: FUNCTION dissolve_household(household_id uuid, as_of timestamp with time zone); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.dissolve_household(household_id uuid, as_of timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION api.dissolve_household(household_id uuid, as_of timestamp with time zone) TO hearth_server;

--
-- Name: FUNCTION draw_credits(app_user_ids text[], credit_ids text[], amounts integer[], spend_references text[], environment text, as_of timestamp with time zone, drawn integer[]); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.draw_credits(app_user_ids text[], credit_ids text[], amounts integer[], spend_references text[], environment text, as_of timestamp with time zone, drawn integer[]) FROM PUBLIC;
GRANT ALL ON FUNCTION api.draw_credits(app_user_ids text[], credit_ids text[], amounts integer[], spend_references text[], environment text, as_of timestamp with time zone, drawn integer[]) TO hearth_server;

--
-- Name: FUNCTION drift_cause(reading entitlements.snapshots, before entitlements.purchases, after entitlements.purchases); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.drift_cause(reading entitlements.snapshots, before entitlements.purchases, after entitlements.purchases) FROM PUBLIC;
GRANT ALL ON FUNCTION api.drift_cause(reading entitlements.snapshots, before entitlements.purchases, after entitlements.purchases) TO hearth_server;

--
-- Name: FUNCTION end_household(household_id uuid, as_of timestamp with time zone); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.end_household(household_id uuid, as_of timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION api.end_household(household_id uuid, as_of timestamp with time zone) TO hearth_server;

--
-- Name: FUNCTION end_reason(reason text); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.end_reason(reason text) FROM PUBLIC;
GRANT ALL ON FUNCTION api.end_reason(reason text) TO hearth_server;

--
-- Name: TABLE runs; Type: ACL; Schema: entitlements; Owner: hearth_owner
--

GRANT SELECT,INSERT,UPDATE ON TABLE entitlements.runs TO hearth_server;

--
-- Name: FUNCTION end_run(run entitlements.runs, status text, as_of timestamp with time zone); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.end_run(run entitlements.runs, status text, as_of timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION api.end_run(run entitlements.runs, status text, as_of timestamp with time zone) TO hearth_server;

--
-- Name: FUNCTION erase_app_user(app_user_id text, actor text, as_of timestamp with time zone); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.erase_app_user(app_user_id text, actor text, as_of timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION api.erase_app_user(app_user_id text, actor text, as_of timestamp with time zone) TO hearth_server;

--
-- Name: FUNCTION erase_webhook_events(maximum integer, as_of timestamp with time zone); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.erase_webhook_events(maximum integer, as_of timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION api.erase_webhook_events(maximum integer, as_of timestamp with time zone) TO hearth_server;

--
-- Name: FUNCTION event_chains(tolds entitlements.evidence[]); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.event_chains(tolds entitlements.evidence[]) FROM PUBLIC;
GRANT ALL ON FUNCTION api.event_chains(tolds entitlements.evidence[]) TO hearth_server;

--
-- Name: FUNCTION event_evidence(event_ids text[], facts jsonb[], received_at timestamp with time zone[]); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.event_evidence(event_ids text[], facts jsonb[], received_at timestamp with time zone[]) FROM PUBLIC;
GRANT ALL ON FUNCTION api.event_evidence(event_ids text[], facts jsonb[], received_at timestamp with time zone[]) TO hearth_server;

--
-- Name: FUNCTION export_app_user(app_user_id text, as_of timestamp with time zone); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.export_app_user(app_user_id text, as_of timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION api.export_app_user(app_user_id text, as_of timestamp with time zone) TO hearth_server;

--
-- Name: FUNCTION is_same_product(told entitlements.evidence, purchase_id uuid); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.is_same_product(told entitlements.evidence, purchase_id uuid) FROM PUBLIC;
GRANT ALL ON FUNCTION api.is_same_product(told entitlements.evidence, purchase_id uuid) TO hearth_server;

--
-- Name: FUNCTION find_listed_purchases(listed entitlements.evidence[], purchase_ids uuid[]); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.find_listed_purchases(listed entitlements.evidence[], purchase_ids uuid[]) FROM PUBLIC;
GRANT ALL ON FUNCTION api.find_listed_purchases(listed entitlements.evidence[], purchase_ids uuid[]) TO hearth_server;

--
-- Name: FUNCTION find_tenant(slug text); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.find_tenant(slug text) FROM PUBLIC;
GRANT ALL ON FUNCTION api.find_tenant(slug text) TO hearth_server;

--
-- Name: FUNCTION findings(); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.findings() FROM PUBLIC;
GRANT ALL ON FUNCTION api.findings() TO hearth_server;

--
-- Name: FUNCTION finish_confirmation(app_user_uuid uuid, claim_id uuid); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.finish_confirmation(app_user_uuid uuid, claim_id uuid) FROM PUBLIC;
GRANT ALL ON FUNCTION api.finish_confirmation(app_user_uuid uuid, claim_id uuid) TO hearth_server;

--
-- Name: FUNCTION finish_run_people(run_id uuid, app_user_ids text[], outcome text); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.finish_run_people(run_id uuid, app_user_ids text[], outcome text) FROM PUBLIC;
GRANT ALL ON FUNCTION api.finish_run_people(run_id uuid, app_user_ids text[], outcome text) TO hearth_server;

--
-- Name: FUNCTION finish_webhook_events(event_ids text[], facts jsonb[], failures text[], taken integer[], added text[]); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.finish_webhook_events(event_ids text[], facts jsonb[], failures text[], taken integer[], added text[]) FROM PUBLIC;
GRANT ALL ON FUNCTION api.finish_webhook_events(event_ids text[], facts jsonb[], failures text[], taken integer[], added text[]) TO hearth_server;

--
-- Name: FUNCTION fold_absence(state entitlements.purchases, told entitlements.evidence, ids text[]); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.fold_absence(state entitlements.purchases, told entitlements.evidence, ids text[]) FROM PUBLIC;
GRANT ALL ON FUNCTION api.fold_absence(state entitlements.purchases, told entitlements.evidence, ids text[]) TO hearth_server;

--
-- Name: FUNCTION fold_claim(state entitlements.purchases, told entitlements.evidence, ids text[]); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.fold_claim(state entitlements.purchases, told entitlements.evidence, ids text[]) FROM PUBLIC;
GRANT ALL ON FUNCTION api.fold_claim(state entitlements.purchases, told entitlements.evidence, ids text[]) TO hearth_server;

--
-- Name: FUNCTION fold_given_access(state entitlements.purchases, before entitlements.purchases, told entitlements.evidence); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.fold_given_access(state entitlements.purchases, before entitlements.purchases, told entitlements.evidence) FROM PUBLIC;
GRANT ALL ON FUNCTION api.fold_given_access(state entitlements.purchases, before entitlements.purchases, told entitlements.evidence) TO hearth_server;

--
-- Name: FUNCTION fold_listed_purchases(listed entitlements.evidence[]); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.fold_listed_purchases(listed entitlements.evidence[]) FROM PUBLIC;
GRANT ALL ON FUNCTION api.fold_listed_purchases(listed entitlements.evidence[]) TO hearth_server;

--
-- Name: FUNCTION fold_mark(state entitlements.purchases, told entitlements.evidence); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.fold_mark(state entitlements.purchases, told entitlements.evidence) FROM PUBLIC;
GRANT ALL ON FUNCTION api.fold_mark(state entitlements.purchases, told entitlements.evidence) TO hearth_server;

--
-- Name: FUNCTION fold_owner(state entitlements.purchases, told entitlements.evidence, ids text[]); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.fold_owner(state entitlements.purchases, told entitlements.evidence, ids text[]) FROM PUBLIC;
GRANT ALL ON FUNCTION api.fold_owner(state entitlements.purchases, told entitlements.evidence, ids text[]) TO hearth_server;

--
-- Name: FUNCTION fold_period(state entitlements.purchases, told entitlements.evidence); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.fold_period(state entitlements.purchases, told entitlements.evidence) FROM PUBLIC;
GRANT ALL ON FUNCTION api.fold_period(state entitlements.purchases, told entitlements.evidence) TO hearth_server;

--
-- Name: FUNCTION fold_purchase_step(state entitlements.purchases, told entitlements.evidence, ids text[]); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.fold_purchase_step(state entitlements.purchases, told entitlements.evidence, ids text[]) FROM PUBLIC;
GRANT ALL ON FUNCTION api.fold_purchase_step(state entitlements.purchases, told entitlements.evidence, ids text[]) TO hearth_server;

--
-- Name: FUNCTION fold_readings(readings entitlements.snapshots[], listed entitlements.evidence[], repeated text[]); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.fold_readings(readings entitlements.snapshots[], listed entitlements.evidence[], repeated text[]) FROM PUBLIC;
GRANT ALL ON FUNCTION api.fold_readings(readings entitlements.snapshots[], listed entitlements.evidence[], repeated text[]) TO hearth_server;

--
-- Name: FUNCTION fold_snapshot(state entitlements.purchases, told entitlements.evidence); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.fold_snapshot(state entitlements.purchases, told entitlements.evidence) FROM PUBLIC;
GRANT ALL ON FUNCTION api.fold_snapshot(state entitlements.purchases, told entitlements.evidence) TO hearth_server;

--
-- Name: FUNCTION fold_snapshot_marks(state entitlements.purchases, told entitlements.evidence, has_lapsed boolean); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.fold_snapshot_marks(state entitlements.purchases, told entitlements.evidence, has_lapsed boolean) FROM PUBLIC;
GRANT ALL ON FUNCTION api.fold_snapshot_marks(state entitlements.purchases, told entitlements.evidence, has_lapsed boolean) TO hearth_server;

--
-- Name: FUNCTION fold_transfer(state entitlements.purchases, told entitlements.evidence, ids text[]); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.fold_transfer(state entitlements.purchases, told entitlements.evidence, ids text[]) FROM PUBLIC;
GRANT ALL ON FUNCTION api.fold_transfer(state entitlements.purchases, told entitlements.evidence, ids text[]) TO hearth_server;

--
-- Name: FUNCTION fold_unlisted_purchases(readings entitlements.snapshots[], app_user_ids text[], purchase_ids uuid[]); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.fold_unlisted_purchases(readings entitlements.snapshots[], app_user_ids text[], purchase_ids uuid[]) FROM PUBLIC;
GRANT ALL ON FUNCTION api.fold_unlisted_purchases(readings entitlements.snapshots[], app_user_ids text[], purchase_ids uuid[]) TO hearth_server;

--
-- Name: FUNCTION folded_purchase(purchase_id uuid, as_of timestamp with time zone); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.folded_purchase(purchase_id uuid, as_of timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION api.folded_purchase(purchase_id uuid, as_of timestamp with time zone) TO hearth_server;

--
-- Name: FUNCTION free_invites(household_id uuid, within_seats boolean, as_of timestamp with time zone); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.free_invites(household_id uuid, within_seats boolean, as_of timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION api.free_invites(household_id uuid, within_seats boolean, as_of timestamp with time zone) TO hearth_server;

--
-- Name: FUNCTION free_seat(household_id uuid, seats integer); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.free_seat(household_id uuid, seats integer) FROM PUBLIC;
GRANT ALL ON FUNCTION api.free_seat(household_id uuid, seats integer) TO hearth_server;

--
-- Name: FUNCTION get_app_user(app_user_id text, as_of timestamp with time zone); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.get_app_user(app_user_id text, as_of timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION api.get_app_user(app_user_id text, as_of timestamp with time zone) TO hearth_server;

--
-- Name: FUNCTION get_app_user_household(app_user_id text, as_of timestamp with time zone); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.get_app_user_household(app_user_id text, as_of timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION api.get_app_user_household(app_user_id text, as_of timestamp with time zone) TO hearth_server;

--
-- Name: FUNCTION get_confirmed_entitlements(app_user_id text, environment text, as_of timestamp with time zone); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.get_confirmed_entitlements(app_user_id text, environment text, as_of timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION api.get_confirmed_entitlements(app_user_id text, environment text, as_of timestamp with time zone) TO hearth_server;

--
-- Name: FUNCTION get_credits(app_user_id text, environment text, as_of timestamp with time zone); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.get_credits(app_user_id text, environment text, as_of timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION api.get_credits(app_user_id text, environment text, as_of timestamp with time zone) TO hearth_server;

--
-- Name: FUNCTION get_deployment(); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.get_deployment() FROM PUBLIC;
GRANT ALL ON FUNCTION api.get_deployment() TO hearth_server;

--
-- Name: FUNCTION get_entitlement(app_user_id text, entitlement_id text, environment text, as_of timestamp with time zone); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.get_entitlement(app_user_id text, entitlement_id text, environment text, as_of timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION api.get_entitlement(app_user_id text, entitlement_id text, environment text, as_of timestamp with time zone) TO hearth_server;

--
-- Name: FUNCTION get_entitlements(app_user_id text, environment text, as_of timestamp with time zone); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.get_entitlements(app_user_id text, environment text, as_of timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION api.get_entitlements(app_user_id text, environment text, as_of timestamp with time zone) TO hearth_server;

--
-- Name: FUNCTION get_feature(app_user_id text, feature_id text, environment text, as_of timestamp with time zone); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.get_feature(app_user_id text, feature_id text, environment text, as_of timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION api.get_feature(app_user_id text, feature_id text, environment text, as_of timestamp with time zone) TO hearth_server;

--
-- Name: FUNCTION get_household(household_id uuid, as_of timestamp with time zone); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.get_household(household_id uuid, as_of timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION api.get_household(household_id uuid, as_of timestamp with time zone) TO hearth_server;

--
-- Name: FUNCTION get_limits(app_user_id text, environment text, as_of timestamp with time zone); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.get_limits(app_user_id text, environment text, as_of timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION api.get_limits(app_user_id text, environment text, as_of timestamp with time zone) TO hearth_server;

--
-- Name: FUNCTION get_my_household(app_user_id text); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.get_my_household(app_user_id text) FROM PUBLIC;
GRANT ALL ON FUNCTION api.get_my_household(app_user_id text) TO hearth_server;

--
-- Name: FUNCTION get_run(run_id uuid, as_of timestamp with time zone); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.get_run(run_id uuid, as_of timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION api.get_run(run_id uuid, as_of timestamp with time zone) TO hearth_server;

--
-- Name: FUNCTION get_token_issuers(); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.get_token_issuers() FROM PUBLIC;
GRANT ALL ON FUNCTION api.get_token_issuers() TO hearth_server;

--
-- Name: FUNCTION get_upstream(); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.get_upstream() FROM PUBLIC;
GRANT ALL ON FUNCTION api.get_upstream() TO hearth_server;

--
-- Name: FUNCTION get_webhook_secrets(); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.get_webhook_secrets() FROM PUBLIC;
GRANT ALL ON FUNCTION api.get_webhook_secrets() TO hearth_server;

--
-- Name: FUNCTION give_orphan(orphan entitlements.orphans, app_user_id text, proof text, actor text, as_of timestamp with time zone); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.give_orphan(orphan entitlements.orphans, app_user_id text, proof text, actor text, as_of timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION api.give_orphan(orphan entitlements.orphans, app_user_id text, proof text, actor text, as_of timestamp with time zone) TO hearth_server;

--
-- Name: FUNCTION gives_access(state entitlements.purchases, as_of timestamp with time zone); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.gives_access(state entitlements.purchases, as_of timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION api.gives_access(state entitlements.purchases, as_of timestamp with time zone) TO hearth_server;

--
-- Name: FUNCTION hold_purchases(tolds entitlements.evidence[]); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.hold_purchases(tolds entitlements.evidence[]) FROM PUBLIC;
GRANT ALL ON FUNCTION api.hold_purchases(tolds entitlements.evidence[]) TO hearth_server;

--
-- Name: FUNCTION hold_readings(readings entitlements.snapshots[], listed entitlements.evidence[], repeated text[]); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.hold_readings(readings entitlements.snapshots[], listed entitlements.evidence[], repeated text[]) FROM PUBLIC;
GRANT ALL ON FUNCTION api.hold_readings(readings entitlements.snapshots[], listed entitlements.evidence[], repeated text[]) TO hearth_server;

--
-- Name: FUNCTION hold_unchanged(app_user_ids text[], read_at timestamp with time zone[]); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.hold_unchanged(app_user_ids text[], read_at timestamp with time zone[]) FROM PUBLIC;
GRANT ALL ON FUNCTION api.hold_unchanged(app_user_ids text[], read_at timestamp with time zone[]) TO hearth_server;

--
-- Name: FUNCTION holding_app_user_ids(purchase_id uuid); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.holding_app_user_ids(purchase_id uuid) FROM PUBLIC;
GRANT ALL ON FUNCTION api.holding_app_user_ids(purchase_id uuid) TO hearth_server;

--
-- Name: FUNCTION household_findings(household_id uuid, as_of timestamp with time zone); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.household_findings(household_id uuid, as_of timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION api.household_findings(household_id uuid, as_of timestamp with time zone) TO hearth_server;

--
-- Name: FUNCTION household_invites_json(household_id uuid, as_of timestamp with time zone); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.household_invites_json(household_id uuid, as_of timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION api.household_invites_json(household_id uuid, as_of timestamp with time zone) TO hearth_server;

--
-- Name: FUNCTION household_json(household_id uuid, as_of timestamp with time zone); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.household_json(household_id uuid, as_of timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION api.household_json(household_id uuid, as_of timestamp with time zone) TO hearth_server;

--
-- Name: TABLE households; Type: ACL; Schema: entitlements; Owner: hearth_owner
--

GRANT SELECT,INSERT,UPDATE ON TABLE entitlements.households TO hearth_server;

--
-- Name: FUNCTION household_leaving_json(household entitlements.households, seats integer, as_of timestamp with time zone); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.household_leaving_json(household entitlements.households, seats integer, as_of timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION api.household_leaving_json(household entitlements.households, seats integer, as_of timestamp with time zone) TO hearth_server;

--
-- Name: FUNCTION household_mates(household_ids uuid[]); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.household_mates(household_ids uuid[]) FROM PUBLIC;
GRANT ALL ON FUNCTION api.household_mates(household_ids uuid[]) TO hearth_server;

--
-- Name: FUNCTION household_rules(); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.household_rules() FROM PUBLIC;
GRANT ALL ON FUNCTION api.household_rules() TO hearth_server;

--
-- Name: FUNCTION household_seats(household_id uuid, as_of timestamp with time zone, OUT seats integer, OUT changes_at timestamp with time zone); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.household_seats(household_id uuid, as_of timestamp with time zone, OUT seats integer, OUT changes_at timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION api.household_seats(household_id uuid, as_of timestamp with time zone, OUT seats integer, OUT changes_at timestamp with time zone) TO hearth_server;

--
-- Name: FUNCTION household_shares(household_id uuid, environment text, as_of timestamp with time zone); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.household_shares(household_id uuid, environment text, as_of timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION api.household_shares(household_id uuid, environment text, as_of timestamp with time zone) TO hearth_server;

--
-- Name: FUNCTION household_shares_json(household_id uuid, as_of timestamp with time zone); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.household_shares_json(household_id uuid, as_of timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION api.household_shares_json(household_id uuid, as_of timestamp with time zone) TO hearth_server;

--
-- Name: FUNCTION households_of(app_user_ids text[]); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.households_of(app_user_ids text[]) FROM PUBLIC;
GRANT ALL ON FUNCTION api.households_of(app_user_ids text[]) TO hearth_server;

--
-- Name: FUNCTION id_spellings(app_user_ids text[]); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.id_spellings(app_user_ids text[]) FROM PUBLIC;
GRANT ALL ON FUNCTION api.id_spellings(app_user_ids text[]) TO hearth_server;

--
-- Name: FUNCTION identified_answer(anonymous_app_user_id text, app_user_id text); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.identified_answer(anonymous_app_user_id text, app_user_id text) FROM PUBLIC;
GRANT ALL ON FUNCTION api.identified_answer(anonymous_app_user_id text, app_user_id text) TO hearth_server;

--
-- Name: FUNCTION identified_app_user_id(app_user_id text); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.identified_app_user_id(app_user_id text) FROM PUBLIC;
GRANT ALL ON FUNCTION api.identified_app_user_id(app_user_id text) TO hearth_server;

--
-- Name: FUNCTION identify_app_user(anonymous_app_user_id text, app_user_id text, proof text, proof_digest bytea, actor text, dry_run boolean, as_of timestamp with time zone); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.identify_app_user(anonymous_app_user_id text, app_user_id text, proof text, proof_digest bytea, actor text, dry_run boolean, as_of timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION api.identify_app_user(anonymous_app_user_id text, app_user_id text, proof text, proof_digest bytea, actor text, dry_run boolean, as_of timestamp with time zone) TO hearth_server;

--
-- Name: FUNCTION identify_id(app_user_id text, anonymous_app_user_id text, as_of timestamp with time zone); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.identify_id(app_user_id text, anonymous_app_user_id text, as_of timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION api.identify_id(app_user_id text, anonymous_app_user_id text, as_of timestamp with time zone) TO hearth_server;

--
-- Name: FUNCTION related_app_user_ids(app_user_ids text[]); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.related_app_user_ids(app_user_ids text[]) FROM PUBLIC;
GRANT ALL ON FUNCTION api.related_app_user_ids(app_user_ids text[]) TO hearth_server;

--
-- Name: TABLE transfer_sides; Type: ACL; Schema: entitlements; Owner: hearth_owner
--

GRANT SELECT,INSERT ON TABLE entitlements.transfer_sides TO hearth_server;

--
-- Name: FUNCTION ids_of_readings(asked text[], ids text[]); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.ids_of_readings(asked text[], ids text[]) FROM PUBLIC;
GRANT ALL ON FUNCTION api.ids_of_readings(asked text[], ids text[]) TO hearth_server;

--
-- Name: FUNCTION ignored_running_products(purchases jsonb, order_at timestamp with time zone); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.ignored_running_products(purchases jsonb, order_at timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION api.ignored_running_products(purchases jsonb, order_at timestamp with time zone) TO hearth_server;

--
-- Name: FUNCTION insert_app_user_ids(app_user_ids text[], app_user_uuids uuid[]); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.insert_app_user_ids(app_user_ids text[], app_user_uuids uuid[]) FROM PUBLIC;
GRANT ALL ON FUNCTION api.insert_app_user_ids(app_user_ids text[], app_user_uuids uuid[]) TO hearth_server;

--
-- Name: FUNCTION insert_app_users(app_user_uuids uuid[]); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.insert_app_users(app_user_uuids uuid[]) FROM PUBLIC;
GRANT ALL ON FUNCTION api.insert_app_users(app_user_uuids uuid[]) TO hearth_server;

--
-- Name: FUNCTION is_accepted(facts jsonb, sandbox_policy text); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.is_accepted(facts jsonb, sandbox_policy text) FROM PUBLIC;
GRANT ALL ON FUNCTION api.is_accepted(facts jsonb, sandbox_policy text) TO hearth_server;

--
-- Name: FUNCTION is_changed(before entitlements.purchases, after entitlements.purchases); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.is_changed(before entitlements.purchases, after entitlements.purchases) FROM PUBLIC;
GRANT ALL ON FUNCTION api.is_changed(before entitlements.purchases, after entitlements.purchases) TO hearth_server;

--
-- Name: FUNCTION is_drift(before entitlements.purchases, after entitlements.purchases, as_of timestamp with time zone); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.is_drift(before entitlements.purchases, after entitlements.purchases, as_of timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION api.is_drift(before entitlements.purchases, after entitlements.purchases, as_of timestamp with time zone) TO hearth_server;

--
-- Name: FUNCTION is_implausible(run entitlements.runs); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.is_implausible(run entitlements.runs) FROM PUBLIC;
GRANT ALL ON FUNCTION api.is_implausible(run entitlements.runs) TO hearth_server;

--
-- Name: FUNCTION is_newest_evidence(told entitlements.evidence, state entitlements.purchases, app_user_ids text[]); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.is_newest_evidence(told entitlements.evidence, state entitlements.purchases, app_user_ids text[]) FROM PUBLIC;
GRANT ALL ON FUNCTION api.is_newest_evidence(told entitlements.evidence, state entitlements.purchases, app_user_ids text[]) TO hearth_server;

--
-- Name: TABLE household_invites; Type: ACL; Schema: entitlements; Owner: hearth_owner
--

GRANT SELECT,INSERT,UPDATE ON TABLE entitlements.household_invites TO hearth_server;

--
-- Name: FUNCTION is_redeemed_by(invite entitlements.household_invites, app_user_uuid uuid); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.is_redeemed_by(invite entitlements.household_invites, app_user_uuid uuid) FROM PUBLIC;
GRANT ALL ON FUNCTION api.is_redeemed_by(invite entitlements.household_invites, app_user_uuid uuid) TO hearth_server;

--
-- Name: FUNCTION is_stranger(app_user_id text, first_seen_at timestamp with time zone); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.is_stranger(app_user_id text, first_seen_at timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION api.is_stranger(app_user_id text, first_seen_at timestamp with time zone) TO hearth_server;

--
-- Name: FUNCTION is_told_since(app_user_ids text[], moment timestamp with time zone); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.is_told_since(app_user_ids text[], moment timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION api.is_told_since(app_user_ids text[], moment timestamp with time zone) TO hearth_server;

--
-- Name: FUNCTION is_understood(facts jsonb); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.is_understood(facts jsonb) FROM PUBLIC;
GRANT ALL ON FUNCTION api.is_understood(facts jsonb) TO hearth_server;

--
-- Name: FUNCTION issue_device_secret(app_user_id text, digest bytea, as_of timestamp with time zone); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.issue_device_secret(app_user_id text, digest bytea, as_of timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION api.issue_device_secret(app_user_id text, digest bytea, as_of timestamp with time zone) TO hearth_server;

--
-- Name: FUNCTION join_app_user_ids(app_user_ids text[], linked_at timestamp with time zone, evidence_id text); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.join_app_user_ids(app_user_ids text[], linked_at timestamp with time zone, evidence_id text) FROM PUBLIC;
GRANT ALL ON FUNCTION api.join_app_user_ids(app_user_ids text[], linked_at timestamp with time zone, evidence_id text) TO hearth_server;

--
-- Name: FUNCTION join_household(app_user_id text, code_digest bytea, ignore_cooldown boolean, as_of timestamp with time zone); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.join_household(app_user_id text, code_digest bytea, ignore_cooldown boolean, as_of timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION api.join_household(app_user_id text, code_digest bytea, ignore_cooldown boolean, as_of timestamp with time zone) TO hearth_server;

--
-- Name: FUNCTION join_snapshot_ids(readings entitlements.snapshots[]); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.join_snapshot_ids(readings entitlements.snapshots[]) FROM PUBLIC;
GRANT ALL ON FUNCTION api.join_snapshot_ids(readings entitlements.snapshots[]) TO hearth_server;

--
-- Name: FUNCTION keep_idempotent_answer(idempotency_key text, operation text, request_digest bytea, answer json); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.keep_idempotent_answer(idempotency_key text, operation text, request_digest bytea, answer json) FROM PUBLIC;
GRANT ALL ON FUNCTION api.keep_idempotent_answer(idempotency_key text, operation text, request_digest bytea, answer json) TO hearth_server;

--
-- Name: FUNCTION last_mover(purchase_id uuid); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.last_mover(purchase_id uuid) FROM PUBLIC;
GRANT ALL ON FUNCTION api.last_mover(purchase_id uuid) TO hearth_server;

--
-- Name: FUNCTION limit_json(limit_id text, allowed bigint, used bigint, resets_at timestamp with time zone); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.limit_json(limit_id text, allowed bigint, used bigint, resets_at timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION api.limit_json(limit_id text, allowed bigint, used bigint, resets_at timestamp with time zone) TO hearth_server;

--
-- Name: FUNCTION limit_period(period text, as_of timestamp with time zone); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.limit_period(period text, as_of timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION api.limit_period(period text, as_of timestamp with time zone) TO hearth_server;

--
-- Name: FUNCTION limit_reached_json(limit_id text, allowed bigint, used bigint, resets_at timestamp with time zone, as_of timestamp with time zone); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.limit_reached_json(limit_id text, allowed bigint, used bigint, resets_at timestamp with time zone, as_of timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION api.limit_reached_json(limit_id text, allowed bigint, used bigint, resets_at timestamp with time zone, as_of timestamp with time zone) TO hearth_server;

--
-- Name: FUNCTION limit_states(app_user_ids text[], limit_ids text[], environment text, as_of timestamp with time zone); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.limit_states(app_user_ids text[], limit_ids text[], environment text, as_of timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION api.limit_states(app_user_ids text[], limit_ids text[], environment text, as_of timestamp with time zone) TO hearth_server;

--
-- Name: FUNCTION linked_app_user_ids(app_user_ids text[]); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.linked_app_user_ids(app_user_ids text[]) FROM PUBLIC;
GRANT ALL ON FUNCTION api.linked_app_user_ids(app_user_ids text[]) TO hearth_server;

--
-- Name: FUNCTION links_of(app_user_ids text[]); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.links_of(app_user_ids text[]) FROM PUBLIC;
GRANT ALL ON FUNCTION api.links_of(app_user_ids text[]) TO hearth_server;

--
-- Name: FUNCTION list_audit_entries(app_user_id text, page_limit integer, before_recorded_at timestamp with time zone, before_audit_id uuid); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.list_audit_entries(app_user_id text, page_limit integer, before_recorded_at timestamp with time zone, before_audit_id uuid) FROM PUBLIC;
GRANT ALL ON FUNCTION api.list_audit_entries(app_user_id text, page_limit integer, before_recorded_at timestamp with time zone, before_audit_id uuid) TO hearth_server;

--
-- Name: FUNCTION list_drift(run_id uuid, page_limit integer, after_found_at timestamp with time zone, after_drift_id uuid); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.list_drift(run_id uuid, page_limit integer, after_found_at timestamp with time zone, after_drift_id uuid) FROM PUBLIC;
GRANT ALL ON FUNCTION api.list_drift(run_id uuid, page_limit integer, after_found_at timestamp with time zone, after_drift_id uuid) TO hearth_server;

--
-- Name: FUNCTION list_findings(page_limit integer, after_kind text, after_subject text); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.list_findings(page_limit integer, after_kind text, after_subject text) FROM PUBLIC;
GRANT ALL ON FUNCTION api.list_findings(page_limit integer, after_kind text, after_subject text) TO hearth_server;

--
-- Name: FUNCTION list_household_findings(page_limit integer, after_household_id uuid, as_of timestamp with time zone); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.list_household_findings(page_limit integer, after_household_id uuid, as_of timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION api.list_household_findings(page_limit integer, after_household_id uuid, as_of timestamp with time zone) TO hearth_server;

--
-- Name: FUNCTION list_invariant_violations(); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.list_invariant_violations() FROM PUBLIC;
GRANT ALL ON FUNCTION api.list_invariant_violations() TO hearth_server;

--
-- Name: FUNCTION list_orphans(page_limit integer, before_orphaned_at timestamp with time zone, before_orphan_id uuid); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.list_orphans(page_limit integer, before_orphaned_at timestamp with time zone, before_orphan_id uuid) FROM PUBLIC;
GRANT ALL ON FUNCTION api.list_orphans(page_limit integer, before_orphaned_at timestamp with time zone, before_orphan_id uuid) TO hearth_server;

--
-- Name: FUNCTION list_run_people(run_id uuid, maximum integer, as_of timestamp with time zone); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.list_run_people(run_id uuid, maximum integer, as_of timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION api.list_run_people(run_id uuid, maximum integer, as_of timestamp with time zone) TO hearth_server;

--
-- Name: FUNCTION list_runs(page_limit integer, before_started_at timestamp with time zone, before_run_id uuid, as_of timestamp with time zone); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.list_runs(page_limit integer, before_started_at timestamp with time zone, before_run_id uuid, as_of timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION api.list_runs(page_limit integer, before_started_at timestamp with time zone, before_run_id uuid, as_of timestamp with time zone) TO hearth_server;

--
-- Name: FUNCTION list_webhook_events(with_status text, page_limit integer, before_received_at timestamp with time zone, before_event_id text); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.list_webhook_events(with_status text, page_limit integer, before_received_at timestamp with time zone, before_event_id text) FROM PUBLIC;
GRANT ALL ON FUNCTION api.list_webhook_events(with_status text, page_limit integer, before_received_at timestamp with time zone, before_event_id text) TO hearth_server;

--
-- Name: FUNCTION lock_app_user(app_user_id text); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.lock_app_user(app_user_id text) FROM PUBLIC;
GRANT ALL ON FUNCTION api.lock_app_user(app_user_id text) TO hearth_server;

--
-- Name: FUNCTION lock_app_users(app_user_ids text[]); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.lock_app_users(app_user_ids text[]) FROM PUBLIC;
GRANT ALL ON FUNCTION api.lock_app_users(app_user_ids text[]) TO hearth_server;

--
-- Name: FUNCTION lock_credits(app_user_ids text[], credit_ids text[]); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.lock_credits(app_user_ids text[], credit_ids text[]) FROM PUBLIC;
GRANT ALL ON FUNCTION api.lock_credits(app_user_ids text[], credit_ids text[]) TO hearth_server;

--
-- Name: FUNCTION lock_household(household_id uuid); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.lock_household(household_id uuid) FROM PUBLIC;
GRANT ALL ON FUNCTION api.lock_household(household_id uuid) TO hearth_server;

--
-- Name: FUNCTION lock_households_of(app_user_ids text[]); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.lock_households_of(app_user_ids text[]) FROM PUBLIC;
GRANT ALL ON FUNCTION api.lock_households_of(app_user_ids text[]) TO hearth_server;

--
-- Name: FUNCTION lock_known_app_user(app_user_id text); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.lock_known_app_user(app_user_id text) FROM PUBLIC;
GRANT ALL ON FUNCTION api.lock_known_app_user(app_user_id text) TO hearth_server;

--
-- Name: FUNCTION lock_linked_app_users(app_user_ids text[]); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.lock_linked_app_users(app_user_ids text[]) FROM PUBLIC;
GRANT ALL ON FUNCTION api.lock_linked_app_users(app_user_ids text[]) TO hearth_server;

--
-- Name: FUNCTION lock_living_household(household_id uuid); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.lock_living_household(household_id uuid) FROM PUBLIC;
GRANT ALL ON FUNCTION api.lock_living_household(household_id uuid) TO hearth_server;

--
-- Name: FUNCTION lock_owned_purchases(app_user_uuids uuid[]); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.lock_owned_purchases(app_user_uuids uuid[]) FROM PUBLIC;
GRANT ALL ON FUNCTION api.lock_owned_purchases(app_user_uuids uuid[]) TO hearth_server;

--
-- Name: FUNCTION lock_purchases_of(product_ids text[]); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.lock_purchases_of(product_ids text[]) FROM PUBLIC;
GRANT ALL ON FUNCTION api.lock_purchases_of(product_ids text[]) TO hearth_server;

--
-- Name: FUNCTION lock_related_app_users(app_user_ids text[]); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.lock_related_app_users(app_user_ids text[]) FROM PUBLIC;
GRANT ALL ON FUNCTION api.lock_related_app_users(app_user_ids text[]) TO hearth_server;

--
-- Name: FUNCTION lock_reservation(reservation_id uuid); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.lock_reservation(reservation_id uuid) FROM PUBLIC;
GRANT ALL ON FUNCTION api.lock_reservation(reservation_id uuid) TO hearth_server;

--
-- Name: FUNCTION lock_snapshots(snapshots jsonb[]); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.lock_snapshots(snapshots jsonb[]) FROM PUBLIC;
GRANT ALL ON FUNCTION api.lock_snapshots(snapshots jsonb[]) TO hearth_server;

--
-- Name: FUNCTION lock_transactions(transaction_ids text[]); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.lock_transactions(transaction_ids text[]) FROM PUBLIC;
GRANT ALL ON FUNCTION api.lock_transactions(transaction_ids text[]) TO hearth_server;

--
-- Name: FUNCTION match_listed_purchases(listed entitlements.evidence[], purchase_ids uuid[]); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.match_listed_purchases(listed entitlements.evidence[], purchase_ids uuid[]) FROM PUBLIC;
GRANT ALL ON FUNCTION api.match_listed_purchases(listed entitlements.evidence[], purchase_ids uuid[]) TO hearth_server;

--
-- Name: FUNCTION members_of_household(household_id uuid, as_of timestamp with time zone); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.members_of_household(household_id uuid, as_of timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION api.members_of_household(household_id uuid, as_of timestamp with time zone) TO hearth_server;

--
-- Name: FUNCTION merge_answer(merge_id uuid, outcome text, app_user_id text, moved_app_user_ids text[], moved_purchase_ids uuid[], as_of timestamp with time zone); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.merge_answer(merge_id uuid, outcome text, app_user_id text, moved_app_user_ids text[], moved_purchase_ids uuid[], as_of timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION api.merge_answer(merge_id uuid, outcome text, app_user_id text, moved_app_user_ids text[], moved_purchase_ids uuid[], as_of timestamp with time zone) TO hearth_server;

--
-- Name: FUNCTION merge_app_user_ids(anonymous_app_user_id text, app_user_id text, proof text, action text, actor text, reason text, as_of timestamp with time zone); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.merge_app_user_ids(anonymous_app_user_id text, app_user_id text, proof text, action text, actor text, reason text, as_of timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION api.merge_app_user_ids(anonymous_app_user_id text, app_user_id text, proof text, action text, actor text, reason text, as_of timestamp with time zone) TO hearth_server;

--
-- Name: FUNCTION merge_source(anonymous_app_user_id text, app_user_id text); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.merge_source(anonymous_app_user_id text, app_user_id text) FROM PUBLIC;
GRANT ALL ON FUNCTION api.merge_source(anonymous_app_user_id text, app_user_id text) TO hearth_server;

--
-- Name: FUNCTION move_app_user_ids(app_user_ids text[], parts integer[]); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.move_app_user_ids(app_user_ids text[], parts integer[]) FROM PUBLIC;
GRANT ALL ON FUNCTION api.move_app_user_ids(app_user_ids text[], parts integer[]) TO hearth_server;

--
-- Name: FUNCTION move_belongings(app_user_ids text[], app_user_uuids uuid[]); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.move_belongings(app_user_ids text[], app_user_uuids uuid[]) FROM PUBLIC;
GRANT ALL ON FUNCTION api.move_belongings(app_user_ids text[], app_user_uuids uuid[]) TO hearth_server;

--
-- Name: FUNCTION moved_credits(app_user_id text, purchase_ids uuid[], as_of timestamp with time zone); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.moved_credits(app_user_id text, purchase_ids uuid[], as_of timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION api.moved_credits(app_user_id text, purchase_ids uuid[], as_of timestamp with time zone) TO hearth_server;

--
-- Name: FUNCTION moved_purchases(purchase_ids uuid[], purchases jsonb); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.moved_purchases(purchase_ids uuid[], purchases jsonb) FROM PUBLIC;
GRANT ALL ON FUNCTION api.moved_purchases(purchase_ids uuid[], purchases jsonb) TO hearth_server;

--
-- Name: FUNCTION moved_usage(app_user_ids text[], as_of timestamp with time zone); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.moved_usage(app_user_ids text[], as_of timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION api.moved_usage(app_user_ids text[], as_of timestamp with time zone) TO hearth_server;

--
-- Name: FUNCTION named_app_user_ids(facts jsonb); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.named_app_user_ids(facts jsonb) FROM PUBLIC;
GRANT ALL ON FUNCTION api.named_app_user_ids(facts jsonb) TO hearth_server;

--
-- Name: FUNCTION named_links(app_user_ids text[]); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.named_links(app_user_ids text[]) FROM PUBLIC;
GRANT ALL ON FUNCTION api.named_links(app_user_ids text[]) TO hearth_server;

--
-- Name: FUNCTION new_readings(readings entitlements.snapshots[], repeated text[]); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.new_readings(readings entitlements.snapshots[], repeated text[]) FROM PUBLIC;
GRANT ALL ON FUNCTION api.new_readings(readings entitlements.snapshots[], repeated text[]) TO hearth_server;

--
-- Name: FUNCTION newest_members(household_id uuid, seats integer); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.newest_members(household_id uuid, seats integer) FROM PUBLIC;
GRANT ALL ON FUNCTION api.newest_members(household_id uuid, seats integer) TO hearth_server;

--
-- Name: FUNCTION next_run(as_of timestamp with time zone); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.next_run(as_of timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION api.next_run(as_of timestamp with time zone) TO hearth_server;

--
-- Name: FUNCTION note_orphans(purchase_ids uuid[]); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.note_orphans(purchase_ids uuid[]) FROM PUBLIC;
GRANT ALL ON FUNCTION api.note_orphans(purchase_ids uuid[]) TO hearth_server;

--
-- Name: FUNCTION note_presence(as_of timestamp with time zone); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.note_presence(as_of timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION api.note_presence(as_of timestamp with time zone) TO hearth_server;

--
-- Name: FUNCTION note_refused_webhook(as_of timestamp with time zone); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.note_refused_webhook(as_of timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION api.note_refused_webhook(as_of timestamp with time zone) TO hearth_server;

--
-- Name: FUNCTION open_member(household_id uuid, app_user_id text); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.open_member(household_id uuid, app_user_id text) FROM PUBLIC;
GRANT ALL ON FUNCTION api.open_member(household_id uuid, app_user_id text) TO hearth_server;

--
-- Name: FUNCTION open_membership(household_id uuid, app_user_id text, as_of timestamp with time zone, ignore_cooldown boolean); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.open_membership(household_id uuid, app_user_id text, as_of timestamp with time zone, ignore_cooldown boolean) FROM PUBLIC;
GRANT ALL ON FUNCTION api.open_membership(household_id uuid, app_user_id text, as_of timestamp with time zone, ignore_cooldown boolean) TO hearth_server;

--
-- Name: FUNCTION open_purchases(tolds entitlements.evidence[]); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.open_purchases(tolds entitlements.evidence[]) FROM PUBLIC;
GRANT ALL ON FUNCTION api.open_purchases(tolds entitlements.evidence[]) TO hearth_server;

--
-- Name: FUNCTION open_run(wanted entitlements.runs); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.open_run(wanted entitlements.runs) FROM PUBLIC;
GRANT ALL ON FUNCTION api.open_run(wanted entitlements.runs) TO hearth_server;

--
-- Name: FUNCTION order_credit(app_user_id text, credit_id text, reference text, environment text, as_of timestamp with time zone); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.order_credit(app_user_id text, credit_id text, reference text, environment text, as_of timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION api.order_credit(app_user_id text, credit_id text, reference text, environment text, as_of timestamp with time zone) TO hearth_server;

--
-- Name: FUNCTION orphan_json(orphan entitlements.orphans); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.orphan_json(orphan entitlements.orphans) FROM PUBLIC;
GRANT ALL ON FUNCTION api.orphan_json(orphan entitlements.orphans) TO hearth_server;

--
-- Name: FUNCTION orphan_reason(bought entitlements.purchases); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.orphan_reason(bought entitlements.purchases) FROM PUBLIC;
GRANT ALL ON FUNCTION api.orphan_reason(bought entitlements.purchases) TO hearth_server;

--
-- Name: FUNCTION own_app_user_ids(app_user_id text); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.own_app_user_ids(app_user_id text) FROM PUBLIC;
GRANT ALL ON FUNCTION api.own_app_user_ids(app_user_id text) TO hearth_server;

--
-- Name: FUNCTION own_household(household_id uuid, member_id uuid, as_of timestamp with time zone); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.own_household(household_id uuid, member_id uuid, as_of timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION api.own_household(household_id uuid, member_id uuid, as_of timestamp with time zone) TO hearth_server;

--
-- Name: FUNCTION owned_households(app_user_ids text[]); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.owned_households(app_user_ids text[]) FROM PUBLIC;
GRANT ALL ON FUNCTION api.owned_households(app_user_ids text[]) TO hearth_server;

--
-- Name: FUNCTION ownership_json(app_user_ids text[]); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.ownership_json(app_user_ids text[]) FROM PUBLIC;
GRANT ALL ON FUNCTION api.ownership_json(app_user_ids text[]) TO hearth_server;

--
-- Name: FUNCTION part_app_user_ids(app_user_ids text[]); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.part_app_user_ids(app_user_ids text[]) FROM PUBLIC;
GRANT ALL ON FUNCTION api.part_app_user_ids(app_user_ids text[]) TO hearth_server;

--
-- Name: FUNCTION past_purchase(purchase_id uuid, as_of timestamp with time zone); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.past_purchase(purchase_id uuid, as_of timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION api.past_purchase(purchase_id uuid, as_of timestamp with time zone) TO hearth_server;

--
-- Name: FUNCTION pause_upstream(seconds integer, is_key_refused boolean, as_of timestamp with time zone); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.pause_upstream(seconds integer, is_key_refused boolean, as_of timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION api.pause_upstream(seconds integer, is_key_refused boolean, as_of timestamp with time zone) TO hearth_server;

--
-- Name: FUNCTION people_at_risk(as_of timestamp with time zone, maximum integer); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.people_at_risk(as_of timestamp with time zone, maximum integer) FROM PUBLIC;
GRANT ALL ON FUNCTION api.people_at_risk(as_of timestamp with time zone, maximum integer) TO hearth_server;

--
-- Name: FUNCTION people_due(as_of timestamp with time zone, maximum integer); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.people_due(as_of timestamp with time zone, maximum integer) FROM PUBLIC;
GRANT ALL ON FUNCTION api.people_due(as_of timestamp with time zone, maximum integer) TO hearth_server;

--
-- Name: FUNCTION people_rules(); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.people_rules() FROM PUBLIC;
GRANT ALL ON FUNCTION api.people_rules() TO hearth_server;

--
-- Name: FUNCTION postpone_confirmation(app_user_uuid uuid, claim_id uuid, reason text, is_setback boolean, retry_after_milliseconds integer, as_of timestamp with time zone); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.postpone_confirmation(app_user_uuid uuid, claim_id uuid, reason text, is_setback boolean, retry_after_milliseconds integer, as_of timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION api.postpone_confirmation(app_user_uuid uuid, claim_id uuid, reason text, is_setback boolean, retry_after_milliseconds integer, as_of timestamp with time zone) TO hearth_server;

--
-- Name: FUNCTION postpone_run_person(run_id uuid, app_user_id text, claim_id uuid, reason text, is_setback boolean, retry_after_milliseconds integer, as_of timestamp with time zone); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.postpone_run_person(run_id uuid, app_user_id text, claim_id uuid, reason text, is_setback boolean, retry_after_milliseconds integer, as_of timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION api.postpone_run_person(run_id uuid, app_user_id text, claim_id uuid, reason text, is_setback boolean, retry_after_milliseconds integer, as_of timestamp with time zone) TO hearth_server;

--
-- Name: FUNCTION prune_idempotent_answers(keep_hours integer, maximum integer, as_of timestamp with time zone); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.prune_idempotent_answers(keep_hours integer, maximum integer, as_of timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION api.prune_idempotent_answers(keep_hours integer, maximum integer, as_of timestamp with time zone) TO hearth_server;

--
-- Name: FUNCTION prune_proofs(maximum integer, as_of timestamp with time zone); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.prune_proofs(maximum integer, as_of timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION api.prune_proofs(maximum integer, as_of timestamp with time zone) TO hearth_server;

--
-- Name: FUNCTION prune_reservations(keep_days integer, maximum integer, as_of timestamp with time zone); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.prune_reservations(keep_days integer, maximum integer, as_of timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION api.prune_reservations(keep_days integer, maximum integer, as_of timestamp with time zone) TO hearth_server;

--
-- Name: FUNCTION prune_runs(keep_days integer, maximum integer, as_of timestamp with time zone); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.prune_runs(keep_days integer, maximum integer, as_of timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION api.prune_runs(keep_days integer, maximum integer, as_of timestamp with time zone) TO hearth_server;

--
-- Name: FUNCTION purchase_answers(app_user_uuid uuid, as_of timestamp with time zone); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.purchase_answers(app_user_uuid uuid, as_of timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION api.purchase_answers(app_user_uuid uuid, as_of timestamp with time zone) TO hearth_server;

--
-- Name: FUNCTION purchase_drift(reading entitlements.snapshots, before entitlements.purchases, after entitlements.purchases, as_of timestamp with time zone, changed_ids text[]); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.purchase_drift(reading entitlements.snapshots, before entitlements.purchases, after entitlements.purchases, as_of timestamp with time zone, changed_ids text[]) FROM PUBLIC;
GRANT ALL ON FUNCTION api.purchase_drift(reading entitlements.snapshots, before entitlements.purchases, after entitlements.purchases, as_of timestamp with time zone, changed_ids text[]) TO hearth_server;

--
-- Name: FUNCTION purchase_json(bought entitlements.purchases, as_of timestamp with time zone, catalog_kind text, credits json); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.purchase_json(bought entitlements.purchases, as_of timestamp with time zone, catalog_kind text, credits json) FROM PUBLIC;
GRANT ALL ON FUNCTION api.purchase_json(bought entitlements.purchases, as_of timestamp with time zone, catalog_kind text, credits json) TO hearth_server;

--
-- Name: FUNCTION purchase_state(state entitlements.purchases, as_of timestamp with time zone); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.purchase_state(state entitlements.purchases, as_of timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION api.purchase_state(state entitlements.purchases, as_of timestamp with time zone) TO hearth_server;

--
-- Name: FUNCTION purchases_of_readings(asked text[], ids text[], listing text[], chains text[]); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.purchases_of_readings(asked text[], ids text[], listing text[], chains text[]) FROM PUBLIC;
GRANT ALL ON FUNCTION api.purchases_of_readings(asked text[], ids text[], listing text[], chains text[]) TO hearth_server;

--
-- Name: FUNCTION queue_confirmation(app_user_ids text[]); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.queue_confirmation(app_user_ids text[]) FROM PUBLIC;
GRANT ALL ON FUNCTION api.queue_confirmation(app_user_ids text[]) TO hearth_server;

--
-- Name: FUNCTION queue_household_review(household_ids uuid[], due_at timestamp with time zone); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.queue_household_review(household_ids uuid[], due_at timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION api.queue_household_review(household_ids uuid[], due_at timestamp with time zone) TO hearth_server;

--
-- Name: FUNCTION queue_other_sides(differences entitlements.drift[]); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.queue_other_sides(differences entitlements.drift[]) FROM PUBLIC;
GRANT ALL ON FUNCTION api.queue_other_sides(differences entitlements.drift[]) TO hearth_server;

--
-- Name: FUNCTION queue_seat_review(household_ids uuid[], due_at timestamp with time zone); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.queue_seat_review(household_ids uuid[], due_at timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION api.queue_seat_review(household_ids uuid[], due_at timestamp with time zone) TO hearth_server;

--
-- Name: FUNCTION reading_evidence(purchase_id uuid, app_user_ids text[], as_of timestamp with time zone); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.reading_evidence(purchase_id uuid, app_user_ids text[], as_of timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION api.reading_evidence(purchase_id uuid, app_user_ids text[], as_of timestamp with time zone) TO hearth_server;

--
-- Name: FUNCTION reading_rules(); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.reading_rules() FROM PUBLIC;
GRANT ALL ON FUNCTION api.reading_rules() TO hearth_server;

--
-- Name: FUNCTION receive_webhook_events(event_ids text[], event_types text[], bodies bytea[], facts jsonb[], problems text[], received_at timestamp with time zone); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.receive_webhook_events(event_ids text[], event_types text[], bodies bytea[], facts jsonb[], problems text[], received_at timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION api.receive_webhook_events(event_ids text[], event_types text[], bodies bytea[], facts jsonb[], problems text[], received_at timestamp with time zone) TO hearth_server;

--
-- Name: FUNCTION records_of(app_user_ids text[]); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.records_of(app_user_ids text[]) FROM PUBLIC;
GRANT ALL ON FUNCTION api.records_of(app_user_ids text[]) TO hearth_server;

--
-- Name: FUNCTION redeem_invite(invite entitlements.household_invites, app_user_id text, ignore_cooldown boolean, as_of timestamp with time zone); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.redeem_invite(invite entitlements.household_invites, app_user_id text, ignore_cooldown boolean, as_of timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION api.redeem_invite(invite entitlements.household_invites, app_user_id text, ignore_cooldown boolean, as_of timestamp with time zone) TO hearth_server;

--
-- Name: FUNCTION refold_related_purchases(app_user_ids text[]); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.refold_related_purchases(app_user_ids text[]) FROM PUBLIC;
GRANT ALL ON FUNCTION api.refold_related_purchases(app_user_ids text[]) TO hearth_server;

--
-- Name: FUNCTION refresh_due_answers(maximum integer); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.refresh_due_answers(maximum integer) FROM PUBLIC;
GRANT ALL ON FUNCTION api.refresh_due_answers(maximum integer) TO hearth_server;

--
-- Name: FUNCTION rejoin_app_user_ids(app_user_ids text[]); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.rejoin_app_user_ids(app_user_ids text[]) FROM PUBLIC;
GRANT ALL ON FUNCTION api.rejoin_app_user_ids(app_user_ids text[]) TO hearth_server;

--
-- Name: FUNCTION release_reservation(reservation_id uuid, environment text, as_of timestamp with time zone); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.release_reservation(reservation_id uuid, environment text, as_of timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION api.release_reservation(reservation_id uuid, environment text, as_of timestamp with time zone) TO hearth_server;

--
-- Name: FUNCTION remove_household_member(household_id uuid, app_user_id text, because text, as_of timestamp with time zone); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.remove_household_member(household_id uuid, app_user_id text, because text, as_of timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION api.remove_household_member(household_id uuid, app_user_id text, because text, as_of timestamp with time zone) TO hearth_server;

--
-- Name: FUNCTION rename_traces(linked text[], ids text[], names text[]); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.rename_traces(linked text[], ids text[], names text[]) FROM PUBLIC;
GRANT ALL ON FUNCTION api.rename_traces(linked text[], ids text[], names text[]) TO hearth_server;

--
-- Name: FUNCTION renamed(texts text[], ids text[], names text[]); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.renamed(texts text[], ids text[], names text[]) FROM PUBLIC;
GRANT ALL ON FUNCTION api.renamed(texts text[], ids text[], names text[]) TO hearth_server;

--
-- Name: FUNCTION renamed_json(document jsonb, ids text[], names text[]); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.renamed_json(document jsonb, ids text[], names text[]) FROM PUBLIC;
GRANT ALL ON FUNCTION api.renamed_json(document jsonb, ids text[], names text[]) TO hearth_server;

--
-- Name: FUNCTION repeat_readings(readings entitlements.snapshots[], last_read_at timestamp with time zone[]); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.repeat_readings(readings entitlements.snapshots[], last_read_at timestamp with time zone[]) FROM PUBLIC;
GRANT ALL ON FUNCTION api.repeat_readings(readings entitlements.snapshots[], last_read_at timestamp with time zone[]) TO hearth_server;

--
-- Name: FUNCTION requests_per_reading(tenant entitlements.tenants); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.requests_per_reading(tenant entitlements.tenants) FROM PUBLIC;
GRANT ALL ON FUNCTION api.requests_per_reading(tenant entitlements.tenants) TO hearth_server;

--
-- Name: FUNCTION require_anonymous(app_user_id text); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.require_anonymous(app_user_id text) FROM PUBLIC;
GRANT ALL ON FUNCTION api.require_anonymous(app_user_id text) TO hearth_server;

--
-- Name: FUNCTION require_claim(orphan entitlements.orphans, holder text, app_user_id text, proof text, proof_digest bytea, as_of timestamp with time zone); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.require_claim(orphan entitlements.orphans, holder text, app_user_id text, proof text, proof_digest bytea, as_of timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION api.require_claim(orphan entitlements.orphans, holder text, app_user_id text, proof text, proof_digest bytea, as_of timestamp with time zone) TO hearth_server;

--
-- Name: FUNCTION require_entitlements(entitlement_ids text[]); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.require_entitlements(entitlement_ids text[]) FROM PUBLIC;
GRANT ALL ON FUNCTION api.require_entitlements(entitlement_ids text[]) TO hearth_server;

--
-- Name: FUNCTION require_joins_left(household_id uuid, as_of timestamp with time zone); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.require_joins_left(household_id uuid, as_of timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION api.require_joins_left(household_id uuid, as_of timestamp with time zone) TO hearth_server;

--
-- Name: FUNCTION require_known_project(readings entitlements.snapshots[], listed entitlements.evidence[], app_user_ids text[], purchase_ids uuid[]); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.require_known_project(readings entitlements.snapshots[], listed entitlements.evidence[], app_user_ids text[], purchase_ids uuid[]) FROM PUBLIC;
GRANT ALL ON FUNCTION api.require_known_project(readings entitlements.snapshots[], listed entitlements.evidence[], app_user_ids text[], purchase_ids uuid[]) TO hearth_server;

--
-- Name: FUNCTION require_moves_allowed(purchase_ids uuid[], app_user_id text, proof text, as_of timestamp with time zone); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.require_moves_allowed(purchase_ids uuid[], app_user_id text, proof text, as_of timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION api.require_moves_allowed(purchase_ids uuid[], app_user_id text, proof text, as_of timestamp with time zone) TO hearth_server;

--
-- Name: FUNCTION require_no_cooldown(household_id uuid, app_user_uuid uuid, as_of timestamp with time zone); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.require_no_cooldown(household_id uuid, app_user_uuid uuid, as_of timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION api.require_no_cooldown(household_id uuid, app_user_uuid uuid, as_of timestamp with time zone) TO hearth_server;

--
-- Name: FUNCTION require_upstream(); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.require_upstream() FROM PUBLIC;
GRANT ALL ON FUNCTION api.require_upstream() TO hearth_server;

--
-- Name: FUNCTION rest_run(run entitlements.runs, as_of timestamp with time zone); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.rest_run(run entitlements.runs, as_of timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION api.rest_run(run entitlements.runs, as_of timestamp with time zone) TO hearth_server;

--
-- Name: FUNCTION retry_webhook_event(event_id text); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.retry_webhook_event(event_id text) FROM PUBLIC;
GRANT ALL ON FUNCTION api.retry_webhook_event(event_id text) TO hearth_server;

--
-- Name: FUNCTION return_purchases(merge entitlements.merges, as_of timestamp with time zone); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.return_purchases(merge entitlements.merges, as_of timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION api.return_purchases(merge entitlements.merges, as_of timestamp with time zone) TO hearth_server;

--
-- Name: FUNCTION review_household(household_id uuid, as_of timestamp with time zone); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.review_household(household_id uuid, as_of timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION api.review_household(household_id uuid, as_of timestamp with time zone) TO hearth_server;

--
-- Name: FUNCTION revoke_admin_key(key_id text); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.revoke_admin_key(key_id text) FROM PUBLIC;
GRANT ALL ON FUNCTION api.revoke_admin_key(key_id text) TO hearth_server;

--
-- Name: FUNCTION revoke_api_key(key_id text); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.revoke_api_key(key_id text) FROM PUBLIC;
GRANT ALL ON FUNCTION api.revoke_api_key(key_id text) TO hearth_server;

--
-- Name: FUNCTION revoke_household_invite(household_id uuid, invite_id uuid, as_of timestamp with time zone); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.revoke_household_invite(household_id uuid, invite_id uuid, as_of timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION api.revoke_household_invite(household_id uuid, invite_id uuid, as_of timestamp with time zone) TO hearth_server;

--
-- Name: FUNCTION run_json(run entitlements.runs, as_of timestamp with time zone); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.run_json(run entitlements.runs, as_of timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION api.run_json(run entitlements.runs, as_of timestamp with time zone) TO hearth_server;

--
-- Name: FUNCTION run_outcome(run entitlements.runs); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.run_outcome(run entitlements.runs) FROM PUBLIC;
GRANT ALL ON FUNCTION api.run_outcome(run entitlements.runs) TO hearth_server;

--
-- Name: FUNCTION said_again(readings entitlements.snapshots[], snapshots jsonb[]); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.said_again(readings entitlements.snapshots[], snapshots jsonb[]) FROM PUBLIC;
GRANT ALL ON FUNCTION api.said_again(readings entitlements.snapshots[], snapshots jsonb[]) TO hearth_server;

--
-- Name: FUNCTION same_second(known timestamp with time zone, named timestamp with time zone); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.same_second(known timestamp with time zone, named timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION api.same_second(known timestamp with time zone, named timestamp with time zone) TO hearth_server;

--
-- Name: FUNCTION set_token_secret(issuer text, slot integer, sealed bytea); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.set_token_secret(issuer text, slot integer, sealed bytea) FROM PUBLIC;
GRANT ALL ON FUNCTION api.set_token_secret(issuer text, slot integer, sealed bytea) TO hearth_server;

--
-- Name: FUNCTION set_upstream_key(sealed bytea); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.set_upstream_key(sealed bytea) FROM PUBLIC;
GRANT ALL ON FUNCTION api.set_upstream_key(sealed bytea) TO hearth_server;

--
-- Name: FUNCTION set_webhook_secret(kind text, slot integer, sealed bytea); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.set_webhook_secret(kind text, slot integer, sealed bytea) FROM PUBLIC;
GRANT ALL ON FUNCTION api.set_webhook_secret(kind text, slot integer, sealed bytea) TO hearth_server;

--
-- Name: FUNCTION settle_credit_orders(purchase_ids uuid[]); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.settle_credit_orders(purchase_ids uuid[]) FROM PUBLIC;
GRANT ALL ON FUNCTION api.settle_credit_orders(purchase_ids uuid[]) TO hearth_server;

--
-- Name: FUNCTION settle_memberships(app_user_ids text[], parts integer[]); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.settle_memberships(app_user_ids text[], parts integer[]) FROM PUBLIC;
GRANT ALL ON FUNCTION api.settle_memberships(app_user_ids text[], parts integer[]) TO hearth_server;

--
-- Name: FUNCTION settle_owner(purchase_id uuid, app_user_id text, decision_id uuid, as_of timestamp with time zone); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.settle_owner(purchase_id uuid, app_user_id text, decision_id uuid, as_of timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION api.settle_owner(purchase_id uuid, app_user_id text, decision_id uuid, as_of timestamp with time zone) TO hearth_server;

--
-- Name: FUNCTION sever_merge(merge entitlements.merges, as_of timestamp with time zone); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.sever_merge(merge entitlements.merges, as_of timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION api.sever_merge(merge entitlements.merges, as_of timestamp with time zone) TO hearth_server;

--
-- Name: FUNCTION snapshot_app_user_ids(app_user_id text, read_at timestamp with time zone); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.snapshot_app_user_ids(app_user_id text, read_at timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION api.snapshot_app_user_ids(app_user_id text, read_at timestamp with time zone) TO hearth_server;

--
-- Name: FUNCTION snapshot_content(snapshot jsonb, rules text); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.snapshot_content(snapshot jsonb, rules text) FROM PUBLIC;
GRANT ALL ON FUNCTION api.snapshot_content(snapshot jsonb, rules text) TO hearth_server;

--
-- Name: FUNCTION snapshot_evidence(readings entitlements.snapshots[], snapshots jsonb[]); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.snapshot_evidence(readings entitlements.snapshots[], snapshots jsonb[]) FROM PUBLIC;
GRANT ALL ON FUNCTION api.snapshot_evidence(readings entitlements.snapshots[], snapshots jsonb[]) TO hearth_server;

--
-- Name: FUNCTION snapshot_evidence_id(app_user_id text, read_at timestamp with time zone, entry text); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.snapshot_evidence_id(app_user_id text, read_at timestamp with time zone, entry text) FROM PUBLIC;
GRANT ALL ON FUNCTION api.snapshot_evidence_id(app_user_id text, read_at timestamp with time zone, entry text) TO hearth_server;

--
-- Name: FUNCTION snapshot_people(app_user_ids text[]); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.snapshot_people(app_user_ids text[]) FROM PUBLIC;
GRANT ALL ON FUNCTION api.snapshot_people(app_user_ids text[]) TO hearth_server;

--
-- Name: FUNCTION snapshot_readings(snapshots jsonb[], received_at timestamp with time zone, run_id uuid); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.snapshot_readings(snapshots jsonb[], received_at timestamp with time zone, run_id uuid) FROM PUBLIC;
GRANT ALL ON FUNCTION api.snapshot_readings(snapshots jsonb[], received_at timestamp with time zone, run_id uuid) TO hearth_server;

--
-- Name: FUNCTION spend_credits(app_user_ids text[], credit_ids text[], amounts integer[], spend_references text[], environment text, as_of timestamp with time zone); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.spend_credits(app_user_ids text[], credit_ids text[], amounts integer[], spend_references text[], environment text, as_of timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION api.spend_credits(app_user_ids text[], credit_ids text[], amounts integer[], spend_references text[], environment text, as_of timestamp with time zone) TO hearth_server;

--
-- Name: FUNCTION spent_on(app_user_ids text[], credit_id text, reference text); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.spent_on(app_user_ids text[], credit_id text, reference text) FROM PUBLIC;
GRANT ALL ON FUNCTION api.spent_on(app_user_ids text[], credit_id text, reference text) TO hearth_server;

--
-- Name: FUNCTION start_due_run(as_of timestamp with time zone); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.start_due_run(as_of timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION api.start_due_run(as_of timestamp with time zone) TO hearth_server;

--
-- Name: FUNCTION start_run(scope text, app_user_id text, dry_run boolean, stop_at_lost_percent integer, as_of timestamp with time zone); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.start_run(scope text, app_user_id text, dry_run boolean, stop_at_lost_percent integer, as_of timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION api.start_run(scope text, app_user_id text, dry_run boolean, stop_at_lost_percent integer, as_of timestamp with time zone) TO hearth_server;

--
-- Name: FUNCTION store_answers(app_user_uuids uuid[]); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.store_answers(app_user_uuids uuid[]) FROM PUBLIC;
GRANT ALL ON FUNCTION api.store_answers(app_user_uuids uuid[]) TO hearth_server;

--
-- Name: FUNCTION store_drift(differences entitlements.drift[], received_at timestamp with time zone, dry_run boolean, run_id uuid); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.store_drift(differences entitlements.drift[], received_at timestamp with time zone, dry_run boolean, run_id uuid) FROM PUBLIC;
GRANT ALL ON FUNCTION api.store_drift(differences entitlements.drift[], received_at timestamp with time zone, dry_run boolean, run_id uuid) TO hearth_server;

--
-- Name: FUNCTION store_purchases(folded entitlements.purchases[]); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.store_purchases(folded entitlements.purchases[]) FROM PUBLIC;
GRANT ALL ON FUNCTION api.store_purchases(folded entitlements.purchases[]) TO hearth_server;

--
-- Name: FUNCTION store_snapshot_changes(readings entitlements.snapshots[], asked text[], before entitlements.purchases[], after entitlements.purchases[]); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.store_snapshot_changes(readings entitlements.snapshots[], asked text[], before entitlements.purchases[], after entitlements.purchases[]) FROM PUBLIC;
GRANT ALL ON FUNCTION api.store_snapshot_changes(readings entitlements.snapshots[], asked text[], before entitlements.purchases[], after entitlements.purchases[]) TO hearth_server;

--
-- Name: FUNCTION stored_records(app_user_ids text[]); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.stored_records(app_user_ids text[]) FROM PUBLIC;
GRANT ALL ON FUNCTION api.stored_records(app_user_ids text[]) TO hearth_server;

--
-- Name: FUNCTION sync_aliases(app_user_ids text[]); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.sync_aliases(app_user_ids text[]) FROM PUBLIC;
GRANT ALL ON FUNCTION api.sync_aliases(app_user_ids text[]) TO hearth_server;

--
-- Name: FUNCTION sync_household_members(app_user_uuids uuid[]); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.sync_household_members(app_user_uuids uuid[]) FROM PUBLIC;
GRANT ALL ON FUNCTION api.sync_household_members(app_user_uuids uuid[]) TO hearth_server;

--
-- Name: FUNCTION sync_purchases(purchase_ids uuid[]); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.sync_purchases(purchase_ids uuid[]) FROM PUBLIC;
GRANT ALL ON FUNCTION api.sync_purchases(purchase_ids uuid[]) TO hearth_server;

--
-- Name: FUNCTION take_upstream_requests(requests integer, at_least integer, is_urgent boolean, as_of timestamp with time zone); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.take_upstream_requests(requests integer, at_least integer, is_urgent boolean, as_of timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION api.take_upstream_requests(requests integer, at_least integer, is_urgent boolean, as_of timestamp with time zone) TO hearth_server;

--
-- Name: TABLE webhook_events; Type: ACL; Schema: entitlements; Owner: hearth_owner
--

GRANT SELECT,INSERT,UPDATE ON TABLE entitlements.webhook_events TO hearth_server;

--
-- Name: FUNCTION taken_webhook_events(event_ids text[], facts jsonb[], problems text[], added text[], received_at timestamp with time zone); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.taken_webhook_events(event_ids text[], facts jsonb[], problems text[], added text[], received_at timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION api.taken_webhook_events(event_ids text[], facts jsonb[], problems text[], added text[], received_at timestamp with time zone) TO hearth_server;

--
-- Name: FUNCTION tenant_settings(definition jsonb); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.tenant_settings(definition jsonb) FROM PUBLIC;
GRANT ALL ON FUNCTION api.tenant_settings(definition jsonb) TO hearth_server;

--
-- Name: FUNCTION told_purchases(tolds entitlements.evidence[]); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.told_purchases(tolds entitlements.evidence[]) FROM PUBLIC;
GRANT ALL ON FUNCTION api.told_purchases(tolds entitlements.evidence[]) TO hearth_server;

--
-- Name: FUNCTION told_transfers(tolds entitlements.evidence[], facts jsonb[]); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.told_transfers(tolds entitlements.evidence[], facts jsonb[]) FROM PUBLIC;
GRANT ALL ON FUNCTION api.told_transfers(tolds entitlements.evidence[], facts jsonb[]) TO hearth_server;

--
-- Name: FUNCTION transaction_lock(tenant_id uuid, transaction_id text); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.transaction_lock(tenant_id uuid, transaction_id text) FROM PUBLIC;
GRANT ALL ON FUNCTION api.transaction_lock(tenant_id uuid, transaction_id text) TO hearth_server;

--
-- Name: FUNCTION transfer_household(household_id uuid, app_user_id text, as_of timestamp with time zone); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.transfer_household(household_id uuid, app_user_id text, as_of timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION api.transfer_household(household_id uuid, app_user_id text, as_of timestamp with time zone) TO hearth_server;

--
-- Name: FUNCTION transferring_app_user_ids(evidence_id text, app_user_ids text[]); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.transferring_app_user_ids(evidence_id text, app_user_ids text[]) FROM PUBLIC;
GRANT ALL ON FUNCTION api.transferring_app_user_ids(evidence_id text, app_user_ids text[]) TO hearth_server;

--
-- Name: FUNCTION undo_merge(merge_id uuid, actor text, reason text, as_of timestamp with time zone); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.undo_merge(merge_id uuid, actor text, reason text, as_of timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION api.undo_merge(merge_id uuid, actor text, reason text, as_of timestamp with time zone) TO hearth_server;

--
-- Name: TABLE app_user_id_links; Type: ACL; Schema: entitlements; Owner: hearth_owner
--

GRANT SELECT,INSERT,UPDATE ON TABLE entitlements.app_user_id_links TO hearth_server;

--
-- Name: FUNCTION unjoined_events(tolds entitlements.evidence[], facts jsonb[]); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.unjoined_events(tolds entitlements.evidence[], facts jsonb[]) FROM PUBLIC;
GRANT ALL ON FUNCTION api.unjoined_events(tolds entitlements.evidence[], facts jsonb[]) TO hearth_server;

--
-- Name: FUNCTION unknown_products(); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.unknown_products() FROM PUBLIC;
GRANT ALL ON FUNCTION api.unknown_products() TO hearth_server;

--
-- Name: FUNCTION unknown_transactions(lists jsonb[]); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.unknown_transactions(lists jsonb[]) FROM PUBLIC;
GRANT ALL ON FUNCTION api.unknown_transactions(lists jsonb[]) TO hearth_server;

--
-- Name: FUNCTION unlisted_until(reading entitlements.snapshots, purchase_id uuid); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.unlisted_until(reading entitlements.snapshots, purchase_id uuid) FROM PUBLIC;
GRANT ALL ON FUNCTION api.unlisted_until(reading entitlements.snapshots, purchase_id uuid) TO hearth_server;

--
-- Name: FUNCTION unread_fields(facts jsonb); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.unread_fields(facts jsonb) FROM PUBLIC;
GRANT ALL ON FUNCTION api.unread_fields(facts jsonb) TO hearth_server;

--
-- Name: TABLE upstreams; Type: ACL; Schema: entitlements; Owner: hearth_owner
--

GRANT SELECT,INSERT,UPDATE ON TABLE entitlements.upstreams TO hearth_server;

--
-- Name: FUNCTION upstream_allowance(upstream entitlements.upstreams, requests_per_minute integer, at_least integer, is_urgent boolean, as_of timestamp with time zone); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.upstream_allowance(upstream entitlements.upstreams, requests_per_minute integer, at_least integer, is_urgent boolean, as_of timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION api.upstream_allowance(upstream entitlements.upstreams, requests_per_minute integer, at_least integer, is_urgent boolean, as_of timestamp with time zone) TO hearth_server;

--
-- Name: FUNCTION usage_answer(reservation entitlements.reservations, environment text, as_of timestamp with time zone); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.usage_answer(reservation entitlements.reservations, environment text, as_of timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION api.usage_answer(reservation entitlements.reservations, environment text, as_of timestamp with time zone) TO hearth_server;

--
-- Name: FUNCTION usage_json(limit_shown jsonb, reservation entitlements.reservations); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.usage_json(limit_shown jsonb, reservation entitlements.reservations) FROM PUBLIC;
GRANT ALL ON FUNCTION api.usage_json(limit_shown jsonb, reservation entitlements.reservations) TO hearth_server;

--
-- Name: FUNCTION use_limits(app_user_ids text[], limit_ids text[], amounts integer[], use_references text[], expires_in_seconds integer[], environment text, as_of timestamp with time zone); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.use_limits(app_user_ids text[], limit_ids text[], amounts integer[], use_references text[], expires_in_seconds integer[], environment text, as_of timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION api.use_limits(app_user_ids text[], limit_ids text[], amounts integer[], use_references text[], expires_in_seconds integer[], environment text, as_of timestamp with time zone) TO hearth_server;

--
-- Name: FUNCTION with_aliases(app_user_uuids uuid[]); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.with_aliases(app_user_uuids uuid[]) FROM PUBLIC;
GRANT ALL ON FUNCTION api.with_aliases(app_user_uuids uuid[]) TO hearth_server;

--
-- Name: FUNCTION with_owners(folded entitlements.purchases); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.with_owners(folded entitlements.purchases) FROM PUBLIC;
GRANT ALL ON FUNCTION api.with_owners(folded entitlements.purchases) TO hearth_server;

--
-- Name: FUNCTION wrong_answers(); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.wrong_answers() FROM PUBLIC;
GRANT ALL ON FUNCTION api.wrong_answers() TO hearth_server;

--
-- Name: FUNCTION wrong_app_users(); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.wrong_app_users() FROM PUBLIC;
GRANT ALL ON FUNCTION api.wrong_app_users() TO hearth_server;

--
-- Name: FUNCTION wrong_purchases(); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.wrong_purchases() FROM PUBLIC;
GRANT ALL ON FUNCTION api.wrong_purchases() TO hearth_server;

--
-- Name: PROCEDURE secure_table(IN table_name regclass, IN is_crossed_by_doors boolean); Type: ACL; Schema: entitlements; Owner: postgres
--

REVOKE ALL ON PROCEDURE entitlements.secure_table(IN table_name regclass, IN is_crossed_by_doors boolean) FROM PUBLIC;

--
-- Name: FUNCTION fold_purchase(entitlements.evidence, text[]); Type: ACL; Schema: api; Owner: hearth_owner
--

REVOKE ALL ON FUNCTION api.fold_purchase(entitlements.evidence, text[]) FROM PUBLIC;
GRANT ALL ON FUNCTION api.fold_purchase(entitlements.evidence, text[]) TO hearth_server;

--
-- Name: TABLE api_keys; Type: ACL; Schema: entitlements; Owner: hearth_owner
--

GRANT SELECT,INSERT,UPDATE ON TABLE entitlements.api_keys TO hearth_server;

--
-- Name: TABLE audit_entries; Type: ACL; Schema: entitlements; Owner: hearth_owner
--

GRANT SELECT,INSERT ON TABLE entitlements.audit_entries TO hearth_server;

--
-- Name: TABLE awaited_transactions; Type: ACL; Schema: entitlements; Owner: hearth_owner
--

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE entitlements.awaited_transactions TO hearth_server;

--
-- Name: TABLE claim_attempts; Type: ACL; Schema: entitlements; Owner: hearth_owner
--

GRANT SELECT,INSERT,UPDATE ON TABLE entitlements.claim_attempts TO hearth_server;

--
-- Name: TABLE confirmations; Type: ACL; Schema: entitlements; Owner: hearth_owner
--

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE entitlements.confirmations TO hearth_server;

--
-- Name: TABLE credit_orders; Type: ACL; Schema: entitlements; Owner: hearth_owner
--

GRANT SELECT,INSERT,UPDATE ON TABLE entitlements.credit_orders TO hearth_server;

--
-- Name: TABLE credit_spends; Type: ACL; Schema: entitlements; Owner: hearth_owner
--

GRANT SELECT,INSERT ON TABLE entitlements.credit_spends TO hearth_server;

--
-- Name: TABLE device_secrets; Type: ACL; Schema: entitlements; Owner: hearth_owner
--

GRANT SELECT,INSERT,UPDATE ON TABLE entitlements.device_secrets TO hearth_server;

--
-- Name: TABLE entitlement_implications; Type: ACL; Schema: entitlements; Owner: hearth_owner
--

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE entitlements.entitlement_implications TO hearth_server;

--
-- Name: TABLE erasures; Type: ACL; Schema: entitlements; Owner: hearth_owner
--

GRANT SELECT,INSERT,UPDATE ON TABLE entitlements.erasures TO hearth_server;

--
-- Name: TABLE features; Type: ACL; Schema: entitlements; Owner: hearth_owner
--

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE entitlements.features TO hearth_server;

--
-- Name: TABLE household_reviews; Type: ACL; Schema: entitlements; Owner: hearth_owner
--

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE entitlements.household_reviews TO hearth_server;

--
-- Name: TABLE idempotent_answers; Type: ACL; Schema: entitlements; Owner: hearth_owner
--

GRANT SELECT,INSERT ON TABLE entitlements.idempotent_answers TO hearth_server;

--
-- Name: TABLE invariant_violations; Type: ACL; Schema: entitlements; Owner: hearth_owner
--

GRANT SELECT ON TABLE entitlements.invariant_violations TO hearth_server;

--
-- Name: TABLE limit_entitlements; Type: ACL; Schema: entitlements; Owner: hearth_owner
--

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE entitlements.limit_entitlements TO hearth_server;

--
-- Name: TABLE limits; Type: ACL; Schema: entitlements; Owner: hearth_owner
--

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE entitlements.limits TO hearth_server;

--
-- Name: TABLE merge_links; Type: ACL; Schema: entitlements; Owner: hearth_owner
--

GRANT SELECT,INSERT,UPDATE ON TABLE entitlements.merge_links TO hearth_server;

--
-- Name: TABLE merge_tickets; Type: ACL; Schema: entitlements; Owner: hearth_owner
--

GRANT SELECT,INSERT,UPDATE ON TABLE entitlements.merge_tickets TO hearth_server;

--
-- Name: TABLE product_credits; Type: ACL; Schema: entitlements; Owner: hearth_owner
--

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE entitlements.product_credits TO hearth_server;

--
-- Name: TABLE purchase_moves; Type: ACL; Schema: entitlements; Owner: hearth_owner
--

GRANT SELECT,INSERT ON TABLE entitlements.purchase_moves TO hearth_server;

--
-- Name: TABLE run_people; Type: ACL; Schema: entitlements; Owner: hearth_owner
--

GRANT SELECT,INSERT,UPDATE ON TABLE entitlements.run_people TO hearth_server;

--
-- Name: TABLE stale_answers; Type: ACL; Schema: entitlements; Owner: hearth_owner
--

GRANT SELECT,INSERT,DELETE ON TABLE entitlements.stale_answers TO hearth_server;

--
-- Name: TABLE stored_answers; Type: ACL; Schema: entitlements; Owner: hearth_owner
--

GRANT SELECT,INSERT,UPDATE ON TABLE entitlements.stored_answers TO hearth_server;

--
-- Name: TABLE token_issuers; Type: ACL; Schema: entitlements; Owner: hearth_owner
--

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE entitlements.token_issuers TO hearth_server;

--
-- Name: TABLE token_secrets; Type: ACL; Schema: entitlements; Owner: hearth_owner
--

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE entitlements.token_secrets TO hearth_server;

--
-- Name: TABLE usage; Type: ACL; Schema: entitlements; Owner: hearth_owner
--

GRANT SELECT,INSERT,UPDATE ON TABLE entitlements.usage TO hearth_server;

--
-- Name: TABLE webhook_secrets; Type: ACL; Schema: entitlements; Owner: hearth_owner
--

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE entitlements.webhook_secrets TO hearth_server;

--
-- Name: DEFAULT PRIVILEGES FOR FUNCTIONS; Type: DEFAULT ACL; Schema: -; Owner: hearth_owner
--

ALTER DEFAULT PRIVILEGES FOR ROLE hearth_owner REVOKE ALL ON FUNCTIONS  FROM PUBLIC;

--
-- PostgreSQL database dump complete
--

