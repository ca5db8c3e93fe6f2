import { observe } from '../platform/observations.ts'
import { ObjectMissing, type Storage } from '../platform/storage/index.ts'

/** Calls that access objects; URLs are computed without the storage. */
const WATCHED = new Set<PropertyKey>([
  'head',
  'sha256Of',
  'read',
  'readStart',
  'put',
  'move',
  'delete',
  'probe',
])

/** Returns the same storage with its calls observed. For a stream, only the time until it begins counts. */
export function watchStorage(storage: Storage): Storage {
  return new Proxy(storage, {
    get: (target, name) => {
      const member: unknown = Reflect.get(target, name)
      if (typeof member !== 'function') return member
      const call = (...given: unknown[]): unknown => member.apply(target, given)
      return WATCHED.has(name) ? watched(String(name), call as Call) : call
    },
  })
}

type Call = (...given: unknown[]) => Promise<unknown>

function watched(operation: string, call: Call): Call {
  return async (...given) => {
    const beganAt = performance.now()
    const end = (outcome: 'done' | 'missing' | 'failed') =>
      observe('storageCall', { operation, outcome, seconds: (performance.now() - beganAt) / 1000 })
    try {
      const result = await call(...given)
      end('done')
      return result
    } catch (error) {
      end(error instanceof ObjectMissing ? 'missing' : 'failed')
      throw error
    }
  }
}
