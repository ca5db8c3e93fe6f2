import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import type { Storage } from '../../../platform/storage/index.ts'
import { sweepUploads } from '../index.ts'
import { documentKey, DOCUMENTS_FOLDER } from '../rules/upload-key.ts'
import { PDF, type DocumentRequests } from './document-requests.ts'

const DAY_MS = 86_400_000

/** Tests of the sweep of unregistered files. */
export function sweptDocuments(documents: DocumentRequests): void {
  whatIsSwept(documents)
  sweptInParts(documents)
}

function whatIsSwept({ app, instrument, register, uploaded }: DocumentRequests): void {
  const parts = { db: app.workerParts.db, clock: app.clock, storage: app.storage }

  test('takes what was not registered within a day and what a crash left, and nothing else', async () => {
    const workspace = await app.workspace()
    const id = await instrument(workspace)
    const kept = (await register(workspace, id, await uploaded(workspace, id))).body
    const forgotten = await uploaded(workspace, id)
    const orphan = documentKey(workspace.id, randomUUID())
    await app.storage.put(orphan, PDF, 'application/pdf')
    assert.deepEqual(await sweepUploads(parts), { uploads: 0, orphans: 0 })
    // Files have the time of the disk, so the clock is moved a day past it.
    app.clock.set(new Date(Date.now() + DAY_MS + 60_000).toISOString())
    const swept = await sweepUploads(parts)
    assert.ok(swept.uploads >= 1)
    assert.equal(swept.orphans, 1)
    assert.equal((await register(workspace, id, forgotten)).body.code, 'OBJECT_NOT_UPLOADED')
    assert.equal((await app.storage.head(documentKey(workspace.id, kept.id))).sizeBytes, PDF.length)
  })
}

function sweptInParts({ app }: DocumentRequests): void {
  const parts = { db: app.workerParts.db, clock: app.clock, storage: app.storage }

  test('looks at a part of each folder, goes on from there, and begins anew after the end', async () => {
    const workspace = await app.workspace()
    const orphans = Array.from({ length: 5 }, () => documentKey(workspace.id, randomUUID()))
    for (const key of orphans) await app.storage.put(key, PDF, 'application/pdf')
    app.clock.set(new Date(Date.now() + 3 * DAY_MS).toISOString())
    let listed = 0
    const storage: Storage = {
      ...app.storage,
      list: async function* list(folder, after) {
        for await (const object of app.storage.list(folder, after)) {
          if (folder === DOCUMENTS_FOLDER) listed += 1
          yield object
        }
      },
    }
    const removed: number[] = []
    for (let left = orphans.length; left > 0; left -= removed.at(-1)!) {
      const before = listed
      removed.push((await sweepUploads({ ...parts, storage }, 2)).orphans)
      assert.ok(listed - before <= 2)
      assert.ok(removed.length < 20)
    }
    const again = documentKey(workspace.id, randomUUID())
    await app.storage.put(again, PDF, 'application/pdf')
    app.clock.set(new Date(Date.now() + 6 * DAY_MS).toISOString())
    const later = async () => (await sweepUploads({ ...parts, storage }, 1000)).orphans
    assert.equal((await later()) + (await later()), 1)
  })
}
