export { actingMember } from './acting-member.ts'
export { addMember, type NewMember } from './add-member.ts'
export { changeMember, type MemberChange } from './change-member.ts'
export { deactivateMembers } from './deactivate-members.ts'
export { reachesSite, sharesSite, type Caller } from './caller.ts'
export { createKey, revokeKey, type CreatedKey, type NewKey } from './create-key.ts'
export { accountRoutes } from './account-routes.ts'
export { apiKeyRoutes, userRoutes } from './app-routes.ts'
export { confirmPassword } from './confirm-password.ts'
export { keyGate } from './key-gate.ts'
export { memberGate, personGate } from './session-gate.ts'
export { cookieOf } from './sign-in.ts'
export { discoverProvider, oidcRedirectUri, oidcSettings } from './oidc-provider.ts'
export { oidcRoutes } from './oidc-routes.ts'
export { signInRoutes, visitorGate } from './sign-in-routes.ts'
export { twoFactorRoutes } from './two-factor-routes.ts'
export { oneTimeLinkRoutes, type OneTimeLinkParts } from './one-time-link-routes.ts'
export { makeSetupLink } from './set-up.ts'
export { whetherSignedIn } from './whether-signed-in.ts'
export { whetherSomebodyExists } from './whether-somebody-exists.ts'
export { listKeys, workspaceOfKey, type ListedKey } from './key-store.ts'
export {
  anyPerson,
  findMember,
  hasSeveralMembers,
  listMembers,
  savePasswordHash,
  workspacesWithMembers,
  type Member,
} from './people-store.ts'
export { liveMemberSessions, type LiveMemberSession, type MemberSession } from './session-store.ts'
export { countAddressRequest } from './key-store.ts'
export { uncountedHeaders } from './rate-limit.ts'
export { countUpload } from './upload-quota.ts'
export {
  answerEach,
  answerOne,
  answerOnce,
  type CarriedOut,
  type FirstAnswer,
  type KeyedRequest,
  type RepeatableRequest,
} from './answer-once.ts'
export { forgetRequests, type ForgetParts } from './forget-requests.ts'
export { hashPassword, makePassword } from './password.ts'
export { weaknessOf } from './password-strength.ts'
export { accessProjection } from './projection.ts'
export { withPresentSettings } from './with-present-settings.ts'
export { answerBatch, type BatchItem } from './answer-batch.ts'
export { countItems, type CountItems } from './count-items.ts'
