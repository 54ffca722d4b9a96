-- Returns a row of a purchase as evidence.
--
-- The transaction is the original one: a row does not say which was charged last. The time is
-- before all that RevenueCat says. Of two imports, the later id comes later, and `as_of` begins it.

create function api.import_entry(
    line entitlements.import_row, order_item text, is_one_time boolean, as_of timestamptz,
    received_at timestamptz)
returns entitlements.evidence
language sql stable
return jsonb_populate_record(
    null::entitlements.evidence,
    to_jsonb(line) - 'transaction_id' || jsonb_build_object(
        'tenant_id', entitlements.current_tenant_id(),
        'evidence_id', concat_ws(
            ':', 'import',
            to_char(import_entry.as_of at time zone 'UTC', 'YYYYMMDDHH24MISSUS'),
            (line).environment, (line).store, (line).transaction_id, import_entry.order_item),
        'kind', 'import',
        'occurred_at', timestamptz '1970-01-01T00:00:00Z',
        'received_at', import_entry.received_at,
        'order_at', timestamptz '1970-01-01T00:00:00Z',
        'rank', entitlements.evidence_rank('import'),
        'original_transaction_id', (line).transaction_id,
        'order_item', import_entry.order_item,
        'never_expires', (line).expires_at is null,
        'is_one_time', import_entry.is_one_time));
