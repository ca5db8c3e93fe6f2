import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ApiError } from '../../../platform/errors.ts'
import { requireUsableUrl, webhookTargets } from './webhook-targets.ts'

const targets = webhookTargets({
  WEBHOOK_ALLOW_PRIVATE_TARGETS: false,
  WEBHOOK_ALLOWED_TARGETS: [],
  WEBHOOK_ALLOWED_PORTS: undefined,
})

/** Checks a url whose host has these addresses. */
const check = (url: string, ...addresses: string[]) =>
  requireUsableUrl(
    { ...targets, lookup: () => Promise.resolve(addresses.map((address) => ({ address, family: 4 }))) },
    url,
  )

test('a url is usable where its form is and every address of its host is public', async () => {
  await check('https://hooks.example.com/in', '8.8.8.8')
  for (const addresses of [['10.0.0.1'], ['8.8.8.8', '10.0.0.1'], []]) {
    await assert.rejects(check('https://hooks.example.com/in', ...addresses), (error) => {
      assert.ok(error instanceof ApiError)
      assert.equal(error.code, 'INVALID_WEBHOOK_URL')
      return true
    })
  }
  await assert.rejects(check('ftp://hooks.example.com/in', '8.8.8.8'), { code: 'INVALID_WEBHOOK_URL' })
})
