// Imported by a process that runs tests on a mutant: the changed text takes the place of that of its file while it is
// loaded, so that nothing is ever written to the checkout.
import { registerHooks } from 'node:module'
import { pathToFileURL } from 'node:url'
import type { Change } from './find-mutants.ts'

/** The variable that says which file is changed, and how. */
const { path, start, end, text } = JSON.parse(process.env['PLUMBLINE_MUTANT']!) as Change & { path: string }
const changed = pathToFileURL(path).href

registerHooks({
  load(url, context, nextLoad) {
    const loaded = nextLoad(url, context)
    if (url !== changed) return loaded
    // Parsers count in bytes.
    const source = Buffer.from(loaded.source as Uint8Array)
    return {
      ...loaded,
      source: Buffer.concat([source.subarray(0, start), Buffer.from(text), source.subarray(end)]),
    }
  },
})
