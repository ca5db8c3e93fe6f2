-- How far notifications have read the ledger of each workspace: the index of the next entry. Null: they begin with its end,
-- as the workspace was there before notifications were.
create table notification_readers (
  workspace_id uuid primary key,
  next_index bigint
) with (fillfactor = 50);
insert into notification_readers (workspace_id) select workspace_id from ledger_rounds;
select enable_workspace_security('notification_readers');
grant select, insert, update on notification_readers to plumbline_app;

-- What people are told: one row for a person and what happened.
create table notifications (
  workspace_id uuid not null references workspaces,
  notification_id uuid not null,
  person_id uuid not null,
  kind text not null,
  -- What happened, such as the id of a record: the same is told a person once.
  cause text not null,
  -- Whoever does not reach the site any more does not see it; null: it concerns no site.
  site_id uuid,
  -- What it is about, as it was: names and ids.
  data jsonb not null,
  is_shown boolean not null,
  created_at timestamptz(3) not null,
  read_at timestamptz(3),
  -- The mail that says it; null: none does.
  mail_id uuid,
  primary key (workspace_id, notification_id),
  foreign key (workspace_id, person_id) references memberships
);
create unique index notification_once on notifications (workspace_id, person_id, kind, cause);
create index notification_list on notifications (workspace_id, person_id, notification_id) where is_shown;
create index notification_unread on notifications (workspace_id, person_id) where is_shown and read_at is null;
create index notification_mail on notifications (workspace_id, mail_id) where mail_id is not null;
select enable_workspace_security('notifications');
grant select, insert, update, delete on notifications to plumbline_app;

-- Mails to people. What a mail says is written when it is sent.
create table mails (
  workspace_id uuid not null references workspaces,
  mail_id uuid not null,
  person_id uuid not null,
  kind text not null,
  -- Of a digest: its day. One for a person and a day.
  day date,
  -- handed_over: the server was about to get the content, and has not said since what became of it.
  state text not null check (state in ('waiting', 'sending', 'handed_over', 'sent', 'refused', 'failed', 'unknown', 'dropped')),
  attempt_count integer not null default 0,
  -- While it waits: when the next attempt is due. While it is sent: when another process may take it up.
  due_at timestamptz(3),
  -- Of the attempt that holds it.
  run_id uuid,
  address text,
  fault text,
  detail text,
  created_at timestamptz(3) not null,
  ended_at timestamptz(3),
  primary key (workspace_id, mail_id),
  foreign key (workspace_id, person_id) references memberships
);
create unique index mail_digest_once on mails (workspace_id, person_id, kind, day) where day is not null;
create index mail_due on mails (workspace_id, due_at) where state in ('waiting', 'sending', 'handed_over');
create index mail_problem on mails (workspace_id, ended_at) where state in ('refused', 'failed', 'unknown');
select enable_workspace_security('mails');
grant select, insert, update, delete on mails to plumbline_app;

-- What people want to be told, and how. No row: everything, in the application and by mail, and no digest.
create table notification_settings (
  workspace_id uuid not null references workspaces,
  person_id uuid not null,
  -- Of mails, as ISO 639 code; null: that of the workspace.
  language text,
  -- Kinds that are not shown in the application, and that are not sent by mail.
  not_shown text[] not null default '{}',
  not_mailed text[] not null default '{}',
  -- When and of what the digest of due dates is; null: none is sent.
  digest jsonb,
  updated_at timestamptz(3) not null,
  primary key (workspace_id, person_id),
  foreign key (workspace_id, person_id) references memberships
);
select enable_workspace_security('notification_settings');
grant select, insert, update, delete on notification_settings to plumbline_app;
