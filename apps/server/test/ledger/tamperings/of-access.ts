import { copyOf, flip, ofRich, one, type Tampering } from './tampering-case.ts'

/** People and their permissions. */
export const ofPeople: readonly Tampering[] = [
  ofRich(
    'a member gets another role',
    'memberships',
    'role',
    `update memberships set role = 'admin' where workspace_id = $w and role = 'auditor'`,
  ),
  ofRich(
    'a member is no longer limited to sites',
    'memberships',
    'site_ids',
    `update memberships set site_ids = null where workspace_id = $w and site_ids is not null`,
  ),
  ofRich(
    'the access of an auditor no longer ends',
    'memberships',
    'access_ends_at',
    `update memberships set access_ends_at = null where workspace_id = $w and access_ends_at is not null`,
  ),
  ofRich(
    'a deactivated member is active again',
    'memberships',
    'is_active',
    `update memberships set is_active = true where workspace_id = $w and not is_active`,
  ),
  ofRich(
    'a member is removed',
    'memberships',
    null,
    `delete from memberships where workspace_id = $w and role = 'auditor'`,
  ),
  ofRich(
    'somebody is made a member',
    'memberships',
    null,
    `insert into memberships (workspace_id, person_id, role, is_active, created_at, updated_at)
     select $w, person_id, 'admin', true, now(), now() from memberships where workspace_id = $c limit 1`,
  ),
  ofRich('a member has another name', 'people', 'name', `update people set name = 'Forged' where id = $m`),
  ofRich(
    'a member has another address',
    'people',
    'email',
    `update people set email = 'forged@example.com' where id = $m`,
  ),
  ofRich(
    'an invitation is for another role',
    'invitations',
    'role',
    `update invitations set role = 'admin' where ${one('invitations', 'invitation_id')}`,
  ),
  ofRich(
    'an invitation is for another address',
    'invitations',
    'email',
    `update invitations set email = 'forged@example.com' where ${one('invitations', 'invitation_id')}`,
  ),
  ofRich(
    'a withdrawn invitation is open again',
    'invitations',
    'state',
    `update invitations set state = 'open' where workspace_id = $w and state = 'withdrawn'`,
  ),
  ofRich(
    'a service account gets another role',
    'service_accounts',
    'role',
    `update service_accounts set role = 'admin' where workspace_id = $w`,
  ),
  ofRich(
    'a deactivated service account is active again',
    'service_accounts',
    'is_active',
    `update service_accounts set is_active = true where workspace_id = $w and not is_active`,
  ),
]

const LIVE = 'revoked_at is null'

/** API keys. */
export const ofKeys: readonly Tampering[] = [
  ofRich(
    'the hash of a key is replaced',
    'api_keys',
    'credential',
    `update api_keys set ${flip('hash')} where ${one('api_keys', 'key_id', LIVE)}`,
  ),
  ofRich(
    'the salt of a key is replaced',
    'api_keys',
    'credential',
    `update api_keys set ${flip('salt')} where ${one('api_keys', 'key_id', LIVE)}`,
  ),
  ofRich('a key is added', 'api_keys', null, copyOf('api_keys', 'key_id', { prefix: 'forged' }, LIVE)),
  ofRich(
    'a key is removed',
    'api_keys',
    null,
    `delete from api_keys where ${one('api_keys', 'key_id', LIVE)}`,
  ),
  ofRich(
    'a revoked key is revived',
    'api_keys',
    'revoked_at',
    `update api_keys set revoked_at = null where workspace_id = $w and revoked_at is not null`,
  ),
  ofRich(
    'a revoked key is revived with another hash',
    'api_keys',
    'revoked_at',
    `update api_keys set revoked_at = null, ${flip('hash')} where workspace_id = $w and revoked_at is not null`,
  ),
  ofRich(
    'a key may write',
    'api_keys',
    'scope',
    `update api_keys set scope = 'read' where ${one('api_keys', 'key_id', LIVE)}`,
  ),
  ofRich(
    'a key is no longer limited to sites',
    'api_keys',
    'site_ids',
    `update api_keys set site_ids = null where workspace_id = $w and site_ids is not null`,
  ),
  ofRich(
    'a key no longer expires',
    'api_keys',
    'expires_at',
    `update api_keys set expires_at = null where workspace_id = $w and expires_at is not null`,
  ),
  ofRich(
    'a key has another owner',
    'api_keys',
    'owner_id',
    `update api_keys set owner_id = $m where ${one('api_keys', 'key_id', LIVE)}`,
  ),
]

/** Credentials of members, of which the ledger records a digest. */
export const ofSignIn: readonly Tampering[] = [
  ofRich(
    'a password is replaced',
    'people',
    'credential',
    `update sign_in_accounts set password = password || 'x' where person_id = $m`,
  ),
  ofRich(
    'an account of an identity provider is added',
    'people',
    'credential',
    `insert into sign_in_accounts (id, account_id, provider_id, person_id, created_at, updated_at)
     values (gen_random_uuid(), 'somebody', 'oidc:https://elsewhere.example', $m, now(), now())`,
  ),
  ofRich(
    'the secret of a second factor is replaced',
    'people',
    'credential',
    `update second_factors set sealed_secret = sealed_secret || '\\x00' where person_id = $m`,
  ),
  ofRich(
    'a second factor is no longer confirmed',
    'people',
    'credential',
    `update second_factors set confirmed_at = null where person_id = $m`,
  ),
  ofRich(
    'a second factor is removed',
    'people',
    'credential',
    `delete from second_factors where person_id = $m`,
  ),
  ofRich(
    'a recovery code is added',
    'people',
    'credential',
    `insert into recovery_codes (person_id, hash) values ($m, sha256('another'))`,
  ),
  {
    does: 'a password is replaced, of somebody who is made a member of another workspace to hide it',
    in: 'chain',
    finds: { row: ['memberships', null] },
    by: [
      `update sign_in_accounts set password = password || 'x' where person_id = $m`,
      `insert into memberships (workspace_id, person_id, role, is_active, created_at, updated_at)
       values ($c, $m, 'auditor', true, now(), now())`,
    ],
  },
  {
    does: 'a password is replaced, of somebody who is made a member of a workspace that does not exist',
    in: 'another',
    finds: { says: /Entry 0: The ledger has no signing key/ },
    by: [
      `update sign_in_accounts set password = password || 'x' where person_id = $m`,
      `insert into memberships (workspace_id, person_id, role, is_active, created_at, updated_at)
       values (gen_random_uuid(), $m, 'auditor', true, now(), now())`,
    ],
  },
]

/** Webhook endpoints. */
export const ofWebhooks: readonly Tampering[] = [
  ofRich(
    'the secret of a webhook is replaced',
    'webhook_endpoints',
    'credential',
    `update webhook_endpoints set sealed_secret = sealed_secret || '\\x00' where workspace_id = $w`,
  ),
  ofRich(
    'a webhook is sent elsewhere',
    'webhook_endpoints',
    'url',
    `update webhook_endpoints set url = 'https://forged.example' where workspace_id = $w`,
  ),
  ofRich(
    'a disabled webhook is enabled',
    'webhook_endpoints',
    'disabled_at',
    `update webhook_endpoints set disabled_at = null where workspace_id = $w and disabled_at is not null`,
  ),
  ofRich(
    'a webhook is removed',
    'webhook_endpoints',
    null,
    `delete from webhook_endpoints where workspace_id = $w`,
  ),
  ofRich('a webhook is added', 'webhook_endpoints', null, copyOf('webhook_endpoints', 'endpoint_id')),
]
