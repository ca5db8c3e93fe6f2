import { Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import type { AppInstrument } from '@plumbline/contract'
import { isNotFound } from '../../api/index.ts'
import { t } from '../../base/messages.ts'
import { DelayedSkeleton } from '../../components/delayed-skeleton.tsx'
import { ExportMenu } from '../../components/download/export-menu.tsx'
import { ErrorSummary } from '../../components/error-summary.tsx'
import { OpenFindingNotice } from '../../components/finding/open-finding-notice.tsx'
import { Icon } from '../../components/icons.tsx'
import { modelOf, ownParts } from '../../components/instrument-fields/model-values.ts'
import { partName, partWords } from '../../components/instrument-fields/model-words.ts'
import { PrintLabelsButton } from '../../components/labels/print-labels-button.tsx'
import { LinkAnchor, LinkButton } from '../../components/links.tsx'
import { NotFoundPage } from '../../components/not-found-page.tsx'
import { Page } from '../../components/page.tsx'
import { Panel } from '../../components/panel.tsx'
import { PendingApprovalNotice, PendingBadge } from '../../components/status/pending-approval.tsx'
import { StatusBadge } from '../../components/status/status-badge.tsx'
import { usePending } from '../../components/status/use-pending.ts'
import { activityOfInstrumentQuery } from '../../queries/activity.ts'
import { calibrationsOfQuery } from '../../queries/calibrations.ts'
import { instrumentQuery } from '../../queries/instruments.ts'
import { instrumentModelsQuery } from '../../queries/procedures.ts'
import { may } from '../../state/session.ts'
import { useWorkspace } from '../../state/workspace.ts'
import { InstrumentActions } from './instrument-actions.tsx'
import { InstrumentDocuments } from './instrument-documents.tsx'
import { InstrumentDrift } from './instrument-drift.tsx'
import { InstrumentFacts } from './instrument-facts.tsx'
import { InstrumentHistory } from './instrument-history.tsx'
import { InstrumentInterval } from './instrument-interval.tsx'
import { InstrumentProcedure } from './instrument-procedure.tsx'
import { StandardUse } from './standard-use.tsx'
import styles from './instrument-page.module.css'

/** An instrument: its identity, status, and history. */
export function InstrumentPage() {
  const { instrumentId } = useParams({ from: '/w/$workspaceId/instruments/$instrumentId' })
  const { workspaceId } = useWorkspace()
  const { data, error } = useQuery(instrumentQuery(workspaceId, instrumentId))
  if (isNotFound(error)) return <NotFoundPage />
  if (data === undefined) {
    return (
      <Page title={t('nav.instruments')}>
        {error ? <ErrorSummary error={error} /> : <DelayedSkeleton lines={10} />}
      </Page>
    )
  }
  return <Instrument instrument={data.instrument} />
}

function Instrument({ instrument }: { instrument: AppInstrument }) {
  const { workspaceId } = useWorkspace()
  const words = [instrument.name, instrument.manufacturer, instrument.model, instrument.serial_number]
  const pending = usePending(instrument)
  return (
    <Page
      title={instrument.asset_tag ?? '–'}
      aside={<States instrument={instrument} isPending={pending !== null} />}
      subtitle={words.filter(Boolean).join(' · ')}
      back={
        <LinkAnchor to="/w/$workspaceId/instruments" params={{ workspaceId }} size="sm">
          ← {t('nav.instruments')}
        </LinkAnchor>
      }
      actions={<Actions instrument={instrument} isCalibrated={pending !== null} />}
    >
      {pending && (
        <div className={styles.pending}>
          <PendingApprovalNotice pending={pending} />
        </div>
      )}
      <OpenFindingNotice instrumentId={instrument.id} />
      <StandardUse instrument={instrument} />
      <div className={styles.columns}>
        <div className={styles.main}>
          <InstrumentDrift instrument={instrument} />
          <InstrumentProcedure instrument={instrument} />
          <History instrument={instrument} />
        </div>
        <div className={styles.side}>
          <Panel title={t('instrument.facts')}>
            <InstrumentFacts instrument={instrument} />
            <OwnValues instrument={instrument} />
          </Panel>
          <InstrumentInterval instrument={instrument} />
          <InstrumentDocuments instrument={instrument} />
        </div>
      </div>
    </Page>
  )
}

function States({ instrument, isPending }: { instrument: AppInstrument; isPending: boolean }) {
  const { workspace } = useWorkspace()
  return (
    <>
      <StatusBadge instrument={instrument} zone={workspace.timezone} />
      {isPending && <PendingBadge />}
    </>
  )
}

/** @param isCalibrated whether a calibration is pending approval, so that calibrating is not the main action */
function Actions({ instrument, isCalibrated }: { instrument: AppInstrument; isCalibrated: boolean }) {
  const { workspaceId, role } = useWorkspace()
  const params = { workspaceId, instrumentId: instrument.id }
  // It comes back with the certificate of its provider.
  const isOut = instrument.status === 'OUT_FOR_CALIBRATION'
  return (
    <>
      <PrintLabelsButton subject={{ sample: instrument, total: 1 }} />
      {may.write(role) && instrument.retired_at === null && (
        <>
          <InstrumentActions instrument={instrument} />
          <LinkButton
            variant="default"
            to="/w/$workspaceId/instruments/$instrumentId/edit"
            params={params}
            leftSection={<Icon name="edit" size={18} />}
          >
            {t('action.edit')}
          </LinkButton>
          {instrument.status !== 'REFERENCE_ONLY' && (
            <LinkButton
              variant={isCalibrated ? 'default' : 'filled'}
              to="/w/$workspaceId/instruments/$instrumentId/calibrate"
              params={params}
              search={isOut ? { external: true } : {}}
              leftSection={<Icon name={isOut ? 'check' : 'instruments'} size={18} />}
            >
              {t(isOut ? 'action.receive' : 'action.calibrate')}
            </LinkButton>
          )}
        </>
      )}
    </>
  )
}

function History({ instrument }: { instrument: AppInstrument }) {
  const { workspaceId, role, api } = useWorkspace()
  const query = { instrument_id: instrument.id, include: 'voided' }
  const calibrations = useQuery(calibrationsOfQuery(workspaceId, instrument.id))
  const activity = useQuery(activityOfInstrumentQuery(workspaceId, instrument.id))
  const error = calibrations.error ?? activity.error
  return (
    <Panel
      title={t('history.title')}
      actions={
        <Group gap="sm" className="screen-only">
          {may.manage(role) && (
            <LinkAnchor
              to="/w/$workspaceId/activity"
              params={{ workspaceId }}
              search={{ instrument: instrument.id } as never}
              size="sm"
            >
              {t('history.inActivity')}
            </LinkAnchor>
          )}
          <ExportMenu
            choices={[
              {
                label: t('export.records'),
                href: (format) => api.exportCalibrations.url({ query: { ...query, format } }),
              },
              {
                label: t('export.points'),
                href: (format) => api.exportCalibrations.url({ query: { ...query, points: 'true', format } }),
                formats: ['csv', 'jsonl'],
              },
            ]}
          />
        </Group>
      }
    >
      {error && <ErrorSummary error={error} />}
      {!error && (calibrations.data === undefined || activity.data === undefined) && <DelayedSkeleton />}
      {calibrations.data !== undefined && activity.data !== undefined && (
        <InstrumentHistory records={calibrations.data} activity={activity.data} />
      )}
    </Panel>
  )
}

/** The values of an instrument that differ from its model; nothing without a model or differences. */
function OwnValues({ instrument }: { instrument: AppInstrument }) {
  const { workspaceId } = useWorkspace()
  const { data = [] } = useQuery({
    ...instrumentModelsQuery(workspaceId),
    enabled: instrument.manufacturer !== null && instrument.model !== null,
  })
  const model = modelOf(instrument, data)
  const own = model ? ownParts(instrument, model) : []
  if (!model || own.length === 0) return null
  const codes =
    model.procedure_id === null ? [] : [{ id: model.procedure_id, code: model.procedure_code ?? '–' }]
  return (
    <div className={styles.ownValues}>
      <Text size="sm">
        {t('instrument.ownValues')}{' '}
        <LinkAnchor to="/w/$workspaceId/instrument-models" params={{ workspaceId }} size="sm">
          {model.manufacturer} {model.model}
        </LinkAnchor>
      </Text>
      <ul>
        {own.map((part) => (
          <li key={part}>
            {t('instrument.modelSays', { name: partName(part), value: partWords(part, model, codes) })}
          </li>
        ))}
      </ul>
    </div>
  )
}
