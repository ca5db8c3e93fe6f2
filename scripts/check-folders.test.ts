import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'

const CHECK = fileURLToPath(new URL('check-folders.ts', import.meta.url))

test('a folder of 25 files passes, however many its subfolders hold', (t) => {
  const { status, stderr } = check(t, [...filesIn('list', 25), ...filesIn('list/rows', 25)])
  assert.equal(stderr, '')
  assert.equal(status, 0)
})

test('a folder of 26 files is named and fails the check', (t) => {
  const { status, stderr } = check(t, [...filesIn('list', 26), ...filesIn('bulk', 3)])
  assert.equal(stderr, 'list holds 26 files, more than 25: split it by subject.\n')
  assert.equal(status, 1)
})

test('a folder of data may hold any number', (t) => {
  const { status } = check(t, [...filesIn('apps/server/migrations', 40), ...filesIn('docs/decisions', 40)])
  assert.equal(status, 0)
})

test('files that are not tracked do not count', (t) => {
  const { status } = check(t, filesIn('list', 25), filesIn('list', 26))
  assert.equal(status, 0)
})

test('a tree without tracked files fails the check', (t) => {
  assert.equal(check(t, []).status, 1)
})

function filesIn(folder: string, count: number): string[] {
  return Array.from({ length: count }, (_, index) => `${folder}/${index}.ts`)
}

/** Runs the check on a repository with these tracked files. */
function check(t: TestContext, tracked: readonly string[], present = tracked) {
  const root = mkdtempSync(join(tmpdir(), 'plumbline-folders-'))
  t.after(() => rmSync(root, { recursive: true }))
  execFileSync('git', ['init', '-q'], { cwd: root })
  for (const file of present) {
    mkdirSync(join(root, dirname(file)), { recursive: true })
    writeFileSync(join(root, file), '')
  }
  if (tracked.length > 0) execFileSync('git', ['add', '--', ...tracked], { cwd: root })
  return spawnSync(process.execPath, [CHECK], { cwd: root, encoding: 'utf8' })
}
