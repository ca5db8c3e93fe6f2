import { readdirSync, readFileSync } from 'node:fs'
import { contractSentences } from '../../src/base/contract-sentences.ts'

/** The messages of one language by key; plurals have several forms. */
export type Catalogue = Record<string, string | Record<string, string>>

const folder = new URL('../../src/messages/', import.meta.url)

/** The content of each message file, by language. */
export const messageFiles: Readonly<Record<string, Catalogue>> = Object.fromEntries(
  readdirSync(folder).map((name) => [
    name.replace('.json', ''),
    JSON.parse(readFileSync(new URL(name, folder), 'utf8')) as Catalogue,
  ]),
)

/** The messages of each language: those of its file, and for English also the contract's sentences that its file omits. */
export const catalogues: Readonly<Record<string, Catalogue>> = {
  ...messageFiles,
  en: inOrder({ ...contractSentences, ...messageFiles['en'] }),
}

function inOrder(texts: Catalogue): Catalogue {
  return Object.fromEntries(Object.entries(texts).toSorted(([one], [other]) => (one < other ? -1 : 1)))
}
