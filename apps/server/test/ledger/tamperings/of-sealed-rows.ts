import { flip, ofRich, type Tampering } from './tampering-case.ts'

/** The session of the member, and another member of the same workspace. */
const OF_MEMBER = 'person_id = $m'
const ANOTHER = 'select person_id from memberships where workspace_id = $w and person_id <> $m limit 1'

const ofSession = (does: string, ...by: readonly string[]) => ofRich(does, 'sign_in_sessions', 'mac', ...by)

/** Sessions, which no ledger records. */
export const ofSessions: readonly Tampering[] = [
  ofSession(
    'a session is that of another person',
    `update sign_in_sessions set person_id = (${ANOTHER}) where ${OF_MEMBER}`,
  ),
  ofSession(
    'a session is shown by another token',
    `update sign_in_sessions set ${flip('token_hash')} where ${OF_MEMBER}`,
  ),
  ofSession(
    'a session is added, of a token of somebody else',
    `insert into sign_in_sessions (id, token_hash, person_id, expires_at, ends_at, created_at, updated_at, mac)
     select gen_random_uuid(), sha256('a token'), person_id, expires_at, ends_at, created_at, updated_at, mac
     from sign_in_sessions where ${OF_MEMBER}`,
  ),
  ofSession(
    'a session expires later',
    `update sign_in_sessions set expires_at = expires_at + interval '1 day' where ${OF_MEMBER}`,
  ),
  ofSession(
    'a session can be renewed for longer',
    `update sign_in_sessions set ends_at = ends_at + interval '1 day' where ${OF_MEMBER}`,
  ),
  ofSession(
    'a session seems to have begun later, so that it may sign for longer',
    `update sign_in_sessions set created_at = created_at + interval '1 day' where ${OF_MEMBER}`,
  ),
  {
    does: 'the MAC of a session is replaced',
    in: 'rich',
    isAlone: true,
    // The MAC that would fit is not in the report.
    finds: {
      says: /The row sign_in_sessions [\w-]{36} was not written by this server: its MAC does not fit\.$/,
    },
    by: `update sign_in_sessions set ${flip('mac')} where ${OF_MEMBER}`,
  },
  ofRich(
    'a sign-in that waits for the second factor is added',
    'pending_second_factors',
    'mac',
    `insert into pending_second_factors (token_hash, person_id, expires_at, mac)
     values (sha256('a token'), $m, now() + interval '10 minutes', sha256('a guess'))`,
  ),
]

const ofLink = (does: string, ...by: readonly string[]) => ofRich(does, 'one_time_links', 'mac', ...by)

const INVITED = `workspace_id = $w and purpose = 'invitation'`

/** One-time links, of which the ledger records only that they were made. */
export const ofLinks: readonly Tampering[] = [
  ofLink(
    'a link that resets a password is added',
    `insert into one_time_links (workspace_id, token_hash, purpose, person_id, expires_at, created_at, mac)
     values ($w, sha256('a token'), 'password_reset', $m, now() + interval '1 day', now(), sha256('a guess'))`,
  ),
  ofLink(
    'the link of an invitation is opened by another token',
    `update one_time_links set ${flip('token_hash')} where ${INVITED}`,
  ),
  ofLink(
    'the link of an invitation invites another address',
    `update one_time_links set email = 'forged@example.com' where ${INVITED}`,
  ),
  ofLink(
    'the link of an invitation opens another invitation',
    `update one_time_links set invitation_id = gen_random_uuid() where ${INVITED}`,
  ),
  ofLink(
    'the link of an invitation is valid for longer',
    `update one_time_links set expires_at = expires_at + interval '1 day' where ${INVITED}`,
  ),
]
