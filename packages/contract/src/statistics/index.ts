// Distributions that more than one rule of the contract and the server needs.
export { clopperPearson, type BinomialInterval } from './binomial-interval.ts'
export { normalInterval, normalProbability } from './normal.ts'
export { coverageQuantile } from './student-t.ts'
