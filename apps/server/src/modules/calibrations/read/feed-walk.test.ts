import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestApp } from '../../../../test/app.ts'
import { openLaboratory } from '../../../../test/calibrating.ts'

const app = await startTestApp()

const WRITERS = 16
const RECORDS_EACH = 12
const OVERLAP_MS = 1000

/**
 * Holds every transaction back after it took its position in the ledger and before it commits, for a time that
 * differs from one to the next: places are taken in one order, and connections come free in another.
 */
async function slowDownCommits(): Promise<void> {
  await app.asOwner((owner) =>
    owner.query(`
      create function dawdle() returns trigger language plpgsql as $$
      begin
        perform pg_sleep(random() * 0.02);
        return null;
      end $$;
      create trigger dawdle after insert on idempotency_keys for each row execute function dawdle()`),
  )
}

test('a client that walks the feed as documented misses no record of sixteen slow writers', async () => {
  const lab = await openLaboratory(app)
  const instruments = await Promise.all(Array.from({ length: WRITERS }, () => lab.instrument()))
  await slowDownCommits()
  const written: string[] = []
  let writing = WRITERS
  const writers = instruments.map(async ({ id }) => {
    for (let count = 0; count < RECORDS_EACH; count += 1) {
      // A clock that jumps back and forth must not lead the walk astray either.
      app.clock.advance(count % 3 === 2 ? -400 : 300)
      written.push((await lab.calibrate(id)).id)
    }
    writing -= 1
  })

  const seen: { id: string; created_at: string }[] = []
  const known = new Set<string>()
  const walker = async () => {
    for (let last = false; !last;) {
      last = writing === 0
      const since = seen.at(-1)?.created_at ?? '2000-01-01T00:00:00.000Z'
      for await (const record of pages(lab.key, new Date(Date.parse(since) - OVERLAP_MS).toISOString())) {
        if (known.has(record.id)) continue
        known.add(record.id)
        seen.push(record)
      }
    }
  }
  await Promise.all([...writers, walker()])

  assert.equal(written.length, WRITERS * RECORDS_EACH)
  assert.deepEqual(new Set(written).difference(known), new Set())
  assert.deepEqual(
    seen.map((record) => record.created_at),
    seen.map((record) => record.created_at).toSorted(),
  )
})

/** The records from an instant on, page by page, as a client reads them. */
async function* pages(key: string, since: string): AsyncGenerator<{ id: string; created_at: string }> {
  for (let offset = 0; ;) {
    const path = `/calibrations?sort=updated_at&limit=7&offset=${offset}&updated_since=${since}`
    const { body } = await app.call('GET', path, { key })
    yield* body.data
    offset += body.data.length
    if (!body.pagination.has_more) return
  }
}
