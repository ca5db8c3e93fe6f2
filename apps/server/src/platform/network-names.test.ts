import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ConfigError, readConfig } from './config.ts'

const read = (text: string) => readConfig({ WEBHOOK_ALLOWED_TARGETS: text }).WEBHOOK_ALLOWED_TARGETS

test('targets that webhooks may reach are addresses, ranges and host names, separated by commas', () => {
  assert.deepEqual(read(''), [])
  assert.deepEqual(read('10.20.0.0/16, 192.168.1.7,fd00::/8 ,erp.corp.internal, receiver'), [
    '10.20.0.0/16',
    '192.168.1.7',
    'fd00::/8',
    'erp.corp.internal',
    'receiver',
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
  'erp.internal:8443',
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
        /^WEBHOOK_ALLOWED_TARGETS takes addresses, ranges such as 10\.20\.0\.0\/16 and host names, not ".*"\.$/.test(
          error.message,
        ),
    )
  })
}

test('the server does not start with a range of all addresses', () => {
  for (const text of ['0.0.0.0/0', '10.0.0.0/8, ::/0']) {
    assert.throws(() => read(text), {
      name: 'ConfigError',
      message: /takes no range of all addresses, as \S+\/0 is/,
    })
  }
})
