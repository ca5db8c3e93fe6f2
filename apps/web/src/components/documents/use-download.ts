import { useWorkspace } from '../../state/workspace.ts'
import { showFailure } from '../toast.tsx'
import { addressOf, type ShownDocument } from './document-address.ts'

/** Returns a function that downloads the file under its own name. It requests the URL each time, because it expires after a few minutes. */
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
