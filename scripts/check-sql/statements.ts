/** The tag of a template that is SQL. */
const TAG = 'sql`'

/** An SQL statement in a source file. */
export interface Statement {
  /** Its text, with the fragments of the same file inserted. */
  readonly text: string
  readonly line: number
}

/** Maximum nesting of fragments; no source goes deeper. */
const FRAGMENT_DEPTH_MAX = 3

/** Returns every outermost SQL template in a source, with its nested templates and fragments inserted. */
export function statementsIn(source: string): Statement[] {
  return templatesIn(source).map(({ text, start }) => ({
    text: withFragments(source, text, start, FRAGMENT_DEPTH_MAX),
    line: source.slice(0, start).split('\n').length,
  }))
}

interface Template {
  readonly text: string
  readonly start: number
}

function templatesIn(source: string): Template[] {
  const found: Template[] = []
  for (let start = source.indexOf(TAG); start >= 0;) {
    const end = endOfTemplate(source, start + TAG.length)
    found.push({ text: source.slice(start + TAG.length, end), start })
    start = source.indexOf(TAG, end)
  }
  return found
}

/** Returns the index of the backtick that closes the template whose text begins at `start`. */
function endOfTemplate(source: string, start: number): number {
  for (let index = start; index < source.length; index += 1) {
    if (source[index] === '`') return index
    if (source.startsWith('${', index)) index = endOfExpression(source, index + 2)
  }
  return source.length
}

function endOfExpression(source: string, start: number): number {
  let depth = 1
  for (let index = start; index < source.length; index += 1) {
    if (source[index] === '`') index = endOfTemplate(source, index + 1)
    else if (source[index] === '{') depth += 1
    else if (source[index] === '}') depth -= 1
    if (depth === 0) return index
  }
  return source.length
}

/** Replaces `${name}` and `${name(…)}` with the SQL that the source declares under the name, if it declares any. */
function withFragments(source: string, text: string, before: number, depth: number): string {
  if (depth === 0) return text
  return text.replaceAll(/\$\{(\w+)(?:\([^{}`]*\))?\}/g, (whole, name: string) => {
    const declared = declarationOf(source, name, before)
    if (declared === undefined) return whole
    const fragments = templatesIn(declared).map((fragment) => fragment.text)
    return fragments.length === 0 ? whole : withFragments(source, fragments.join(' '), before, depth - 1)
  })
}

/** Returns the text of the last constant with the name before an index, or otherwise of the function with the name. */
function declarationOf(source: string, name: string, before: number): string | undefined {
  const constants = [...source.slice(0, before).matchAll(new RegExp(`const ${name}\\b[^=]* = `, 'g'))]
  const constant = constants.at(-1)
  if (constant)
    return source.slice(constant.index).split(/\n\s*(?:const|return|if|for|export|function)\b|\n\}/)[0]
  const start = source.search(new RegExp(`function ${name}\\b|const ${name}\\b`))
  return start < 0 ? undefined : source.slice(start).split('\n}')[0]
}

const AFTER_TABLE =
  'on|where|set|using|join|left|right|inner|cross|order|group|limit|offset|for|values|select|union|returning|natural|tablesample'
const TABLE = new RegExp(
  `\\b(from|join|into|update|using)\\s+(?:only\\s+)?(\\w+)(?:\\s+(?:as\\s+)?(?!(?:${AFTER_TABLE})\\b)(\\w+))?`,
  'gi',
)

/** Returns the tables that a statement uses without a condition on their own workspace_id. */
export function unledTables(text: string, tenantTables: ReadonlySet<string>): string[] {
  const used = [...text.matchAll(TABLE)].filter((match) => tenantTables.has(match[2]!))
  return used.flatMap(([, verb, table, alias]) => {
    const isLed =
      verb!.toLowerCase() === 'into'
        ? new RegExp(`insert\\s+into\\s+${table}(\\s+as\\s+\\w+)?\\s*\\([^)]*\\bworkspace_id\\b`, 'i').test(
            text,
          )
        : namesWorkspaceOf(text, alias ?? table!, alias === undefined)
    return isLed ? [] : [table!]
  })
}

function namesWorkspaceOf(text: string, name: string, mayBeBare: boolean): boolean {
  if (/\busing\s*\(\s*workspace_id\b/.test(text)) return true
  return (
    isCompared(text, `\\b${name}\\.workspace_id`) ||
    (mayBeBare && isCompared(text, '(?<![.\\w])workspace_id'))
  )
}

/** Whether a condition compares the column, either alone or as the first of a row. */
function isCompared(text: string, column: string): boolean {
  return new RegExp(
    `=\\s*(any\\s*\\(\\s*)?${column}\\b|${column}\\s*(=|<|>|in\\b|is\\b)|\\(\\s*${column}\\s*,[^()]*\\)\\s*(=|<|>|in\\b)`,
  ).test(text)
}
