import { Button, Stack, Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { AppInstrument, Interval, IntervalAdvice } from '@plumbline/contract'
import { t } from '../../base/messages.ts'
import { DelayedSkeleton } from '../../components/delayed-skeleton.tsx'
import { ErrorSummary } from '../../components/error-summary.tsx'
import { AcceptDialog } from '../../components/interval-advice/accept-dialog.tsx'
import {
  adviceReason,
  intervalText,
  observedWords,
  suggestsChange,
} from '../../components/interval-advice/advice-words.ts'
import { ReliabilityBar } from '../../components/interval-advice/reliability-bar.tsx'
import { LinkAnchor } from '../../components/links.tsx'
import { Panel } from '../../components/panel.tsx'
import { RecordLink } from '../../components/record-link.tsx'
import { showToast } from '../../components/toast.tsx'
import { instrumentAdviceQuery } from '../../queries/interval-advice.ts'
import { may } from '../../state/session.ts'
import { useWorkspace } from '../../state/workspace.ts'

/** The suggested interval of an instrument and its reasons, which a person can accept. */
export function InstrumentInterval({ instrument }: { instrument: AppInstrument }) {
  const { workspaceId, role } = useWorkspace()
  const { data, error } = useQuery(instrumentAdviceQuery(workspaceId, instrument.id))
  const [isAsked, setAsked] = useState(false)
  const isManaged = may.manage(role) && instrument.retired_at === null
  return (
    <Panel
      title={t('intervalAdvice.title')}
      actions={
        <LinkAnchor to="/w/$workspaceId/interval-advice" params={{ workspaceId }} size="sm">
          {t('intervalAdvice.ofGroups')}
        </LinkAnchor>
      }
    >
      {error && <ErrorSummary error={error} />}
      {data === undefined && !error && <DelayedSkeleton lines={3} />}
      {data && (
        <Stack gap="xs" align="stretch">
          <Advice advice={data} />
          {isManaged && suggestsChange(data) && (
            <Button variant="default" onClick={() => setAsked(true)}>
              {t('intervalAdvice.accept')}
            </Button>
          )}
        </Stack>
      )}
      {isAsked && data && (
        <Acceptance instrument={instrument} advice={data} onClose={() => setAsked(false)} />
      )}
    </Panel>
  )
}

function Acceptance({
  instrument,
  advice,
  onClose,
}: {
  instrument: AppInstrument
  advice: IntervalAdvice
  onClose: () => void
}) {
  const accept = useAcceptance(instrument)
  return (
    <AcceptDialog
      advice={advice}
      instrumentId={instrument.id}
      object={[instrument.asset_tag, instrument.name].filter(Boolean).join(' · ')}
      consequence={t('intervalAdvice.consequence')}
      onClose={onClose}
      onAccept={accept}
    />
  )
}

function Advice({ advice }: { advice: IntervalAdvice }) {
  return (
    <>
      <Text fw={600}>
        {suggestsChange(advice)
          ? t('intervalAdvice.change', {
              from: intervalText(advice.current_interval),
              to: intervalText(advice.suggested_interval),
            })
          : t('intervalAdvice.keep', { interval: intervalText(advice.current_interval) })}
      </Text>
      <Text size="sm">{adviceReason(advice)}</Text>
      <Text size="sm">{observedWords(advice)}</Text>
      <ReliabilityBar advice={advice} />
      <LeftOut advice={advice} />
    </>
  )
}

/** The records that are excluded from the advice, with the reasons. */
function LeftOut({ advice: { excluded, excluded_count: count } }: { advice: IntervalAdvice }) {
  if (count === 0) return null
  return (
    <details>
      <summary>{t('intervalAdvice.leftOut', { count })}</summary>
      <ul>
        {excluded.map(({ calibration_id: id, why }) => (
          <li key={id}>
            <RecordLink id={id}>{t(`intervalAdvice.why.${why}`)}</RecordLink>
          </li>
        ))}
      </ul>
    </details>
  )
}

function useAcceptance(instrument: AppInstrument) {
  const { workspaceId, api } = useWorkspace()
  const queries = useQueryClient()
  return async ({ value, unit }: Interval, reason: string) => {
    const body = {
      calibration_interval_value: value,
      calibration_interval_unit: unit,
      calibration_interval_change_reason: reason,
    }
    await api.updateInstrument({ params: { instrument_id: instrument.id }, body })
    showToast(t('intervalAdvice.accepted'))
    await queries.invalidateQueries({ queryKey: [workspaceId] })
  }
}
