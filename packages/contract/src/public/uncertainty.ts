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

/** What a value divided by the divisor of the distribution is a standard uncertainty of. */
export const contributorDistributions = [
  'normal',
  'rectangular',
  'triangular',
  'u_shaped',
  'student',
] as const
export type ContributorDistribution = (typeof contributorDistributions)[number]

/** What the result of a budget is distributed as. */
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
      description: 'What contributes; unique within the budget.',
      examples: ['Reference standard'],
    }),
    type: OneOf(contributorTypes, { description: 'Evaluated by statistics (A) or otherwise (B).' }),
    distribution: OneOf(contributorDistributions, {
      description: 'What the value is distributed as; its divisor follows from it.',
    }),
    value: DecimalString({ description: 'Half width, expanded or standard uncertainty; not negative.' }),
    divisor: Type.Optional(
      Nullable(
        DecimalString({
          description:
            'Makes the value a standard uncertainty; above 0. Unless it is sent, that of the distribution: normal and student 1 (send k for an expanded uncertainty), rectangular √3, triangular √6, u_shaped √2.',
          examples: ['2'],
        }),
      ),
    ),
    sensitivity: Type.Optional(
      Nullable(
        DecimalString({ description: 'Sensitivity coefficient; 1 unless it is sent.', examples: ['1'] }),
      ),
    ),
    degrees_of_freedom: Type.Optional(
      Nullable(
        Type.Number({ description: 'At least 1; null or left out for infinitely many.', examples: [18] }),
      ),
    ),
    ensemble: text(
      CONTRIBUTOR_TEXT_LENGTH_MAX,
      'Name of the set of observations that this contributor and others were taken from together; correlated ones with finite degrees of freedom need the same ensemble and the same degrees of freedom.',
    ),
    unit: text(40, 'Of the value; the sensitivity coefficient leads to that of the result.'),
    source: text(CONTRIBUTOR_TEXT_LENGTH_MAX, 'Where the value comes from.'),
  },
  { $id: 'UncertaintyContributor' },
)
export type UncertaintyContributor = Type.Static<typeof UncertaintyContributor>

/** Body of POST /uncertainty/evaluate. */
export const UncertaintyBudget = Closed(
  {
    contributors: Type.Array(UncertaintyContributor, {
      minItems: 1,
      maxItems: CONTRIBUTORS_MAX,
      description: 'The lines of the budget.',
    }),
    coverage: Type.Optional(
      Nullable(
        DecimalString({
          description: 'Coverage probability in percent, from 50 to 99.99; 95.45 unless it is sent.',
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
              b: NameText(CONTRIBUTOR_TEXT_LENGTH_MAX, { description: 'Name of another one.' }),
              coefficient: DecimalString({ description: 'From -1 to 1.', examples: ['0.5'] }),
            },
            { $id: 'ContributorCorrelation' },
          ),
          { maxItems: CORRELATIONS_MAX, description: 'Pairs that are correlated; others are not.' },
        ),
      ),
    ),
  },
  { $id: 'UncertaintyBudget' },
)
export type UncertaintyBudget = Type.Static<typeof UncertaintyBudget>

/** What a budget comes to. */
export const EvaluatedUncertainty = Closed(
  {
    combined_standard_uncertainty: Type.Number({
      description: 'Root of the sum of squares, correlations included.',
    }),
    effective_degrees_of_freedom: Nullable(
      Type.Integer({
        description: 'By Welch and Satterthwaite, cut to an integer; null for infinitely many.',
      }),
    ),
    distribution: OneOf(resultDistributions, {
      description:
        'Of the result: `rectangular` or `trapezoidal` where one or two rectangular contributors dominate (EA-4/02, S9 to S11), `student` with finite degrees of freedom, else `normal`. The coverage factor follows from it.',
    }),
    coverage_factor: Type.Number({
      description: 'k of the distribution of the result for the coverage probability, to two decimals.',
    }),
    expanded_uncertainty: Type.String({
      description:
        'Coverage factor times combined standard uncertainty, rounded to two significant digits: to the nearest, but up where that would take off more than 5 %.',
    }),
    contributions: Type.Array(
      Closed(
        {
          name: Type.String({ description: 'Name of the contributor.' }),
          standard_uncertainty: Type.Number({ description: 'Value by divisor.' }),
          contribution: Type.Number({
            description: 'Standard uncertainty times the magnitude of the sensitivity coefficient.',
          }),
          share_percent: Type.Number({
            description:
              'Of the square of the combined standard uncertainty; correlations may leave a sum other than 100.',
          }),
        },
        { $id: 'UncertaintyContribution' },
      ),
      { description: 'What each contributor comes to, in their order.' },
    ),
  },
  { $id: 'EvaluatedUncertainty' },
)
export type EvaluatedUncertainty = Type.Static<typeof EvaluatedUncertainty>

const exampleResult: EvaluatedUncertainty = {
  combined_standard_uncertainty: 0.6506407098647712,
  effective_degrees_of_freedom: null,
  distribution: 'normal',
  coverage_factor: 2,
  expanded_uncertainty: '1.3',
  contributions: [
    {
      name: 'Reference standard',
      standard_uncertainty: 0.3,
      contribution: 0.3,
      share_percent: 21.259842519685037,
    },
    {
      name: 'Resolution',
      standard_uncertainty: 0.5773502691896258,
      contribution: 0.5773502691896258,
      share_percent: 78.74015748031496,
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
      'Combined and expanded uncertainty of a budget by JCGM 100 (GUM). Nothing is written. All numbers but the expanded uncertainty are JSON numbers.',
    scope: 'read',
    body: UncertaintyBudget,
    reply: {
      status: 200,
      schema: EvaluatedUncertainty,
      description: 'What the budget comes to, its contributors in their order.',
      example: exampleResult,
    },
    errors: ['INVALID_REQUEST', 'PAYLOAD_TOO_LARGE', 'VALIDATION_ERROR'],
  },
})
