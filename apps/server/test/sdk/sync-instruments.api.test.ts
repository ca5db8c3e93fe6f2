import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createClient, syncInstruments, type Client, type Instrument, type Watermark } from '@plumbline/sdk'
import { startTestApp } from '../app.ts'

const app = await startTestApp()

const WRITERS = 16
const CHANGES_EACH = 8

/** Several pages of the list. */
const INSTRUMENTS = 270
const BATCH = 90

/** The responses carry the date of this machine, so that the clock of the application has to follow it. */
const followMachine = () => app.clock.set(new Date().toISOString())

async function makeInstruments(client: Client): Promise<string[]> {
  const made: string[] = []
  while (made.length < INSTRUMENTS) {
    const items = Array.from({ length: BATCH }, (_, index) => ({
      body: { asset_tag: `P-${made.length + index}`, name: 'Caliper', calibration_interval_value: 12 },
    }))
    const { results } = await client.createInstruments({ body: { items } })
    made.push(...results.map(({ body }) => body?.id ?? assert.fail('refused')))
  }
  return made
}

/** Delays each change before its commit, each by a different time. */
async function slowDownCommits(): Promise<void> {
  await app.asOwner(async (owner) => {
    await owner.query(`
      create function delay_change() returns trigger language plpgsql as $$
      begin
        perform pg_sleep(random() * 0.02);
        return null;
      end $$`)
    await owner.query(
      'create trigger delay_change after insert or update on instruments for each row execute function delay_change()',
    )
  })
}

/** Changes, retires and enters instruments in turn, those at the beginning of the list among them. */
async function change(client: Client, own: readonly string[], writer: number): Promise<void> {
  for (let count = 0; count < CHANGES_EACH; count += 1) {
    followMachine()
    const params = { instrument_id: own[(count * 5) % own.length] ?? '' }
    if (count % 4 === 3) {
      const body = { asset_tag: `N-${writer}-${count}`, name: 'Gauge', calibration_interval_value: 6 }
      await client.createInstrument({ body })
    } else if (count % 4 === 2) await client.retireInstrument({ params })
    else await client.updateInstrument({ params, body: { name: `Caliper ${writer}-${count}` } })
  }
}

/** A copy of the list, which now and then stops before or after it stores rows. */
function stoppingCopy() {
  const rows = new Map<string, Instrument>()
  let watermark: Watermark | undefined
  let pages = 0
  const store = {
    load: async () => watermark,
    save: async (next: Watermark) => {
      watermark = next
    },
  }
  const handle = async (page: Instrument[]) => {
    pages += 1
    if (pages % 11 === 0) throw new Error('the copy stopped before it stored the rows')
    for (const row of page) rows.set(row.id, row)
    if (pages % 13 === 0) throw new Error('the copy stopped before the next page')
  }
  return { rows, store, handle }
}

const stateOf = ({ name, deleted }: Instrument) => ({ name, deleted })

test('a copy of several pages that is synced while sixteen slow writers work, and stopped at random, equals the register', async () => {
  followMachine()
  const { key } = await app.workspace()
  const client = createClient({ baseUrl: app.origin, apiKey: key, retryDelayMs: 1 })
  const made = await makeInstruments(client)
  await slowDownCommits()
  const { rows, store, handle } = stoppingCopy()
  const sync = () => syncInstruments(client, { store, handle }).catch(() => undefined)

  let writing = WRITERS
  const writers = Array.from({ length: WRITERS }, async (_, writer) => {
    const own = made.filter((_id, index) => index % WRITERS === writer)
    await change(client, own, writer)
    writing -= 1
  })
  const reader = async () => {
    let ended: number | undefined
    for (let last = false; !last || ended === undefined;) {
      last = writing === 0
      ended = await sync()
    }
  }
  await Promise.all([...writers, reader()])

  const register = new Map<string, Instrument>()
  const query = { include: 'retired', sort: 'created_at' }
  for await (const row of client.listInstruments.items({ query })) register.set(row.id, row)
  assert.equal(register.size, INSTRUMENTS + (WRITERS * CHANGES_EACH) / 4)
  const found = [...register.keys()].map((id) => [id, rows.get(id) && stateOf(rows.get(id)!)])
  assert.deepEqual(
    found,
    [...register].map(([id, row]) => [id, stateOf(row)]),
  )
  assert.equal(rows.size, register.size)
})
