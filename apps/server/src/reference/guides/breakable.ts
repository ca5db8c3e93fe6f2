import { escapeHtml } from '../../platform/http/index.ts'

/** Returns a text as HTML in which a name such as an error code can be broken after each underscore, for narrow screens. */
export function breakable(text: string): string {
  return escapeHtml(text).replaceAll('_', '_<wbr>')
}
