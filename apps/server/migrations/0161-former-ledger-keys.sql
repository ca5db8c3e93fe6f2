-- A ledger can have its signing key replaced. The public halves of the keys before it stay, oldest first, each with the size
-- of the last tree that it could sign: [{"public_key": "<hex>", "until_size": 12}].
alter table ledger_keys add column former_keys jsonb not null default '[]';
grant update (public_key, former_keys) on ledger_keys to plumbline_app;
