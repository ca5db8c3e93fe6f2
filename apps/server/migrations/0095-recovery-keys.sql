-- What the recovery codes of a person are hashed with, encrypted; null: derived from the deployment's secret.
alter table second_factors add column sealed_recovery_key bytea;

-- Sealed again when the deployment's secret is replaced; the key itself stays.
grant update (sealed_private_key) on ledger_keys to plumbline_app;
