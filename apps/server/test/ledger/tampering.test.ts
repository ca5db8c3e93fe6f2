import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { after, describe, test } from 'node:test'
import { failureOf, verifyAll, type VerifyReport } from '../../src/cli/ledger-verify.ts'
import { keepOutside, latestCheckpoint } from '../../src/modules/ledger/index.ts'
import { updateWorkspace } from '../../src/modules/settings/index.ts'
import { systemActor } from '../../src/platform/actor.ts'
import type { Runtime } from '../../src/runtime.ts'
import { startTestApp } from '../app.ts'
import { signInAs } from '../session.ts'
import { enrol } from '../two-factor.ts'
import { actsOn } from '../workspaces/living-workspace.ts'
import { openRichWorkspace } from '../workspaces/rich-workspace.ts'
import { disarm, tamper, type Tamperer } from './tampering.ts'
import { ofKeys, ofPeople, ofSignIn, ofWebhooks } from './tamperings/of-access.ts'
import { ofLinks, ofSessions } from './tamperings/of-sealed-rows.ts'
import { ofCheckpoints, ofEntries, ofHead, ofKey, ofOrder, ofTree } from './tamperings/of-chain.ts'
import { ofFiles } from './tamperings/of-files.ts'
import { ofHistory } from './tamperings/of-history.ts'
import { ofCatalogs, ofFindings, ofInstruments, ofPlaces, ofRecords } from './tamperings/of-rows.ts'
import type { Audited, Finding, Tampering } from './tamperings/tampering-case.ts'

const GROUPS = {
  'an entry': ofEntries,
  'the order of entries': ofOrder,
  'the tree': ofTree,
  'the head': ofHead,
  'stored checkpoints': ofCheckpoints,
  'the signing key': ofKey,
  'the whole history': ofHistory,
  'the register': ofInstruments,
  'records and decisions': ofRecords,
  findings: ofFindings,
  'procedures and providers': ofCatalogs,
  'settings and places': ofPlaces,
  'people and what they may do': ofPeople,
  'API keys': ofKeys,
  'what people sign in with': ofSignIn,
  sessions: ofSessions,
  'one-time links': ofLinks,
  webhooks: ofWebhooks,
  'files and their rows': ofFiles,
}

const folder = await mkdtemp(join(tmpdir(), 'plumbline-tampering-'))
after(() => rm(folder, { recursive: true }))
const checkpointFile = join(folder, 'kept-outside.txt')
const app = await startTestApp({ CHECKPOINT_FILE: checkpointFile })
const audited = await openAudited()
const rich = audited.rich.lab.id
await disarm(app)
await keepEverything()
const files = await everyFile()
const kept = await readFile(checkpointFile)

/** What `ledger verify` runs with. */
const runtime: Runtime = {
  ...app.parts,
  owner: app.parts.connection,
  migrated: [],
  close: () => Promise.resolve(),
}

/** What an auditor runs: every ledger, every file, and the checkpoints that are stored inside and outside. */
const audit = (options: { workspace?: string; files?: boolean } = {}) =>
  verifyAll(runtime, { files: true, ...options })

const workspaces = { rich, chain: audited.chainId }

async function openAudited(): Promise<Audited> {
  const living = await openRichWorkspace(app)
  const acts = actsOn(app)
  for (const record of living.records) await acts.certify(living, record)
  await acts.addMember(living, 'former@example.com', 'technician')
  await acts.changeMember(living, living.members.at(-1)!, { isActive: false })
  const member = await signInAs(app, living.lab, 'technician')
  await enrol(app, member)
  const { id: chainId } = await app.workspace()
  await sign(living.lab.id)
  for (let index = 4; index < 15; index += 1) {
    app.clock.advance(60_000)
    await updateWorkspace(app, systemActor(chainId), { name: `Name ${index}` })
    if ([5, 10, 14].includes(index)) await sign(chainId)
  }
  return { app, rich: living, chainId, memberId: member.personId, checkpointFile }
}

async function sign(workspaceId: string): Promise<void> {
  await latestCheckpoint(app.parts, workspaceId)
  await keepOutside(app.db, checkpointFile)
}

async function everyFile(): Promise<Map<string, Buffer>> {
  const found = new Map<string, Buffer>()
  for (const kind of ['certificates/', 'documents/'])
    for await (const { key } of app.storage.list(kind)) {
      found.set(key, await buffer(await app.storage.read(key)))
    }
  return found
}

/** Keeps a copy of every table, and lifts the rules of the schema as someone with all rights can. */
async function keepEverything(): Promise<void> {
  await app.asOwner(async (owner) => {
    const { rows } = await owner.query<{ act: string }>(
      `select format('alter table %s drop constraint %I', conrelid::regclass, conname) as act
       from pg_constraint
       where connamespace = 'public'::regnamespace and contype in ('c', 'f', 'u')
       union all
       select format('drop index %s', indexrelid::regclass)
       from pg_index i
       join pg_class c on c.oid = i.indexrelid
       where c.relnamespace = 'public'::regnamespace and indisunique and not indisprimary
         and not exists (select from pg_constraint where conindid = indexrelid)`,
    )
    await owner.query('create schema kept')
    for (const { act } of rows) await owner.query(act)
    for (const table of (await storedColumns(owner)).keys()) {
      await owner.query(`create table kept.${table} as table public.${table}`)
    }
  })
}

/** The columns of each table that the database does not compute from others. */
async function storedColumns(owner: Tamperer['owner']): Promise<Map<string, string>> {
  const { rows } = await owner.query<{ table: string; columns: string }>(
    `select c.relname as table, string_agg(a.attname, ', ') as columns
     from pg_class c join pg_attribute a on a.attrelid = c.oid
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
       and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
     group by c.relname`,
  )
  return new Map(rows.map(({ table, columns }) => [table, columns]))
}

/** Tables that programs change which tamper with a ledger. */
const OF_LEDGER = ['ledger_entries', 'ledger_nodes', 'ledger_heads', 'ledger_checkpoints', 'ledger_rounds']

/** Tampers, has everything verified, and puts everything back. */
async function auditAfter({ by, isAlone, in: place, finds }: Tampering): Promise<VerifyReport[]> {
  const steps = [by].flat()
  let reports: VerifyReport[] = []
  await tamper(app, async ({ owner, run }) => {
    const changed = new Set(OF_LEDGER)
    const named = async (text: string, values?: unknown[]) => {
      const [, table] = /^\s*(?:update|delete from|insert into) (\w+)/.exec(text) ?? []
      if (table !== undefined) changed.add(table)
      await run(placed(text), values)
    }
    for (const step of steps) {
      if (typeof step === 'string') await named(step)
      else await step({ owner, run: named }, audited)
    }
    const workspace = isAlone && place !== 'another' ? workspaces[place] : undefined
    reports = await audit({ files: 'file' in finds, ...(workspace && { workspace }) })
    const columns = await storedColumns(owner)
    for (const table of changed) {
      const stored = columns.get(table)
      if (stored === undefined) continue
      await owner.query(`delete from ${table}`)
      await owner.query(`insert into ${table} (${stored}) select ${stored} from kept.${table}`)
    }
  })
  if (steps.some((step) => typeof step !== 'string')) {
    for (const [key, bytes] of files) await app.storage.put(key, bytes, 'application/pdf')
    await writeFile(checkpointFile, kept)
  }
  return reports
}

/** A statement with the ids of the workspaces and of the member. */
function placed(text: string): string {
  const { chainId, memberId } = audited
  return text.replace(/\$[wcm]\b/g, (name) => `'${{ $w: rich, $c: chainId, $m: memberId }[name]}'`)
}

/** Fails unless the report finds the ledger broken and names the tampering. */
function requireFound(report: VerifyReport | undefined, finding: Finding): void {
  assert.ok(report, 'the ledger was not verified')
  const verdict = failureOf(report)
  const all = JSON.stringify([verdict, report.rowFaults, report.files?.faults], null, 1)
  assert.ok(verdict !== null, 'nothing was found')
  if ('says' in finding) return assert.match(verdict, finding.says)
  if ('row' in finding) {
    const [table, column] = finding.row
    const isNamed = report.rowFaults.some((fault) => fault.table === table && fault.column === column)
    return assert.ok(isNamed && /failed verification: /.test(verdict), all)
  }
  const [state, name] = finding.file
  const faults = report.files?.faults ?? []
  assert.ok(
    faults.some((fault) => fault.state === state && name.test(fault.name)),
    all,
  )
}

const tamperings = Object.values(GROUPS).flat()

describe(`of ${tamperings.length} ways of tampering each is found, and named:`, () => {
  test('without one, everything holds', async () => {
    const reports = await audit()
    assert.deepEqual(reports.map(failureOf), [null, null])
    assert.deepEqual(
      reports.map(({ checkpoints }) => checkpoints).toSorted((a, b) => a.stored - b.stored),
      [
        { stored: 1, outside: 1 },
        { stored: 3, outside: 3 },
      ],
    )
  })

  for (const [group, ways] of Object.entries(GROUPS)) {
    describe(group, () => {
      for (const way of ways) {
        const { in: place, finds } = way
        test(way.does, async () => {
          const reports = await auditAfter(way)
          const report = reports.find(({ workspaceId }) =>
            place === 'another'
              ? !Object.values(workspaces).includes(workspaceId)
              : workspaceId === workspaces[place],
          )
          requireFound(report, finds)
        })
      }
    })
  }

  test('after all of them were undone, everything holds again', async () => {
    assert.deepEqual((await audit()).map(failureOf), [null, null])
  })
})

test('each way of tampering has its own name, and there are more than the 51 that were asked for', () => {
  assert.equal(new Set(tamperings.map(({ does }) => does)).size, tamperings.length)
  assert.ok(tamperings.length >= 51)
})
