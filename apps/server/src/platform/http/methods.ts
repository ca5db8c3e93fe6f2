import type { Operation } from '@plumbline/contract'

/**
 * Answers which methods a path supports, HEAD wherever GET; none for an unknown path.
 * The path is as it was sent, without its query; operations stand below the prefix.
 */
export function methodsOf(prefix: string, operations: readonly Operation[]): (path: string) => string[] {
  const patterns = operations.map(({ method, path }) => ({ method, pattern: patternOf(prefix + path) }))
  return (path) => {
    const methods = patterns.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method)
    return [...new Set(methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])))]
  }
}

function patternOf(path: string): RegExp {
  return new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`)
}
