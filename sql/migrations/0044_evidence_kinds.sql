-- A kind of evidence that the fold does not know gave access, and took the last rank. One table has
-- the kinds, with the rank of each and what it does; the database refuses any other.
--
-- A foreign key would lock a row of the table for each event, and all events want the same few. So
-- two functions are made from the table, and a check asks the first. A migration that adds a kind
-- inserts it and calls apply_evidence_kinds again. Migration 0045 checks the rows that are there.
-- Compatible from schema version 41.

create table entitlements.evidence_kinds (
    kind text collate "C" primary key check (kind ~ '^[a-z]+(_[a-z]+)*$'),
    rank smallint not null,
    does text not null check (does in (
        'imports', 'lends', 'pays', 'changes', 'asks', 'marks', 'gives', 'revokes', 'moves',
        'reads', 'misses', 'claims'))
);
comment on table entitlements.evidence_kinds is
    'The kinds of evidence: the order within one instant, and what each does to a purchase.';
comment on column entitlements.evidence_kinds.rank is
    'Kinds that happen at one instant are folded in this order.';
comment on column entitlements.evidence_kinds.does is
    'lends and pays open a period; changes, asks and marks are about one; the others are ours.';
alter table entitlements.evidence_kinds owner to hearth_owner;
-- Servers ask the two functions, and need no row.
grant select on entitlements.evidence_kinds to hearth_backup;

-- An import comes before all that RevenueCat says. A first purchase opens what the others act on,
-- and a revocation follows the grant that it ends; a snapshot has seen them all.
insert into entitlements.evidence_kinds (kind, rank, does) values
    ('import', 5, 'imports'),
    ('temporary_entitlement_grant', 10, 'lends'),
    ('initial_purchase', 20, 'pays'),
    ('non_renewing_purchase', 20, 'pays'),
    ('grant', 20, 'gives'),
    ('adjustment', 20, 'gives'),
    ('renewal', 30, 'pays'),
    ('subscription_extended', 40, 'changes'),
    ('product_change', 50, 'asks'),
    ('cancellation', 60, 'marks'),
    ('uncancellation', 65, 'changes'),
    ('subscription_paused', 70, 'marks'),
    ('billing_issue', 80, 'marks'),
    ('refund_reversed', 85, 'changes'),
    ('expiration', 90, 'marks'),
    ('revocation', 90, 'revokes'),
    ('transfer', 95, 'moves'),
    ('snapshot', 100, 'reads'),
    ('absence', 100, 'misses'),
    ('claim', 100, 'claims');

-- Makes evidence_rank and evidence_does from the table: null for any other word.
create procedure entitlements.apply_evidence_kinds()
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
    _ranks text; _deeds text;
begin
    select string_agg(format('when %L then %s', kind, rank), ' ' order by rank, kind),
           string_agg(format('when %L then %L', kind, does), ' ' order by rank, kind)
      into strict _ranks, _deeds
      from entitlements.evidence_kinds;
    execute format(
        'create or replace function entitlements.evidence_rank(kind text) returns smallint '
        'language sql immutable parallel safe return (case kind %s end)::smallint', _ranks);
    execute format(
        'create or replace function entitlements.evidence_does(kind text) returns text '
        'language sql immutable parallel safe return case kind %s end', _deeds);
end
$$;
alter procedure entitlements.apply_evidence_kinds() owner to hearth_owner;
revoke all on procedure entitlements.apply_evidence_kinds() from public;

call entitlements.apply_evidence_kinds();
alter function entitlements.evidence_does(text) owner to hearth_owner;
revoke all on function entitlements.evidence_does(text) from public;
grant execute on function entitlements.evidence_does(text) to hearth_server;

alter table entitlements.evidence add constraint evidence_kind_is_known
    check (entitlements.evidence_rank(kind) is not null) not valid;
