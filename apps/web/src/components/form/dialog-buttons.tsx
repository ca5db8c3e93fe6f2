import { Button, Group } from '@mantine/core'
import { t } from '../../base/messages.ts'

/** The buttons of a form in a dialog: cancel and submit. */
export function DialogButtons({
  verb,
  busy = false,
  ready = true,
  onCancel,
}: {
  /** Label of the submit button. */
  verb: string
  busy?: boolean
  /** Whether the form can be submitted. */
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
