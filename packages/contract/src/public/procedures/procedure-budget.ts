import { Type } from 'typebox'
import { UNIT_LENGTH_MAX } from '../../fields/point-words.ts'
import { CONTRIBUTORS_MAX, UncertaintyBudget, UncertaintyContributor } from '../uncertainty.ts'
import { Closed, DecimalString, NameText, Nullable, OneOf, Text, Uuid } from '../../shared/values.ts'

/** Sources of the value of a contributor that does not state one. */
export const contributorValueSources = ['readings', 'resolution', 'standard'] as const
export type ContributorValueSource = (typeof contributorValueSources)[number]

const { value: _value, ...contributorTexts } = UncertaintyContributor.properties

/** A contributor of a procedure's budget. */
export const ProcedureContributor = Closed(
  {
    ...contributorTexts,
    value: Type.Optional(
      Nullable(DecimalString({ description: 'As for contributors. Omit it if `value_from` is sent.' })),
    ),
    value_from: Type.Optional(
      Nullable(
        OneOf(contributorValueSources, {
          description:
            'Takes the value from the point: the experimental standard deviation of the mean of its `readings` with n − 1 degrees of freedom, half its `resolution`, or U/k from the latest calibration of its `standard` at the time of use.',
        }),
      ),
    ),
  },
  { $id: 'ProcedureContributor', description: 'A contributor to the uncertainty budget of a procedure.' },
)
export type ProcedureContributor = Type.Static<typeof ProcedureContributor>

const budgetFields = {
  name: NameText(255, { description: 'Unique within the revision.', examples: ['Outside jaws'] }),
  unit: Type.Optional(
    Nullable(
      Text(UNIT_LENGTH_MAX, {
        description:
          'Unit of the expanded uncertainty. Defaults to the unit of the nominal value of the point.',
      }),
    ),
  ),
  contributors: Type.Array(ProcedureContributor, {
    minItems: 1,
    maxItems: CONTRIBUTORS_MAX,
    description: 'The contributors of the budget.',
  }),
  coverage: UncertaintyBudget.properties.coverage,
  correlations: UncertaintyBudget.properties.correlations,
}

/** An uncertainty budget of a procedure. */
export const ProcedureBudget = Closed(
  { id: Uuid({ description: 'ID of the budget, to which points refer.' }), ...budgetFields },
  { $id: 'ProcedureBudget', description: 'An uncertainty budget of a procedure.' },
)
export type ProcedureBudget = Type.Static<typeof ProcedureBudget>

/** A budget as a request states it. */
export const ProcedureBudgetCreate = Closed(
  {
    id: Type.Optional(
      Nullable(
        Uuid({
          description:
            'ID that points in the same request use to refer to the budget. A budget that does not exist in the draft gets a new ID.',
        }),
      ),
    ),
    ...budgetFields,
  },
  { $id: 'ProcedureBudgetCreate', description: 'An uncertainty budget of a procedure to be recorded.' },
)
export type ProcedureBudgetCreate = Type.Static<typeof ProcedureBudgetCreate>
