import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import * as routes from './src/api/routes.ts'
import { contractSentences } from './src/base/contract-sentences.ts'
import { messagePartOf, messageParts } from './src/base/message-parts.ts'

/** Where `npm start` listens by default; the development server passes its API on. */
const SERVER = process.env['PLUMBLINE_SERVER'] ?? 'http://127.0.0.1:8080'

/** A part of a message file of `src/messages`, as the application asks for it. */
const MESSAGE_PART = new RegExp(`^(.+/src/messages/[\\w-]+\\.json)\\?(${messageParts.join('|')})$`)

/** The language that has every text. */
const COMPLETE_LANGUAGE = 'en'

type Texts = Readonly<Record<string, unknown>>

function textsOf(file: string): Texts {
  return JSON.parse(readFileSync(file, 'utf8')) as Texts
}

/**
 * Cuts a language's one file into its parts, so that the first page waits for no text of another one. What a language
 * lacks stands in English, so that anyone who translates can begin with any part. English says a refusal as the contract
 * does, unless its file has words of its own for people who see the application and no request.
 */
function cutMessages(): Plugin {
  return {
    name: 'cut-messages',
    enforce: 'pre',
    load(id) {
      const [, file, part] = MESSAGE_PART.exec(id) ?? []
      if (file === undefined) return null
      const complete = join(dirname(file), `${COMPLETE_LANGUAGE}.json`)
      this.addWatchFile(complete)
      const texts = { ...contractSentences, ...textsOf(complete), ...textsOf(file) }
      const wanted = Object.entries(texts).filter(([key]) => messagePartOf(key) === part)
      return `export default ${JSON.stringify(Object.fromEntries(wanted))}`
    },
  }
}

const ROUTES = fileURLToPath(new URL('./src/api/routes.ts', import.meta.url))

/** Puts the values of src/api/routes.ts in its place: the schemas that they are derived from stay out of the build. */
function evaluateRoutes(): Plugin {
  return {
    name: 'evaluate-routes',
    enforce: 'pre',
    load(id) {
      if (id !== ROUTES) return null
      const values = Object.entries(routes)
      return values.map(([name, value]) => `export const ${name} = ${JSON.stringify(value)}`).join('\n')
    },
  }
}

/** A description of a schema or a field, as the OpenAPI document has it. */
const DESCRIPTION = /\bdescription:\s*(?:'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*")\s*,?/g

/** Leaves what is said of schemas and fields of the contract out of the build: it is for readers of the API's document. */
function dropDescriptions(): Plugin {
  return {
    name: 'drop-descriptions',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: /\/packages\/contract\/src\// },
      handler: (code) => ({ code: code.replaceAll(DESCRIPTION, ''), map: null }),
    },
  }
}

/** Decoders that the reader of PDF files asks for by name, when it meets a scanned page of their kind. */
const PDF_DECODERS = ['jbig2_nowasm_fallback.js', 'openjpeg_nowasm_fallback.js']

/** Puts them where components/documents/pdf-pages.tsx says. */
function keepPdfDecoders(): Plugin {
  const folder = join(dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json')), 'wasm')
  return {
    name: 'keep-pdf-decoders',
    apply: 'build',
    generateBundle() {
      for (const name of PDF_DECODERS) {
        this.emitFile({ type: 'asset', fileName: `pdf/${name}`, source: readFileSync(join(folder, name)) })
      }
    },
  }
}

export default defineConfig({
  plugins: [cutMessages(), evaluateRoutes(), dropDescriptions(), react(), keepPdfDecoders()],
  // The server puts a fresh value in this place on every response.
  html: { cspNonce: '__CSP_NONCE__' },
  build: {
    target: 'es2023',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // The contract is declarations only: what a page does not name is left out.
      treeshake: { moduleSideEffects: (id) => !id.includes('/packages/contract/') },
      output: {
        // Few files for the first page: each costs a way to the server and back.
        codeSplitting: {
          groups: [
            {
              name: 'react',
              test: /node_modules\/(?:react|react-dom|scheduler|@tanstack|use-sync-external-store)\//,
            },
            { name: 'interface', test: /node_modules/, minShareCount: 8 },
            { name: 'shared', test: /apps\/web\/src\//, minShareCount: 12 },
          ],
        },
      },
    },
  },
  server: { proxy: { '/api': SERVER } },
})
