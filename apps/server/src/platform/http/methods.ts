import { EVENT_STREAM, type Operation } from '@plumbline/contract'

/** What a table of operations knows of paths; paths are as they were sent, without their query. */
export interface PathMethods {
  /** Returns which methods a path supports, HEAD wherever GET, streams aside; none for an unknown path. */
  readonly methodsOf: (path: string) => readonly string[]
  /** Templates with a parameter where another template of the table has a word: both fit the paths with that word. */
  readonly ambiguous: ReadonlySet<string>
}

interface Template {
  readonly path: string
  readonly segments: readonly string[]
  readonly methods: readonly string[]
}

const isParameter = (segment: string): boolean => segment.startsWith('{')

/** Reads the table; its operations are below the prefix. */
export function pathMethods(prefix: string, operations: readonly Operation[]): PathMethods {
  const byPath = Map.groupBy(operations, ({ path }) => prefix + path)
  const templates = [...byPath].map(([path, same]) => templateOf(path, same)).toSorted(wordsFirst)
  return {
    // The first one that fits is the one that the router would take, whose word is a path of its own.
    methodsOf: (path) => {
      const segments = path.split('/')
      return templates.find((template) => fits(template, segments))?.methods ?? []
    },
    ambiguous: new Set(templates.filter((one) => hasRival(one, templates)).map(({ path }) => path)),
  }
}

function templateOf(path: string, operations: readonly Operation[]): Template {
  const methods = operations.flatMap((operation) =>
    hasHead(operation) ? [operation.method, 'HEAD'] : [operation.method],
  )
  return { path, segments: path.split('/'), methods: [...new Set(methods)] }
}

/** Whether an operation can be asked with HEAD: a stream without an end has no response to it. */
export function hasHead({ method, reply }: Operation): boolean {
  return method === 'GET' && reply.contentType !== EVENT_STREAM
}

/** In the order in which the router compares: at the first difference a word comes before a parameter. */
function wordsFirst(one: Template, other: Template): number {
  return orderOf(one) < orderOf(other) ? -1 : 1
}

const AFTER_EVERY_WORD = '\uFFFF'

const orderOf = ({ segments }: Template): string =>
  segments.map((segment) => (isParameter(segment) ? AFTER_EVERY_WORD : segment)).join('/')

function fits({ segments }: Template, sent: readonly string[]): boolean {
  if (segments.length !== sent.length) return false
  return segments.every((segment, index) =>
    isParameter(segment) ? sent[index] !== '' : segment === sent[index],
  )
}

function hasRival(template: Template, templates: readonly Template[]): boolean {
  return templates.some((other) => other !== template && fits(template, other.segments))
}
