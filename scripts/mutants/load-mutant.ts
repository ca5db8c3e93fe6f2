// Imported by a process that runs tests on a mutant: replaces the source of the file while it is loaded, so that nothing is
// written to the repository.
import { registerHooks } from 'node:module'
import { pathToFileURL } from 'node:url'
import type { Change } from './find-mutants.ts'

/** The environment variable with the file and its mutated source. */
const { path, start, end, text } = JSON.parse(process.env['PLUMBLINE_MUTANT']!) as Change & { path: string }
const changed = pathToFileURL(path).href

registerHooks({
  load(url, context, nextLoad) {
    const loaded = nextLoad(url, context)
    if (url !== changed) return loaded
    // The parser counts in bytes.
    const source = Buffer.from(loaded.source as Uint8Array)
    return {
      ...loaded,
      source: Buffer.concat([source.subarray(0, start), Buffer.from(text), source.subarray(end)]),
    }
  },
})
