import { Text } from '@mantine/core'
import { NO_OWNER, type FindingReport } from '@plumbline/contract'
import { formatCount, formatDate } from '../../../base/formats.ts'
import { t } from '../../../base/messages.ts'
import { ColumnChart } from '../../../components/column-chart/column-chart.tsx'
import { Panel } from '../../../components/panel.tsx'
import { CsvButton } from '../csv-button.tsx'
import { FigureTable, type FigureRow } from '../figure-table.tsx'
import { ownerName } from './owner-name.ts'
import { DrawnReportLink, ReportLink } from '../report-link.tsx'
import type { ReportSearch } from '../report-names.ts'

type Open = FindingReport['open']

/** Counts of findings, and how many of them are late. */
interface Counts {
  count: number
  overdue: number
}

const appearances = [undefined, 'bad'] as const

/** Findings that are open today, by how long they have been, and by owner. */
export function OpenFindings({ open }: { open: Open }) {
  return (
    <>
      <Panel
        title={t('report.openNow')}
        actions={
          <CsvButton
            name="findings-by-age"
            heads={ageHeads()}
            rows={open.ages.map(({ age, count, overdue }) => [t(`report.age.${age}`), count, overdue])}
          />
        }
      >
        <Text mb="xs">{openWords(open)}</Text>
        {open.count > 0 && <ByAge open={open} />}
      </Panel>
      {open.count > 0 && <ByOwner open={open} />}
    </>
  )
}

const ageHeads = () => [t('report.age'), t('finding.state.open'), t('report.overdue')]

function openWords({ on, count, overdue, longest_days: days }: Open): string {
  const date = formatDate(on)
  if (count === 0) return t('report.noneOpen', { date })
  return t('report.openOn', { count, date, overdue, days: days ?? 0 })
}

function ByAge({ open }: { open: Open }) {
  const most = Math.max(1, ...open.ages.map(({ count }) => count))
  return (
    <>
      <ColumnChart
        label={t('report.openNow')}
        columns={open.ages.map(({ age, count, overdue }) => ({
          key: age,
          label: age === 'over-180' ? '> 180' : age.replace('-', '–'),
          title: `${t(`report.age.${age}`)}: ${count}, ${t('report.overdue')}: ${overdue}`,
          parts: [
            { appearance: 'accent', count: count - overdue },
            { appearance: 'bad', count: overdue },
          ],
        }))}
        linkOf={({ key, title }, className, children) => (
          <DrawnReportLink report="finding-ages" search={{ age: key }} className={className} label={title}>
            {children}
          </DrawnReportLink>
        )}
      />
      <FigureTable
        caption={t('report.openNow')}
        heads={ageHeads()}
        appearances={appearances}
        rows={open.ages.map(({ age, ...counts }) => ({
          key: age,
          name: t(`report.age.${age}`),
          bar: barOf(counts, most),
          figures: figuresOf(counts, { age }),
        }))}
      />
    </>
  )
}

function ByOwner({ open: { owners } }: { open: Open }) {
  const most = Math.max(1, ...owners.map(({ count }) => count))
  const heads = [t('finding.owner'), t('finding.state.open'), t('report.overdue'), t('report.oldestDays')]
  return (
    <Panel
      title={t('report.byOwner')}
      actions={
        <CsvButton
          name="findings-by-owner"
          heads={heads}
          rows={owners.map((one) => [ownerName(one.owner), one.count, one.overdue, one.longest_days])}
        />
      }
    >
      <FigureTable
        caption={t('report.byOwner')}
        heads={heads}
        appearances={appearances}
        rows={owners.map(({ owner, longest_days: days, ...counts }): FigureRow => ({
          key: owner?.id ?? NO_OWNER,
          name: ownerName(owner),
          bar: barOf(counts, most),
          figures: [...figuresOf(counts, { owner: owner?.id ?? NO_OWNER }), formatCount(days)],
        }))}
      />
    </Panel>
  )
}

function barOf({ count, overdue }: Counts, most: number): FigureRow['bar'] {
  return [
    { appearance: 'accent', share: (count - overdue) / most },
    { appearance: 'bad', share: overdue / most },
  ]
}

/** Returns the figures, each linked to its findings. */
function figuresOf({ count, overdue }: Counts, search: ReportSearch) {
  return [
    <ReportLink key="all" report="finding-ages" search={search}>
      {formatCount(count)}
    </ReportLink>,
    <ReportLink key="overdue" report="finding-ages" search={{ ...search, list: 'overdue' }}>
      {formatCount(overdue)}
    </ReportLink>,
  ]
}
