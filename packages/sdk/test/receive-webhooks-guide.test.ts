import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'
import { isEvent, verifyWebhook } from '../src/index.ts'

const readDocument = (name: string): string =>
  readFileSync(new URL(`../../../docs/${name}`, import.meta.url), 'utf8')

const guide = readDocument('receive-webhooks.md')
const vectorsText = readDocument('webhook-vectors.json')
const vectors = JSON.parse(vectorsText) as {
  signing: { name: string; secret: string; body: string; header: string }[]
  verifying: unknown[]
}

function example(language: string): string {
  const code = new RegExp('```' + language + '\\n([^]*?)```').exec(guide)?.[1]
  assert.ok(code !== undefined, `the guide has an example in ${language}`)
  return code
}

const lacks = (program: string, argument: string): boolean =>
  spawnSync(program, [argument]).error !== undefined

test('the HTTP example is a request as the server sends it, signed with the secret that the guide names', () => {
  const [head = '', body = ''] = example('http').trimEnd().split('\n\n')
  const headers = new Map(
    head
      .split('\n')
      .slice(1)
      .map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 2)]),
  )
  const secret = /signed with the secret `(whsec_[\w-]+)`/.exec(guide)?.[1]
  const header = headers.get('svc-signature')
  const sentAt = Number(/t=(\d+)/.exec(header ?? '')?.[1])
  const event = verifyWebhook({ rawBody: Buffer.from(body), header, secret, now: sentAt * 1000 })
  assert.equal(headers.get('content-length'), String(Buffer.byteLength(body)))
  assert.equal(headers.get('svc-event-id'), event.id)
  assert.equal(headers.get('svc-event-type'), event.type)
  assert.ok(isEvent(event, 'calibration.due_soon'))
  const { schemas } = JSON.parse(readDocument('api/openapi.json')).components
  assert.deepEqual(Object.keys(event.data.due), Object.keys(schemas.DueInstrument.properties))
})

test(
  'the Python example decides as the published vectors say',
  { skip: lacks('python3', '--version') },
  () => {
    const driver = `
import sys
for case in json.load(sys.stdin)["verifying"]:
    try:
        verify_webhook(case["body"].encode(), case["header"], case["secrets"], case["tolerance"], case["now"])
        decision = "accepted"
    except ValueError:
        decision = "refused"
    assert (decision == "accepted") == (case["expect"] == "accepted"), (case["name"], decision)
    print(case["name"])
`
    const result = spawnSync('python3', ['-c', example('python') + driver], {
      input: vectorsText,
      encoding: 'utf8',
    })
    assert.equal(result.status, 0, result.stderr)
    assert.equal(result.stdout.trim().split('\n').length, vectors.verifying.length)
  },
)

test(
  'the shell example distinguishes valid from changed requests',
  { skip: lacks('openssl', 'version') },
  (t) => {
    const folder = mkdtempSync(join(tmpdir(), 'plumbline-guide-'))
    t.after(() => rmSync(folder, { recursive: true }))
    const run = (body: string, header: string, secret: string): string => {
      writeFileSync(join(folder, 'body.json'), body)
      const env = { PATH: process.env['PATH'], header, secret }
      return spawnSync('sh', ['-c', example('sh')], { cwd: folder, env, encoding: 'utf8' }).stdout.trim()
    }
    for (const { body, header, secret } of vectors.signing) {
      assert.equal(run(body, header, secret), 'signature valid')
      assert.equal(run(`${body} `, header, secret), 'signature NOT valid')
      assert.equal(run(body, header, `${secret}x`), 'signature NOT valid')
    }
  },
)

test('the TypeScript example is a receiver that accepts fresh signatures only', async (t) => {
  const secret = 'whsec_guide'
  const port = await freePort()
  await startExample(t, { PLUMBLINE_WEBHOOK_SECRET: secret, PORT: String(port) })
  const body = vectors.signing[1]?.body ?? ''
  const post = async (seconds: number, sent = body): Promise<number> => {
    const digest = createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')
    const headers = { 'svc-signature': `t=${seconds},v1=${digest}` }
    return (await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body: sent, headers })).status
  }
  const now = Math.floor(Date.now() / 1000)
  assert.equal(await post(now), 204)
  assert.equal(await post(now, `${body} `), 400)
  assert.equal(await post(now - 400), 400)
  const unsigned = await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body })
  assert.equal(unsigned.status, 400)
})

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

/** Runs the example as it stands, with one line added that prints when it listens. */
async function startExample(t: TestContext, env: Record<string, string>): Promise<void> {
  const code = `${example('ts')}\nserver.on('listening', () => process.send?.('listening'))\n`
  const child = spawn(process.execPath, ['--input-type=module-typescript', '--eval', code], {
    cwd: fileURLToPath(new URL('..', import.meta.url)),
    env: { ...env, PATH: process.env['PATH'] },
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  const exited = once(child, 'exit')
  t.after(async () => {
    child.kill()
    await exited
  })
  const [first] = (await Promise.race([once(child, 'message'), exited])) as unknown[]
  assert.equal(first, 'listening', 'the example starts')
}
