import { useHotkeys } from '@mantine/hooks'
import { useState } from 'react'

/** Whether the search over everything is open; Ctrl-K (⌘K) opens it from anywhere, fields included. */
export function useSearchOpened(): [boolean, (opened: boolean) => void] {
  const [opened, setOpened] = useState(false)
  useHotkeys([['mod+K', () => setOpened(true)]], [])
  return [opened, setOpened]
}
