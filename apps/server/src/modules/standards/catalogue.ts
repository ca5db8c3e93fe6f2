import data from './catalogue.json' with { type: 'json' }
import type { StandardsCatalogue } from './rules/catalogue.ts'

/** The standards that a workspace can select. That the file has this shape is what its test proves. */
export const standardsCatalogue = data as StandardsCatalogue
