// Distributions used by several rules of the contract and the server.
export { clopperPearson, type BinomialInterval } from './binomial-interval.ts'
export { normalInterval, normalProbability } from './normal.ts'
export { coverageQuantile } from './student-t.ts'
