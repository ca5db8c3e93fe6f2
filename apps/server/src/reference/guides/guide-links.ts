import { posix } from 'node:path'
import { addressOf, type Guide } from './guide-list.ts'

/**
 * Returns where a link of a guide leads on the pages: to the page of the file that it names, or out of this server. Undefined
 * for a file that is not served, whose link becomes plain text.
 * @param href as the document has it, relative to its file
 * @param served addresses of files that are no guides, by their path from the root of the repository
 */
export function linkTarget(
  href: string,
  from: Guide,
  guides: readonly Guide[],
  served: Readonly<Record<string, string>>,
): string | undefined {
  if (/^(?:https?:|mailto:|#|\/)/.test(href)) return href
  const [path = '', fragment] = href.split('#', 2)
  const file = posix.join(posix.dirname(from.file), path)
  const target = guides.find((guide) => guide.file === file)
  const address = target === undefined ? served[file] : addressOf(target)
  return address === undefined || fragment === undefined ? address : `${address}#${fragment}`
}
