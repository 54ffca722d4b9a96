-- Returns the version of answers that this release derives from a definition.
--
-- The upper half is less by the shape of the answer, so that releases of several shapes serve
-- beside each other: none uses what another stored. It is below zero, because releases before the
-- shape derive again what is stored with a version below the definition's.
-- Pure: reads only its argument.

create function api.answer_version(definition_version bigint) returns bigint
language sql immutable
return definition_version - (api.answer_shape() << 32);
