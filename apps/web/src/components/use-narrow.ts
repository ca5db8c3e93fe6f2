import { useMediaQuery } from '@mantine/hooks'

/** Whether the window is too narrow for a wide table, as a tablet's is: tables then stack what belongs together. */
export function useNarrow(): boolean {
  return useMediaQuery('(max-width: 84em)', false, { getInitialValueInEffect: false })
}

/** Whether the window is as narrow as a phone's, which has room for one column and what one does with a row. */
export function usePhone(): boolean {
  return useMediaQuery('(max-width: 40em)', false, { getInitialValueInEffect: false })
}
