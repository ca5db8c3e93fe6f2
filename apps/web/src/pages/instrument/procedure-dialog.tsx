import { Modal, NativeSelect, Stack, Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { AppInstrument } from '@plumbline/contract'
import { t } from '../../base/messages.ts'
import { ErrorSummary } from '../../components/error-summary.tsx'
import { DialogButtons } from '../../components/form/dialog-buttons.tsx'
import { submitting, useAttempt } from '../../components/form/use-attempt.ts'
import { showToast } from '../../components/toast.tsx'
import { releasedProceduresQuery } from '../../queries/procedures.ts'
import { useWorkspace } from '../../state/workspace.ts'

/** Asks which procedure an instrument follows. */
export function ProcedureDialog({ instrument, onClose }: { instrument: AppInstrument; onClose: () => void }) {
  const { workspaceId } = useWorkspace()
  const { data = [] } = useQuery(releasedProceduresQuery(workspaceId))
  const [chosen, setChosen] = useState(instrument.procedure_id ?? '')
  const { busy, error, save } = useChoice(instrument, onClose)
  const endsOverrides = instrument.point_overrides.length > 0 && chosen !== instrument.procedure_id
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('procedure.choose')}
      closeButtonProps={{ 'aria-label': t('action.close') }}
    >
      <form onSubmit={submitting(() => save(chosen))} noValidate>
        <Stack gap="sm">
          <ErrorSummary error={error} />
          <NativeSelect
            label={t('procedure.ofInstrument')}
            data-autofocus
            value={chosen}
            data={[
              { value: '', label: t('model.noProcedure') },
              ...data.map(({ id, code, title }) => ({ value: id, label: `${code} · ${title}` })),
            ]}
            onChange={(event) => setChosen(event.currentTarget.value)}
          />
          {endsOverrides && (
            <Text size="sm" role="status">
              {t('procedure.endsOverrides', { count: instrument.point_overrides.length })}
            </Text>
          )}
          <DialogButtons verb={t('action.save')} busy={busy} onCancel={onClose} />
        </Stack>
      </form>
    </Modal>
  )
}

function useChoice(instrument: AppInstrument, onClose: () => void) {
  const { workspaceId, api } = useWorkspace()
  const queries = useQueryClient()
  const { busy, error, attempt } = useAttempt()
  const save = (chosen: string) =>
    attempt(async () => {
      const body = { procedure_id: chosen === '' ? null : chosen }
      await api.updateInstrument({ params: { instrument_id: instrument.id }, body })
      showToast(t('procedure.chosen'))
      onClose()
      await queries.invalidateQueries({ queryKey: [workspaceId, 'instruments'] })
    })
  return { busy, error, save }
}
