export { actingMember, readingMember } from './people/acting-member.ts'
export { invite, renewInvitation, withdrawInvitation } from './invitations/invite.ts'
export { addMember, type NewMember } from './people/add-member.ts'
export { changeMember, type MemberChange } from './people/change-member.ts'
export { deactivateMembers } from './people/deactivate-members.ts'
export { commonSites, reachesSite, sharesSite, type Caller } from './caller.ts'
export { createKey, revokeKey, type CreatedKey, type NewKey } from './api-keys/create-key.ts'
export { limitKey } from './api-keys/limit-key.ts'
export { firstDayOfUse, KeyUse } from './api-keys/key-use.ts'
export { useOfKey } from './api-keys/key-use-store.ts'
export { accountRoutes } from './account/account-routes.ts'
export { apiKeyRoutes, userRoutes } from './app-routes.ts'
export { changeServiceAccount, createServiceAccount } from './service-accounts/change-service-account.ts'
export { serviceAccountRoutes } from './service-accounts/service-account-routes.ts'
export { confirmPassword } from './passwords/confirm-password.ts'
export { keyGate } from './api-keys/key-gate.ts'
export { memberGate, personGate, withOwnPassword } from './sessions/session-gate.ts'
export { cookieOf } from './sign-in/sign-in.ts'
export { discoverProvider, oidcRedirectUri, oidcSettings } from './sign-in/oidc/oidc-provider.ts'
export { oidcRoutes } from './sign-in/oidc/oidc-routes.ts'
export { signInRoutes, visitorGate } from './sign-in/sign-in-routes.ts'
export { resealRows } from './reseal-rows.ts'
export { resealSecondFactors } from './sign-in/two-factor/reseal-two-factor.ts'
export { twoFactorRoutes } from './sign-in/two-factor/two-factor-routes.ts'
export { oneTimeLinkRoutes } from './one-time-links/one-time-link-routes.ts'
export type { SetUpParts } from './one-time-links/set-up.ts'
export { makeSetupLink } from './one-time-links/set-up.ts'
export { sessionEnds } from './sessions/session-ends.ts'
export { createIsSignedIn } from './sessions/is-signed-in.ts'
export { canCalibrateAt, cannotCalibrateAt } from './people/calibrator-store.ts'
export { createPersonExists } from './people/person-exists.ts'
export { firstUse, listKeys, workspaceOfKey, type ListedKey } from './api-keys/key-store.ts'
export {
  addressOf,
  anyPerson,
  findMember,
  hasSeveralMembers,
  listMembers,
  savePasswordHash,
  setAddressProof,
  workspacesWithMembers,
  type Member,
} from './people-store.ts'
export { liveMemberSessions, type LiveMemberSession, type MemberSession } from './sessions/session-store.ts'
export {
  withIdempotencyForEach,
  withIdempotency,
  type FirstResponse,
  type GroupWork,
  type RepeatableRequest,
} from './idempotency/with-idempotency.ts'
export { forgetRequests, type ForgetParts } from './forget-requests.ts'
export { hashPassword, makePassword, type PasswordCost } from './passwords/password.ts'
export { weaknessOf } from './passwords/password-strength.ts'
export { accessProjection } from './projection.ts'
export { withCurrentSettings, withSettingsOfVersion } from './with-current-settings.ts'
export { countItems, type CountItems } from './api-keys/count-items.ts'
