// Says where a module writes SQL outside its stores, and which statement on a tenant's table is not led by workspace_id.
import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../', import.meta.url))

/** Statements that a complete tree has at least; fewer and the patterns below have stopped matching. */
const STATEMENTS_MIN = 40

const STORE = /(^|\/)([a-z-]+-)?store\.ts$/
const TENANT_TABLE = /enable_workspace_security\('(\w+)'\)/g
const TAG = 'sql`'
const VERB = /^\s*(select|insert|update|delete|with)\b/i

const tenantTables = new Set(
  globSync('apps/server/migrations/*.sql', { cwd: root }).flatMap((file) =>
    [...read(file).matchAll(TENANT_TABLE)].map((match) => match[1]!),
  ),
)
const files = globSync('apps/server/src/modules/**/*.ts', { cwd: root }).filter(
  (file) => !file.endsWith('.test.ts'),
)
const problems: string[] = []
let statements = 0

for (const file of files) {
  const text = read(file)
  for (const { statement, line } of statementsIn(text)) {
    const problem = STORE.test(file) ? problemOf(statement) : misplaced(statement)
    if (problem !== undefined) problems.push(`${file}:${line}: ${problem}`)
  }
}

if (statements < STATEMENTS_MIN) problems.push(`Only ${statements} statements were looked at.`)
for (const problem of problems) process.stderr.write(`${problem}\n`)
process.exitCode = problems.length > 0 ? 1 : 0

/** Conditions may be put together elsewhere; a statement may not. */
function misplaced(text: string): string | undefined {
  return VERB.test(text) ? 'SQL belongs in a store.' : undefined
}

/** Every statement on a tenant's table names its workspace, or begins its conditions with a fragment that does. */
function problemOf(statement: string): string | undefined {
  if (!VERB.test(statement)) return undefined
  statements += 1
  const tables = [...statement.matchAll(/\b(?:from|join|into|update)\s+(\w+)/gi)].map((match) => match[1]!)
  const tenant = tables.filter((table) => tenantTables.has(table))
  if (tenant.length === 0 || /workspace_id|where \$\{/.test(statement)) return undefined
  return `the statement on ${tenant.join(', ')} does not name its workspace`
}

function read(file: string): string {
  return readFileSync(`${root}${file}`, 'utf8')
}

/** Every outermost template of the tag, fragments that are nested in it included in its text. */
function statementsIn(text: string): { statement: string; line: number }[] {
  const found: { statement: string; line: number }[] = []
  for (let at = text.indexOf(TAG); at >= 0; at = text.indexOf(TAG, at)) {
    const end = endOfTemplate(text, at + TAG.length)
    found.push({ statement: text.slice(at + TAG.length, end), line: text.slice(0, at).split('\n').length })
    at = end
  }
  return found
}

/** The place of the backtick that closes a template which begins before `at`. */
function endOfTemplate(text: string, at: number): number {
  for (let place = at; place < text.length; place += 1) {
    if (text[place] === '`') return place
    if (text.startsWith('${', place)) place = endOfExpression(text, place + 2)
  }
  return text.length
}

function endOfExpression(text: string, at: number): number {
  let depth = 1
  for (let place = at; place < text.length; place += 1) {
    if (text[place] === '`') place = endOfTemplate(text, place + 1)
    else if (text[place] === '{') depth += 1
    else if (text[place] === '}') depth -= 1
    if (depth === 0) return place
  }
  return text.length
}
