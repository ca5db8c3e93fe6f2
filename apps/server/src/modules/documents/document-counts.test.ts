import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { documentTypes } from '@plumbline/contract'
import { assertProperty } from '@plumbline/testing'
import { sharedTestApp } from '../../../test/app.ts'
import { enter } from '../../../test/register.ts'
import { sql, type Transaction } from '../../platform/db/index.ts'
import { newId } from '../../platform/ids.ts'

const app = await sharedTestApp()

type Act =
  | { readonly kind: 'add'; readonly instruments: readonly number[]; readonly type: string }
  | { readonly kind: 'archive'; readonly type: string }
  | { readonly kind: 'move'; readonly instruments: readonly number[]; readonly site: number }
  | { readonly kind: 'fail' }

const some = fc.subarray([0, 1, 2], { minLength: 1 })
const type = fc.constantFrom(...documentTypes.slice(0, 3))
const act: fc.Arbitrary<Act> = fc.oneof(
  fc.record({ kind: fc.constant('add' as const), instruments: some, type }),
  fc.record({ kind: fc.constant('archive' as const), type }),
  fc.record({ kind: fc.constant('move' as const), instruments: some, site: fc.nat(2) }),
  fc.record({ kind: fc.constant('fail' as const) }),
)

interface Place {
  readonly instruments: readonly string[]
  readonly sites: readonly string[]
}

/** One statement for many rows, as imports write. */
async function carryOut(tx: Transaction, { instruments, sites }: Place, given: Act): Promise<void> {
  const ids = 'instruments' in given ? given.instruments.map((index) => instruments[index]!) : []
  switch (given.kind) {
    case 'add':
      await tx.rows(sql`
        insert into documents (workspace_id, document_id, instrument_id, file_name, document_type, content_type,
          size_bytes, sha256, uploaded_at)
        select ${tx.workspaceId}::uuid, document_id, instrument_id, 'A.pdf', ${given.type}, 'application/pdf', 1,
          ${Buffer.alloc(32)}, now()
        from unnest(${ids.map(() => newId())}::uuid[], ${ids}::uuid[]) as new (document_id, instrument_id)`)
      return
    case 'archive':
      await tx.rows(sql`
        update documents set is_archived = true
        where workspace_id = ${tx.workspaceId} and document_type = ${given.type}`)
      return
    case 'move':
      await tx.rows(sql`
        update instruments set site_id = ${sites[given.site]}
        where workspace_id = ${tx.workspaceId} and instrument_id = any(${ids}::uuid[])`)
      return
    case 'fail':
      throw new Error('rolled back')
  }
}

/** Counts that are kept but not true, or true but not kept, by the site where each instrument stands. */
const wrongCounts = (workspaceId: string) =>
  app.db.in(workspaceId).rows(sql`
    with kept as (
      select site_id, document_type, is_archived, count from document_counts where count <> 0
    ), true_counts as (
      select i.site_id, d.document_type, d.is_archived, count(*)
      from documents d
      join instruments i on i.workspace_id = d.workspace_id and i.instrument_id = d.instrument_id
      group by 1, 2, 3
    )
    (select * from kept except select * from true_counts)
    union all
    (select * from true_counts except select * from kept)`)

const misplaced = (workspaceId: string) =>
  app.db.in(workspaceId).rows(sql`
    select d.document_id, d.site_id, w.site_id, w.is_archived
    from documents d
    join instruments i on i.workspace_id = d.workspace_id and i.instrument_id = d.instrument_id
    join document_words w on w.workspace_id = d.workspace_id and w.document_id = d.document_id
    where d.site_id <> i.site_id or w.site_id <> i.site_id or w.is_archived <> d.is_archived`)

test('after any changes to documents and their instruments, counts, sites and words are correct', async () => {
  const histories = fc.array(fc.array(act, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 12 })
  await assertProperty(
    fc.asyncProperty(histories, async (history) => {
      const workspace = await app.workspace()
      const sites = [
        workspace.workspace.defaultSiteId,
        await workspace.site('North'),
        await workspace.site('South'),
      ]
      const instruments: string[] = []
      for (let made = 0; made < 3; made += 1) instruments.push((await enter(app, workspace.key)).id)
      for (const acts of history) {
        const work = async (tx: Transaction) => {
          for (const each of acts) await carryOut(tx, { instruments, sites }, each)
        }
        await app.db.transaction(workspace.id, work).catch((error: Error) => {
          if (error.message !== 'rolled back') throw error
        })
      }
      assert.deepEqual([await wrongCounts(workspace.id), await misplaced(workspace.id)], [[], []])
    }),
    { numRuns: 25 },
  )
})
