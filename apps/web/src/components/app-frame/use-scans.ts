import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import type { AppInstrument } from '@plumbline/contract'
import { workspaceApi } from '../../api/index.ts'
import { listenForScans, searchRequest } from '../../state/keyboard/keyboard.ts'
import { instrumentIdIn, namedBy } from '../../state/keyboard/scanned-code.ts'
import { useWorkspace } from '../../state/workspace.ts'
import { showFailure } from '../toast.tsx'

/** Number of instruments read: a scanned text can be a prefix of many tags, and exact matches come first. */
const CANDIDATES = 50

/** Opens the instrument whose label, tag or serial number is scanned on any page; opens the palette if it is not unique. */
export function useScans(): void {
  const { workspaceId } = useWorkspace()
  const navigate = useNavigate()
  useEffect(() => {
    const open = (instrumentId: string) =>
      void navigate({
        to: '/w/$workspaceId/instruments/$instrumentId',
        params: { workspaceId, instrumentId },
      })
    const lookUp = async (text: string) => {
      const found = namedBy(text, await candidatesFor(workspaceId, text))
      if (found === undefined) searchRequest.ask(text)
      else open(found.id)
    }
    return listenForScans((text) => {
      const instrumentId = instrumentIdIn(text)
      if (instrumentId === undefined) lookUp(text).catch(showFailure)
      else void navigate({ to: '/i/$instrumentId', params: { instrumentId } })
    })
  }, [workspaceId, navigate])
}

async function candidatesFor(workspaceId: string, text: string): Promise<readonly AppInstrument[]> {
  const query = { q: text, include: 'retired', sort: 'asset_tag', limit: CANDIDATES } as const
  return (await workspaceApi(workspaceId).listInstruments({ query })).data
}
