import { lazy, type ComponentType } from 'react'
import { loadLaterTexts } from '../base/messages.ts'

/**
 * A part of pages that is opened now and then: it comes with the later texts, so that the first page need not. `exported`
 * is the name of its component in the module.
 */
export function laterPart<Props extends object, Name extends string>(
  load: () => Promise<Readonly<Record<Name, ComponentType<Props>>>>,
  exported: Name,
) {
  return lazy(async () => {
    const [module] = await Promise.all([load(), loadLaterTexts()])
    return { default: module[exported] }
  })
}
