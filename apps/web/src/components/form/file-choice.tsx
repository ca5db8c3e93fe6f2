import { Button, FileButton, type ButtonProps } from '@mantine/core'
import { useRef, type ReactNode } from 'react'
import { Icon } from '../icons.tsx'

/**
 * A button by which a file is chosen. Each choice counts, also that of the same name again: browsers report it only
 * where the field has forgotten the last one, and the file may have been fixed or put away meanwhile.
 */
export function FileChoice({
  accept,
  children,
  onChoose,
  ...button
}: ButtonProps & {
  id?: string
  /** Content types. */
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
