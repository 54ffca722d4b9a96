-- Returns the definition's version in the version of a stored answer of any shape.
--
-- Pure: reads only its argument.

create function api.definition_of_answer(answer_version bigint) returns bigint
language sql immutable
return answer_version & 4294967295;
