// Imported by each test process before the test runner of Node.js is loaded.
//
// The runner attributes every promise and socket to the test that created it. It needs this while a file is imported, to know
// the parent of each test. Afterwards it would only serve to name the test behind an uncaught error, which fails the run
// anyway, and it takes a fifth of the processor time of a process whose tests call a server.
import hooks, { type AsyncHook } from 'node:async_hooks'
import { createRequire, registerHooks, syncBuiltinESMExports } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { isMainThread } from 'node:worker_threads'
import type testRunner from 'node:test'
import type { TestContext } from 'node:test'

/** Verifies a ledger; a thread loads most of the server for it. */
const THREAD_PROGRAM = new URL('../../apps/server/src/verify-thread-main.ts', import.meta.url).href

const bundles = process.env['TEST_PROGRAMS']
// A thread of the server that a test process runs. It starts from the bundle of its program, like separate processes.
if (!isMainThread && bundles !== undefined) {
  const bundle = pathToFileURL(join(bundles, 'apps/server/src/verify-thread-main.js')).href
  registerHooks({
    resolve: (specifier, context, next) => next(specifier === THREAD_PROGRAM ? bundle : specifier, context),
  })
}

let following: AsyncHook | undefined
/** The file whose tests are registered and run; undefined while its tests are being registered. */
let registered: TestContext | undefined

/** Forgets to which test a promise or socket belongs. */
let forget: (id: number) => void = () => undefined
/** Promises and sockets that were attributed to the tests of the current file. */
let attributed: number[] = []

const { createHook } = hooks
hooks.createHook = (callbacks) => {
  forget = (id) => callbacks.destroy?.(id)
  // Nothing is told of their ends, which would cost more than following their creation, and would no longer be heard when
  // they end after the registration. They are forgotten together with the file.
  following = createHook({
    init(id, type, triggerId, resource) {
      attributed.push(id)
      callbacks.init?.(id, type, triggerId, resource)
    },
  })
  if (registered === undefined) following.enable()
  const left: AsyncHook = { enable: () => left, disable: () => left }
  return left
}
// The runner stores the function when it is loaded, and creates its hook at the first test.
const runner = createRequire(import.meta.url)('node:test') as typeof testRunner
hooks.createHook = createHook

/** Results of suites whose functions are asynchronous: their tests are registered once these have settled. */
let suites: unknown[] = []

for (const name of ['describe', 'suite'] as const) {
  runner[name] = new Proxy(runner[name], {
    apply(describe, self, words: unknown[]) {
      const register = words.at(-1) as (...given: unknown[]) => unknown
      const followed = (...given: unknown[]) => {
        const registering = register(...given)
        suites.push(registering)
        return registering
      }
      return Reflect.apply(describe, self, [...words.slice(0, -1), followed]) as unknown
    },
  })
}

const { after } = runner
/** In the body of a test, the runner no longer knows the current test, so `after` runs at the end of the file. */
runner.after = (...waiting) => (registered ? registered.after(...(waiting as [])) : after(...waiting))
syncBuiltinESMExports()

/** Begins the registration of tests. Call it before the test that represents a file. */
export function openRegistration(): void {
  // Otherwise the tests of all former files would stay in memory, with the servers that their hooks close.
  for (const id of attributed) forget(id)
  attributed = []
  registered = undefined
  suites = []
  following?.enable()
}

/**
 * Waits until all tests of the file are registered.
 * @param file the context of the test that the file is
 * @param imported resolves when the file was imported
 */
export async function closeRegistration(file: TestContext, imported: Promise<unknown>): Promise<void> {
  try {
    await imported
    await Promise.all(suites)
  } finally {
    following?.disable()
    registered = file
  }
}
