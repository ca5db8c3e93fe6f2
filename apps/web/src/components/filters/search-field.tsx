import { TextInput } from '@mantine/core'
import { useDebouncedCallback, useHotkeys } from '@mantine/hooks'
import { useEffect, useRef, useState } from 'react'
import { whenSingleKey } from '../../state/keyboard/keyboard.ts'
import { Icon } from '../icons.tsx'

/** A pause in typing after which the server is asked. */
const PAUSE_MS = 120

/** Searches as one types; `/` leads here from anywhere on the page. */
export function SearchField({
  label,
  value,
  onChange,
}: {
  /** What is searched, shown as the placeholder. */
  label: string
  value: string
  onChange: (value: string) => void
}) {
  const [typed, setTyped] = useState(value)
  const field = useRef<HTMLInputElement>(null)
  const sent = useRef(value)
  const send = useDebouncedCallback((words: string) => {
    sent.current = words
    onChange(words)
  }, PAUSE_MS)
  useEffect(() => {
    // The URL changed by other means, such as a link or the back button, and takes precedence.
    if (value !== sent.current) {
      sent.current = value
      setTyped(value)
    }
  }, [value])
  useHotkeys([['/', () => whenSingleKey(() => field.current?.focus())]])
  return (
    <TextInput
      ref={field}
      type="search"
      w={{ base: '100%', sm: 260 }}
      leftSection={<Icon name="search" size={18} />}
      placeholder={label}
      aria-label={label}
      aria-keyshortcuts="/"
      value={typed}
      onChange={(event) => {
        setTyped(event.currentTarget.value)
        send(event.currentTarget.value.trim())
      }}
    />
  )
}
