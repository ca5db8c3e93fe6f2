-- Who the messages of a workspace come from, beside the address of the server. No row: the name of the workspace, and
-- replies go to that address.
create table mail_senders (
  workspace_id uuid primary key references workspaces,
  sender_name text,
  reply_to text,
  updated_at timestamptz(3) not null
);
select enable_workspace_security('mail_senders');
grant select, insert, update, delete on mail_senders to plumbline_app;
