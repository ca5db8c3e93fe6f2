import { Type } from 'typebox'
import { instrumentText } from '../fields/instrument.ts'
import { NameText, Nullable, OneOf, Uuid } from '../shared/values.ts'

/** How an instrument can concern the current user: by an assignment, by responsibility for it, or by either. */
export const concerns = ['assigned', 'responsible', 'assigned_or_responsible'] as const
export type Concern = (typeof concerns)[number]

/**
 * Instruments that lack a responsible person: they have none, or one who cannot enter calibrations at the site because
 * they have left the workspace, become an auditor or lost access to the site.
 */
export const responsibleGaps = ['none', 'without_permission'] as const
export type ResponsibleGap = (typeof responsibleGaps)[number]

/** The filter by `responsibleGaps`. */
export const ResponsibleGapFilter = OneOf(responsibleGaps, {
  description:
    'Only instruments without a responsible person (`none`), or whose responsible person cannot enter calibrations at the site (`without_permission`).',
})

/** Maximum number of sites and of categories that a selection names. */
const SITES_MAX = 1000
const CATEGORIES_MAX = 100

/** Selects the due dates in a digest or calendar feed; all conditions must be met. */
export const dueSelection = {
  site_ids: Nullable(
    Type.Array(Uuid(), {
      minItems: 1,
      maxItems: SITES_MAX,
      description: 'Null for all sites that the person can access.',
    }),
  ),
  categories: Nullable(
    Type.Array(NameText(instrumentText('category').maxLength), {
      minItems: 1,
      maxItems: CATEGORIES_MAX,
      uniqueItems: true,
      description: 'Null for instruments of every category, and for those without one.',
    }),
  ),
  mine: Nullable(
    OneOf(concerns, {
      description:
        'Only instruments whose next calibration is assigned to the person, for which the person is responsible, or either. Null for all.',
    }),
  ),
}
