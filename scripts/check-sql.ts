// Says where a module writes SQL outside its stores, and which statement on a tenant's table is not led by workspace_id.
import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { statementsIn, unledTables } from './check-sql/statements.ts'

const root = fileURLToPath(new URL('../', import.meta.url))

/** Statements that a complete tree has at least; fewer and the patterns below have stopped matching. */
const STATEMENTS_MIN = 400

const STORE = /(^|\/)([a-z-]+-)?store\.ts$/
const TENANT_TABLE = /enable_workspace_security\('(\w+)'\)/g
const VERB = /^\s*(select|insert|update|delete|with)\b/i

/** Tables in which something is looked up before its workspace is known. */
const acrossWorkspaces: Readonly<Record<string, readonly string[]>> = {
  'apps/server/src/modules/access/api-keys/key-store.ts': ['api_keys'],
}

const tenantTables = new Set(
  globSync('apps/server/migrations/*.sql', { cwd: root }).flatMap((file) =>
    [...read(file).matchAll(TENANT_TABLE)].map((match) => match[1]!),
  ),
)
const modules = 'apps/server/src/modules/'
const files = globSync('apps/server/src/**/*.ts', { cwd: root }).filter((file) => !file.endsWith('.test.ts'))
const problems: string[] = []
let statements = 0

for (const file of files) {
  for (const { text, line } of statementsIn(read(file))) {
    if (VERB.test(text)) statements += 1
    const isMisplaced = VERB.test(text) && file.startsWith(modules) && !STORE.test(file)
    const problem = isMisplaced ? 'SQL belongs in a store.' : problemOf(file, text)
    if (problem !== undefined) problems.push(`${file}:${line}: ${problem}`)
  }
}

if (statements < STATEMENTS_MIN) problems.push(`Only ${statements} statements were looked at.`)
for (const problem of problems) process.stderr.write(`${problem}\n`)
process.exitCode = problems.length > 0 ? 1 : 0

/** Every table of a tenant's rows in a statement, or a part of one, is led by its own workspace. */
function problemOf(file: string, text: string): string | undefined {
  const unled = unledTables(text, tenantTables).filter((table) => !acrossWorkspaces[file]?.includes(table))
  return unled.length === 0
    ? undefined
    : `${unled.join(', ')}: add workspace_id to the conditions of each of these tables`
}

function read(file: string): string {
  return readFileSync(`${root}${file}`, 'utf8')
}
