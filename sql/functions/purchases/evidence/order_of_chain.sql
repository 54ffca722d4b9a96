-- Returns the part of a chain id that names the order: an add-on's chain adds its product.
--
-- Pure: reads only its argument.

create function api.order_of_chain(chain_id text) returns text
language sql immutable
return split_part(chain_id, ' + ', 1);
