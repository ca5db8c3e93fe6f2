import { useLocalStorage } from '@mantine/hooks'
import type { Column } from './column.ts'

/** The columns that a person sees in a table of this name, kept in their browser. */
export function useColumns<Row>(
  name: string,
  columns: readonly Column<Row>[],
): { shown: Column<Row>[]; isShown: (key: string) => boolean; toggle: (key: string) => void } {
  const [chosen, setChosen] = useLocalStorage<Record<string, boolean>>({
    key: `plumbline-columns-${name}`,
    defaultValue: {},
    getInitialValueInEffect: false,
  })
  const isShown = (key: string) => {
    const column = columns.find((one) => one.key === key)
    if (column === undefined) return false
    return column.fixed === true || (chosen[key] ?? column.optional !== true)
  }
  return {
    shown: columns.filter(({ key }) => isShown(key)),
    isShown,
    toggle: (key) => setChosen({ ...chosen, [key]: !isShown(key) }),
  }
}
