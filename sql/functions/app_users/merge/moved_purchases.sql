-- Returns the ids and products of those purchases that moved.
--
-- `purchases` are in the form of the contract.

create function api.moved_purchases(purchase_ids uuid[], purchases jsonb) returns jsonb
language plpgsql immutable
as $$
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
