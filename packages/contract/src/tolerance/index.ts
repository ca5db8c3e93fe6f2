// Pure rules on measured texts, shared by the server and the web application, so that a page shows what the server
// decides.
export { comparisonUnder, isNamedDecisionRule, namedDecisionRules } from './decision-rule.ts'
export { withDecimalPoints } from './decimal-points.ts'
export { isBlank, normaliseText } from './normalise-text.ts'
export { saysNotAdjusted } from './not-adjusted.ts'
export { outOfTolerance, type ToleranceComparison } from './out-of-tolerance.ts'
export { passNeedsJustification } from './pass-needs-justification.ts'
export { toleranceMeaning, type AddedTerm, type ToleranceMeaning } from './tolerance-meaning.ts'
export { toleranceVerdict, type ToleranceVerdict } from './tolerance-verdict.ts'
export { withReadUnits, withUnits, type MeasuredTexts } from './with-units.ts'
