-- What a kind of evidence is cost more than the row: the two functions were a `case` of 20
-- branches, which Postgres read anew for each insert, twice, and set up anew in each transaction
-- of the fold. They look the kind up in one constant now. The rank of an unknown kind is null and
-- the column refuses it, so the check that asked again goes.
-- Compatible from schema version 41.

create or replace procedure entitlements.apply_evidence_kinds()
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
    _ranks jsonb; _deeds jsonb;
begin
    select jsonb_object_agg(kind, rank), jsonb_object_agg(kind, does)
      into strict _ranks, _deeds
      from entitlements.evidence_kinds;
    execute format(
        'create or replace function entitlements.evidence_rank(kind text) returns smallint '
        'language sql immutable parallel safe return (%L::jsonb ->> kind)::smallint', _ranks);
    execute format(
        'create or replace function entitlements.evidence_does(kind text) returns text '
        'language sql immutable parallel safe return %L::jsonb ->> kind', _deeds);
end
$$;

call entitlements.apply_evidence_kinds();

alter table entitlements.evidence drop constraint evidence_kind_is_known;
