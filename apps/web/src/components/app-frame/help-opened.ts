import { useEffect, useState } from 'react'
import { whenSingleKey } from '../../state/keyboard/keyboard.ts'

/** Whether the keyboard help is open; `?` opens it, but never from a field or over another dialog. */
export function useHelpOpened(): [boolean, (opened: boolean) => void] {
  const [opened, setOpened] = useState(false)
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== '?' || event.ctrlKey || event.metaKey || event.altKey) return
      const target = event.target as HTMLElement
      if (target.isContentEditable || target.closest('input, textarea, select, [role=menu]')) return
      if (document.querySelector('[role=dialog]')) return
      event.preventDefault()
      whenSingleKey(() => setOpened(true))
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])
  return [opened, setOpened]
}
