import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { eventTypes as contractEventTypes } from '@plumbline/contract'
import {
  eventTypes,
  isEvent,
  isKnownEvent,
  verifyWebhook,
  verifyWebhookAsync,
  WebhookVerificationError,
  type WebhookVerificationCode,
} from './index.ts'

interface Vectors {
  readonly signing: readonly { name: string; secret: string; t: number; body: string; header: string }[]
  readonly verifying: readonly {
    name: string
    secrets: string[]
    header: string
    body: string
    now: number
    tolerance: number
    expect: 'accepted' | WebhookVerificationCode
  }[]
}

const vectors = JSON.parse(
  readFileSync(new URL('../../../docs/webhook-vectors.json', import.meta.url), 'utf8'),
) as Vectors

const SECRET = 'whsec_test'
const NOW = new Date('2026-01-01T00:00:00Z')
const BODY = '{"id":"1","type":"instrument.created","created_at":"2026-01-01T00:00:00.000Z","data":{}}'

function sign(body: string | Uint8Array, seconds = NOW.getTime() / 1000, secret = SECRET): string {
  return `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.`).update(body).digest('hex')}`
}

function refusal(act: () => unknown): string {
  try {
    act()
  } catch (error) {
    assert.ok(error instanceof WebhookVerificationError)
    assert.equal(error.name, 'WebhookVerificationError')
    assert.doesNotMatch(error.message, /whsec_/)
    return error.code
  }
  return 'accepted'
}

for (const { name, secret, t, body, header } of vectors.signing) {
  test(`a published signature is accepted: ${name}`, async () => {
    const webhook = { rawBody: body, header, secret, now: t * 1000 }
    assert.deepEqual(verifyWebhook(webhook), JSON.parse(body))
    assert.deepEqual(await verifyWebhookAsync(webhook), JSON.parse(body))
  })
}

for (const { name, secrets, header, body, now, tolerance, expect } of vectors.verifying) {
  test(`published decision: ${name} is ${expect}`, async () => {
    const webhook = { rawBody: body, header, toleranceSeconds: tolerance, now: new Date(now * 1000) }
    assert.equal(
      refusal(() => verifyWebhook({ ...webhook, secrets })),
      expect,
    )
    const asynchronous = await verifyWebhookAsync({ ...webhook, secrets }).then(
      () => 'accepted',
      (error: unknown) =>
        refusal(() => {
          throw error
        }),
    )
    assert.equal(asynchronous, expect)
    const [only, ...others] = secrets
    if (others.length === 0)
      assert.equal(
        refusal(() => verifyWebhook({ ...webhook, secret: only })),
        expect,
      )
  })
}

test('bytes are verified like the string they encode, also as a view into a larger buffer', () => {
  const bytes = new TextEncoder().encode(BODY)
  const larger = new Uint8Array(bytes.length + 8)
  larger.set(bytes, 4)
  const bodies = [BODY, bytes, Buffer.from(BODY), bytes.slice().buffer, larger.subarray(4, 4 + bytes.length)]
  for (const rawBody of bodies) {
    const event = verifyWebhook({ rawBody, header: sign(BODY), secret: SECRET, now: NOW })
    assert.equal(event.type, 'instrument.created')
  }
})

test('a missing header is malformed, and repeated headers do not add up to a valid one', () => {
  const webhook = { rawBody: BODY, secret: SECRET, now: NOW }
  assert.equal(
    refusal(() => verifyWebhook({ ...webhook, header: undefined })),
    'malformed_header',
  )
  assert.equal(
    refusal(() => verifyWebhook({ ...webhook, header: null })),
    'malformed_header',
  )
  assert.equal(
    refusal(() => verifyWebhook({ ...webhook, header: [] })),
    'malformed_header',
  )
  assert.equal(
    refusal(() => verifyWebhook({ ...webhook, header: [sign(BODY), sign(BODY)] })),
    'malformed_header',
  )
  assert.equal(
    refusal(() => verifyWebhook({ ...webhook, header: [sign(BODY)] })),
    'accepted',
  )
})

test('a time of other than up to 12 digits is malformed', () => {
  for (const time of ['', 'x', '-1', '1.5', `${NOW.getTime() / 1000}x`, '1'.repeat(13)]) {
    const header = `t=${time},v1=${'0'.repeat(64)}`
    const act = () => verifyWebhook({ rawBody: BODY, header, secret: SECRET, now: NOW })
    assert.equal(refusal(act), 'malformed_header', time)
  }
  const header = `t=${'1'.repeat(12)},v1=${'0'.repeat(64)}`
  const act = () => verifyWebhook({ rawBody: BODY, header, secret: SECRET, now: NOW })
  assert.equal(refusal(act), 'no_matching_signature')
})

test('a body that was parsed already is malformed, and any form of bytes is read', () => {
  const parsed: unknown[] = [JSON.parse(BODY), [], null, undefined, 1]
  for (const rawBody of parsed) {
    const webhook = { rawBody: rawBody as string, header: sign(BODY), secret: SECRET, now: NOW }
    assert.equal(
      refusal(() => verifyWebhook(webhook)),
      'malformed_body',
    )
  }
  const bytes = new TextEncoder().encode(BODY)
  for (const rawBody of [bytes, bytes.buffer, Buffer.from(BODY)]) {
    const webhook = { rawBody, header: sign(BODY), secret: SECRET, now: NOW }
    assert.equal(
      refusal(() => verifyWebhook(webhook)),
      'accepted',
    )
  }
})

test('without a secret nothing is accepted, not even a signature with an empty key', () => {
  const header = sign(BODY, undefined, '')
  const webhook = { rawBody: BODY, header, now: NOW }
  assert.equal(
    refusal(() => verifyWebhook(webhook)),
    'missing_secret',
  )
  assert.equal(
    refusal(() => verifyWebhook({ ...webhook, secret: '' })),
    'missing_secret',
  )
  assert.equal(
    refusal(() => verifyWebhook({ ...webhook, secrets: [] })),
    'missing_secret',
  )
  assert.equal(
    refusal(() => verifyWebhook({ ...webhook, secrets: [SECRET, ''] })),
    'missing_secret',
  )
})

test('a webhook is accepted up to 300 seconds from its signing, to either side, unless another tolerance is given', () => {
  const at = (seconds: number, toleranceSeconds?: number) =>
    refusal(() =>
      verifyWebhook({
        rawBody: BODY,
        header: sign(BODY),
        secret: SECRET,
        now: NOW.getTime() + seconds * 1000,
        toleranceSeconds,
      }),
    )
  const cases: [seconds: number, toleranceSeconds: number | undefined, outcome: string][] = [
    [300, undefined, 'accepted'],
    [300.999, undefined, 'accepted'],
    [301, undefined, 'too_old'],
    [-300, undefined, 'accepted'],
    [-300.001, undefined, 'too_new'],
    [10, 10, 'accepted'],
    [11, 10, 'too_old'],
    [0, 0, 'accepted'],
  ]
  for (const [seconds, tolerance, outcome] of cases) assert.equal(at(seconds, tolerance), outcome)
})

test('a signature that is not 64 hexadecimal digits matches nothing, whoever verifies it', async () => {
  const good = sign(BODY)
  const others = [
    good.slice(0, -1),
    `${good}0`,
    good.replace('v1=', 'v1=0'),
    good.replace(/v1=.*/, (signature) => `v1=${signature.slice(3).toUpperCase()}`),
    good.replace(/v1=.*/, 'v1='),
  ]
  for (const header of others) {
    const webhook = { rawBody: BODY, header, secret: SECRET, now: NOW }
    assert.equal(
      refusal(() => verifyWebhook(webhook)),
      'no_matching_signature',
      header,
    )
    await assert.rejects(verifyWebhookAsync(webhook), { code: 'no_matching_signature' }, header)
  }
})

test('events are told apart by their type, and those of later versions are not known', () => {
  const event = verifyWebhook({ rawBody: BODY, header: sign(BODY), secret: SECRET, now: NOW })
  assert.ok(isEvent(event, 'instrument.created'))
  assert.ok(!isEvent(event, 'instrument.updated'))
  assert.ok(isKnownEvent(event))
  assert.ok(!isKnownEvent({ ...event, type: 'instrument.painted' }))
  assert.deepEqual([...eventTypes].toSorted(), Object.keys(contractEventTypes).toSorted())
})

test('a tolerance or clock that is not a number refuses', () => {
  const webhook = { rawBody: BODY, header: sign(BODY), secret: SECRET }
  assert.equal(
    refusal(() => verifyWebhook({ ...webhook, now: NOW, toleranceSeconds: Number.NaN })),
    'too_old',
  )
  assert.equal(
    refusal(() => verifyWebhook({ ...webhook, now: new Date(Number.NaN) })),
    'too_old',
  )
})

test('without a given clock the system clock decides', () => {
  assert.equal(
    refusal(() => verifyWebhook({ rawBody: BODY, header: sign(BODY), secret: SECRET })),
    'too_old',
  )
  const header = sign(BODY, Math.floor(Date.now() / 1000))
  assert.equal(
    refusal(() => verifyWebhook({ rawBody: BODY, header, secret: SECRET })),
    'accepted',
  )
})

test('a signed body that lacks a member of an event, or has one of another type, is not an event', () => {
  const event = JSON.parse(BODY) as Record<string, unknown>
  const bodies: unknown[] = [null, 1, 'event', [], [event]]
  for (const member of ['id', 'type', 'created_at', 'data']) {
    bodies.push(Object.fromEntries(Object.entries(event).filter(([name]) => name !== member)))
    for (const value of [null, 1, true, [], ...(member === 'data' ? ['text'] : [{}])])
      bodies.push({ ...event, [member]: value })
  }
  for (const body of bodies.map((each) => JSON.stringify(each))) {
    const act = () => verifyWebhook({ rawBody: body, header: sign(body), secret: SECRET, now: NOW })
    assert.equal(refusal(act), 'malformed_body', body)
  }
})

test('signed bytes that are not UTF-8 are not an event', () => {
  const rawBody = Uint8Array.of(0x22, 0xff, 0x22)
  assert.equal(
    refusal(() => verifyWebhook({ rawBody, header: sign(rawBody), secret: SECRET, now: NOW })),
    'malformed_body',
  )
})
