import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, test, type TestContext } from 'node:test'
import { commitOf, versionText } from './version.ts'

const COMMIT = '0123456789abcdef0123456789abcdef01234567'
const OTHER = 'fedcba9876543210fedcba9876543210fedcba98'

/** Writes files below a new folder, and returns it. */
function folderWith(t: TestContext, files: Record<string, string>): string {
  const folder = mkdtempSync(join(tmpdir(), 'plumbline-version-'))
  t.after(() => rmSync(folder, { recursive: true }))
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), content)
  }
  return folder
}

describe('the commit of a checkout', () => {
  const checkouts: Record<string, Record<string, string>> = {
    'a branch': { '.git/HEAD': 'ref: refs/heads/main\n', '.git/refs/heads/main': `${COMMIT}\n` },
    'a commit without a branch': { '.git/HEAD': `${COMMIT}\n` },
    'a packed branch': {
      '.git/HEAD': 'ref: refs/heads/main\n',
      '.git/packed-refs': `# pack-refs\n${OTHER} refs/heads/not-main\n${COMMIT} refs/heads/main\n`,
    },
    'a linked worktree': {
      '.git': 'gitdir: elsewhere/worktrees/one\n',
      'elsewhere/worktrees/one/HEAD': 'ref: refs/heads/one\n',
      'elsewhere/worktrees/one/commondir': '../..\n',
      'elsewhere/refs/heads/one': `${COMMIT}\n`,
    },
  }
  for (const [name, files] of Object.entries(checkouts)) {
    test(`is read at ${name}`, (t) => assert.equal(commitOf(folderWith(t, files)), COMMIT))
  }

  test('is unknown if the program was copied without its history', (t) => {
    assert.equal(commitOf(folderWith(t, { 'package.json': '{}' })), undefined)
    assert.equal(commitOf(folderWith(t, { '.git/HEAD': 'ref: refs/heads/unborn\n' })), undefined)
  })
})

test('the version shows the release, and the beginning of the commit if known', () => {
  assert.equal(versionText({ version: '1.2.3', commit: COMMIT }), '1.2.3+0123456789ab')
  assert.equal(versionText({ version: '1.2.3', commit: null }), '1.2.3')
})
