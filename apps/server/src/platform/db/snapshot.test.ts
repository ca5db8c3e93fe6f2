import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sharedTestApp } from '../../../test/app.ts'
import { openSnapshot, sql } from './index.ts'

const app = await sharedTestApp()

test('a snapshot of the whole database shows nothing that is committed after it was opened, in any workspace', async () => {
  // More workspaces than a cluster of tests has nodes, so that several of them hold one.
  const workspaces = await Promise.all(Array.from({ length: 6 }, () => app.workspace()))
  for (const workspace of workspaces) await workspace.site('Before')
  const snapshot = await openSnapshot(app.workerParts.db)
  try {
    for (const workspace of workspaces) await workspace.site('After')
    for (const { id } of workspaces) {
      await snapshot.enter(id)
      const sites = await snapshot.rows<{ name: string }>(
        sql`select name from sites where workspace_id = ${id} and name in ('Before', 'After')`,
      )
      assert.deepEqual(sites, [{ name: 'Before' }])
    }
  } finally {
    await snapshot.end()
  }
})
