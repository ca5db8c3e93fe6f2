import { join } from 'node:path'
import type { Command } from 'commander'
import { addressOfRunningServer } from '../platform/data-folder-lock.ts'
import { createSecrets, nextSecretKey, takeNextSecretKey, type Secrets } from '../platform/secrets.ts'
import { countResealed, resealSecrets, type Resealed } from '../reseal-secrets.ts'
import type { Runtime } from '../runtime.ts'
import { act } from './command.ts'

export function addSecretKeyCommands(program: Command): void {
  const secretKey = program.command('secret-key').description('The secret that seals stored secrets.')
  act(
    secretKey
      .command('rotate')
      .description(
        'Seal what is stored with SECRET_KEY where SECRET_KEY_FALLBACK seals it; without them, with a new secret that takes the place of the one in the data folder.',
      ),
    async (runtime) => (runtime.config.SECRET_KEY === undefined ? rotateKept(runtime) : rotateSet(runtime)),
  )
}

/** The secrets are in the settings: servers may keep running, because they open what either secret seals. */
async function rotateSet(runtime: Runtime) {
  if (runtime.config.SECRET_KEY_FALLBACK === undefined) {
    throw new Error('set SECRET_KEY to the new secret and SECRET_KEY_FALLBACK to the former one')
  }
  const resealed = await resealSecrets(runtime, { isDryRun: false })
  const next =
    'Nothing is sealed with SECRET_KEY_FALLBACK any more: take it out of the settings of every process.'
  return { json: jsonOf(resealed), text: `${textOf(resealed)}\n${next}` }
}

/** A server uses the secret that it read at startup: a running one would continue to seal with it. */
async function rotateKept(runtime: Runtime) {
  const { DATABASE_URL, DATA_DIR } = runtime.config
  if (DATABASE_URL !== undefined) {
    throw new Error(
      `set SECRET_KEY to the new secret and SECRET_KEY_FALLBACK to what ${join(DATA_DIR, 'secret.key')} holds: other servers of this database could not see a new file`,
    )
  }
  if ((await addressOfRunningServer(DATA_DIR)) !== undefined) {
    throw new Error('a server runs on this data folder: stop it, rotate, and start it again')
  }
  const secrets: Secrets = createSecrets({
    present: await nextSecretKey(DATA_DIR),
    fallback: runtime.secretKeys.present,
  })
  const resealed = await resealSecrets({ ...runtime, secrets }, { isDryRun: false })
  const former = await takeNextSecretKey(DATA_DIR, runtime.clock.now())
  const notice = `${join(DATA_DIR, 'secret.key')} is new. Backups from before need the former one, now in ${former}: keep it apart from them.`
  return { json: { ...jsonOf(resealed), former_key_file: former }, text: `${textOf(resealed)}\n${notice}` }
}

function jsonOf(resealed: Resealed): Record<string, unknown> {
  return {
    ledger_keys: resealed.ledgerKeys,
    webhook_secrets: resealed.signingSecrets,
    second_factors: resealed.secondFactors,
    sessions_and_links: resealed.sealedRows,
  }
}

function textOf(resealed: Resealed): string {
  if (countResealed(resealed) === 0) return 'Everything was sealed with this secret already.'
  const { ledgerKeys, signingSecrets, secondFactors, sealedRows } = resealed
  return `Sealed anew: signing keys of ledgers ${ledgerKeys}, webhook secrets ${signingSecrets}, second factors ${secondFactors}, sessions and one-time links ${sealedRows}.`
}
