// Reports SQL outside the stores of a module, statements on tenant tables without a condition on workspace_id, and
// statements that cannot run on a cluster (docs/scale.md).
import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { mixedTables, volatileWrite } from './check-sql/placed-statements.ts'
import { statementsIn, unledTables } from './check-sql/statements.ts'

const root = fileURLToPath(new URL('../', import.meta.url))

/** The minimum number of statements in a complete tree. If there are fewer, the patterns below no longer match. */
const STATEMENTS_MIN = 400

const STORE = /(^|\/)([a-z-]+-)?store\.ts$/
const TENANT_TABLE = /enable_workspace_security\('(\w+)'\)/g
const VERB = /^\s*(select|insert|update|delete|with)\b/i

/** Tables that are searched before the workspace is known. */
const acrossWorkspaces: Readonly<Record<string, readonly string[]>> = {
  'apps/server/src/modules/access/api-keys/key-store.ts': ['api_keys'],
  // Every workspace is to be verified and backed up, whichever table its ledger was taken off.
  'apps/server/src/modules/ledger/verify/verify-store.ts': ['api_keys'],
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
    for (const each of [problem, placementProblem(text)])
      if (each !== undefined) problems.push(`${file}:${line}: ${each}`)
  }
}

if (statements < STATEMENTS_MIN) problems.push(`Only ${statements} statements were looked at.`)
for (const problem of problems) process.stderr.write(`${problem}\n`)
process.exitCode = problems.length > 0 ? 1 : 0

/** Every tenant table in a statement, or in a part of one, needs a condition on its own workspace_id. */
function problemOf(file: string, text: string): string | undefined {
  const unled = unledTables(text, tenantTables).filter((table) => !acrossWorkspaces[file]?.includes(table))
  return unled.length === 0
    ? undefined
    : `${unled.join(', ')}: add workspace_id to the conditions of each of these tables`
}

/** A statement uses either tables of one workspace or tables of one node, so that a single node can execute it. */
function placementProblem(text: string): string | undefined {
  const written = volatileWrite(text)
  if (written !== undefined) return `${written}: write statement_timestamp() instead of clock_timestamp()`
  const tables = mixedTables(text)
  return tables && `${tables}: tables of a workspace and tables of one node need a statement each`
}

function read(file: string): string {
  return readFileSync(`${root}${file}`, 'utf8')
}
