import { useQueries } from '@tanstack/react-query'
import type { AppInstrument, RequiredStandard, StandardAtUse } from '@plumbline/contract'
import { formatDate } from '../../base/formats.ts'
import { t } from '../../base/messages.ts'
import { referenceStandardsQuery, standardAtUseQuery } from '../../queries/instruments.ts'
import { useWorkspace } from '../../state/workspace.ts'
import { roleNames, roleOf } from './required-role.ts'
import { usedAt, type WorkInForm } from './standard-in-use.ts'

/** A standard that is offered where one is chosen. */
export interface OfferedStandard {
  readonly id: string
  readonly name: string
  /** Why it comes before others, or after them. */
  readonly words: readonly string[]
}

/** Roles whose standards are looked for before anything was typed. */
const ROLES_SOUGHT = 3

/**
 * The standards of the register for what was typed: first those that were good for the work when it was done and have a
 * role that its procedure requires, then others that were good, then those that were not.
 * @param words null while nothing is to be offered
 */
export function useOfferedStandards(
  words: string | null,
  work: WorkInForm,
  required: readonly RequiredStandard[],
): readonly OfferedStandard[] {
  const { workspaceId, workspace } = useWorkspace()
  const roles = words === '' ? required.slice(0, ROLES_SOUGHT).flatMap(({ role }) => roleNames(role)) : []
  const sought = words === null ? [] : [...new Set([...roles, words])]
  const found = useQueries({
    queries: sought.map((each) => referenceStandardsQuery(workspaceId, each.trim())),
    combine: (results) => results.flatMap(({ data = [] }) => data),
  })
  const standards = [...new Map(found.map((one) => [one.id, one])).values()]
  const use = { at: usedAt(work.performedAt, workspace.timezone), calibrates: work.instrumentId }
  const atUse = useQueries({
    queries: standards.map(({ id }) => standardAtUseQuery(workspaceId, id, use)),
    combine: (results) => results.map(({ data }) => data),
  })
  return standards
    .map((standard, index) => offered(standard, atUse[index], required))
    .toSorted((a, b) => a.rank - b.rank)
}

function offered(
  standard: AppInstrument,
  atUse: StandardAtUse | undefined,
  required: readonly RequiredStandard[],
): OfferedStandard & { readonly rank: number } {
  const role = roleOf(standard, required)
  const faults = atUse === undefined ? [] : faultsOf(atUse)
  const isOther = required.length > 0 && role === null
  const due = atUse?.due_date
  const words = [
    ...faults,
    ...(role === null ? [] : [roleWords(role)]),
    ...(isOther ? [t('calibrate.standardOtherRole')] : []),
    ...(due ? [t('calibrate.standardDue', { date: formatDate(due) })] : []),
  ]
  const rank = (faults.length > 0 ? 2 : 0) + (isOther ? 1 : 0)
  return { id: standard.id, name: standardName(standard), words, rank }
}

/** What speaks against a standard at the time of the work, in a word each. */
function faultsOf(atUse: StandardAtUse): readonly string[] {
  const { condition, failure_pending: isPending, calibrated_with_instrument: isCircle } = atUse
  return [
    ...(isPending && condition !== 'failed' ? [t('standardCondition.failurePending')] : []),
    ...(condition === 'valid' ? [] : [t(`standardCondition.${condition}`)]),
    ...(isCircle ? [t('calibrate.standardCircleShort')] : []),
  ]
}

/** A role as a procedure states it, with the least ratio that it asks for. */
export function roleWords({ role, minimum_tur: minimum }: RequiredStandard): string {
  return minimum === null ? role : `${role} (${t('procedure.minimumTur', { ratio: minimum })})`
}

/** A standard as it is named where one chooses it. */
export function standardName({ asset_tag, name }: AppInstrument): string {
  return [asset_tag, name].filter(Boolean).join(' · ')
}
