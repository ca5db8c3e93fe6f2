import type { DecisionOutcome, MeasurementDecision } from '@plumbline/contract'
import { t } from '../../base/messages.ts'
import { decisionRuleName } from '../decision-rule/decision-rule-name.ts'
import styles from './points.module.css'

/** The symbol and color of each outcome. */
const appearances: Readonly<Record<DecisionOutcome, { sign: string; tone: string | undefined }>> = {
  pass: { sign: '●', tone: 'good' },
  conforming: { sign: '●', tone: 'good' },
  conditional_pass: { sign: '▲', tone: 'soon' },
  conditional_fail: { sign: '▲', tone: 'soon' },
  undecided: { sign: '◇', tone: 'soon' },
  fail: { sign: '✕', tone: 'bad' },
  nonconforming: { sign: '✕', tone: 'bad' },
  not_computed: { sign: '', tone: undefined },
}

/** The decision on a point, by symbol and word, with the rule's name unless the table states it. */
export function DecisionText({
  decision,
  withRule,
}: {
  decision: MeasurementDecision | null
  withRule: boolean
}) {
  if (decision === null) return '–'
  const { sign, tone } = appearances[decision.outcome]
  return (
    <>
      <div className={styles.outcome} data-tone={tone}>
        {sign !== '' && `${sign} `}
        {t(`point.outcome.${decision.outcome}`)}
      </div>
      {withRule && <div className={styles.aside}>{decisionRuleName(decision.rule)}</div>}
    </>
  )
}
