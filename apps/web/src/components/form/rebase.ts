/**
 * Applies typed values to a version that another user has saved meanwhile: fields that were not
 * changed here take the newer value.
 */
export function rebase<Values extends object>(before: Values, typed: Values, newer: Values): Values {
  const touched = (Object.keys(typed) as (keyof Values)[]).filter(
    (name) => JSON.stringify(typed[name]) !== JSON.stringify(before[name]),
  )
  return { ...newer, ...Object.fromEntries(touched.map((name) => [name, typed[name]])) }
}
