export type { PageSource } from './page-source.ts'
export { createPageSetter, type SetPages } from './set-pages.ts'
export { createTypesetter, type Typesetter, type TypesetterLimits } from './typesetter.ts'
