import { useMediaQuery } from '@mantine/hooks'

/** Whether the window is too narrow for a wide table, as a tablet's is: tables then stack what belongs together. */
export function useNarrow(): boolean {
  return useMediaQuery('(max-width: 84em)', false, { getInitialValueInEffect: false })
}

/** Whether the window is as narrow as a phone's, which has room for one column and what one does with a row. */
export function usePhone(): boolean {
  return useMediaQuery('(max-width: 40em)', false, { getInitialValueInEffect: false })
}

/** Windows by the columns that a list of instruments has room for. */
export type TableRoom = 'desk' | 'laptop' | 'tablet' | 'phone'

/** Returns the room that the window leaves for a list of instruments: rows take one line on a laptop and at a desk. */
export function useTableRoom(): TableRoom {
  const isPhone = usePhone()
  const isTablet = useMediaQuery('(max-width: 75em)', false, { getInitialValueInEffect: false })
  const isLaptop = useMediaQuery('(max-width: 88em)', false, { getInitialValueInEffect: false })
  if (isPhone) return 'phone'
  return isTablet ? 'tablet' : isLaptop ? 'laptop' : 'desk'
}
