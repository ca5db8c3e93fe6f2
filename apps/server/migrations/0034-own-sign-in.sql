-- What only a sign-in library would use: tokens of identity providers are not kept, and one-time
-- codes and links have tables of their own.
drop table sign_in_verifications;

alter table sign_in_accounts
  drop column access_token,
  drop column refresh_token,
  drop column id_token,
  drop column access_token_expires_at,
  drop column refresh_token_expires_at,
  drop column scope;
