import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { after, before, describe, test } from 'node:test'
import { startTestApp } from '../../test/app.ts'
import { openLaboratory } from '../../test/calibrating.ts'
import { startCommandHost } from '../../test/processes/command-host.ts'
import { corruptions } from '../../test/corruptions.ts'
import { targetOf } from '../backup/backup-location.ts'
import { seal, unseal } from '../backup/envelope.ts'
import { openBackup } from '../backup/open-backup.ts'
import { verifyBackup } from '../backup/verify-backup.ts'
import { ledgerSize } from '../modules/ledger/index.ts'

const app = await startTestApp()
const lab = await openLaboratory(app)
const folder = mkdtempSync(join(tmpdir(), 'plumbline-backup-'))
after(() => rmSync(folder, { recursive: true }))
const plumbline = startCommandHost(folder)
const environment = {
  DATABASE_URL: app.databaseUrl,
  DATA_DIR: app.parts.config.DATA_DIR,
  SECRET_KEY: 'a secret of the tests that nothing else uses',
}
const run = (...words: string[]) => plumbline(words, environment)
const path = (name: string) => join(folder, name)
writeFileSync(path('passphrase'), 'correct horse battery staple\n')
writeFileSync(path('another'), 'another horse battery staple\n')
const withPassphrase = ['--passphrase-file', path('passphrase')]

async function json(...words: string[]): Promise<any> {
  const { exitCode, stdout, stderr } = await run(...words, '--json')
  assert.equal(exitCode, 0, stderr)
  return JSON.parse(stdout)
}

/** Entries of the ledger at this moment. */
const entries = () => ledgerSize(app.db.in(lab.id))

before(async () => {
  const { id } = await lab.instrument()
  const record = await lab.calibrate(id as string)
  await app.call('GET', `/calibrations/${record.id}/certificate`, { key: lab.key })
  await app.call('GET', '/ledger/checkpoint', { key: lab.key })
  await run('backup', '--to', path('plain'))
  await run('backup', '--to', path('encrypted'), ...withPassphrase)
})

describe('backup', () => {
  test('contains everything that was acknowledged before it started, while others write', async () => {
    const over = new AbortController()
    const writers = Array.from({ length: 4 }, async () => {
      while (!over.signal.aborted) await lab.instrument()
    })
    const acknowledged = await entries()
    const made = await json('backup', '--to', path('beside-writers'), ...withPassphrase).finally(() =>
      over.abort(),
    )
    await Promise.all(writers)
    assert.deepEqual([made.encrypted, made.workspaces, made.files], [true, 1, 1])
    const found = await json('backup', 'verify', path('beside-writers'), ...withPassphrase)
    const [ledger] = found.ledgers
    assert.ok(ledger.entries >= acknowledged && ledger.entries <= (await entries()))
    assert.ok(ledger.checkpoints_compared.stored > 0)
    assert.equal(found.has_secret_key, true)
  })

  test('overwrites no other file, and creates only its own', async () => {
    const { exitCode, stderr } = await run('backup', '--to', path('plain'))
    assert.deepEqual(
      [exitCode, stderr],
      [1, `plumbline: ${path('plain')} is there already: name another file\n`],
    )
    assert.deepEqual(
      readdirSync(folder).filter((name) => name.includes('unfinished')),
      [],
    )
  })

  test('without a passphrase warns that it is not encrypted, and contains no secret', async () => {
    const { stderr } = await run('backup', '--to', path('open'))
    assert.match(stderr, /^plumbline: the backup is not encrypted and holds no SECRET_KEY/)
    assert.equal((await json('backup', 'verify', path('open'))).has_secret_key, false)
  })
})

/** A passphrase that costs little to try: real ones are made to be slow. */
const CHEAP_LOG_N = 4

describe('backup verify', () => {
  test('refuses in one line a file that was truncated, altered or extended anywhere', async () => {
    const plain = readFileSync(path('plain'))
    const passphrase = 'correct horse battery staple'
    const opened = await unseal(Readable.from([plain]), undefined)
    const encrypted = await buffer(await seal(opened.plain, passphrase, CHEAP_LOG_N))
    for (const [whole, given] of [
      [plain, undefined],
      [encrypted, passphrase],
    ] as const) {
      for (const { how, bytes } of corruptions(whole)) {
        writeFileSync(path('corrupted'), bytes)
        const verified = openBackup(targetOf(path('corrupted'), 'it'), given, ({ plain: within }) =>
          verifyBackup(within),
        )
        const name = `${given ? 'encrypted' : 'plain'}, ${how}`
        await assert.rejects(verified, { message: /^\S+ cannot be used: [^\n]+$/ }, name)
      }
    }
  })

  test('reads what other programs encrypted with the passphrase, as they read ours', async () => {
    const passphrase = 'correct horse battery staple'
    const { Decrypter, Encrypter } = await import('age-encryption')
    const decrypter = new Decrypter()
    decrypter.addPassphrase(passphrase)
    const compressed = await decrypter.decrypt(readFileSync(path('encrypted')))
    const encrypter = new Encrypter()
    encrypter.setPassphrase(passphrase)
    encrypter.setScryptWorkFactor(CHEAP_LOG_N)
    writeFileSync(path('encrypted-elsewhere'), await encrypter.encrypt(compressed))
    const found = await json('backup', 'verify', path('encrypted-elsewhere'), ...withPassphrase)
    assert.equal(found.whole, true)
  })

  test('refuses a wrong, a missing and a needless passphrase in one line', async () => {
    const wrong = await run('backup', 'verify', path('encrypted'), '--passphrase-file', path('another'))
    assert.deepEqual([wrong.exitCode, wrong.stdout], [1, ''])
    assert.match(wrong.stderr, /^plumbline: \S+ cannot be used: its passphrase is another one, [^\n]+\n$/)
    const missing = await run('backup', 'verify', path('encrypted'))
    assert.match(missing.stderr, /^plumbline: \S+ cannot be used: it is encrypted: [^\n]+\n$/)
    const needless = await run('backup', 'verify', path('plain'), ...withPassphrase)
    assert.match(needless.stderr, /^plumbline: \S+ cannot be used: it is not encrypted, [^\n]+\n$/)
  })

  test('compares ledgers with checkpoints that were kept elsewhere, and reports one that is ahead', async () => {
    await lab.instrument()
    const { body } = await app.call('GET', '/ledger/checkpoint', { key: lab.key })
    writeFileSync(path('later'), body.checkpoint)
    const { ledgers } = await json('backup', 'verify', path('plain'), '--checkpoint', path('later'))
    assert.equal(ledgers[0].checkpoint_ahead, await entries())
  })
})
