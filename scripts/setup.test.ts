import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { chmod, cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'

/** A checkout with an npm that installs nothing, and with the given program as the Node that it would have installed. */
async function checkoutWith(t: TestContext, node: string): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), 'plumbline-setup-'))
  t.after(() => rm(root, { recursive: true }))
  await mkdir(join(root, 'scripts'))
  for (const name of ['setup.mjs', 'installed-node.mjs']) {
    await cp(fileURLToPath(new URL(name, import.meta.url)), join(root, 'scripts', name))
  }
  const packages = { 'node_modules/one': { version: '1.0.0' } }
  await writeFile(join(root, 'package-lock.json'), JSON.stringify({ packages }))
  await writeFile(join(root, 'npm-cli.js'), '')
  await mkdir(join(root, 'node_modules/.bin'), { recursive: true })
  const program = join(root, 'node_modules/.bin/node')
  await writeFile(program, `#!/bin/sh\n${node}\n`)
  await chmod(program, 0o755)
  return root
}

function setUp(root: string): Promise<{ exitCode: unknown; stderr: string }> {
  return new Promise((resolve) => {
    const env = { ...process.env, npm_execpath: join(root, 'npm-cli.js'), npm_lifecycle_event: 'pretest' }
    execFile(process.execPath, [join(root, 'scripts/setup.mjs')], { env }, (error, _, stderr) =>
      resolve({ exitCode: error?.code ?? 0, stderr }),
    )
  })
}

const missing = (library: string) =>
  `echo 'node: error while loading shared libraries: ${library}: cannot open shared object file' >&2; exit 127`

const faults: [what: string, node: string, message: RegExp][] = [
  [
    'lacks libatomic',
    missing('libatomic.so.1'),
    /^plumbline: the Node 26 .* needs libatomic\.so\.1, which is missing: .*libatomic1 on Debian/,
  ],
  [
    'lacks another library',
    missing('libstdc++.so.6'),
    /needs libstdc\+\+\.so\.6, which is missing: install its package/,
  ],
  ['was made for another system', 'exit 126', /does not run on this system .*: install Node 26 or later/],
]

for (const [what, node, message] of faults) {
  test(`if the installed Node ${what}, set-up says what to install`, async (t) => {
    const { exitCode, stderr } = await setUp(await checkoutWith(t, node))
    assert.equal(exitCode, 1)
    assert.match(stderr, message)
  })
}

test('set-up says nothing if the installed Node runs', async (t) => {
  assert.deepEqual(await setUp(await checkoutWith(t, 'exit 0')), { exitCode: 0, stderr: '' })
})
