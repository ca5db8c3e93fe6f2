import { EVENT_STREAM, type Operation } from '@plumbline/contract'

/** The paths of a table of operations; paths are as sent, without their query. */
export interface PathMethods {
  /**
   * Returns the methods that a path supports, with HEAD wherever there is GET, except for streams; none for an
   * unknown path.
   */
  readonly methodsOf: (path: string) => readonly string[]
  /**
   * Templates with a parameter where another template of the table has a literal segment: both match paths with that
   * segment.
   */
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
    // The first match is the one that the router would choose, whose literal segment is a path of its own.
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

/** Whether an operation supports HEAD: an endless stream has no response to it. */
export function hasHead({ method, reply }: Operation): boolean {
  return method === 'GET' && reply.contentType !== EVENT_STREAM
}

/** The order in which the router compares: at the first difference a literal segment precedes a parameter. */
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
