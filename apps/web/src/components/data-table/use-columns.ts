import { useLocalStorage } from '@mantine/hooks'
import type { Column } from './column.ts'

/** Columns requested other than by the user's stored selection, such as by the URL. */
export interface ColumnRequest {
  /** Undefined if no columns are requested. */
  keys: readonly string[] | undefined
  onChange: (keys: readonly string[]) => void
}

/** Returns the columns shown in the table with this name: the user's selection stored in the browser, unless others are requested. */
export function useColumns<Row>(
  name: string,
  columns: readonly Column<Row>[],
  asked?: ColumnRequest,
): { shown: Column<Row>[]; isShown: (key: string) => boolean; toggle: (key: string) => void } {
  const [chosen, setChosen] = useLocalStorage<Record<string, boolean>>({
    key: `plumbline-columns-${name}`,
    defaultValue: {},
    getInitialValueInEffect: false,
  })
  const isShown = (key: string) => {
    const column = columns.find((one) => one.key === key)
    if (column === undefined) return false
    if (asked?.keys) return column.fixed === true || asked.keys.includes(key)
    return column.fixed === true || (chosen[key] ?? column.optional !== true)
  }
  const toggle = (key: string) => {
    const wanted = !isShown(key)
    if (!asked?.keys) return setChosen({ ...chosen, [key]: wanted })
    asked.onChange(wanted ? [...asked.keys, key] : asked.keys.filter((one) => one !== key))
  }
  return {
    shown: columns.filter(({ key }) => isShown(key)),
    isShown,
    toggle,
  }
}
