import { useWorkspace } from '../../state/workspace.ts'
import { showFailure } from '../toast.tsx'
import { addressOf, type ShownDocument } from './document-address.ts'

/** Saves the file under its own name; the address is asked for each time, as it lives a few minutes. */
export function useDownload(document: ShownDocument): () => Promise<void> {
  const { api } = useWorkspace()
  return async () => {
    try {
      location.assign((await addressOf(api, document)).download_url)
    } catch (error) {
      showFailure(error)
    }
  }
}
