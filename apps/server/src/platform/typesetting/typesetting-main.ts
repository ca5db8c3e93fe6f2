import { fileURLToPath } from 'node:url'
import type { PageSource } from './page-source.ts'
import { createPageSetter } from './set-pages.ts'
import type { TypesettingMessage, TypesettingReply } from './typesetting-process.ts'

// The program of the typesetting process: one message with a document's source, one with its file.

const setPages = createPageSetter()

// Fonts are read with the first document: one that nobody gets, so that nobody waits for them.
setPages({
  name: 'warm-up',
  templates: fileURLToPath(new URL('./shared', import.meta.url)),
  main: 'warm-up.typ',
  texts: {},
  files: {},
  madeAt: '2026-01-01T00:00:00Z',
})

process.on('message', (source: PageSource) => {
  send(reply(source))
})
send({ ready: true })

// The server is gone, whichever way it went.
process.on('disconnect', () => process.exit(0))

function reply(source: PageSource): TypesettingReply {
  try {
    return { file: setPages(source) }
  } catch (error) {
    return { fault: error instanceof Error ? error.message : String(error) }
  }
}

function send(message: TypesettingMessage): void {
  process.send?.(message)
}
