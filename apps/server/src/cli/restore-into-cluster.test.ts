import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { startTestApp } from '../../test/app.ts'
import { openLaboratory } from '../../test/calibrating.ts'
import { citusUrl } from '../../test/citus.ts'
import { withClient } from '../../test/cluster.ts'
import { createJoinedDatabase } from '../../test/database.ts'
import { attachDocument } from '../../test/documents.ts'
import { startCommandHost } from '../../test/processes/command-host.ts'
import { signInAs } from '../../test/session.ts'
import { leftOut } from '../backup/tables-store.ts'
import { placements } from '../platform/db/placements.ts'

/** In a database with the default 32 shards, this would only take longer. */
const SHARDS = ['--shards', '4']

describe(
  'a backup of a distributed database',
  { skip: citusUrl ? false : 'CITUS_URL is not set' },
  async () => {
    const app = await startTestApp()
    const folder = mkdtempSync(join(tmpdir(), 'plumbline-cluster-'))
    after(() => rmSync(folder, { recursive: true }))
    const plumbline = startCommandHost(folder)
    const path = (name: string) => join(folder, name)
    const SECRET_KEY = 'a secret of the tests that nothing else uses'
    const source = { DATABASE_URL: app.databaseUrl, DATA_DIR: app.parts.config.DATA_DIR, SECRET_KEY }
    const target = await createJoinedDatabase()
    after(() => target.drop())
    const restored = { DATABASE_URL: target.url, DATA_DIR: path('data'), SECRET_KEY }
    writeFileSync(path('passphrase'), 'correct horse battery staple\n')

    async function json(words: readonly string[], environment: Record<string, string>): Promise<any> {
      const { exitCode, stdout, stderr } = await plumbline([...words, '--json'], environment)
      assert.equal(exitCode, 0, `${words.join(' ')}: ${stderr}`)
      return JSON.parse(stdout)
    }

    /** The rows of each distributed table, as one text. */
    const rowsIn = (url: string) =>
      withClient(url, async (client) => {
        const rows: Record<string, string> = {}
        for (const [table, placement] of placements) {
          if (placement !== 'distributed' || leftOut.has(table)) continue
          const { rows: found } = await client.query<{ line: string }>(
            `select row_to_json(held)::text as line from ${table} held`,
          )
          rows[table] = found
            .map(({ line }) => line)
            .toSorted()
            .join('\n')
        }
        return rows
      })

    /** The triggers that are disabled on some node, of tables and of their shards. */
    const disabledTriggers = (url: string) =>
      withClient(url, async (client) => {
        const { rows } = await client.query<{ names: string }>(
          `select result as names from run_command_on_all_nodes(
           $$select string_agg(tgname, ' ') from pg_trigger where tgenabled = 'D'$$)`,
        )
        return rows.map(({ names }) => names).filter((names) => names !== '')
      })

    /** What a backup holds, but for when it was made. */
    async function contentsOf(file: string) {
      const { tables, rows, files, ledgers } = await json(['backup', 'verify', file], {})
      return { tables, rows, files, ledgers }
    }

    before(async () => {
      for (let made = 0; made < 2; made += 1) {
        const lab = await openLaboratory(app)
        const admin = await signInAs(app, lab, 'admin')
        const webhook = { url: 'http://127.0.0.1:9/hook', events: ['calibration.created'] }
        const subscribed = await app.call('POST', '/webhooks', { key: lab.key, body: webhook })
        assert.equal(subscribed.status, 201, JSON.stringify(subscribed.body))
        const { id } = await lab.instrument()
        await attachDocument(admin, id, 'photo.png')
        const record = await lab.calibrate(id)
        const certificate = await app.call('GET', `/calibrations/${record.id}/certificate`, { key: lab.key })
        assert.equal(certificate.status, 200)
        await app.call('GET', '/ledger/checkpoint', { key: lab.key })
      }
      await json(['backup', '--to', path('backup')], source)
    })

    test('is restored into an empty one of the cluster, which is distributed afterwards and has the same rows and files', async () => {
      const { holds, ledgers } = await json(['restore', path('backup'), '--into', target.url], restored)
      assert.deepEqual([holds, ledgers.length], [true, 2])
      const { message } = await json(['db', 'distribute', '--yes', ...SHARDS], restored)
      assert.match(message, /^Placed \d+ tables on \d+ workers\. Each has all its rows\.$/)
      assert.deepEqual(await rowsIn(target.url), await rowsIn(app.databaseUrl))
      const { exitCode, stdout } = await plumbline(['ledger', 'verify', '--files'], restored)
      assert.deepEqual([exitCode, stdout.match(/is intact: .* 2 stored files read/g)?.length], [0, 2], stdout)
      assert.deepEqual(await disabledTriggers(target.url), [])
      await json(['backup', '--to', path('again')], restored)
      assert.deepEqual(await contentsOf(path('again')), await contentsOf(path('backup')))
      assert.match((await plumbline(['doctor'], restored)).stdout, /ok {6}protections: .*\nok {6}secret: /)
    })

    test('is restored into a PostgreSQL without a cluster', async () => {
      const into = path('alone')
      const { holds } = await json(['restore', path('backup'), '--into', into], { SECRET_KEY })
      assert.equal(holds, true)
      await json(['backup', '--to', path('moved')], { DATA_DIR: into, SECRET_KEY })
      assert.deepEqual(await contentsOf(path('moved')), await contentsOf(path('backup')))
    })

    test('is not restored into tables that are distributed already', async () => {
      const empty = await createJoinedDatabase()
      try {
        const settings = { DATABASE_URL: empty.url, DATA_DIR: path('unused'), SECRET_KEY }
        await json(['migrate'], settings)
        await json(['db', 'distribute', '--yes', ...SHARDS], settings)
        const words = ['restore', path('backup'), '--into', empty.url]
        const { exitCode, stderr } = await plumbline(words, settings)
        assert.equal(exitCode, 1)
        assert.match(
          stderr,
          /^plumbline: the database has distributed tables: restore into an empty one[^\n]*\n$/,
        )
      } finally {
        await empty.drop()
      }
    })
  },
)
