// Writes docs/api/openapi.json; with --check says whether the written one is current.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { publicApiDocument } from '../apps/server/src/reference/public-api.ts'

const file = new URL('../docs/api/openapi.json', import.meta.url)
const text = `${JSON.stringify(publicApiDocument(), null, 2)}\n`

if (process.argv.includes('--check')) check()
else writeFileSync(file, text)

function check(): void {
  if (existsSync(file) && readFileSync(file, 'utf8') === text) return
  process.stderr.write('docs/api/openapi.json is stale; run "node scripts/write-openapi.ts".\n')
  process.exitCode = 1
}
