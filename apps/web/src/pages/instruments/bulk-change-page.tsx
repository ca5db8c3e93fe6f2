import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { BulkChange, Performer, ProcedureSummary } from '@plumbline/contract'
import { t, tIfKnown } from '../../base/messages.ts'
import { InstantText } from '../../components/date-text.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { nameOf, responsibleName, statusWord } from '../../components/instrument-fields/instrument-words.ts'
import { LinkAnchor, LinkButton } from '../../components/links.tsx'
import { Page } from '../../components/page.tsx'
import { Panel } from '../../components/panel.tsx'
import { performersQuery } from '../../queries/people.ts'
import { releasedProceduresQuery } from '../../queries/procedures.ts'
import { useBulkChange } from '../../state/bulk-changes/bulk-changes.ts'
import { bulkParts, type BulkPart } from '../../components/bulk-change/change-values.ts'
import type { BulkRun } from '../../state/bulk-changes/bulk-run.ts'
import { useWorkspace, type OpenWorkspace } from '../../state/workspace.ts'
import styles from '../../components/bulk-change/bulk-change.module.css'
import { RunReport } from '../../components/bulk-change/run-report.tsx'

/** The user's latest bulk change: its progress or its outcome. */
export function BulkChangePage() {
  const { workspaceId } = useWorkspace()
  const { latest: run } = useBulkChange()
  const toTable = { to: '/w/$workspaceId/instruments', params: { workspaceId } } as const
  const back = (
    <LinkAnchor {...toTable} size="sm">
      ← {t('nav.instruments')}
    </LinkAnchor>
  )
  if (!run) {
    return (
      <Page title={t('bulk.ofMany')} back={back}>
        <NoBulkChange action={<LinkButton {...toTable}>{t('nav.instruments')}</LinkButton>} />
      </Page>
    )
  }
  return (
    <Page
      title={t('bulk.changeOf', { count: run.total })}
      subtitle={
        <>
          {t('bulk.begun')} <InstantText at={run.startedAt} />
        </>
      }
      back={back}
    >
      <div className={styles.panels}>
        <Panel title={t('bulk.whatAndWhy')}>
          <Wanted run={run} />
        </Panel>
        <Panel title={t('bulk.course')}>
          <RunReport key={run.id} run={run} />
        </Panel>
      </div>
    </Page>
  )
}

function NoBulkChange({ action }: { action: ReactNode }) {
  return <EmptyState title={t('bulk.none')} hint={t('bulk.noneHint')} action={action} />
}

/** The requested change, and the reason. */
function Wanted({ run: { change, reason } }: { run: BulkRun }) {
  const open = useWorkspace()
  const { data: procedures = [] } = useQuery({
    ...releasedProceduresQuery(open.workspaceId),
    enabled: change.procedure_id != null,
  })
  const { data: people } = useQuery({
    ...performersQuery(open.workspaceId),
    enabled: change.responsible_id != null,
  })
  return (
    <dl className={styles.wanted}>
      {[...wordsOf(change, open, people), ...ofModelWords(change, procedures)].map(([name, words]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{words}</dd>
        </div>
      ))}
      <div>
        <dt>{t('act.reason')}</dt>
        <dd>
          <Text component="span">{reason}</Text>
        </dd>
      </div>
    </dl>
  )
}

function wordsOf(
  change: BulkChange,
  { sites, locations }: OpenWorkspace,
  people: readonly Performer[] | undefined,
): [name: string, words: string][] {
  const { calibration_interval_value: count, calibration_interval_unit: unit } = change
  const {
    site_id: site,
    location_id: location,
    grace_days: grace,
    status,
    responsible_id: responsible,
  } = change
  const words: Record<BulkPart, string | false> = {
    interval: count !== undefined && (tIfKnown(`interval.${unit}`, { count }) ?? `${count} ${unit}`),
    site: site !== undefined && (nameOf(sites, site) ?? '–'),
    location:
      location !== undefined &&
      (location === null ? t('instrument.noLocation') : (nameOf(locations, location) ?? '–')),
    responsible:
      responsible !== undefined &&
      (responsible === null
        ? t('instrument.noResponsible')
        : (responsibleName(people, { responsible_id: responsible }) ?? '–')),
    grace: grace !== undefined && String(grace ?? '–'),
    status: status !== undefined && (statusWord(status) ?? status),
  }
  return bulkParts.flatMap((part) => {
    const word = words[part]
    return word === false ? [] : [[t(`bulk.part.${part}`), word] as [string, string]]
  })
}

/** Returns the description of a change that applies an instrument model. */
function ofModelWords(
  { procedure_id: id, tolerance_spec: tolerance, category }: BulkChange,
  procedures: readonly ProcedureSummary[],
): [name: string, words: string][] {
  const words: [name: string, words: string | null | undefined][] = [
    [t('model.procedure'), id && (procedures.find((each) => each.id === id)?.code ?? id)],
    [t('instrumentField.tolerance_spec'), tolerance],
    [t('instrumentField.category'), category],
  ]
  return words.flatMap(([name, word]) =>
    word === undefined ? [] : [[name, word ?? '–'] as [string, string]],
  )
}
