-- Goes on as the role of backups.
set local role hearth_backup;
