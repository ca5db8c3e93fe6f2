import { readdirSync, readFileSync } from 'node:fs'
import { contractSentences } from '../../src/base/contract-sentences.ts'

/** The texts of one language, by name; a plural has its forms. */
export type Catalogue = Record<string, string | Record<string, string>>

const folder = new URL('../../src/messages/', import.meta.url)

/** Every message file as it stands, by language. */
export const messageFiles: Readonly<Record<string, Catalogue>> = Object.fromEntries(
  readdirSync(folder).map((name) => [
    name.replace('.json', ''),
    JSON.parse(readFileSync(new URL(name, folder), 'utf8')) as Catalogue,
  ]),
)

/** The texts of each language: those of its file, and in English the contract's sentences that its file does not replace. */
export const catalogues: Readonly<Record<string, Catalogue>> = {
  ...messageFiles,
  en: inOrder({ ...contractSentences, ...messageFiles['en'] }),
}

function inOrder(texts: Catalogue): Catalogue {
  return Object.fromEntries(Object.entries(texts).toSorted(([one], [other]) => (one < other ? -1 : 1)))
}
