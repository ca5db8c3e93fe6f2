-- Whom the link of an invitation invites: a person who belongs nowhere any more may still sign in to accept it.
alter table one_time_links add column email text;
alter table invitations no force row level security;
update one_time_links l set email = i.email
from invitations i
where l.purpose = 'invitation' and i.workspace_id = l.workspace_id and i.invitation_id = l.invitation_id;
alter table invitations force row level security;
alter table one_time_links add constraint one_time_links_email_check check (
  (purpose = 'invitation') = (email is not null));
create index invited_address on one_time_links (email) where purpose = 'invitation';
