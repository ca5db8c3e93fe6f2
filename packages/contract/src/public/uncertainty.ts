import { Type } from 'typebox'
import { defineOperations } from '../shared/operation.ts'
import { Closed, DecimalString, NameText, Nullable, OneOf, Text } from '../shared/values.ts'

/** Contributors of one budget. */
export const CONTRIBUTORS_MAX = 100

/** Pairs of contributors that are correlated. */
export const CORRELATIONS_MAX = 500

/** How a contributor was evaluated (JCGM 100, 4.2 and 4.3). */
export const contributorTypes = ['A', 'B'] as const
export type ContributorType = (typeof contributorTypes)[number]

/** Distributions of a contributor; the divisor of each converts its value into a standard uncertainty. */
export const contributorDistributions = [
  'normal',
  'rectangular',
  'triangular',
  'u_shaped',
  'student',
] as const
export type ContributorDistribution = (typeof contributorDistributions)[number]

/** Distributions of the result of a budget. */
export const resultDistributions = ['normal', 'student', 'rectangular', 'trapezoidal'] as const
export type ResultDistribution = (typeof resultDistributions)[number]

/** Longest name and source of a contributor. */
const CONTRIBUTOR_TEXT_LENGTH_MAX = 255

const text = (maxLength: number, description: string) =>
  Type.Optional(Nullable(Text(maxLength, { description })))

/** One line of an uncertainty budget. */
export const UncertaintyContributor = Closed(
  {
    name: NameText(CONTRIBUTOR_TEXT_LENGTH_MAX, {
      description: 'Name of the contributor; unique within the budget.',
      examples: ['Reference standard'],
    }),
    type: OneOf(contributorTypes, { description: 'Evaluated statistically (A) or by other means (B).' }),
    distribution: OneOf(contributorDistributions, {
      description: 'Assumed distribution of the value; it determines the default divisor.',
    }),
    value: DecimalString({
      description: 'Half-width, expanded uncertainty or standard uncertainty; not negative.',
    }),
    divisor: Type.Optional(
      Nullable(
        DecimalString({
          description:
            'Divisor that converts the value to a standard uncertainty; greater than 0. Defaults to that of the distribution: 1 for normal and student (for an expanded uncertainty, send k), √3 for rectangular, √6 for triangular, √2 for u_shaped.',
          examples: ['2'],
        }),
      ),
    ),
    sensitivity: Type.Optional(
      Nullable(DecimalString({ description: 'Sensitivity coefficient. Defaults to 1.', examples: ['1'] })),
    ),
    degrees_of_freedom: Type.Optional(
      Nullable(Type.Number({ description: 'At least 1. Null or omitted if infinite.', examples: [18] })),
    ),
    ensemble: text(
      CONTRIBUTOR_TEXT_LENGTH_MAX,
      'Name of the set of observations from which this and other contributors were jointly evaluated. Correlated contributors with finite degrees of freedom must have the same ensemble and the same degrees of freedom.',
    ),
    unit: text(40, 'Unit of the value; the sensitivity coefficient converts it to the unit of the result.'),
    source: text(CONTRIBUTOR_TEXT_LENGTH_MAX, 'Where the value comes from.'),
  },
  { $id: 'UncertaintyContributor', description: 'A contributor to an uncertainty budget.' },
)
export type UncertaintyContributor = Type.Static<typeof UncertaintyContributor>

/** Body of POST /uncertainty/evaluate. */
export const UncertaintyBudget = Closed(
  {
    contributors: Type.Array(UncertaintyContributor, {
      minItems: 1,
      maxItems: CONTRIBUTORS_MAX,
      description: 'The contributors of the budget.',
    }),
    coverage: Type.Optional(
      Nullable(
        DecimalString({
          description: 'Coverage probability in percent, from 50 to 99.99. Defaults to 95.45.',
          examples: ['95.45'],
        }),
      ),
    ),
    correlations: Type.Optional(
      Nullable(
        Type.Array(
          Closed(
            {
              a: NameText(CONTRIBUTOR_TEXT_LENGTH_MAX, { description: 'Name of a contributor.' }),
              b: NameText(CONTRIBUTOR_TEXT_LENGTH_MAX, { description: 'Name of the other contributor.' }),
              coefficient: DecimalString({ description: 'From -1 to 1.', examples: ['0.5'] }),
            },
            {
              $id: 'ContributorCorrelation',
              description: 'The correlation of a contributor with another one.',
            },
          ),
          { maxItems: CORRELATIONS_MAX, description: 'Correlated pairs; all other pairs are uncorrelated.' },
        ),
      ),
    ),
  },
  {
    $id: 'UncertaintyBudget',
    description: 'An uncertainty budget: contributors, their correlations, and the coverage.',
  },
)
export type UncertaintyBudget = Type.Static<typeof UncertaintyBudget>

/** The result of a budget. */
export const EvaluatedUncertainty = Closed(
  {
    combined_standard_uncertainty: Type.Number({
      description: 'Root sum of squares, including correlations.',
    }),
    effective_degrees_of_freedom: Nullable(
      Type.Integer({
        description:
          'Effective degrees of freedom by the Welch-Satterthwaite formula, truncated to an integer; null if infinite.',
      }),
    ),
    distribution: OneOf(resultDistributions, {
      description:
        'Distribution of the result: `rectangular` or `trapezoidal` if one or two rectangular contributors dominate (EA-4/02, S9 to S11), `student` with finite degrees of freedom, otherwise `normal`. It determines the coverage factor.',
    }),
    coverage_factor: Type.Number({
      description: 'k of the distribution of the result for the coverage probability, to two decimals.',
    }),
    expanded_uncertainty: Type.String({
      description:
        'Coverage factor times combined standard uncertainty, rounded to two significant digits: to the nearest, or up if rounding to the nearest would reduce the value by more than 5 %.',
    }),
    contributions: Type.Array(
      Closed(
        {
          name: Type.String({ description: 'Name of the contributor.' }),
          standard_uncertainty: Type.Number({ description: 'Value divided by the divisor.' }),
          contribution: Type.Number({
            description: 'Standard uncertainty times the magnitude of the sensitivity coefficient.',
          }),
          share_percent: Type.Number({
            description:
              'Percentage of the squared combined standard uncertainty. With correlations, the percentages may not add up to 100.',
          }),
        },
        {
          $id: 'UncertaintyContribution',
          description: 'What one contributor adds to the combined standard uncertainty.',
        },
      ),
      { description: 'The contribution of each contributor, in order.' },
    ),
  },
  { $id: 'EvaluatedUncertainty', description: 'The result of an uncertainty budget.' },
)
export type EvaluatedUncertainty = Type.Static<typeof EvaluatedUncertainty>

const exampleResult: EvaluatedUncertainty = {
  combined_standard_uncertainty: 0.5773502691896258,
  effective_degrees_of_freedom: 123,
  distribution: 'student',
  coverage_factor: 2.02,
  expanded_uncertainty: '1.2',
  contributions: [
    {
      name: 'Reference standard',
      standard_uncertainty: 0.4,
      contribution: 0.4,
      share_percent: 48.00000000000001,
    },
    {
      name: 'Repeatability',
      standard_uncertainty: 0.3,
      contribution: 0.3,
      share_percent: 26.999999999999996,
    },
    {
      name: 'Resolution',
      standard_uncertainty: 0.2886751345948129,
      contribution: 0.2886751345948129,
      share_percent: 25.000000000000007,
    },
  ],
}

export const uncertaintyOperations = defineOperations({
  evaluateUncertainty: {
    method: 'POST',
    path: '/uncertainty/evaluate',
    tag: 'Measurements',
    summary: 'Evaluate an uncertainty budget',
    description:
      'Computes the combined and expanded uncertainty of a budget according to JCGM 100 (GUM). Nothing is written. All numbers except the expanded uncertainty are JSON numbers.',
    scope: 'read',
    body: UncertaintyBudget,
    reply: {
      status: 200,
      schema: EvaluatedUncertainty,
      description: 'The result of the budget, with its contributors in order.',
      example: exampleResult,
    },
    errors: ['INVALID_REQUEST', 'PAYLOAD_TOO_LARGE', 'VALIDATION_ERROR'],
  },
})
