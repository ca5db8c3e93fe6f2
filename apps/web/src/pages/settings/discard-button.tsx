import { Button } from '@mantine/core'
import { t } from '../../base/messages.ts'

/** Resets a form with unsaved changes. */
export function DiscardButton({ form, changed }: { form: { reset: () => void }; changed: boolean }) {
  return (
    <Button variant="default" disabled={!changed} onClick={form.reset}>
      {t('settingsPage.discard')}
    </Button>
  )
}
