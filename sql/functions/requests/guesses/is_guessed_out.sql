-- Returns whether an end user may not guess on in this hour, by the wrong guesses so far.
--
-- An app user has a limit of their own. Above the limit of an issuer, its app users have one wrong
-- guess in a day: a crowd gains no more than one guess each. An app user without a wrong guess is
-- never refused.

create function api.is_guessed_out(
    own_of_hour bigint, own_of_day bigint, of_issuer bigint, own_limit integer,
    issuer_limit integer)
returns boolean
language sql immutable
return own_of_hour >= own_limit or (of_issuer >= issuer_limit and own_of_day > 0);
