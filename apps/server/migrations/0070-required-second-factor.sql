-- Whether the application opens a workspace only to people who sign in with a second factor.
alter table workspaces add column requires_second_factor boolean not null default false;
