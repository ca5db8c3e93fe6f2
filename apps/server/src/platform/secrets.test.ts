import assert from 'node:assert/strict'
import { chown, mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { nextSecretKey, readSecretKeys, takeNextSecretKey } from './secrets.ts'

test(
  'a secret that root creates or rotates can be read by a server under the owner of the data folder',
  {
    skip: process.geteuid?.() !== 0 && 'only root can give files away',
  },
  async () => {
    const owner = { uid: 65_534, gid: 65_533 }
    const dataDir = await mkdtemp(join(tmpdir(), 'plumbline-secret-'))
    try {
      await chown(dataDir, owner.uid, owner.gid)
      const settings = { SECRET_KEY: undefined, SECRET_KEY_FALLBACK: undefined, DATA_DIR: dataDir }
      await readSecretKeys(settings, 'make')
      await nextSecretKey(dataDir)
      await takeNextSecretKey(dataDir, new Date(0))
      const files = await readdir(dataDir)
      assert.deepEqual(files.toSorted(), ['secret.key', 'secret.key.until-19700101T000000Z'])
      for (const name of files) {
        const { uid, gid, mode } = await stat(join(dataDir, name))
        assert.deepEqual({ name, uid, gid, mode: mode & 0o777 }, { name, ...owner, mode: 0o600 })
      }
    } finally {
      await rm(dataDir, { recursive: true })
    }
  },
)
