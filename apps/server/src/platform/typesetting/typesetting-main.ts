import { fileURLToPath } from 'node:url'
import type { PageSource } from './page-source.ts'
import { createPageSetter } from './set-pages.ts'
import type { TypesettingMessage, TypesettingReply } from './typesetting-process.ts'

// Entry point of the typesetting process: receives one message per document, and responds with its file.

const setPages = createPageSetter()

// Fonts are read with the first document, so an empty one is typeset before anyone waits.
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

// The server has ended, for whatever reason.
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
