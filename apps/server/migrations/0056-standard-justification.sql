-- Whether the app takes a record with an unfit standard, or one without a certificate, only with the reason for it.
alter table workspaces add column requires_standard_justification boolean not null default false;
