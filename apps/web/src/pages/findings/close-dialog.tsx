import { useState } from 'react'
import type { FindingDetail } from '@plumbline/contract'
import { t } from '../../base/messages.ts'
import { MeaningField } from '../../components/calibration-record/decision-dialogs.tsx'
import { FinalActDialog } from '../../components/final-act-dialog.tsx'
import { useWorkspace } from '../../state/workspace.ts'
import { useFindingAct } from './use-finding-act.ts'

/** Asks for the conclusion and the signature that close a finding. */
export function CloseDialog({ finding, onClose }: { finding: FindingDetail; onClose: () => void }) {
  const { api } = useWorkspace()
  const act = useFindingAct()
  const [meaning, setMeaning] = useState(t('finding.meaningDefault'))
  const { asset_tag: tag, name } = finding.instrument
  return (
    <FinalActDialog
      opened
      onClose={onClose}
      title={t('finding.close')}
      object={[tag, name].filter(Boolean).join(' · ')}
      consequence={t('finding.closeConsequence', { count: finding.touched.total })}
      verb={t('finding.signAndClose')}
      reasonLabel={t('finding.conclusion')}
      reasonMax={4000}
      withPassword
      ready={meaning.trim() !== ''}
      onConfirm={({ reason, password }) =>
        act(
          () =>
            api.closeFinding({
              params: { finding_id: finding.id },
              body: { conclusion: reason, password, meaning: meaning.trim() },
            }),
          t('finding.closedDone'),
        )
      }
    >
      {(errors) => <MeaningField meaning={meaning} error={errors['meaning']} onMeaning={setMeaning} />}
    </FinalActDialog>
  )
}
