// Finds the mutants of a source: small changes that alter its meaning.
import { parseSync } from '@swc/core'

/** A change to a source: the bytes from `start` to before `end` become `text`. */
export interface Change {
  readonly start: number
  readonly end: number
  readonly text: string
}

/** A node of the syntax tree, with the properties that are used here. */
interface Node {
  readonly type: string
  readonly span: { readonly start: number; readonly end: number }
  readonly [member: string]: unknown
}

/** Replacements of operators: bounds are shifted, comparisons negated, sums replaced with differences. */
const OPERATORS: Readonly<Record<string, readonly string[]>> = {
  '<': ['<=', '>='],
  '<=': ['<', '>'],
  '>': ['>=', '<='],
  '>=': ['>', '<'],
  '===': ['!=='],
  '!==': ['==='],
  '+': ['-'],
  '-': ['+'],
  '*': ['/'],
  '/': ['*'],
  '%': ['*'],
  '**': ['*'],
  '&': ['|'],
  '|': ['&'],
  '<<': ['>>'],
  '>>': ['<<'],
  '>>>': ['<<'],
  '&&': ['||'],
  '||': ['&&'],
}

/** Replacements of methods; other methods are not mutated. */
const METHODS: ReadonlyMap<string, string> = new Map([
  ['every', 'some'],
  ['some', 'every'],
  ['min', 'max'],
  ['max', 'min'],
  ['ceil', 'floor'],
  ['floor', 'ceil'],
  ['startsWith', 'endsWith'],
  ['endsWith', 'startsWith'],
  ['toLowerCase', 'toUpperCase'],
  ['toUpperCase', 'toLowerCase'],
  ['trim', 'toString'],
  ['lastIndexOf', 'indexOf'],
])

/** Types have no effect at run time. */
const TYPE_MEMBERS = new Set([
  'typeAnnotation',
  'typeParams',
  'typeParameters',
  'typeArguments',
  'returnType',
  'superTypeParams',
  'implements',
])
const TYPED_EXPRESSIONS = new Set([
  'TsAsExpression',
  'TsNonNullExpression',
  'TsSatisfiesExpression',
  'TsConstAssertion',
])

/** Text for people: several words, a capital first letter or a full stop. Its wording is not a rule. */
const SENTENCE = /^[A-Z][^]* | [^]*\.$|[a-z] [a-z]+ [a-z]+ [a-z]/

/** Returns all mutants of a source; none if it contains only types. */
export function mutantsOf(source: string): Change[] {
  const tree = parseSync(source, { syntax: 'typescript', target: 'esnext' }) as unknown as Node
  const finder = new MutantFinder(Buffer.from(source))
  finder.visit(tree)
  return finder.found.filter(({ start, end, text }) => finder.textBetween(start, end) !== text)
}

class MutantFinder {
  readonly found: Change[] = []
  readonly #bytes: Buffer

  constructor(bytes: Buffer) {
    this.#bytes = bytes
  }

  textBetween(start: number, end: number): string {
    return this.#bytes.toString('utf8', start, end)
  }

  visit(node: Node): void {
    if (node.type.startsWith('Ts') && !TYPED_EXPRESSIONS.has(node.type)) return
    if (/^(?:Import|Export(?:All|Named|Specifier))/.test(node.type)) return
    this.#change(node)
    for (const [name, value] of Object.entries(node)) {
      if (TYPE_MEMBERS.has(name) || isPlainKey(node, name) || isEmptyDefault(node, name)) continue
      for (const part of Array.isArray(value) ? value : [value]) this.#visitPart(part)
    }
  }

  /** Arguments, elements and similar contain their expression in an object without a type. */
  #visitPart(part: unknown): void {
    if (typeof part !== 'object' || part === null) return
    if (isNode(part)) this.visit(part)
    else if ('expression' in part && isNode(part.expression)) this.visit(part.expression)
  }

  #change(node: Node): void {
    const change = CHANGES[node.type]
    for (const text of change?.(node, (part) => this.#text(part)) ?? []) this.#add(node, text)
    const test = node['test']
    if (isNode(test) && TESTED.has(node.type)) {
      // A loop that never ends tests nothing beyond its end condition.
      if (!LOOPS.has(node.type)) this.#add(test, 'true')
      this.#add(test, 'false')
    }
  }

  #text({ span }: Node): string {
    return this.textBetween(span.start - 1, span.end - 1)
  }

  /** Spans start from 1. */
  #add({ span }: Node, text: string): void {
    this.found.push({ start: span.start - 1, end: span.end - 1, text })
  }
}

const LOOPS = new Set(['WhileStatement', 'DoWhileStatement', 'ForStatement'])
const TESTED = new Set(['IfStatement', 'ConditionalExpression', ...LOOPS])

type Text = (node: Node) => string

/** Replacement texts by type of node. */
const CHANGES: Readonly<Record<string, (node: Node, text: Text) => readonly string[]>> = {
  BinaryExpression: changedOperation,
  UnaryExpression: ({ operator, argument }, text) =>
    operator === '!' || operator === '-' ? [` ${text(argument as Node)}`] : [],
  UpdateExpression: ({ operator, argument, prefix }, text) => {
    const other = operator === '++' ? '--' : '++'
    return prefix === true ? [`${other}${text(argument as Node)}`] : [`${text(argument as Node)}${other}`]
  },
  AssignmentExpression: ({ operator, left, right }, text) => {
    const other = { '+=': '-=', '-=': '+=', '*=': '/=', '/=': '*=' }[operator as string]
    return other === undefined ? [] : [`${text(left as Node)} ${other} ${text(right as Node)}`]
  },
  BooleanLiteral: ({ value }) => [String(value !== true)],
  NumericLiteral: ({ value }) => [String(Number(value) + 1), negated(Number(value) - 1)],
  BigIntLiteral: (node, text) => {
    const value = BigInt(text(node).replace('n', ''))
    return [`${value + 1n}n`, `(${value - 1n}n)`]
  },
  StringLiteral: ({ value }) => (SENTENCE.test(String(value)) ? [] : [value === '' ? "'x'" : "''"]),
  TemplateLiteral: ({ quasis }) =>
    SENTENCE.test((quasis as { raw: string }[]).map(({ raw }) => raw).join('x')) ? [] : ["''"],
  RegExpLiteral: ({ pattern, flags }) => {
    const anchored = String(pattern)
    return [
      ...(anchored.startsWith('^') ? [`/${anchored.slice(1)}/${String(flags)}`] : []),
      ...(/[^\\]\$$/.test(anchored) ? [`/${anchored.slice(0, -1)}/${String(flags)}`] : []),
    ]
  },
  ArrayExpression: ({ elements }) => ((elements as unknown[]).length > 0 ? ['[]'] : []),
  ExpressionStatement: ({ expression }) =>
    (expression as Node).type === 'CallExpression' && isSuper(expression as Node) ? [] : [';'],
  MemberExpression: ({ object, property }, text) => {
    const other = METHODS.get(text(property as Node))
    const isPlain = (property as Node).type === 'Identifier' && other !== undefined
    return isPlain ? [`${text(object as Node)}.${other}`] : []
  },
}

function changedOperation({ operator, left, right }: Node, text: Text): string[] {
  const [one, other] = [text(left as Node), text(right as Node)]
  if (operator === '??') return [`(${one})`]
  // Concatenated strings have no difference.
  const isText = [left, right].some((side) => /^(?:String|Template)Literal$/.test((side as Node).type))
  if (operator === '+' && isText) return []
  return (OPERATORS[operator as string] ?? []).map((changed) => `${one} ${changed} ${other}`)
}

function negated(value: number): string {
  return value < 0 ? `(${value})` : String(value)
}

function isSuper({ callee }: Node): boolean {
  return (callee as Node).type === 'Super'
}

/** A property name, which is not an expression. */
function isPlainKey({ type }: Node, member: string): boolean {
  return member === 'key' && type.endsWith('Property')
}

/** An empty string as the default of a value that is always present, such as a group of a pattern that matched. */
function isEmptyDefault({ type, right }: Node, member: string): boolean {
  return type === 'AssignmentPattern' && member === 'right' && (right as Node)['value'] === ''
}

function isNode(part: unknown): part is Node {
  return (
    typeof part === 'object' && part !== null && typeof (part as Node).type === 'string' && 'span' in part
  )
}
