import { Button, Group } from '@mantine/core'
import type { ReactNode } from 'react'
import styles from './form.module.css'

/** The buttons of a form, which remain visible: cancel and submit. */
export function FormFoot({
  cancel,
  submitLabel,
  busy,
  ready = true,
}: {
  cancel: ReactNode
  submitLabel: string
  busy: boolean
  /** Whether the form can be submitted. */
  ready?: boolean
}) {
  return (
    <Group gap="xs" justify="flex-end" className={styles.foot}>
      {cancel}
      <Button type="submit" loading={busy} disabled={!ready}>
        {submitLabel}
      </Button>
    </Group>
  )
}
