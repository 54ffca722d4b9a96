-- Returns the sold products whose entitlements differ from those before a definition was applied.
--
-- If names or implications of entitlements, or the rules of households, differ, these are all: they
-- also concern purchases whose events name the entitlements, and what members share.

create function api.changed_grants(grants jsonb, former jsonb, definition jsonb) returns text[]
language plpgsql stable
as $$
declare
    _concerns_all constant boolean :=
        former -> 'entitlements' is distinct from definition -> 'entitlements'
        or former -> 'households' is distinct from definition -> 'households';
begin
    return array(
        select present.key from jsonb_each(api.sold_grants()) as present
         where _concerns_all or present.value is distinct from grants -> present.key);
end
$$;
