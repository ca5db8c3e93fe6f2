import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { SIGN_IN_PREFIX } from '@plumbline/contract'
import { call, startTestApp } from '../test/app.ts'
import { FIRST_SIGN_IN_FILE, firstStart } from './first-start.ts'
import type { Config } from './platform/config.ts'
import { DataFolderError } from './platform/data-folder.ts'

/** Nobody exists in it until the last test. */
const app = await startTestApp()

/** What a start under these settings prints. */
const printed = (settings: Partial<Config>, isTerminal = true) =>
  firstStart({ ...app.parts, config: { ...app.parts.config, ...settings } }, isTerminal)

test('with the setting, or on an external database, every start prints a valid link', async () => {
  const starts = [{ FIRST_START: 'setup' } as const, { DATABASE_URL: app.databaseUrl }]
  const texts = await Promise.all(starts.map((settings) => printed(settings)))
  const tokens = texts.map((text) => /\/setup\?token=([\w-]{43})\n/.exec(text ?? '')?.[1])
  for (const token of tokens) {
    const response = await call(`${app.origin}${SIGN_IN_PREFIX}/setup/check`, 'POST', { body: { token } })
    assert.equal(response.status, 200)
  }
  assert.notEqual(tokens[0], tokens[1])
})

test('a data folder that is not writable stops the start before anything is created', async () => {
  const settings = { FIRST_START: 'workspace', DATA_DIR: join(import.meta.filename, 'data') } as const
  await assert.rejects(printed(settings, false), DataFolderError)
  assert.match((await printed({ FIRST_START: 'setup' })) ?? '', /\/setup\?token=/)
})

test('the first password is written to a data folder that is missing on a database of one’s own', async () => {
  const { parts, databaseUrl } = await startTestApp()
  const folder = join(parts.config.DATA_DIR, 'missing')
  const settings = { FIRST_START: 'workspace', DATABASE_URL: databaseUrl, DATA_DIR: folder } as const
  const text = await firstStart({ ...parts, config: { ...parts.config, ...settings } }, false)
  assert.match(text ?? '', /A workspace was created/)
  assert.match(await readFile(join(folder, FIRST_SIGN_IN_FILE), 'utf8'), /password {4}\S{20}\n/)
})

test('the embedded database gets a first workspace, and nothing is printed once a person exists', async () => {
  const output = (await printed({})) ?? ''
  assert.match(output, /password {4}\S{20}\n {2}API key {5}ctk_/)
  assert.match(output, /\nPassword and key are shown only now; keep them\.\n/)
  assert.deepEqual(await readdir(app.parts.config.DATA_DIR), [])
  assert.equal(await printed({}), undefined)
  assert.equal(await printed({ FIRST_START: 'setup' }), undefined)
  const response = await call(`${app.origin}${SIGN_IN_PREFIX}/setup/check`, 'POST', { body: { token: 'x' } })
  assert.equal(response.status, 404)
})
