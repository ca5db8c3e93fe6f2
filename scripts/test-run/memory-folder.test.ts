import assert from 'node:assert/strict'
import { access, constants, rm, stat, writeFile } from 'node:fs/promises'
import { freemem, tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { makeMemoryFolder } from './memory-folder.ts'

const GIBIBYTE = 1024 ** 3

test('every user may write to the folder and run programs in it', async (t) => {
  const folder = await makeMemoryFolder()
  if (folder === undefined) {
    t.skip(`no files in memory here, or ${Math.floor(freemem() / GIBIBYTE)} GiB of it are too few`)
    return
  }
  t.after(() => rm(folder, { recursive: true }))
  assert.equal((await stat(folder)).mode & 0o1777, 0o1777)
  await writeFile(join(folder, 'program'), '', { mode: 0o755 })
  await access(join(folder, 'program'), constants.X_OK)
})

test('where the system keeps no files in memory there is none', async () => {
  assert.equal(await makeMemoryFolder(join(tmpdir(), 'no such folder')), undefined)
})
