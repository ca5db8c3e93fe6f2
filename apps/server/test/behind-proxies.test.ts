import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { request } from 'node:https'
import { join } from 'node:path'
import { after, test, type TestContext } from 'node:test'
import { APP_API_PREFIX, PUBLIC_API_PREFIX } from '@plumbline/contract'
import { freePort, until } from '@plumbline/testing'
import { startTestApp } from './app.ts'
import { scratchRoot } from './processes/reachable-checkout.ts'
import { enter } from './register.ts'
import { signInAs } from './session.ts'

const app = await startTestApp({ TRUSTED_PROXIES: '127.0.0.1' })
const workspace = await app.workspace()
const folder = await mkdtemp(join(scratchRoot, 'plumbline-proxy-'))
after(() => rm(folder, { recursive: true, force: true }))
// nginx drops root's rights, and Caddy stores its files in its home.
await chmod(folder, 0o777)

const NAME = 'calibration.example.com'
const [certificate, key] = [join(folder, 'fullchain.pem'), join(folder, 'privkey.pem')]
const subject = ['-subj', `/CN=${NAME}`, '-addext', `subjectAltName=DNS:${NAME}`, '-days', '2']
const made = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes']
spawnSync('openssl', [...made, ...subject, '-keyout', key, '-out', certificate])

const sample = (path: string) => readFile(new URL(`../../../deploy/${path}`, import.meta.url), 'utf8')
const upstream = new URL(app.origin).host

/** A proxy whose sample is started with ports, certificate and process of this test. */
interface Proxy {
  readonly command: string
  readonly versionOption: string
  /** The signal that ends it immediately: nginx has children, and Caddy would wait for streams to end. */
  readonly end: 'SIGTERM' | 'SIGKILL'
  readonly write: (port: string) => Promise<readonly string[]>
}

const nginx: Proxy = {
  command: 'nginx',
  versionOption: '-v',
  end: 'SIGTERM',
  write: async (port) => {
    const server = (await sample('nginx/plumbline.conf'))
      .replace('server 127.0.0.1:8080;', `server ${upstream};`)
      .replace('listen 80;', `listen 127.0.0.1:${await freePort()};`)
      .replace('listen 443 ssl http2', `listen 127.0.0.1:${port} ssl http2`)
      .replaceAll('/etc/ssl/plumbline', folder)
    const places = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
      (name) => `${name}_temp_path ${folder}/${name};`,
    )
    const file = join(folder, 'nginx.conf')
    await writeFile(
      file,
      `daemon off; pid ${folder}/nginx.pid; error_log stderr; events {}
       http { access_log off; ${places.join(' ')} ${server} }`,
    )
    return ['-c', file, '-p', folder]
  },
}

const caddy: Proxy = {
  command: 'caddy',
  versionOption: 'version',
  end: 'SIGKILL',
  write: async (port) => {
    const site = (await sample('caddy/Caddyfile'))
      .replace('127.0.0.1:8080', upstream)
      .replace(`${NAME} {`, `${NAME}:${port} {\n\tbind 127.0.0.1\n\ttls ${certificate} ${key}`)
    const file = join(folder, 'Caddyfile')
    await writeFile(file, `{\n\tadmin off\n\tauto_https disable_redirects\n}\n${site}`)
    return ['run', '--config', file, '--adapter', 'caddyfile']
  },
}

/** Starts a proxy; undefined if it is not installed. */
async function start(
  t: TestContext,
  { command, versionOption, end, write }: Proxy,
): Promise<string | undefined> {
  if (spawnSync(command, [versionOption]).error) {
    t.skip(`${command} is not installed (Debian: the package of that name)`)
    return undefined
  }
  const port = String(await freePort())
  const child = spawn(command, await write(port), {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
  })
  let said = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said += text))
  const ended = once(child, 'exit')
  t.after(async () => {
    child.kill(end)
    await ended
  })
  await until(async () => {
    assert.equal(child.exitCode, null, said)
    const healthy = await ask(port, 'GET', '/healthz').catch(() => undefined)
    return healthy?.statusCode === 200
  })
  return port
}

/** Sends a request through the proxy; returns its response, whose body is not read yet. */
async function ask(
  port: string,
  method: string,
  path: string,
  { headers = {}, body }: { headers?: Record<string, string>; body?: Buffer } = {},
): Promise<IncomingMessage> {
  const sent = request({
    host: '127.0.0.1',
    port,
    method,
    path,
    headers: { host: NAME, ...headers, ...(body && { 'content-length': String(body.length) }) },
    servername: NAME,
    ca: await readFile(certificate),
    agent: false,
  }).end(body)
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  return response.setEncoding('utf8')
}

const textOf = async (response: IncomingMessage) => (await response.toArray()).join('')

for (const proxy of [nginx, caddy]) {
  test(`the sample configuration of ${proxy.command} hands on live updates as they come, and large uploads`, async (t) => {
    const port = await start(t, proxy)
    if (port === undefined) return
    const session = await signInAs(app, workspace, 'manager')
    const changes = `${APP_API_PREFIX}/workspaces/${workspace.id}/changes`
    const stream = await ask(port, 'GET', changes, { headers: { cookie: session.cookie } })
    let seen = ''
    stream.on('data', (text: string) => (seen += text))
    await until(() => seen.includes('event: ready'))
    await enter(app, workspace.key)
    await until(() => seen.includes('event: changed'))
    stream.destroy()

    const file = new Blob([Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(20_000_000, ' ')])])
    const ticket = await app.storage.uploadTicket({
      key: `documents/${proxy.command}`,
      contentType: 'application/pdf',
    })
    const form = new FormData()
    for (const [name, value] of Object.entries(ticket.fields)) form.append(name, value)
    form.append('file', file)
    const encoded = new Response(form)
    const upload = await ask(port, 'POST', new URL(ticket.upload_url).pathname, {
      headers: { 'content-type': encoded.headers.get('content-type')! },
      body: Buffer.from(await encoded.arrayBuffer()),
    })
    assert.equal(upload.statusCode, 204, await textOf(upload))

    const tooLarge = await ask(port, 'POST', `${PUBLIC_API_PREFIX}/instruments`, {
      headers: { 'content-type': 'application/json', 'x-api-key': workspace.key },
      body: Buffer.alloc(2_000_000, ' '),
    })
    assert.equal((JSON.parse(await textOf(tooLarge)) as { code: string }).code, 'PAYLOAD_TOO_LARGE')
  })
}
