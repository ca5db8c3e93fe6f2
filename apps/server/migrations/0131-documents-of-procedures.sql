-- Documents that belong to the work instruction of a revision, with the hashes of their files.
alter table procedure_revisions add column documents jsonb not null default '[]';
