import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { settings } from '../apps/server/src/platform/config.ts'

const read = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8')

/** Names that other programs read. */
const OF_OTHERS =
  /^(?:POSTGRES_(?:USER|PASSWORD|DB)|ROOT_(?:ACCESS|SECRET)_KEY|AWS_(?:ACCESS_KEY_ID|SECRET_ACCESS_KEY)|ALL|CMD|COMMIT|NONE)$/

/** Variables that compose.yaml reads from its .env in addition to settings. */
const OF_ENV = /^(?:STORAGE_PASSWORD|FILES_URL|FILES_PORT)$/

const files = {
  Dockerfile: /^(?:ENV )?\s*([A-Z][A-Z0-9_]+)=/gm,
  'compose.yaml': /^\s+([A-Z][A-Z0-9_]+):|\$\{([A-Z][A-Z0-9_]+)/gm,
  'deploy/compose.env.example': /^([A-Z][A-Z0-9_]+)=/gm,
  'deploy/systemd/plumbline.service': /^Environment=([A-Z][A-Z0-9_]+)=/gm,
  'deploy/kubernetes/plumbline.yaml': /^\s+([A-Z][A-Z0-9_]+):|name: ([A-Z][A-Z0-9_]+),/gm,
}

for (const [path, pattern] of Object.entries(files)) {
  test(`${path} names settings that exist`, () => {
    const names = [...read(path).matchAll(pattern)].map(([, first, second]) => first ?? second!)
    assert.ok(names.length > 0)
    const unknown = names.filter(
      (name) => !Object.hasOwn(settings, name) && !OF_OTHERS.test(name) && !OF_ENV.test(name),
    )
    assert.deepEqual(unknown, [])
  })
}

test('compose.yaml asks for what the example of its .env names', () => {
  const asked = new Set([...read('compose.yaml').matchAll(/\$\{([A-Z_]+)/g)].map(([, name]) => name))
  const named = new Set(
    [...read('deploy/compose.env.example').matchAll(/^([A-Z_]+)=/gm)].map(([, name]) => name),
  )
  assert.deepEqual([...asked.symmetricDifference(named)], [])
})

test('deploy files run this release', () => {
  const { version } = JSON.parse(read('package.json')) as { version: string }
  for (const path of [
    'Dockerfile',
    'compose.yaml',
    'deploy/kubernetes/plumbline.yaml',
    'deploy/kubernetes/migrate.yaml',
  ]) {
    const found = [...read(path).matchAll(/plumbline:(\d[\w.-]*)/g)].map(([, tag]) => tag)
    assert.ok(found.length > 0, path)
    assert.deepEqual(
      found.filter((tag) => tag !== version),
      [],
      path,
    )
  }
})

test('the guide creates the user of the systemd unit, as whom initdb runs only if the system can look it up', () => {
  const unit = read('deploy/systemd/plumbline.service')
  const user = /^User=(\S+)$/m.exec(unit)?.[1]
  assert.ok(user)
  assert.doesNotMatch(unit, /^DynamicUser=/m)
  assert.match(read('docs/install.md'), new RegExp(`^useradd .* ${user}$`, 'm'))
})

test('a process has more time to end than it gives its requests', () => {
  const seconds = (path: string, name: RegExp) => Number(name.exec(read(path))?.[1])
  const limit = settings.SHUTDOWN_LIMIT_SECONDS.fallback
  const given = [
    [
      seconds('compose.yaml', /stop_grace_period: (\d+)s/),
      seconds('compose.yaml', /SHUTDOWN_DELAY_SECONDS: '(\d+)'/),
    ],
    [
      seconds('deploy/kubernetes/plumbline.yaml', /terminationGracePeriodSeconds: (\d+)/),
      seconds('deploy/kubernetes/plumbline.yaml', /SHUTDOWN_DELAY_SECONDS: '(\d+)'/),
    ],
    [seconds('deploy/systemd/plumbline.service', /TimeoutStopSec=(\d+)/), 0],
  ]
  for (const [grace, delay] of given) assert.ok(grace! > delay! + limit, `${grace} > ${delay} + ${limit}`)
})
