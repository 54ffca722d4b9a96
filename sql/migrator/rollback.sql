-- The end of a step that did not.
rollback;
