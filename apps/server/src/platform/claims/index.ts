export { type Claimable } from './claim-store.ts'
export { forgetClaims } from './forget-claims.ts'
export { makeOnce, whileUnclaimed, type Claim } from './make-once.ts'
