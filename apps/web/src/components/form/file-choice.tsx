import { Button, FileButton, type ButtonProps } from '@mantine/core'
import { useRef, type ReactNode } from 'react'
import { Icon } from '../icons.tsx'

/**
 * A button that selects a file. Selecting the same file again counts too, because it may have been corrected: browsers
 * report this only if the field has been cleared.
 */
export function FileChoice({
  accept,
  children,
  onChoose,
  ...button
}: ButtonProps & {
  id?: string
  /** Accepted content types. */
  accept: readonly string[]
  children: ReactNode
  onChoose: (file: File) => void
}) {
  const forget = useRef<() => void>(null)
  const choose = (file: File | null) => {
    if (file === null) return
    forget.current?.()
    onChoose(file)
  }
  return (
    <FileButton accept={accept.join(',')} resetRef={forget} onChange={choose}>
      {(props) => (
        <Button variant="default" leftSection={<Icon name="upload" size={18} />} {...props} {...button}>
          {children}
        </Button>
      )}
    </FileButton>
  )
}
