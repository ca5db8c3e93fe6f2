-- Sessions, sign-ins that wait for the second factor and one-time links carry a MAC of the server's secret, so that a
-- row that somebody else has written has no effect. The database cannot compute it: existing ones end. An invitation
-- stays open, and its link is renewed by whoever invited.
delete from sign_in_sessions;
alter table sign_in_sessions add column mac bytea not null check (octet_length(mac) = 32);

delete from pending_second_factors;
alter table pending_second_factors add column mac bytea not null check (octet_length(mac) = 32);

delete from one_time_links;
alter table one_time_links add column mac bytea not null check (octet_length(mac) = 32);
-- A rotation of the secret seals them again, and changes nothing else.
grant update (mac) on one_time_links to plumbline_app;
