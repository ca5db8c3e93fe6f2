import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { Stripe } from 'stripe'
import { signDelivery } from './signature.ts'

interface SigningVector {
  readonly name: string
  readonly secret: string
  readonly t: number
  readonly body: string
  readonly header: string
}

const vectorFile = new URL('../../../../../../docs/webhook-vectors.json', import.meta.url)
const { signing } = JSON.parse(readFileSync(vectorFile, 'utf8')) as { signing: readonly SigningVector[] }

for (const { name, secret, t, body, header } of signing) {
  test(`a delivery is signed as published: ${name}`, () => {
    assert.equal(signDelivery({ secret, body: Buffer.from(body), unixSeconds: t }), header)
  })

  test(`an unrelated verifier of the same form accepts the signature: ${name}`, () => {
    const signature = signDelivery({ secret, body: Buffer.from(body), unixSeconds: t })
    const verify = (payload: string, seconds: number): unknown =>
      Stripe.webhooks.constructEvent(payload, signature, secret, 300, undefined, seconds * 1000)
    assert.deepEqual(verify(body, t + 10), JSON.parse(body))
    assert.throws(() => verify(`${body} `, t + 10), /signature/)
    assert.throws(() => verify(body, t + 301), /tolerance/)
  })
}

test('a fraction of a second is refused, as it would change the signed text', () => {
  const signAt = (unixSeconds: number) =>
    signDelivery({ secret: 'whsec_x', body: Buffer.from('{}'), unixSeconds })
  assert.throws(() => signAt(1.5), /whole second/)
})
