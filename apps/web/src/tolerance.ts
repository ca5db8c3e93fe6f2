// The server's own rules, so that what a page says of a record is what the server will decide. Rules are
// pure and import nothing but each other; this file is the one place where the application reaches them.
export {
  comparisonUnder,
  isNamedDecisionRule,
  namedDecisionRules,
} from '../../server/src/modules/calibrations/rules/decision-rule.ts'
export {
  outOfTolerance,
  type ToleranceComparison,
} from '../../server/src/modules/calibrations/rules/out-of-tolerance.ts'
export { passNeedsJustification } from '../../server/src/modules/calibrations/rules/pass-needs-justification.ts'
export {
  toleranceMeaning,
  type ToleranceMeaning,
} from '../../server/src/modules/calibrations/rules/tolerance-meaning.ts'
export {
  withReadUnits,
  withUnits,
  type MeasuredTexts,
} from '../../server/src/modules/calibrations/rules/with-units.ts'
export { standardCondition } from '../../server/src/modules/calibrations/rules/standard-condition.ts'
