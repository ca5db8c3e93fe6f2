import {
  because,
  pageOf,
  type FieldRequirementsResponse,
  type standardOperations,
  type StandardSummary,
} from '@plumbline/contract'
import { unusableValue } from '../../platform/errors.ts'
import type { Handlers } from '../../platform/http/index.ts'
import type { WorkspaceSettings } from '../workspaces/index.ts'
import type { CatalogueStandard } from './rules/catalogue.ts'
import {
  availableStandards,
  fieldRequirements,
  selectedStandards,
  unknownStandards,
} from './shipped-standards.ts'

/** The actor as the catalog needs it: the settings of their workspace. */
interface OfWorkspace {
  readonly workspace: WorkspaceSettings
}

/** Handlers of the public API's standards; responses depend only on the caller's workspace and the catalog. */
export function standardRoutes(): Handlers<typeof standardOperations, OfWorkspace> {
  return {
    listStandards: async ({ caller, query }) => {
      const selected = selectedStandards(caller.workspace.standards)
      const page = selected.slice(query.offset, query.offset + query.limit).map(summaryOf)
      return { body: pageOf(page, selected.length, query) }
    },
    getFieldRequirements: async ({ caller, query }) => ({
      body: requirementsOf(caller, query.standards, query.calibration_type ?? null),
    }),
  }
}

/**
 * Returns the requirements of the selected standards, or of those in a preview.
 * @param preview keys, comma-separated, once or repeated; empty means only the baseline
 * @throws 422 INVALID_REQUEST that names keys not in the catalog
 */
function requirementsOf(
  { workspace }: OfWorkspace,
  preview: string | string[] | undefined,
  calibrationType: 'in_house' | 'external_certificate' | null,
): FieldRequirementsResponse {
  const keys = preview === undefined ? workspace.standards : keysOf(preview)
  const { calibration, instrument } = fieldRequirements(keys, {
    calibrationType,
    workspaceDefaultDecisionRule: workspace.defaultDecisionRule,
  })
  return {
    source: preview === undefined ? 'workspace' : 'query',
    standards: selectedStandards(keys).map(summaryOf),
    available_standards: availableStandards().map(summaryOf),
    calibration: { enforced: true, fields: calibration },
    instrument: { enforced: false, fields: instrument },
  }
}

function keysOf(preview: string | string[]): string[] {
  const keys = [preview]
    .flat()
    .flatMap((part) => part.split(','))
    .map((key) => key.trim())
    .filter((key) => key !== '')
  const unknown = unknownStandards(keys)
  if (unknown.length === 0) return keys
  throw unusableValue('standards', because('standards.none', { keys: unknown.join(', ') }), {
    unknown,
    allowed: availableStandards().map(({ key }) => key),
  })
}

function summaryOf({ key, label }: CatalogueStandard): StandardSummary {
  return { key, label }
}
