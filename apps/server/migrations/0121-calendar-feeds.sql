-- Calendars of due dates that people subscribe to by a secret address.
create table calendar_feeds (
  workspace_id uuid not null references workspaces,
  feed_id uuid not null,
  person_id uuid not null,
  -- SHA-256 of the secret in the address.
  secret_hash bytea not null,
  -- What is left in it; null: all.
  site_ids uuid[],
  category text,
  only_assigned boolean not null,
  -- Of its texts, as ISO 639 code; null: that of the workspace.
  language text,
  created_at timestamptz(3) not null,
  -- To the hour.
  last_read_at timestamptz(3),
  primary key (workspace_id, feed_id),
  foreign key (workspace_id, person_id) references memberships
);
create index calendar_feed_person on calendar_feeds (workspace_id, person_id);
select enable_workspace_security('calendar_feeds');
grant select, insert, update, delete on calendar_feeds to plumbline_app;
