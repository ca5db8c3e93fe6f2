-- The body of a stored response, compressed (zlib, RFC 1950), if it is long. The response to a record with forty points has
-- 75 kB, more than the record itself, and PostgreSQL takes longer to compress it than to write the record.
alter table idempotency_keys add column compressed_body bytea;
