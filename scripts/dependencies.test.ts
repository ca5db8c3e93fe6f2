import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'

interface Entry {
  readonly link?: true
  readonly dev?: true
  readonly hasInstallScript?: true
  readonly resolved?: string
}

const read = (name: string) => JSON.parse(readFileSync(new URL(`../${name}`, import.meta.url), 'utf8'))
const { packages } = read('package-lock.json') as { packages: Record<string, Entry> }
const { allowScripts } = read('package.json') as { allowScripts: Record<string, boolean> }
const installed = Object.entries(packages).filter(
  ([path, { link }]) => path.includes('node_modules/') && !link,
)
const nameOf = (path: string) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)

test('every install script of a dependency is switched off by its name, and no other is named', () => {
  const withScript = installed.filter(([, { hasInstallScript }]) => hasInstallScript)
  const switchedOff = Object.fromEntries(withScript.map(([path]) => [nameOf(path), false]))
  assert.deepEqual(allowScripts, switchedOff)
})

test('the lock file names no address to download from', () => {
  assert.deepEqual(
    installed.filter(([, { resolved }]) => resolved !== undefined),
    [],
  )
})
