import { parseSync } from 'vite'

/** A hard-coded text that a user would see or hear. */
export interface VisibleText {
  readonly line: number
  readonly text: string
}

interface Node {
  readonly type: string
  readonly start: number
  readonly [member: string]: unknown
}

/** Attributes and properties whose text is always shown or read aloud. */
const SHOWN =
  /^(?:aria-(?:label|description|roledescription|valuetext|placeholder)|alt|title|label|placeholder|description|error|heading|hint|legend|message|summary|text|words)$/i

/** Attributes and properties with names and sizes, which are not shown. */
const UNSEEN =
  /^(?:className|classNames|style|d|points|viewBox|transform|rel|accept|autoComplete|aria-(?:describedby|labelledby|controls|owns))$/

/** `&nbsp;` in a source. */
const ENTITY = /&\w+;/g

/** Two words, as opposed to a token or a class name. */
const PHRASE = /\p{L}[^\p{L}\d]*\s[^\p{L}\d]*\p{L}/u
/** Single letters are keys or unit symbols. */
const WORD = /\p{L}{2}/u

/**
 * Returns the texts that are hard-coded in a source instead of in the message files: between tags, in attributes and
 * properties that are shown, and phrases in other attributes, including those within conditions and templates. Arguments of
 * calls are ignored: `t('action.save')`.
 */
export function visibleTextsIn(source: string, fileName: string): VisibleText[] {
  const found: VisibleText[] = []
  const { program, errors } = parseSync(fileName, source)
  if (errors.length > 0) throw new Error(`${fileName}: ${errors[0]!.message}`)
  const collect = (node: Node, form: RegExp) => {
    for (const { start, text } of textsOf(node))
      if (form.test(text.replaceAll(ENTITY, '')))
        found.push({ line: source.slice(0, start).split('\n').length, text: text.trim() })
  }
  visit(program as unknown as Node, (node) => {
    if (isShownElement(node)) for (const child of node['children'] as Node[]) collect(child, WORD)
    if (node.type !== 'JSXAttribute' && node.type !== 'Property') return
    const name = nameOf(node)
    if (SHOWN.test(name)) collect(node['value'] as Node, WORD)
    else if (node.type === 'JSXAttribute' && !UNSEEN.test(name)) collect(node['value'] as Node, PHRASE)
  })
  return found
}

/** Code is not translated. */
function isShownElement(node: Node): boolean {
  if (node.type === 'JSXFragment') return true
  if (node.type !== 'JSXElement') return false
  return (node['openingElement'] as { name: { name?: string } }).name.name !== 'code'
}

function nameOf(node: Node): string {
  const name = (node['name'] ?? node['key']) as { name?: unknown; value?: unknown }
  return String(name.name ?? name.value)
}

/** Returns the texts that an expression can evaluate to. */
function textsOf(node: Node | null): { start: number; text: string }[] {
  switch (node?.type) {
    case 'JSXText':
    case 'Literal':
      return typeof node['value'] === 'string' ? [{ start: node.start, text: node['value'] }] : []
    case 'TemplateLiteral':
      return (node['quasis'] as (Node & { value: { cooked: string } })[])
        .map(({ start, value }) => ({ start, text: value.cooked }))
        .concat((node['expressions'] as Node[]).flatMap(textsOf))
    case 'ConditionalExpression':
      return [node['consequent'], node['alternate']].flatMap((part) => textsOf(part as Node))
    case 'LogicalExpression':
    case 'BinaryExpression':
      return node['operator'] === '+' || node.type === 'LogicalExpression'
        ? [node['left'], node['right']].flatMap((part) => textsOf(part as Node))
        : []
    case 'ArrayExpression':
      return (node['elements'] as Node[]).flatMap(textsOf)
    case 'JSXExpressionContainer':
    case 'ParenthesizedExpression':
    case 'TSAsExpression':
    case 'TSSatisfiesExpression':
      return textsOf(node['expression'] as Node)
    default:
      return []
  }
}

function visit(node: Node, see: (node: Node) => void): void {
  see(node)
  for (const member of Object.values(node)) {
    for (const part of Array.isArray(member) ? member : [member])
      if (typeof part === 'object' && part !== null && 'type' in part) visit(part as Node, see)
  }
}
