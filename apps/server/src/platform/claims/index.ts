export { makeOnce, type Claim } from './make-once.ts'
