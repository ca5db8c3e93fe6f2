// Rules on the texts of a single reading beyond the comparison with its tolerance: pure rules shared by the server and
// the web application.
export { decideReading, type ReadingDecision, type RuledReading } from './decide-reading.ts'
export { rejects } from './rejects.ts'
export { evaluationWarnings, warningsOf, type WarnedRecord } from './record-warnings.ts'
export {
  capabilityAboveOf,
  capabilityAt,
  expandedOfPoint,
  holdsOn,
  linesInside,
  scopeLineOf,
  type ScopedValue,
} from './accreditation-scope.ts'
