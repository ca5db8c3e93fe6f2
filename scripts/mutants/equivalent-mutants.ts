import { equivalentInContract } from './equivalent-in-contract.ts'
import { equivalentInImports } from './equivalent-in-imports.ts'
import { equivalentInLedger } from './equivalent-in-ledger.ts'
import { equivalentInMeasurement } from './equivalent-in-measurement.ts'
import { equivalentInQuotient } from './equivalent-in-quotient.ts'
import { equivalentInReading } from './equivalent-in-reading.ts'
import { equivalentInSdk } from './equivalent-in-sdk.ts'
import { equivalentInStatistics } from './equivalent-in-statistics.ts'
import { equivalentInTolerance } from './equivalent-in-tolerance.ts'
import { equivalentInUncertainty } from './equivalent-in-uncertainty.ts'
import { equivalentInWebhooks } from './equivalent-in-webhooks.ts'

/** Equivalent mutants of a file: no test can kill them, because they change no observable behavior. */
export interface EquivalentMutants {
  /** Path from the root of the repository. */
  readonly file: string
  readonly reason: string
  /** The first line of each change, trimmed, before and after. */
  readonly changes: readonly (readonly [line: string, changed: string])[]
}

const MODULES = 'apps/server/src/modules'

/** All equivalent mutants. They are matched by text, so that they are still found when lines move. */
export const equivalentMutants: readonly EquivalentMutants[] = [
  {
    file: `${MODULES}/certificates/rules/large-certificate.ts`,
    reason: 'Nothing, 0 and any number below it are no more than the bound.',
    changes: [
      ['return (points ?? 0) > LARGE_FROM_POINTS', 'return ((points)) > LARGE_FROM_POINTS'],
      ['return (points ?? 0) > LARGE_FROM_POINTS', 'return (points ?? (-1)) > LARGE_FROM_POINTS'],
      ['return (points ?? 0) > LARGE_FROM_POINTS', 'return (points ?? 1) > LARGE_FROM_POINTS'],
    ],
  },
  {
    file: `${MODULES}/compliance/rules/local-date.ts`,
    reason:
      'What is remembered and when it is forgotten changes the time that a response takes, and not the response.',
    changes: [
      ['if (known !== undefined) return known', 'if (false) return known'],
      [
        'if (responses.size >= REMEMBERED_MAX) responses.clear()',
        'if (responses.size < REMEMBERED_MAX) responses.clear()',
      ],
      [
        'if (responses.size >= REMEMBERED_MAX) responses.clear()',
        'if (responses.size > REMEMBERED_MAX) responses.clear()',
      ],
      ['if (responses.size >= REMEMBERED_MAX) responses.clear()', 'if (true) responses.clear()'],
      ['if (responses.size >= REMEMBERED_MAX) responses.clear()', 'if (false) responses.clear()'],
      ['if (responses.size >= REMEMBERED_MAX) responses.clear()', 'if (responses.size >= REMEMBERED_MAX) ;'],
      ['responses.set(question, response)', ';'],
      ['const REMEMBERED_MAX = 10_000', 'const REMEMBERED_MAX = 10001'],
      ['const REMEMBERED_MAX = 10_000', 'const REMEMBERED_MAX = 9999'],
    ],
  },
  {
    file: `${MODULES}/compliance/rules/local-date.ts`,
    reason: 'The first and the last date and the first instant become themselves.',
    changes: [
      [
        'if (Temporal.Instant.compare(start, INSTANT_MIN) < 0) return INSTANT_MIN',
        'if (Temporal.Instant.compare(start, INSTANT_MIN) <= 0) return INSTANT_MIN',
      ],
      [
        'if (Temporal.Instant.compare(start, INSTANT_MIN) < 0) return INSTANT_MIN',
        'if (Temporal.Instant.compare(start, INSTANT_MIN) < 1) return INSTANT_MIN',
      ],
      [
        'if (Temporal.PlainDate.compare(date, DATE_MIN) < 0) return DATE_MIN',
        'if (Temporal.PlainDate.compare(date, DATE_MIN) < 1) return DATE_MIN',
      ],
      [
        'if (Temporal.PlainDate.compare(date, DATE_MAX) > 0) return DATE_MAX',
        'if (Temporal.PlainDate.compare(date, DATE_MAX) > (-1)) return DATE_MAX',
      ],
      [
        'if (Temporal.PlainDate.compare(date, DATE_MIN) < 0) return DATE_MIN',
        'if (Temporal.PlainDate.compare(date, DATE_MIN) <= 0) return DATE_MIN',
      ],
      [
        'if (Temporal.PlainDate.compare(date, DATE_MAX) > 0) return DATE_MAX',
        'if (Temporal.PlainDate.compare(date, DATE_MAX) >= 0) return DATE_MAX',
      ],
    ],
  },
  {
    file: `${MODULES}/compliance/rules/local-date.ts`,
    reason:
      'Temporal reads years of other than four digits behind a sign alone, and signs sort before digits.',
    changes: [[String.raw`const DATE = /^\d{4}-\d\d-\d\d$/`, String.raw`const DATE = /\d{4}-\d\d-\d\d$/`]],
  },
  {
    file: `${MODULES}/compliance/rules/compliance-token.ts`,
    reason: 'Temporal adds nothing for null.',
    changes: [
      [
        "if (today > addDays(dueDate, graceDays ?? 0)) return 'NON_COMPLIANT'",
        "if (today > addDays(dueDate, (graceDays))) return 'NON_COMPLIANT'",
      ],
    ],
  },
  {
    file: `${MODULES}/workspaces/rules/time-zone.ts`,
    reason:
      'A zone is named the same at any instant; no name begins with anything but a letter, and no offset holds one.',
    changes: [
      [
        'return new Temporal.ZonedDateTime(0n, text).timeZoneId',
        'return new Temporal.ZonedDateTime((-1n), text).timeZoneId',
      ],
      [
        'return new Temporal.ZonedDateTime(0n, text).timeZoneId',
        'return new Temporal.ZonedDateTime(1n, text).timeZoneId',
      ],
      ['const NAME = /^[A-Za-z]/', 'const NAME = /[A-Za-z]/'],
    ],
  },
  {
    file: `${MODULES}/findings/rules/out-of-record.ts`,
    reason: 'A deviation of 0 is 0 % of either limit.',
    changes: [
      [
        'const limit = Number(away < 0 ? meaning.lower : meaning.upper)',
        'const limit = Number(away <= 0 ? meaning.lower : meaning.upper)',
      ],
    ],
  },
  {
    file: `${MODULES}/procedures/rules/content-after.ts`,
    reason: 'The new id of a budget that was sent without one is asked for by no point.',
    changes: [['if (sent) renamed.set(sent, id)', 'if (true) renamed.set(sent, id)']],
  },
  {
    file: `${MODULES}/intervals/rules/failure-rate.ts`,
    reason:
      'The rate is found between any bounds that hold it, and halving leaves it where the slope is 0. Without a success the bound is infinite from the start, and half of it too; a double has no digit left after 60 halvings.',
    changes: [
      ['if (failed.length === events.length) return Infinity', 'if (false) return Infinity'],
      [
        'for (let halving = 0; halving < HALVINGS; halving++) {',
        'for (let halving = 1; halving < HALVINGS; halving++) {',
      ],
      [
        'failed.reduce((sum, { length, count = 1 }) => sum + (count * length) / Math.expm1(rate * length), 0) > survived',
        'failed.reduce((sum, { length, count = 1 }) => sum + (count * length) / Math.expm1(rate * length), 0) >= survived',
      ],
      [
        'while (isRising(high)) [low, high] = [high, high * 2]',
        'while (isRising(high)) [low, high] = [high, high * 3]',
      ],
      ['let [low, high] = [0, 1 / survived]', 'let [low, high] = [0, 1 * survived]'],
      ['let [low, high] = [0, 1 / survived]', 'let [low, high] = [0, 2 / survived]'],
      [
        'for (let halving = 0; halving < HALVINGS; halving++) {',
        'for (let halving = 0; halving <= HALVINGS; halving++) {',
      ],
      ['const HALVINGS = 200', 'const HALVINGS = 199'],
      ['const HALVINGS = 200', 'const HALVINGS = 201'],
      [
        'for (let halving = 0; halving < HALVINGS; halving++) {',
        'for (let halving = (-1); halving < HALVINGS; halving++) {',
      ],
    ],
  },
  {
    file: `${MODULES}/compliance/rules/due-date.ts`,
    reason: 'Of two equal dates either is the earlier.',
    changes: [
      [
        'return input.stated && input.stated < byInterval ? input.stated : byInterval',
        'return input.stated && input.stated <= byInterval ? input.stated : byInterval',
      ],
    ],
  },
  {
    file: `${MODULES}/notifications/rules/mentions.ts`,
    reason: 'A quotation begins at 0, or not before the 80th character.',
    changes: [
      [
        "return `${from > 0 ? '… ' : ''}${quoted}${to < line.length ? ' …' : ''}`",
        "return `${from > 1 ? '… ' : ''}${quoted}${to < line.length ? ' …' : ''}`",
      ],
    ],
  },
  {
    file: `${MODULES}/notifications/rules/mentions.ts`,
    reason:
      'A text without a mention is quoted from its beginning, as one with a mention before the 180th character is.',
    changes: [
      ['const at = signsIn(line)[0] ?? 0', 'const at = signsIn(line)[0] ?? (-1)'],
      ['const at = signsIn(line)[0] ?? 0', 'const at = signsIn(line)[0] ?? 1'],
    ],
  },
  {
    file: `${MODULES}/reports/rules/sum-costs.ts`,
    reason: 'A sort asks only whether a comparison is below 0, and no currency comes twice.',
    changes: [
      ['.toSorted(([a], [b]) => (a < b ? -1 : 1))', '.toSorted(([a], [b]) => (a < b ? -1 : 2))'],
      ['.toSorted(([a], [b]) => (a < b ? -1 : 1))', '.toSorted(([a], [b]) => (a < b ? -2 : 1))'],
      ['.toSorted(([a], [b]) => (a < b ? -1 : 1))', '.toSorted(([a], [b]) => (a < b ? -1 : 0))'],
      ['.toSorted(([a], [b]) => (a < b ? -1 : 1))', '.toSorted(([a], [b]) => (a <= b ? -1 : 1))'],
    ],
  },
  {
    file: `${MODULES}/standards/rules/field-requirements.ts`,
    reason:
      'Of two equal levels either is the stricter, and a level that is not in the list comes before all others.',
    changes: [
      [
        'return LEVELS.indexOf(a) > LEVELS.indexOf(b) ? a : b',
        'return LEVELS.indexOf(a) >= LEVELS.indexOf(b) ? a : b',
      ],
      [
        "const LEVELS: readonly RequirementLevel[] = ['hidden', 'optional', 'recommended', 'required']",
        "const LEVELS: readonly RequirementLevel[] = ['', 'optional', 'recommended', 'required']",
      ],
      [
        "const levels = standards.map((standard) => standard[scope][field]?.level ?? 'hidden')",
        'const levels = standards.map((standard) => (standard[scope][field]?.level))',
      ],
      [
        "const levels = standards.map((standard) => standard[scope][field]?.level ?? 'hidden')",
        "const levels = standards.map((standard) => standard[scope][field]?.level ?? '')",
      ],
    ],
  },
  {
    file: `${MODULES}/traceability/rules/circular.ts`,
    reason: 'What is undefined leads nowhere.',
    changes: [
      [
        'for (const next of links.get(node) ?? []) if (next !== undefined) seen.add(next)',
        'for (const next of links.get(node) ?? []) if (true) seen.add(next)',
      ],
    ],
  },
  ...equivalentInContract,
  ...equivalentInImports,
  ...equivalentInLedger,
  ...equivalentInMeasurement,
  ...equivalentInQuotient,
  ...equivalentInReading,
  ...equivalentInSdk,
  ...equivalentInStatistics,
  ...equivalentInTolerance,
  ...equivalentInUncertainty,
  ...equivalentInWebhooks,
]
