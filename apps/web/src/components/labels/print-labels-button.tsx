import { Button } from '@mantine/core'
import { Suspense, useState } from 'react'
import { t } from '../../base/messages.ts'
import { Icon } from '../icons.tsx'
import { laterPart } from '../later-part.ts'
import type { LabelSubject } from './print-labels-dialog.tsx'

const PrintLabelsDialog = laterPart(() => import('./print-labels-dialog.tsx'), 'PrintLabelsDialog')

/** Opens the dialog that prints labels for an instrument, for selected ones, or for all that match a filter. */
export function PrintLabelsButton({ subject }: { subject: LabelSubject }) {
  const [opened, setOpened] = useState(false)
  return (
    <>
      <Button
        variant="default"
        leftSection={<Icon name="print" size={18} />}
        onClick={() => setOpened(true)}
        disabled={subject.total === 0}
      >
        {t('printLabels.open')}
      </Button>
      <Suspense fallback={null}>
        {opened && <PrintLabelsDialog subject={subject} onClose={() => setOpened(false)} />}
      </Suspense>
    </>
  )
}
