// `npm run package`: creates build/plumbline-<version>-<system>.tar.gz, which runs without npm or a registry.
// `npm run package -- --into FOLDER` only assembles the tree of the image, without the embedded PostgreSQL; `--commit`
// states the commit if there is no Git checkout.
import { spawnSync } from 'node:child_process'
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { ownVersion } from '../apps/server/src/platform/version.ts'
import { assembleTree } from './package/assemble-tree.ts'

const build = fileURLToPath(new URL('../build/', import.meta.url))

try {
  const { values } = parseArgs({ options: { into: { type: 'string' }, commit: { type: 'string' } } })
  if (values.into === undefined) makeTarball()
  else assembleTree(values.into, { withDatabase: false, commit: values.commit })
} catch (error) {
  console.error(`npm run package: ${(error as Error).message}`)
  process.exitCode = 1
}

function makeTarball(): void {
  const name = `plumbline-${ownVersion().version}-${process.platform}-${process.arch}`
  const folder = join(build, name)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(build, { recursive: true })
  assembleTree(folder, { withDatabase: true, commit: undefined })
  // Owner names and IDs would be those of this machine.
  const owner = ['--owner=0', '--group=0', '--numeric-owner']
  const { status } = spawnSync('tar', ['-C', build, ...owner, '-czf', `${folder}.tar.gz`, name], {
    stdio: 'inherit',
  })
  rmSync(folder, { recursive: true, force: true })
  if (status !== 0) throw new Error('tar failed for the reason above')
  console.log(`build/${name}.tar.gz`)
}
