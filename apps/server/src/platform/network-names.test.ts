import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ConfigError, readConfig } from './config.ts'

const read = (text: string) => readConfig({ WEBHOOK_ALLOWED_TARGETS: text }).WEBHOOK_ALLOWED_TARGETS

test('targets that webhooks may reach are addresses, ranges and host names, separated by commas', () => {
  assert.deepEqual(read(''), [])
  assert.deepEqual(read('10.20.0.0/16, 192.168.1.7,fd00::/8 ,erp.corp.internal, receiver'), [
    { target: '10.20.0.0/16', port: undefined },
    { target: '192.168.1.7', port: undefined },
    { target: 'fd00::/8', port: undefined },
    { target: 'erp.corp.internal', port: undefined },
    { target: 'receiver', port: undefined },
  ])
})

test('each of them may have a port, with IPv6 addresses in brackets', () => {
  assert.deepEqual(read('10.20.0.0/16:443,[fd00::/8]:8443, [::1]:1, erp.internal:65535'), [
    { target: '10.20.0.0/16', port: 443 },
    { target: 'fd00::/8', port: 8443 },
    { target: '::1', port: 1 },
    { target: 'erp.internal', port: 65_535 },
  ])
})

const WRONG = [
  '10.0.0.0/33',
  '10.0.0.0/',
  '10.0.0/8',
  '010.0.0.1',
  '0x7f000001',
  'fe80::1%eth0',
  'fd00::/129',
  'https://erp.internal',
  'erp.internal:',
  'erp.internal:0',
  'erp.internal:08443',
  'erp.internal:65536',
  'erp.internal:8443:8443',
  '[erp.internal]:8443',
  '[10.0.0.1]:443',
  '[fd00::1]',
  '*.internal',
  'erp.internal.',
  '10.0.0.1,,10.0.0.2',
]
for (const text of WRONG) {
  test(`the server does not start with the target ${text}, and says what it takes`, () => {
    assert.throws(
      () => read(text),
      (error) =>
        error instanceof ConfigError &&
        /^WEBHOOK_ALLOWED_TARGETS takes addresses, ranges such as 10\.20\.0\.0\/16 and host names, each with or without a port, not ".*"\.$/.test(
          error.message,
        ),
    )
  })
}

test('the server does not start with a range of all addresses', () => {
  for (const text of ['0.0.0.0/0', '10.0.0.0/8, ::/0', '0.0.0.0/0:443']) {
    assert.throws(() => read(text), {
      name: 'ConfigError',
      message: /takes no range of all addresses, as \S+\/0 is/,
    })
  }
})
