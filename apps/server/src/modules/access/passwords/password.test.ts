import assert from 'node:assert/strict'
import { test } from 'node:test'
import { decoyHash, hashPassword, isWeakerHash, passwordMatches } from './password.ts'

const CHEAP = { memory: 8, passes: 1, parallelism: 1 }

/** Made by release 0.1.0 of the password beside it. */
const STORED = {
  password: 'kept for every later release',
  hash: '$argon2id$v=19$m=19456,t=2,p=1$EPouNV4yxEBNFBQPuEE0mQ$d4PLgUYIK6E12o6cYUbiDWXeO9121Xz9MSuHyd0RGv0',
}

test('a password matches its hash, and no other', async () => {
  const hash = await hashPassword('correct horse battery', CHEAP)
  assert.equal(await passwordMatches('correct horse battery', hash), true)
  assert.equal(await passwordMatches('correct horse batterz', hash), false)
  assert.notEqual(await hashPassword('correct horse battery', CHEAP), hash)
})

test('a new hash is Argon2id with 19 MiB and two passes', async () => {
  const form = /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/
  assert.match(await hashPassword('correct horse battery'), form)
})

test('a stored hash is compared at the cost with which it was computed', async () => {
  assert.equal(await passwordMatches(STORED.password, STORED.hash), true)
  assert.equal(await passwordMatches(`${STORED.password} `, STORED.hash), false)
})

test('a password is the same however the keyboard composes its letters', async () => {
  const hash = await hashPassword('Prüfmittel Nummer 7', CHEAP)
  assert.equal(await passwordMatches('Pru\u0308fmittel Nummer 7', hash), true)
})

test('no password matches an invalid hash or a decoy', async () => {
  for (const stored of ['', 'correct horse battery', '$2b$10$abcdefghijklmnopqrstuv', decoyHash(CHEAP)]) {
    assert.equal(await passwordMatches('correct horse battery', stored), false)
  }
})

test('a hash with less memory, fewer passes or another form is weaker', () => {
  const cost = { memory: 64, passes: 2, parallelism: 1 }
  assert.equal(isWeakerHash(decoyHash(cost), cost), false)
  assert.equal(isWeakerHash(decoyHash({ ...cost, memory: 128 }), cost), false)
  assert.equal(isWeakerHash(decoyHash({ ...cost, memory: 32 }), cost), true)
  assert.equal(isWeakerHash(decoyHash({ ...cost, passes: 1 }), cost), true)
  assert.equal(isWeakerHash('$2b$10$abcdefghijklmnopqrstuv', cost), true)
})
