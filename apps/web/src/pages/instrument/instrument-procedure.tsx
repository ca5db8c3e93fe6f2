import { ActionIcon, Button, Modal, NativeSelect, Stack, Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { AppInstrument, FollowedProcedure, InstrumentPoints } from '@plumbline/contract'
import { t } from '../../base/messages.ts'
import { DelayedSkeleton } from '../../components/delayed-skeleton.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { ErrorSummary } from '../../components/error-summary.tsx'
import { DialogButtons } from '../../components/form/dialog-buttons.tsx'
import { submitting, useAttempt } from '../../components/form/use-attempt.ts'
import { Icon } from '../../components/icons.tsx'
import { LinkAnchor } from '../../components/links.tsx'
import { Panel } from '../../components/panel.tsx'
import { ProcedurePoints } from '../../components/procedure/procedure-points.tsx'
import { type ShownInstrumentPoint, shownInstrumentPoints } from '../../components/procedure/shown-points.ts'
import { showToast } from '../../components/toast.tsx'
import { instrumentPointsQuery, releasedProceduresQuery } from '../../queries/procedures.ts'
import { may } from '../../state/session.ts'
import { useWorkspace } from '../../state/workspace.ts'
import { OverrideDialog } from './override-dialog.tsx'

/** The procedure of an instrument, and its points with the instrument's overrides. */
export function InstrumentProcedure({ instrument }: { instrument: AppInstrument }) {
  const { workspaceId, role } = useWorkspace()
  const { data, error } = useQuery(instrumentPointsQuery(workspaceId, instrument.id))
  const [asked, setAsked] = useState(false)
  const isManaged = may.manage(role) && instrument.retired_at === null
  // Hidden if there is no procedure and the user cannot select one.
  if (!isManaged && instrument.procedure_id === null) return null
  return (
    <Panel
      title={t('procedure.ofInstrument')}
      actions={
        isManaged && (
          <Button variant="default" onClick={() => setAsked(true)}>
            {t(instrument.procedure_id === null ? 'procedure.choose' : 'procedure.change')}
          </Button>
        )
      }
    >
      {error && <ErrorSummary error={error} />}
      {data === undefined && !error && <DelayedSkeleton lines={4} />}
      {data && <Followed instrument={instrument} followed={data} isManaged={isManaged} />}
      {asked && <ProcedureDialog instrument={instrument} onClose={() => setAsked(false)} />}
    </Panel>
  )
}

interface FollowedProps {
  instrument: AppInstrument
  followed: InstrumentPoints
  isManaged: boolean
}

function Followed({ instrument, followed: { procedure, points }, isManaged }: FollowedProps) {
  const [edited, setEdited] = useState<string>()
  if (procedure === null) return <NoneFollowed instrument={instrument} />
  const overridden = points.find(({ point_id: id }) => id === edited)
  return (
    <>
      <ProcedureLine procedure={procedure} />
      {points.length > 0 && (
        <ProcedurePoints<ShownInstrumentPoint>
          points={shownInstrumentPoints(points, procedure)}
          remark={({ override_reason: reason }) => reason && t('procedure.overridden', { reason })}
          {...(isManaged && {
            action: ({ key, nominal }) => (
              <ActionIcon
                variant="subtle"
                aria-label={t('procedure.overridePoint', { name: `${nominal.value} ${nominal.unit}` })}
                onClick={() => setEdited(key)}
              >
                <Icon name="edit" size={18} />
              </ActionIcon>
            ),
          })}
        />
      )}
      {overridden && (
        <OverrideDialog instrument={instrument} point={overridden} onClose={() => setEdited(undefined)} />
      )}
    </>
  )
}

function NoneFollowed({ instrument }: { instrument: AppInstrument }) {
  return instrument.procedure_id === null ? (
    <EmptyState title={t('procedure.noneFollowed')} hint={t('procedure.noneFollowedHint')} />
  ) : (
    <EmptyState title={t('procedure.noneReleased')} hint={t('procedure.noneReleasedHint')} />
  )
}

function ProcedureLine({ procedure }: { procedure: FollowedProcedure }) {
  const { workspaceId } = useWorkspace()
  return (
    <Text mb="xs">
      <LinkAnchor
        to="/w/$workspaceId/procedures/$procedureId"
        params={{ workspaceId, procedureId: procedure.id }}
        fw={600}
      >
        {procedure.code}
      </LinkAnchor>{' '}
      {procedure.title} · {t('procedure.revisionNumber', { revision: procedure.revision })}
    </Text>
  )
}

/** Asks which procedure an instrument follows. */
function ProcedureDialog({ instrument, onClose }: { instrument: AppInstrument; onClose: () => void }) {
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
