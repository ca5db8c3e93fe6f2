import { Button } from '@mantine/core'
import { t } from '../../base/messages.ts'

/** Puts a form back to what was read, while anything differs from that. */
export function DiscardButton({ form, changed }: { form: { reset: () => void }; changed: boolean }) {
  return (
    <Button variant="default" disabled={!changed} onClick={form.reset}>
      {t('settingsPage.discard')}
    </Button>
  )
}
