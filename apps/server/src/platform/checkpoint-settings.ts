import { integer, optionalText, url } from './setting-kinds.ts'

/** Settings for keeping signed checkpoints outside the database. */
export const checkpointSettings = {
  CHECKPOINT_FILE: optionalText(
    'File to which a worker appends the latest signed checkpoint of each ledger that has grown, every hour; ledger verify compares with them. Unset: none.',
  ),
  CHECKPOINT_URL: url(
    ['https', 'http'],
    'URL to which a worker sends the same checkpoints every hour, signed like webhooks. Unset: none.',
  ),
  CHECKPOINT_SECRET: optionalText(
    'Secret that signs requests to CHECKPOINT_URL; at least 16 random characters.',
  ),
  CHECKPOINT_BUCKET: url(
    ['s3'],
    'Path in a bucket with object lock, s3://bucket/path?region=…, where a worker stores the same checkpoints every hour; ledger verify compares with them. Unset: none.',
  ),
  CHECKPOINT_LOCK_DAYS: integer(
    3650,
    1,
    36_500,
    'Days for which object lock prevents them from being removed or replaced.',
  ),
}

/** Minimum length of a secret, so that it cannot be guessed. */
const SECRET_LENGTH_MIN = 16

/**
 * Returns the problem with the checkpoint receiver: its URL requires the secret that signs what is sent there, and vice
 * versa.
 */
export function halfAReceiver(config: {
  readonly CHECKPOINT_URL: string | undefined
  readonly CHECKPOINT_SECRET: string | undefined
}): string[] {
  const { CHECKPOINT_URL: address, CHECKPOINT_SECRET: secret } = config
  if ((address === undefined) !== (secret === undefined)) {
    return ['CHECKPOINT_URL and CHECKPOINT_SECRET must be set together; one of them is not set.']
  }
  return secret === undefined || secret.length >= SECRET_LENGTH_MIN
    ? []
    : [`CHECKPOINT_SECRET needs at least ${SECRET_LENGTH_MIN} characters.`]
}
