import { useQuery } from '@tanstack/react-query'
import type { ProcedureDetail, ProcedurePoint, ProcedureRevision } from '@plumbline/contract'
import { formatCount } from '../../base/formats.ts'
import { t } from '../../base/messages.ts'
import { decisionRuleName } from '../../components/decision-rule/decision-rule-name.ts'
import { Panel } from '../../components/panel.tsx'
import { pointName } from '../../components/points/point-name.ts'
import { toleranceWords } from '../../components/procedure/tolerance-words.ts'
import { revisionQuery } from '../../queries/procedures.ts'
import { useWorkspace } from '../../state/workspace.ts'
import styles from './procedure-page.module.css'
import {
  changesBetween,
  hasSameContent,
  type PointChange,
  type PointMember,
  type RevisionPart,
} from './revision-changes.ts'

/** The changes from the previous revision, point by point; nothing for the first revision. */
export function RevisionChangesPanel({
  procedure,
  shown,
}: {
  procedure: ProcedureDetail
  shown: ProcedureRevision
}) {
  const { workspaceId } = useWorkspace()
  const earlier = procedure.revisions.map(({ revision }) => revision).filter((each) => each < shown.revision)
  const number = Math.max(0, ...earlier)
  const { data } = useQuery({
    ...revisionQuery(workspaceId, procedure.id, number),
    enabled: number > 0,
  })
  if (number === 0 || data === undefined) return null
  return (
    <Panel title={t('procedure.changes', { revision: number })}>
      <Changes before={data.body} after={shown} />
    </Panel>
  )
}

function Changes({ before, after }: { before: ProcedureRevision; after: ProcedureRevision }) {
  const changes = changesBetween(before, after)
  if (hasSameContent(changes)) return <p className={styles.changes}>{t('procedure.noChanges')}</p>
  return (
    <ul className={styles.changes}>
      {changes.parts.map((part) => (
        <li key={part}>{t('procedure.partChanged', { part: partName(part) })}</li>
      ))}
      {changes.isReordered && <li>{t('procedure.reordered')}</li>}
      {changes.points.map((change) => (
        <li key={change.point.id}>
          <strong>{pointName(change.point)}</strong>: <PointWords change={change} of={{ before, after }} />
        </li>
      ))}
    </ul>
  )
}

function PointWords({
  change,
  of: { before, after },
}: {
  change: PointChange
  of: Readonly<Record<'before' | 'after', ProcedureRevision>>
}) {
  if (change.kind !== 'changed') return t(`procedure.point.${change.kind}`)
  const values = change.members.map((member) => ({
    name: memberName(member),
    before: valueOf(change.before, member, before),
    after: valueOf(change.point, member, after),
  }))
  return values.map((each) => t('procedure.pointValue', each)).join('; ')
}

function partName(part: RevisionPart): string {
  const names: Readonly<Record<RevisionPart, string>> = {
    title: t('procedure.title'),
    scope: t('procedure.scope'),
    work_instruction: t('procedure.workInstruction'),
    documents: t('procedure.documents'),
    environment: t('procedure.conditions'),
    warm_up_minutes: t('procedure.warmUp'),
    required_standards: t('procedure.requiredStandards'),
    decision_rule: t('procedure.decisionRule'),
    grace_days: t('procedure.graceDays'),
    budgets: t('procedure.budgets'),
  }
  return names[part]
}

function memberName(member: PointMember): string {
  const names: Readonly<Record<PointMember, string>> = {
    function: t('procedure.function'),
    channel: t('procedure.channel'),
    range: t('procedure.range'),
    nominal: t('drift.nominal'),
    reads: t('procedure.reads'),
    tolerance: t('procedure.tolerance'),
    span: t('procedure.span'),
    resolution: t('procedure.resolution'),
    conditions: t('procedure.conditions'),
    decision_rule: t('procedure.decisionRule'),
    note: t('procedure.note'),
    repeats: t('procedure.repeats'),
    budget_id: t('procedure.budget'),
  }
  return names[member]
}

/** Returns a member of a point as text, or a dash if it is not stated. */
function valueOf(point: ProcedurePoint, member: PointMember, { budgets }: ProcedureRevision): string {
  const { nominal } = point
  switch (member) {
    case 'nominal':
      return `${nominal.value} ${nominal.unit}`
    case 'tolerance':
      return toleranceWords(point.tolerance, nominal.unit) ?? '–'
    case 'reads':
      return t(point.reads === 'standard' ? 'point.reads.standard' : 'point.reads.item')
    case 'conditions':
      return conditionsOf(point) || '–'
    case 'decision_rule':
      return point.decision_rule === null ? '–' : decisionRuleName(point.decision_rule)
    case 'budget_id':
      return budgets.find(({ id }) => id === point.budget_id)?.name ?? '–'
    case 'repeats':
      return formatCount(point.repeats)
    default:
      return point[member] ?? '–'
  }
}

function conditionsOf({ conditions }: ProcedurePoint): string {
  const { direction, position, text } = conditions ?? {}
  const words = direction === 'up' || direction === 'down' ? t(`point.direction.${direction}`) : direction
  return [words, position, text].filter(Boolean).join(', ')
}
