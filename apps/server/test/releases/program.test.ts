import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import {
  accountOperations,
  type ActivityEntry,
  APP_API_PREFIX,
  APP_WORKSPACE_PREFIX,
  isCountedMember,
  isInstrumentMember,
  isSilentMember,
  memberNameKeys,
  operations,
  type Page,
  PUBLIC_API_PREFIX,
  twoFactorOperations,
  workspaceOperations,
  type Operation,
} from '@plumbline/contract'
import { freePort } from '@plumbline/testing'
import { startTestApp } from '../app.ts'
import { makeEmptyDatabase } from '../empty-database.ts'
import { startCommandHost } from '../processes/command-host.ts'
import { startServerProcess } from '../processes/server-process.ts'
import { askingOf, openReleaseApp, type Asking } from './release-app.ts'
import { makeProgram, type MadeProgram } from './program.ts'
import { neverRead, readResponses, requestsOf } from './responses.ts'

const app = await startTestApp()
const folder = mkdtempSync(join(tmpdir(), 'plumbline-program-'))
after(() => rmSync(folder, { recursive: true }))
const plumblineHost = startCommandHost(folder)

const SECRET_KEY = 'a secret of the tests that nothing else uses'
const dataDir = join(folder, 'data')

/** Maximum number of requests sent for each operation; which resources they name does not matter here. */
const RESOURCES_ASKED = 30

/** Every request that was sent, as method and path. */
const sent: string[] = []
let made: MadeProgram
let databaseUrl: string
let publicUrl: string

before(async () => {
  databaseUrl = await makeEmptyDatabase(app)
  const port = await freePort()
  publicUrl = `http://127.0.0.1:${port}`
  const environment = {
    DATABASE_URL: databaseUrl,
    DATA_DIR: dataDir,
    PORT: String(port),
    PUBLIC_URL: publicUrl,
    SECRET_KEY,
    RATE_LIMIT_PER_MINUTE: '1000000',
    WEBHOOK_ALLOW_PRIVATE_TARGETS: 'true',
    WEBHOOK_RETRY_SCHEDULE: '1',
  }
  const plumbline = async (...words: string[]) => {
    const { exitCode, stdout, stderr } = await plumblineHost([...words, '--json'], environment)
    assert.equal(exitCode, 0, `${words.join(' ')}: ${stderr}`)
    return JSON.parse(stdout) as Record<string, unknown>
  }
  await plumbline('migrate')
  for (const role of ['api', 'worker'] as const) {
    const server = startServerProcess(role, environment)
    app.endsWith(() => server.kill())
    await server.ready
  }
  const receiver = await startReceiver()
  made = await notingRequests(() => makeProgram({ origin: publicUrl, receiver, plumbline }))
})

/** A receiver of webhooks that accepts what comes below `/ok`. */
async function startReceiver(): Promise<string> {
  const receiver = createServer((request, response) => {
    request.resume()
    response.writeHead(request.url?.startsWith('/ok') ? 204 : 500).end()
  }).listen(0, '127.0.0.1')
  app.endsWith(async () => void receiver.close())
  await new Promise((resolve) => receiver.once('listening', resolve))
  return `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`
}

async function notingRequests<T>(work: () => Promise<T>): Promise<T> {
  const { fetch } = globalThis
  globalThis.fetch = (input, init) => {
    sent.push(`${init?.method ?? 'GET'} ${new URL(input instanceof Request ? input.url : input).pathname}`)
    return fetch(input, init)
  }
  try {
    return await work()
  } finally {
    globalThis.fetch = fetch
  }
}

/** Operations that are not GET and not carried out, and why. */
const LEFT_OUT_OF_PROGRAM: Readonly<Record<string, string>> = {
  acceptIntervalAdvice: 'there are too few records for advice',
  cancelJob: 'whether a job can be cancelled depends on the moment',
  createResetLink: 'a link is kept as a hash, and nobody keeps the link',
  createSite: 'done by the command line',
  disableTwoFactor: 'the one second factor is kept',
  endOtherSessions: 'people stay signed in where they are',
  endOwnSession: 'people stay signed in where they are',
  endUserSessions: 'people stay signed in where they are',
  evaluateMeasurements: 'changes nothing',
  evaluateUncertainty: 'changes nothing',
  exportChosenInstruments: 'changes nothing',
  previewBulkChange: 'changes nothing',
  printLabels: 'changes nothing',
  putInSampleWorkspace: 'sample data is made at random, and is not kept',
  removeProviderAccount: 'there is no identity provider',
  removeProviderAccounts: 'there is no identity provider',
  removeTwoFactor: 'the one second factor is kept',
  renewRecoveryCodes: 'needs a second code of the authenticator, half a minute later',
  resendEvents: 'how many deliveries there are depends on the moment',
  retryDelivery: 'whether a delivery can be retried depends on the moment',
  revokeApiKey: 'done by the command line',
  sendTestEvent: 'changes nothing',
  sendTestMail: 'there is no mail server',
  startBackup: 'no place for backups is set',
  takeOutSampleWorkspace: 'sample data is made at random, and is not kept',
}

const tables: readonly [prefix: string, operations: Readonly<Record<string, Operation>>][] = [
  [PUBLIC_API_PREFIX, operations],
  [APP_WORKSPACE_PREFIX, workspaceOperations],
  [APP_API_PREFIX, { ...accountOperations, ...twoFactorOperations }],
]

test('the recorded program carries out every operation that changes something, or states why not', () => {
  const isSent = new Map<string, boolean>()
  for (const [prefix, table] of tables) {
    for (const [name, { method, path }] of Object.entries(table)) {
      if (method === 'GET') continue
      const pattern = new RegExp(`^${method} ${`${prefix}${path}`.replaceAll(/\{\w+\}/g, '[^/]+')}$`)
      isSent.set(name, isSent.get(name) || sent.some((request) => pattern.test(request)))
    }
  }
  const forgotten = [...isSent].filter(([name, is]) => !is && !Object.hasOwn(LEFT_OUT_OF_PROGRAM, name))
  assert.deepEqual(
    forgotten.map(([name]) => name),
    [],
    'makeProgram does not do these, and LEFT_OUT_OF_PROGRAM does not name them',
  )
  const needless = Object.keys(LEFT_OUT_OF_PROGRAM).filter((name) => isSent.get(name) !== false)
  assert.deepEqual(needless, [])
})

test('every operation that reads is recorded with a response that shows something', async () => {
  await withProgram(async (asking) => {
    const requests = await requestsOf(asking, made.certificates)
    const firsts = requests.filter(({ operation, api, as }, index) => {
      const position = requests.findIndex(
        (one) => one.operation === operation && one.api === api && one.as === as,
      )
      return index - position < RESOURCES_ASKED
    })
    assert.deepEqual(neverRead(firsts, await readResponses(asking, firsts)), [])
  })
})

test('every member of an entry that the activity page shows has a name there', async () => {
  const url = new URL('../../../web/src/messages/en.json', import.meta.url)
  const texts = JSON.parse(readFileSync(url, 'utf8')) as Record<string, unknown>
  const hasName = (subject: string, name: string) => {
    const { ofSubject, general } = memberNameKeys(subject, name)
    return isInstrumentMember(name) || [ofSubject, ...general].some((key) => Object.hasOwn(texts, key))
  }
  const entries = await withProgram(allActivity)
  const nameless = entries.flatMap(({ subject, changes }) =>
    Object.entries(changes)
      .flatMap(([name, values]) => Object.values(values).flatMap((value) => shownMembers(name, value)))
      .filter((name) => !hasName(subject.type, name))
      .map((name) => `${name} of ${subject.type}`),
  )
  assert.deepEqual([...new Set(nameless)].toSorted(), [])
})

/** Returns a member and those within its value, as far as the page shows them. Custom fields are named by people. */
function shownMembers(name: string, value: unknown): string[] {
  if (isSilentMember(name)) return []
  if (typeof value !== 'object' || value === null || name === 'custom_fields') return [name]
  if (Array.isArray(value)) {
    const within = isCountedMember(name) ? [] : value.flatMap((part) => shownMembers(name, part))
    return [name, ...within]
  }
  const parts = Object.entries(value).filter(([, part]) => part !== null)
  return [name, ...parts.flatMap(([each, part]) => shownMembers(each, part))]
}

async function allActivity(asking: Asking): Promise<ActivityEntry[]> {
  const entries: ActivityEntry[] = []
  for (;;) {
    const path = `/activity?limit=100&offset=${entries.length}`
    const { body } = await asking.ask({ operation: 'listActivity', api: 'app', as: 'admin', path })
    const { data, pagination } = JSON.parse(body.toString()) as Page<ActivityEntry>
    entries.push(...data)
    if (!pagination.has_more) return entries
  }
}

/** Opens the program of this checkout on what the recorded program made, and asks it. */
async function withProgram<T>(work: (asking: Asking) => Promise<T>): Promise<T> {
  const kept = { instant: new Date().toISOString(), publicUrl, secretKey: SECRET_KEY }
  const source = new URL('../../src/', import.meta.url)
  const opened = await openReleaseApp({ source, connectionString: databaseUrl, dataDir, kept })
  try {
    return await work(await askingOf(opened.app, made))
  } finally {
    await opened.close()
  }
}
