import { ActionIcon, Button, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { AppInstrument, FollowedProcedure, InstrumentPoints } from '@plumbline/contract'
import { t } from '../../base/messages.ts'
import { DelayedSkeleton } from '../../components/delayed-skeleton.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { ErrorSummary } from '../../components/error-summary.tsx'
import { Icon } from '../../components/icons.tsx'
import { LinkAnchor } from '../../components/links.tsx'
import { Panel } from '../../components/panel.tsx'
import { ProcedurePoints } from '../../components/procedure/procedure-points.tsx'
import { shownInstrumentPoints, type ShownInstrumentPoint } from '../../components/procedure/shown-points.ts'
import { instrumentPointsQuery } from '../../queries/procedures.ts'
import { may } from '../../state/session.ts'
import { useWorkspace } from '../../state/workspace.ts'
import { OverrideDialog } from './override-dialog.tsx'
import { ProcedureDialog } from './procedure-dialog.tsx'

/** What calibrations of an instrument follow: its procedure, and the points with what it has of its own. */
export function InstrumentProcedure({ instrument }: { instrument: AppInstrument }) {
  const { workspaceId, role } = useWorkspace()
  const { data, error } = useQuery(instrumentPointsQuery(workspaceId, instrument.id))
  const [asked, setAsked] = useState(false)
  const isManaged = may.manage(role) && instrument.retired_at === null
  // Nothing is said of what nobody here can choose.
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
            act: ({ key, nominal }) => (
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
