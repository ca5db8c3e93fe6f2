import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { startTestApp } from '../../../../test/app.ts'
import { cookieOf, deviceCookieOf, signIn, signInAs, TEST_PASSWORD } from '../../../../test/session.ts'
import { enrol, secondStep, twoFactor } from '../../../../test/two-factor.ts'
import { knownBrowserId } from '../sessions/known-browser.ts'
import { sessionCookie } from '../sessions/session-cookie.ts'

const app = await startTestApp({ TRUSTED_PROXIES: '127.0.0.1' })
const workspace = await app.workspace()

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS

/** Requests from an address of their own, so that tests do not share a count. */
let addresses = 0
const fromElsewhere = () => {
  addresses += 1
  return { 'x-forwarded-for': `198.51.${100 + Math.floor(addresses / 250)}.${addresses % 250}` }
}

/** So many wrong passwords one after the other; returns the statuses. */
async function guess(email: string, times: number, headers: () => Record<string, string>): Promise<number[]> {
  const statuses: number[] = []
  for (let tried = 0; tried < times; tried += 1) {
    statuses.push((await signIn(app, email, 'wrong', headers())).status)
  }
  return statuses
}

const many = (times: number, status: number) => Array.from({ length: times }, () => status)

/** A person who has signed in from a browser before, and what that browser keeps. */
async function knownPerson() {
  const { email, personId, cookie } = await signInAs(app, workspace, 'technician')
  const device = deviceCookieOf(await signIn(app, email, TEST_PASSWORD, fromElsewhere()))!
  return { email, personId, cookie, device }
}

describe('someone guessing passwords', () => {
  test('from one address slows down the account for that address only, however long it continues', async () => {
    const { email } = await signInAs(app, workspace, 'technician')
    const there = fromElsewhere()
    assert.deepEqual(await guess(email, 60, () => there), [...many(10, 401), ...many(50, 429)])
    assert.equal((await signIn(app, email, TEST_PASSWORD, fromElsewhere())).status, 200)
    const refused = await signIn(app, email, TEST_PASSWORD, there)
    assert.equal(refused.body.code, 'RATE_LIMITED')
    assert.equal(refused.headers.get('retry-after'), '60')
    app.clock.advance(MINUTE_MS)
    assert.deepEqual(await guess(email, 2, () => there), [401, 429])
    app.clock.advance(MINUTE_MS - 3000)
    const waited = app.clock.waits.length
    assert.equal((await signIn(app, email, TEST_PASSWORD, there)).status, 200)
    assert.deepEqual(app.clock.waits.slice(waited), [3000])
  })

  test('from many addresses does not lock out a browser that has signed in before', async () => {
    const { email, device } = await knownPerson()
    const statuses = await guess(email, 40, fromElsewhere)
    assert.deepEqual(statuses, [...many(25, 401), ...many(15, 429)])
    assert.equal((await signIn(app, email, TEST_PASSWORD, fromElsewhere())).status, 429)
    const here = { ...fromElsewhere(), cookie: device }
    assert.equal((await signIn(app, email, TEST_PASSWORD, here)).status, 200)
    app.clock.advance(5 * MINUTE_MS)
    assert.equal((await signIn(app, email, TEST_PASSWORD, fromElsewhere())).status, 200)
  })

  test('gets at most 100 guesses per hour, even with a browser of the owner', async () => {
    const { email, device } = await knownPerson()
    const responded: number[] = []
    for (let minute = 0; minute < 150; minute += 1) {
      const headers = [fromElsewhere(), fromElsewhere(), { ...fromElsewhere(), cookie: device }]
      for (const sent of headers) {
        if ((await signIn(app, email, 'wrong', sent)).status === 401) responded.push(minute)
      }
      app.clock.advance(MINUTE_MS)
    }
    const inTheHourFrom = (start: number) =>
      responded.filter((minute) => minute >= start && minute < start + 60).length
    const hours = Array.from({ length: 91 }, (_, start) => inTheHourFrom(start))
    assert.ok(Math.max(...hours) <= 100, `${Math.max(...hours)} guesses in one hour`)
    assert.ok(responded.length > 100)
  })

  test('cannot learn which accounts exist: unknown ones get the same responses and refusals', async () => {
    const { email } = await signInAs(app, workspace, 'technician')
    const responses = async (account: string) => {
      const there = fromElsewhere()
      const bodies: unknown[] = []
      for (let tried = 0; tried < 12; tried += 1) {
        const { status, body, headers } = await signIn(app, account, 'wrong', there)
        bodies.push([status, body, headers.get('retry-after'), headers.getSetCookie()])
      }
      bodies.push(await guess(account, 36, fromElsewhere))
      return bodies
    }
    assert.deepEqual(await responses('nobody-at-all@example.com'), await responses(email))
  })

  test('has one count for a whole IPv6 network', async () => {
    const { email } = await signInAs(app, workspace, 'technician')
    let host = 0
    const there = () => ({ 'x-forwarded-for': `2001:db8:1:2::${(host += 1)}` })
    assert.deepEqual(await guess(email, 12, there), [...many(10, 401), 429, 429])
    const neighbour = { 'x-forwarded-for': '2001:db8:1:3::1' }
    assert.equal((await signIn(app, email, TEST_PASSWORD, neighbour)).status, 200)
  })

  test('gets no more concurrent attempts than sequential ones', async () => {
    const { email } = await signInAs(app, workspace, 'technician')
    const responses = await Promise.all(
      Array.from({ length: 48 }, () => signIn(app, email, 'wrong', fromElsewhere())),
    )
    assert.equal(responses.filter(({ status }) => status === 401).length, 25)
    assert.equal(responses.filter(({ status }) => status === 429).length, 23)
  })

  test('may fail a hundred times from one address, which does not lock out known browsers', async () => {
    const { email, device } = await knownPerson()
    const here = fromElsewhere()
    const guesses = Array.from({ length: 101 }, (_, tried) =>
      signIn(app, `guess-${tried}@example.com`, 'x', here),
    )
    const statuses = (await Promise.all(guesses)).map(({ status }) => status)
    // The last of them waits for its turn, and then the address has one every five seconds.
    assert.equal(statuses.filter((status) => status === 401).length, 101)
    assert.equal(app.clock.waits.at(-1), 5000)
    assert.equal((await signIn(app, email, TEST_PASSWORD, here)).status, 429)
    assert.equal((await signIn(app, email, TEST_PASSWORD, { ...here, cookie: device })).status, 200)
    assert.equal((await signIn(app, email, TEST_PASSWORD, fromElsewhere())).status, 200)
  })

  test('who has the password prevents neither a known browser nor a session from entering codes', async () => {
    const person = await signInAs(app, workspace, 'technician')
    const { code } = await enrol(app, person)
    const first = await signIn(app, person.email, TEST_PASSWORD, fromElsewhere())
    assert.equal(deviceCookieOf(first), undefined)
    const device = deviceCookieOf(await secondStep(app, cookieOf(first), code(), fromElsewhere()))!
    app.clock.advance(MINUTE_MS)
    const half = cookieOf(await signIn(app, person.email, TEST_PASSWORD, fromElsewhere()))
    for (let tried = 0; tried < 10; tried += 1) {
      assert.equal((await secondStep(app, half, 'AAAA-AAAA-AAAA', fromElsewhere())).status, 422)
    }
    assert.equal((await secondStep(app, half, code(), fromElsewhere())).status, 429)
    assert.equal((await secondStep(app, `${half}; ${device}`, code(), fromElsewhere())).status, 200)
    app.clock.advance(MINUTE_MS)
    const off = { password: TEST_PASSWORD, code: code() }
    assert.equal((await twoFactor(app, person.cookie, 'POST', '/disable', off)).status, 200)
  })
})

describe('a browser that has signed in before', () => {
  test('has ten attempts, which are reset by the correct password', async () => {
    const { email, device } = await knownPerson()
    const here = () => ({ ...fromElsewhere(), cookie: device })
    assert.deepEqual(await guess(email, 9, here), many(9, 401))
    assert.equal((await signIn(app, email, TEST_PASSWORD, here())).status, 200)
    assert.deepEqual(await guess(email, 3, here), many(3, 401))
    // Twelve an hour for all known browsers together.
    assert.equal((await signIn(app, email, TEST_PASSWORD, here())).status, 429)
    assert.equal((await signIn(app, email, TEST_PASSWORD, fromElsewhere())).status, 200)
  })

  test('locks out only itself', async () => {
    const { email, device } = await knownPerson()
    const other = deviceCookieOf(await signIn(app, email, TEST_PASSWORD, fromElsewhere()))!
    const there = { ...fromElsewhere(), cookie: device }
    assert.deepEqual(await guess(email, 30, () => there), [...many(10, 401), ...many(20, 429)])
    const here = { ...fromElsewhere(), cookie: other }
    assert.equal((await signIn(app, email, TEST_PASSWORD, here)).status, 200)
  })

  test('is known to each account that signed in from it, and to no other', async () => {
    const first = await knownPerson()
    const second = await signInAs(app, workspace, 'technician')
    const both = { ...fromElsewhere(), cookie: first.device }
    const shared = deviceCookieOf(await signIn(app, second.email, TEST_PASSWORD, both))!
    const idFor = (email: string, cookie = shared) => knownBrowserId(browserParts, cookie, email)
    assert.equal(idFor(first.email), idFor(second.email))
    assert.ok(idFor(first.email))
    assert.equal(idFor(second.email, first.device), undefined)
    assert.equal(idFor('somebody-else@example.com'), undefined)
  })

  test('is not recognized by a cookie that was altered or forged, or is half a year old', async () => {
    const { email, device } = await knownPerson()
    const [name, value] = device.split('=') as [string, string]
    const [browserId, mark] = value.split('.') as [string, string]
    const [lastDay, signature] = mark.split('-', 2) as [string, string]
    const other = `${browserId.startsWith('A') ? 'B' : 'A'}${browserId.slice(1)}`
    const made = [
      `${other}.${mark}`,
      `${browserId}.${lastDay}z-${signature}`,
      `${browserId}.${mark.slice(0, -1)}`,
      browserId,
      `${browserId}.${'0-'.repeat(2000)}`,
      '%',
    ]
    for (const text of made) {
      assert.equal(knownBrowserId(browserParts, `${name}=${text}`, email), undefined, text)
    }
    assert.ok(knownBrowserId(browserParts, `a=b; ${device}`, email))
    app.clock.advance(181 * DAY_MS)
    assert.equal(knownBrowserId(browserParts, device, email), undefined)
  })

  test('gives no access without the password', async () => {
    const { email, device } = await knownPerson()
    assert.equal((await signIn(app, email, 'wrong', { cookie: device })).status, 401)
    assert.ok(!device.includes(email))
  })
})

describe('the correct password', () => {
  test('resets the count of wrong ones from the same address', async () => {
    const { email } = await signInAs(app, workspace, 'technician')
    const here = fromElsewhere()
    for (let round = 0; round < 2; round += 1) {
      assert.deepEqual(await guess(email, 9, () => here), many(9, 401))
      assert.equal((await signIn(app, email, TEST_PASSWORD, here)).status, 200)
    }
  })

  test('does not reset the count of other addresses', async () => {
    const { email } = await signInAs(app, workspace, 'technician')
    assert.deepEqual(await guess(email, 20, fromElsewhere), many(20, 401))
    assert.equal((await signIn(app, email, TEST_PASSWORD, fromElsewhere())).status, 200)
    assert.deepEqual(await guess(email, 6, fromElsewhere), [...many(5, 401), 429])
  })
})

const browserParts = { ...app.parts, cookie: sessionCookie(app.origin, ['not of interest here']) }
