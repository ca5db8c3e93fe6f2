export { documentationHeader, HEADER_STYLE_PATH, SCRIPT_PATH } from './guide-page.ts'
export { mountGuides } from './guide-routes.ts'
export { REFERENCE_PATH, type PublicDocument } from './public-document.ts'
