import { optionalText } from './setting-kinds.ts'

/** Where signed checkpoints are kept outside the database. */
export const checkpointSettings = {
  CHECKPOINT_FILE: optionalText(
    'File to which a worker appends the last signed checkpoint of each ledger that grew, every hour; ledger verify compares with it. Unset: none.',
  ),
}
