// Writes docs/api/openapi.json; with --check says whether the written one is current and breaks no promise.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { publicApiDocument } from '../apps/server/src/reference/public-api.ts'
import { brokenPromises } from './broken-promises.ts'

const file = new URL('../docs/api/openapi.json', import.meta.url)
const released = new URL('../docs/api/released.json', import.meta.url)
const text = `${JSON.stringify(publicApiDocument(), null, 2)}\n`

if (process.argv.includes('--check')) check()
else writeFileSync(file, text)

function check(): void {
  const problems: string[] = []
  if (!existsSync(file) || readFileSync(file, 'utf8') !== text) {
    problems.push('docs/api/openapi.json is stale; run "node scripts/write-openapi.ts".')
  }
  if (!existsSync(released)) problems.push('docs/api/released.json, the last release, is missing.')
  else problems.push(...brokenPromises(JSON.parse(readFileSync(released, 'utf8')), JSON.parse(text)))
  for (const problem of problems) process.stderr.write(`${problem}\n`)
  process.exitCode = problems.length > 0 ? 1 : 0
}
