import { useLocalStorage } from '@mantine/hooks'
import type { Column } from './column.ts'

/** Columns that are asked for otherwise than by the person's own habit, such as by the address. */
export interface AskedColumns {
  /** Undefined where nothing is asked for. */
  keys: readonly string[] | undefined
  onChange: (keys: readonly string[]) => void
}

/** The columns that a person sees in a table of this name, kept in their browser unless others are asked for. */
export function useColumns<Row>(
  name: string,
  columns: readonly Column<Row>[],
  asked?: AskedColumns,
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
