// Writes docs/api/openapi.json and docs/errors.md. With --check, reports whether they are up to date.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { errorPage } from '../packages/contract/src/index.ts'
import { publicApiDocument } from '../apps/server/src/reference/public-api.ts'

const files: Readonly<Record<string, string>> = {
  'docs/api/openapi.json': `${JSON.stringify(publicApiDocument(), null, 2)}\n`,
  'docs/errors.md': errorPage(),
}

for (const [name, text] of Object.entries(files)) {
  const file = new URL(`../${name}`, import.meta.url)
  if (!process.argv.includes('--check')) writeFileSync(file, text)
  else if (!existsSync(file) || readFileSync(file, 'utf8') !== text) {
    process.stderr.write(`${name} is stale; run "node scripts/write-openapi.ts".\n`)
    process.exitCode = 1
  }
}
