-- Returns rows of purchases as evidence.
--
-- A row names the original transaction, but not the latest one. The evidence is dated before all
-- evidence from RevenueCat. If a purchase is imported twice, the evidence ids order the imports.

create function api.import_evidence(rows entitlements.import_row[], as_of timestamptz)
returns setof entitlements.evidence
language sql stable rows 64
begin atomic
    select evidence.*
      from unnest(import_evidence.rows) as line
     cross join lateral jsonb_populate_record(
           null::entitlements.evidence,
           to_jsonb(line) - 'transaction_id' || jsonb_build_object(
               'tenant_id', entitlements.current_tenant_id(),
               'evidence_id', concat_ws(
                   ':', 'import',
                   to_char(import_evidence.as_of at time zone 'UTC', 'YYYYMMDDHH24MISSUS'),
                   line.environment, line.store, line.transaction_id),
               'kind', 'import',
               'occurred_at', timestamptz '1970-01-01T00:00:00Z',
               'received_at', import_evidence.as_of,
               'order_at', timestamptz '1970-01-01T00:00:00Z',
               'rank', entitlements.evidence_rank('import'),
               'original_transaction_id', line.transaction_id,
               'never_expires', line.expires_at is null,
               'is_one_time', (
                   select product.kind <> 'subscription'
                     from api.catalog_product(line.product_id) as product))) as evidence
     where line.record = 'purchase' and line.outcome is null
     order by line.number;
end;
