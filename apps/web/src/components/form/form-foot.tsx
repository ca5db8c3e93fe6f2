import { Button, Group } from '@mantine/core'
import type { ReactNode } from 'react'
import styles from './form.module.css'

/** The end of a form, which stays in view: the way back, and the act. */
export function FormFoot({
  cancel,
  submitLabel,
  busy,
  ready = true,
}: {
  cancel: ReactNode
  submitLabel: string
  busy: boolean
  /** Whether there is anything to send. */
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
