import type { Client } from 'pg'
import { withoutIndexes } from './fill-register.ts'

/** Inserts a document for each instrument of a workspace, with its search words, by plain SQL. */
export async function fillDocuments(owner: Client, workspaceId: string): Promise<void> {
  await owner.query('alter table documents disable trigger write_document_words')
  await withoutIndexes(owner, 'documents', () =>
    owner.query(
      `insert into documents (
         workspace_id, document_id, instrument_id, file_name, document_type, content_type, size_bytes, sha256, uploaded_at
       )
       select i.workspace_id, gen_random_uuid(), i.instrument_id,
         (array['Certificate', 'Report', 'Photo'])[1 + n % 3] || ' ' || 2019 + n % 7 || '-' || lpad(n::text, 6, '0') || '.pdf',
         (array['certificate', 'report', 'photo'])[1 + n % 3], 'application/pdf', 120000, sha256(n::text::bytea),
         now() - make_interval(secs => (n * 211 % 90000000)::int)
       from (
         select workspace_id, instrument_id, row_number() over (order by instrument_id) as n
         from instruments
         where workspace_id = $1
       ) i`,
      [workspaceId],
    ),
  )
  await owner.query('alter table documents enable trigger write_document_words')
  await withoutIndexes(owner, 'document_words', () =>
    owner.query(
      `insert into document_words
         (workspace_id, document_id, word, shared, instrument_id, site_id, document_type, is_archived, uploaded_at)
       select d.workspace_id, d.document_id, w.word, w.shared, d.instrument_id, i.site_id, d.document_type,
         d.is_archived, d.uploaded_at
       from documents d
       join instruments i on i.workspace_id = d.workspace_id and i.instrument_id = d.instrument_id
       cross join lateral indexed_words(d.file_name || ' ' || i.asset_tag || ' ' || i.name) w
       where d.workspace_id = $1`,
      [workspaceId],
    ),
  )
  await owner.query('vacuum (analyze) documents')
  await owner.query('vacuum (analyze) document_counts')
  await owner.query('vacuum (analyze) document_words')
}
