import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readConfig } from '../platform/config.ts'
import { checkSettings } from './check-settings.ts'

const look = (environment: Record<string, string>) =>
  checkSettings(readConfig(environment)).map(({ check, state }) => `${check} ${state}`)

const cases: [title: string, environment: Record<string, string>, found: string[]][] = [
  ['the usual settings are well', {}, ['proxy ok']],
  [
    'listening to the network without a public address is looked at',
    { HOST: '0.0.0.0' },
    ['settings warning', 'proxy ok'],
  ],
  [
    'a public address that leads to each client’s own machine is looked at',
    { HOST: '0.0.0.0', PUBLIC_URL: 'http://localhost:8080' },
    ['settings warning', 'proxy ok'],
  ],
  [
    'a public address without TLS is looked at',
    { PUBLIC_URL: 'http://calibration.example.com' },
    ['settings warning', 'proxy ok'],
  ],
  [
    'a proxy that is not trusted is looked at',
    { PUBLIC_URL: 'https://calibration.example.com' },
    ['proxy warning'],
  ],
  [
    'a trusted proxy in front is well',
    {
      PUBLIC_URL: 'https://calibration.example.com',
      TRUSTED_PROXIES: '127.0.0.1, 10.0.0.0/8,::1/128,loopback',
    },
    ['proxy ok'],
  ],
  ['trust in everybody is looked at', { TRUSTED_PROXIES: '0.0.0.0/0' }, ['proxy warning']],
  ['a range that is none must be fixed', { TRUSTED_PROXIES: '10.0.0.0/33' }, ['proxy error']],
  ['a name is no range', { TRUSTED_PROXIES: 'proxy.internal' }, ['proxy error']],
  [
    'webhooks into the own network are looked at',
    { WEBHOOK_ALLOW_PRIVATE_TARGETS: 'true' },
    ['settings warning', 'proxy ok'],
  ],
  [
    'receivers in the own network are well',
    { WEBHOOK_ALLOWED_TARGETS: '10.20.0.0/16, erp.corp.internal, fd00::/8' },
    ['proxy ok'],
  ],
  [
    'a range of targets that holds this machine is looked at',
    { WEBHOOK_ALLOWED_TARGETS: '127.0.0.0/8' },
    ['settings warning', 'proxy ok'],
  ],
  [
    'a range of targets that holds the metadata of a cloud is looked at',
    { WEBHOOK_ALLOWED_TARGETS: '169.254.0.0/16' },
    ['settings warning', 'proxy ok'],
  ],
  [
    'a secret that other servers do not have is looked at',
    { DATABASE_URL: 'postgres://db.internal/plumbline' },
    ['proxy ok', 'settings warning'],
  ],
  [
    'a secret that all servers have is well',
    { DATABASE_URL: 'postgres://db.internal/plumbline', SECRET_KEY: 'x'.repeat(32) },
    ['proxy ok'],
  ],
]
for (const [title, environment, found] of cases) {
  test(title, () => assert.deepEqual(look(environment), found))
}
