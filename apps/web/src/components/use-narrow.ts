import { useMediaQuery } from '@mantine/hooks'

/** Whether the window is too narrow for a wide table, as a tablet's is: tables then stack what belongs together. */
export function useNarrow(): boolean {
  return useMediaQuery('(max-width: 84em)', false, { getInitialValueInEffect: false })
}

/** Whether the window is as narrow as a phone's, which has room for one column and what one does with a row. */
export function usePhone(): boolean {
  return useMediaQuery('(max-width: 40em)', false, { getInitialValueInEffect: false })
}

/** Windows by the columns that a list of instruments has room for: from all of them to one card for each row. */
export type TableRoom = 'wall' | 'desk' | 'laptop' | 'tablet' | 'upright' | 'phone'

/** Returns the room that the window leaves for a list of instruments; `upright` is a tablet that is held upright. */
export function useTableRoom(): TableRoom {
  const isPhone = usePhone()
  const isUpright = useMediaQuery('(max-width: 60em)', false, { getInitialValueInEffect: false })
  const isTablet = useMediaQuery('(max-width: 75em)', false, { getInitialValueInEffect: false })
  const isLaptop = useMediaQuery('(max-width: 88em)', false, { getInitialValueInEffect: false })
  const isDesk = useMediaQuery('(max-width: 100em)', false, { getInitialValueInEffect: false })
  if (isPhone) return 'phone'
  if (isUpright) return 'upright'
  if (isTablet) return 'tablet'
  return isLaptop ? 'laptop' : isDesk ? 'desk' : 'wall'
}

/** Whether each row of a list of instruments takes one line; there is less room where a tablet or a phone is held upright. */
export function takesOneLine(room: TableRoom): boolean {
  return room !== 'upright' && room !== 'phone'
}
