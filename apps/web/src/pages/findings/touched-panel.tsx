import { Button, Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import type { FindingDetail } from '@plumbline/contract'
import { formatCount } from '../../base/formats.ts'
import { t } from '../../base/messages.ts'
import { DataTable } from '../../components/data-table/data-table.tsx'
import { TablePages } from '../../components/data-table/table-pages.tsx'
import { useSelection, type RowSelection } from '../../components/data-table/use-selection.ts'
import { FilterSelect } from '../../components/filters/filter-select.tsx'
import { Panel } from '../../components/panel.tsx'
import { touchedQuery } from '../../queries/findings.ts'
import { useWorkspace } from '../../state/workspace.ts'
import { JudgeDialog } from './judge-dialog.tsx'
import { touchedColumns } from './touched-columns.tsx'

/** Rows of one page: as many as are judged in one look. */
const ROWS = 100

interface TouchedProps {
  finding: FindingDetail
  mayAct: boolean
}

/** The affected calibrations by level, to be assessed one by one or several together. */
export function TouchedPanel({ finding, mayAct }: TouchedProps) {
  const { total, unjudged, elsewhere } = finding.touched
  return (
    <Panel title={t('finding.touched')}>
      <Text mb="xs">
        {total === 0 ? t('finding.touchesNothing') : t('finding.touchedCount', { count: total })}{' '}
        {unjudged > 0 && t('finding.unjudgedCount', { count: unjudged })}{' '}
        {elsewhere > 0 && t('finding.elsewhereCount', { count: elsewhere })}
      </Text>
      {total > elsewhere && <Touched finding={finding} mayAct={mayAct} />}
    </Panel>
  )
}

function Touched({ finding, mayAct }: TouchedProps) {
  const open = useWorkspace()
  const search = useSearch({ from: '/w/$workspaceId/findings/$findingId' })
  const navigate = useNavigate({ from: '/w/$workspaceId/findings/$findingId' })
  const page = search.page ?? 1
  const judged = (['true', 'false'] as const).find((one) => one === search.judged)
  const asked = { level: search.level, judged }
  const query = { ...asked, limit: ROWS, offset: (page - 1) * ROWS }
  const { data, error, isPlaceholderData } = useQuery(touchedQuery(open.workspaceId, finding.id, query))
  const rows = data?.data ?? []
  const pageIds = rows.map(({ calibration_id: id }) => id)
  const selection = useSelection(pageIds, JSON.stringify(asked))
  return (
    <>
      <Group gap="xs" mb="sm" align="end" className="screen-only">
        <Filters finding={finding} />
        {mayAct && <JudgeSelected finding={finding} selection={selection} />}
      </Group>
      <DataTable
        stacks
        caption={t('finding.touched')}
        columns={touchedColumns(open, { rows, selection: mayAct ? selection : undefined })}
        rows={data?.data}
        rowKey={({ calibration_id: id }) => id}
        stale={isPlaceholderData}
        error={error}
        empty={<Text>{t('finding.noneOfFilter')}</Text>}
      />
      <TablePages
        page={page}
        limit={ROWS}
        total={data?.pagination.total}
        onPage={(to) => void navigate({ search: (before) => ({ ...before, page: to }) })}
      />
    </>
  )
}

function Filters({ finding }: Pick<TouchedProps, 'finding'>) {
  const search = useSearch({ from: '/w/$workspaceId/findings/$findingId' })
  const navigate = useNavigate({ from: '/w/$workspaceId/findings/$findingId' })
  const change = (wanted: object) =>
    void navigate({
      search: (before) => ({ ...before, page: undefined, ...wanted }) as never,
      replace: true,
    })
  const levels = finding.touched.levels.map(({ level, total }) => ({
    value: String(level),
    label: t('finding.levelOf', { level: formatCount(level), count: total }),
  }))
  return (
    <>
      <FilterSelect
        label={t('finding.level')}
        any={t('finding.everyLevel')}
        value={search.level === undefined ? undefined : String(search.level)}
        width={220}
        options={levels}
        onChange={(level) => change({ level: level === undefined ? undefined : Number(level) })}
      />
      <FilterSelect
        label={t('finding.judgement')}
        any={t('finding.judgedOrNot')}
        value={search.judged}
        width={220}
        options={[
          { value: 'false', label: t('finding.notJudged') },
          { value: 'true', label: t('finding.judged') },
        ]}
        onChange={(judged) => change({ judged })}
      />
    </>
  )
}

function JudgeSelected({
  finding: { id: findingId, instrument },
  selection,
}: {
  finding: FindingDetail
  selection: RowSelection
}) {
  const [asking, setAsking] = useState(false)
  const ids = [...selection.ids]
  return (
    <>
      <Button disabled={ids.length === 0} onClick={() => setAsking(true)}>
        {ids.length === 0 ? t('finding.judgeSelected') : t('finding.judgeCount', { count: ids.length })}
      </Button>
      {asking && (
        <JudgeDialog
          findingId={findingId}
          instrumentId={instrument.id}
          calibrationIds={ids}
          onClose={() => setAsking(false)}
          onDone={selection.clear}
        />
      )}
    </>
  )
}
