import { lazyRouteComponent } from '@tanstack/react-router'
import { loadLaterTexts } from '../base/messages.ts'

/**
 * A page that is loaded together with the later texts, which the first page does not need. `exported` is the name of its
 * component in the module.
 */
export function laterPage<Module extends Record<string, unknown>, Name extends keyof Module>(
  load: () => Promise<Module>,
  exported: Name,
) {
  return lazyRouteComponent(async () => {
    const [page] = await Promise.all([load(), loadLaterTexts()])
    return page
  }, exported)
}
