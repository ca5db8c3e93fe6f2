import type { ComboboxData } from '@mantine/core'
import { useQueries } from '@tanstack/react-query'
import type { AppInstrument, RequiredStandard, StandardAtUse } from '@plumbline/contract'
import { formatDate } from '../../base/formats.ts'
import { t } from '../../base/messages.ts'
import { referenceStandardsQuery } from '../../queries/instruments.ts'
import { standardAtUseQuery } from '../../queries/standards-at-use.ts'
import { useWorkspace } from '../../state/workspace.ts'
import { matchedName, roleNames } from './required-role.ts'
import { factsOf, rankOf, standardFaults, type StandardFault } from './standard-faults.ts'
import { usedAt, type WorkInForm } from './standard-in-use.ts'

/** A standard that is offered where one is chosen. */
export interface OfferedStandard {
  readonly id: string
  readonly name: string
  /** Why it comes before others, or after them. */
  readonly words: readonly string[]
}

/** Standards that are offered. */
export interface OfferedStandards {
  readonly standards: readonly OfferedStandard[]
  /** Whether the server is still asked: none is offered until then, as their order depends on it. */
  readonly isLoading: boolean
}

/** Roles whose standards are looked for before anything was typed. */
const ROLES_SOUGHT = 3

/** As many as a drop-down list can show; the server is queried for the state of each at the time of the work. */
const OFFERED_MAX = 8

/**
 * Returns the standards of the register that match a text: first those that were valid at the time of the work, then those for
 * which this is unknown, then others; within each group, those that match the procedure's requirements first.
 * @param words null while nothing is suggested
 */
export function useOfferedStandards(
  words: string | null,
  work: WorkInForm,
  required: readonly RequiredStandard[],
): OfferedStandards {
  const { workspaceId, workspace } = useWorkspace()
  const roles = words === '' ? required.slice(0, ROLES_SOUGHT).flatMap(({ role }) => roleNames(role)) : []
  const sought = words === null ? [] : [...new Set([...roles, words])]
  const found = useQueries({
    queries: sought.map((each) => referenceStandardsQuery(workspaceId, each.trim())),
  })
  const isSearching = found.some(({ isLoading }) => isLoading)
  const standards = isSearching
    ? []
    : candidates(
        found.map(({ data = [] }) => data),
        work.instrumentId,
        required,
      )
  const use = { at: usedAt(work.performedAt, workspace.timezone), calibrates: work.instrumentId }
  const atUse = useQueries({ queries: standards.map(({ id }) => standardAtUseQuery(workspaceId, id, use)) })
  // Offline, they are listed without their state rather than not at all.
  if (isSearching || atUse.some(({ isLoading }) => isLoading)) return { standards: [], isLoading: true }
  const ranked = standards.map((standard, index) => offered(standard, atUse[index]?.data, required))
  return { standards: ranked.toSorted((a, b) => a.rank - b.rank), isLoading: false }
}

/** Merges the results of several searches by rank; standards that a procedure names come first. */
function candidates(
  found: readonly (readonly AppInstrument[])[],
  instrumentId: string,
  required: readonly RequiredStandard[],
): readonly AppInstrument[] {
  const ranked = found.flatMap((each) => each.map((standard, index) => ({ standard, index })))
  const inTurn = ranked.toSorted((a, b) => a.index - b.index).map(({ standard }) => standard)
  const others = inTurn.filter(({ id }) => id !== instrumentId)
  const [named, unnamed] = [true, false].map((isNamed) =>
    others.filter((one) => (matchedName(one, required) !== null) === isNamed),
  ) as [AppInstrument[], AppInstrument[]]
  return [...new Map([...named, ...unnamed].map((one) => [one.id, one])).values()].slice(0, OFFERED_MAX)
}

function offered(
  standard: AppInstrument,
  atUse: StandardAtUse | undefined,
  required: readonly RequiredStandard[],
): OfferedStandard & { readonly rank: number } {
  const matched = matchedName(standard, required)
  const faults = atUse && standardFaults(factsOf(atUse))
  const due = atUse?.due_date
  const words = [
    ...(faults?.map(faultWord) ?? [t('calibrate.standardNotChecked')]),
    ...(matched === null ? [] : [t('calibrate.standardNameMatches', { name: matched })]),
    ...(due ? [t('calibrate.standardDue', { date: formatDate(due) })] : []),
  ]
  return { id: standard.id, name: standardName(standard), words, rank: rankOf(faults, matched !== null) }
}

/** Returns the options of the drop-down list: the standards, or a message that the search is in progress. */
export function optionsOf({ standards, isLoading }: OfferedStandards): ComboboxData {
  if (isLoading) {
    const text = t('calibrate.standardsLoading')
    return [{ value: text, label: text, disabled: true }]
  }
  return [...new Set(standards.map(({ name }) => name))]
}

function faultWord(fault: StandardFault): string {
  if (fault === 'failure_pending') return t('standardCondition.failurePending')
  if (fault === 'circle') return t('calibrate.standardCircleShort')
  if (fault === 'no_certificate') return t('calibrate.standardNoCertificateShort')
  return t(`standardCondition.${fault}`)
}

/** A role as a procedure states it, with the least ratio that it asks for. */
export function roleWords({ role, minimum_tur: minimum }: RequiredStandard): string {
  return minimum === null ? role : `${role} (${t('procedure.minimumTur', { ratio: minimum })})`
}

/** Returns the label of a standard in the list. */
export function standardName({ asset_tag, name }: AppInstrument): string {
  return [asset_tag, name].filter(Boolean).join(' · ')
}
