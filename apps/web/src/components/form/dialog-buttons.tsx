import { Button, Group } from '@mantine/core'
import { t } from '../../base/messages.ts'

/** The end of a dialog's form: the way back, and the act. */
export function DialogButtons({
  verb,
  busy = false,
  ready = true,
  onCancel,
}: {
  /** What the form does, on the button that submits it. */
  verb: string
  busy?: boolean
  /** Whether there is anything to send. */
  ready?: boolean
  onCancel: () => void
}) {
  return (
    <Group justify="flex-end" gap="xs">
      <Button variant="default" onClick={onCancel}>
        {t('action.cancel')}
      </Button>
      <Button type="submit" loading={busy} disabled={!ready}>
        {verb}
      </Button>
    </Group>
  )
}
