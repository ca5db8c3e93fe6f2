import type { ConditionLimits, ProcedureRevision } from '@plumbline/contract'
import { Fragment, type ReactNode } from 'react'
import { formatCount } from '../../base/formats.ts'
import { t } from '../../base/messages.ts'
import { decisionRuleName } from '../../components/decision-rule/decision-rule-name.ts'
import ProcedureDocuments from '../../components/documents/procedure-documents.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { Markdown } from '../../components/markdown/markdown.tsx'
import { Panel } from '../../components/panel.tsx'
import { BudgetTable } from '../../components/procedure/budget-table.tsx'
import { ProcedurePoints } from '../../components/procedure/procedure-points.tsx'
import { shownPoints } from '../../components/procedure/shown-points.ts'
import styles from './procedure-page.module.css'

/** The content of a revision in sections; empty sections are omitted. */
export function RevisionSections({ revision }: { revision: ProcedureRevision }) {
  const { work_instruction: instruction, documents, budgets, points } = revision
  return (
    <>
      <Summary revision={revision} />
      <Panel title={t('procedure.points')}>
        {points.length === 0 ? (
          <EmptyState title={t('procedure.noPoints')} hint={t('procedure.noPointsHint')} />
        ) : (
          <ProcedurePoints points={shownPoints(revision)} />
        )}
      </Panel>
      {instruction && (
        <Panel title={t('procedure.workInstruction')}>
          <Markdown text={instruction} />
        </Panel>
      )}
      {documents.length > 0 && (
        <Panel title={t('procedure.documents')}>
          <ProcedureDocuments procedureId={revision.procedure_id} documents={documents} />
        </Panel>
      )}
      {budgets.length > 0 && (
        <Panel title={t('procedure.budgets')}>
          {budgets.map((budget) => (
            <div key={budget.id} className={styles.budget}>
              <h3>{budget.name}</h3>
              <BudgetTable budget={budget} />
            </div>
          ))}
        </Panel>
      )}
    </>
  )
}

function Summary({ revision }: { revision: ProcedureRevision }) {
  const {
    environment,
    warm_up_minutes: warmUp,
    required_standards: standards,
    decision_rule: rule,
  } = revision
  const { grace_days: grace } = revision
  const facts: readonly (readonly [label: string, value: ReactNode])[] = [
    [t('procedure.scope'), revision.scope],
    [t('procedure.temperature'), environment?.temperature && limitsWords(environment.temperature)],
    [t('procedure.humidity'), environment?.humidity && limitsWords(environment.humidity)],
    [t('procedure.warmUp'), warmUp && t('procedure.minutes', { count: warmUp })],
    [t('procedure.requiredStandards'), standards.length > 0 && standardsList(standards)],
    [t('procedure.decisionRule'), rule && decisionRuleName(rule)],
    [t('procedure.graceDays'), grace !== null && formatCount(grace)],
  ]
  const set = facts.filter(([, value]) => value !== null && value !== false && value !== '' && value !== 0)
  if (set.length === 0) return null
  return (
    <Panel title={t('procedure.summary')}>
      <dl className={styles.facts}>
        {set.map(([label, value]) => (
          <Fragment key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </Fragment>
        ))}
      </dl>
    </Panel>
  )
}

function standardsList(standards: ProcedureRevision['required_standards']): ReactNode {
  return (
    <ul className={styles.list}>
      {standards.map(({ role, minimum_tur: minimum }, index) => (
        <li key={index}>
          {role}
          {minimum !== null && ` (${t('procedure.minimumTur', { ratio: minimum })})`}
        </li>
      ))}
    </ul>
  )
}

function limitsWords({ lower, upper, unit }: ConditionLimits): string {
  if (lower !== null && upper !== null) return t('point.between', { lower, upper: `${upper} ${unit}` })
  return lower === null ? `≤ ${upper} ${unit}` : `≥ ${lower} ${unit}`
}
