import type { ListObjectsV2CommandInput, ListObjectsV2CommandOutput } from '@aws-sdk/client-s3'

/** Selects the objects of a bucket that are listed. */
type ListedObjects = Omit<ListObjectsV2CommandInput, 'ContinuationToken'>

type Listed = NonNullable<ListObjectsV2CommandOutput['Contents']>[number]

/**
 * Yields objects of a bucket in the order of their keys, page by page.
 * @param send sends a ListObjectsV2 command with this input
 */
export async function* listedObjects(
  send: (input: ListObjectsV2CommandInput) => Promise<ListObjectsV2CommandOutput>,
  input: ListedObjects,
): AsyncGenerator<Listed> {
  let next: Partial<ListObjectsV2CommandInput> = {}
  for (;;) {
    const { Contents = [], NextContinuationToken } = await send({ ...input, ...next })
    yield* Contents
    if (NextContinuationToken === undefined) return
    next = { ContinuationToken: NextContinuationToken, StartAfter: undefined }
  }
}
