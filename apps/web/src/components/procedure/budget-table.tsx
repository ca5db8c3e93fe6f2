import type { EvaluatedUncertainty, ProcedureBudget, ProcedureContributor } from '@plumbline/contract'
import { evaluateBudget } from '@plumbline/contract/uncertainty'
import { formatPercent } from '../../base/formats.ts'
import { t } from '../../base/messages.ts'
import styles from './procedure.module.css'

/** The contributors that can be evaluated without a point, if they are valid. */
interface Evaluated {
  readonly result: EvaluatedUncertainty | null
  /** Index of each contributor in the result; null if its value follows from the point. */
  readonly places: readonly (number | null)[]
}

/**
 * A budget with a bar for each contribution to the square of the combined uncertainty. Contributions from readings,
 * resolution or standard are known only with a point: bars and result exclude them, and state this.
 */
export function BudgetTable({ budget }: { budget: ProcedureBudget }) {
  const { result, places } = evaluatedOf(budget)
  const isPartial = places.includes(null)
  return (
    <div className={styles.scroll} tabIndex={0} role="group" aria-label={budget.name}>
      <table className={styles.table}>
        <caption className="visually-hidden">{budget.name}</caption>
        <Heads />
        <tbody>
          {budget.contributors.map((contributor, index) => {
            const position = places[index] ?? null
            const computed = position === null ? undefined : result?.contributions[position]
            return <ContributorRow key={index} contributor={contributor} computed={computed} />
          })}
        </tbody>
      </table>
      {result && result.contributions.length > 0 && (
        <p className={styles.result}>
          {t(isPartial ? 'budget.resultPartial' : 'budget.result', {
            expanded: [result.expanded_uncertainty, budget.unit].filter(Boolean).join(' '),
            factor: figure(result.coverage_factor),
            coverage: budget.coverage ?? '95.45',
          })}
        </p>
      )}
    </div>
  )
}

function Heads() {
  return (
    <thead>
      <tr>
        <th scope="col">{t('budget.contributor')}</th>
        <th scope="col">{t('budget.value')}</th>
        <th scope="col">{t('budget.distribution')}</th>
        <th scope="col">{t('budget.contribution')}</th>
        <th scope="col" className={styles.barHead}>
          {t('budget.share')}
        </th>
      </tr>
    </thead>
  )
}

function ContributorRow({
  contributor,
  computed,
}: {
  contributor: ProcedureContributor
  /** Undefined if its value is known only with a point. */
  computed: EvaluatedUncertainty['contributions'][number] | undefined
}) {
  return (
    <tr>
      <th scope="row">
        {contributor.name}
        {contributor.source && <div className={styles.aside}>{contributor.source}</div>}
      </th>
      <td>{valueWords(contributor)}</td>
      <td>
        {t(`budget.distribution.${contributor.distribution}`)}
        <div className={styles.aside}>{t('budget.type', { type: contributor.type })}</div>
      </td>
      <td>{computed ? figure(computed.contribution) : '–'}</td>
      <td>{computed && <ShareBar percent={computed.share_percent} />}</td>
    </tr>
  )
}

/** A bar and its figure. */
function ShareBar({ percent }: { percent: number }) {
  const width = Math.min(100, Math.max(0, percent))
  return (
    <div className={styles.share}>
      <span className={styles.bar} aria-hidden="true">
        <span style={{ width: `${width}%` }} />
      </span>
      <span className={styles.percent}>{formatPercent(percent / 100)}</span>
    </div>
  )
}

/** Formats a number with three significant digits. */
function figure(value: number): string {
  return String(Number(value.toPrecision(3)))
}

function evaluatedOf(budget: ProcedureBudget): Evaluated {
  let next = 0
  const places = budget.contributors.map(({ value }) => (value ? next++ : null))
  const contributors = budget.contributors.flatMap(({ value, value_from: _source, ...rest }) =>
    value ? [{ ...rest, value }] : [],
  )
  if (contributors.length === 0) return { result: null, places }
  const { correlations = null, coverage = null } = budget
  const isWhole = contributors.length === budget.contributors.length
  const { result } = evaluateBudget({ contributors, coverage, correlations: isWhole ? correlations : null })
  return { result, places }
}

function valueWords({ value, value_from: source, unit, divisor, sensitivity }: ProcedureContributor): string {
  if (source) return t(`budget.from.${source}`)
  const words = [value, unit].filter(Boolean).join(' ')
  const by = divisor ? ` ÷ ${divisor}` : ''
  return sensitivity && sensitivity !== '1' ? `${words}${by} × ${sensitivity}` : `${words}${by}`
}
