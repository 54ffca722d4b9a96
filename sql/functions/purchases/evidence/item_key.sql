-- Returns the word that tells a product apart from the others of its order.
--
-- It is the product without Play's plan, which version 1 may lack. A long one is digested, because
-- it becomes part of keys.
-- Pure: reads only its argument.

create function api.item_key(product_id text) returns text
language sql immutable
return case when octet_length(split_part(product_id, ':', 1)) <= 300
            then split_part(product_id, ':', 1)
            else 'sha256-' || encode(sha256(convert_to(
                     split_part(product_id, ':', 1), 'UTF8')), 'hex') end;
