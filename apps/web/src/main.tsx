import { MantineProvider, mergeThemeOverrides } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { ToastArea } from './components/toast-area.tsx'
import { listenForKeys } from './state/keyboard/keyboard.ts'
import { loadMessages, t } from './base/messages.ts'
import { locationsQuery, sitesQuery, workspaceQuery } from './queries/workspace.ts'
import { printInLight } from './base/print-light.ts'
import { queryClient } from './queries/query-client.ts'
import { router } from './routes/router.tsx'
import { isKnownSignedOut, sessionQuery } from './state/session.ts'
import { colorSchemeManager, cssVariables, theme } from './base/theme.ts'

/** The one value under which the content policy lets style elements in; fresh with every response. */
const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? ''
// The scroll lock of dialogs reads this name.
Object.assign(globalThis, { __webpack_nonce__: nonce })

listenForKeys()
warmUp()
printInLight()
await loadMessages()

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <MantineProvider
      theme={mergeThemeOverrides(theme, controlNames())}
      cssVariablesResolver={cssVariables}
      colorSchemeManager={colorSchemeManager}
      defaultColorScheme="auto"
      getStyleNonce={() => nonce}
    >
      <QueryClientProvider client={queryClient}>
        <ToastArea />
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>,
)

/** What Mantine's own controls are called; it knows English alone. */
function controlNames() {
  const visibilityToggleButtonProps = { 'aria-label': t('password.show') }
  return { components: { PasswordInput: { defaultProps: { visibilityToggleButtonProps } } } }
}

/** Requests everything that the first page needs in parallel: code, messages and data. */
function warmUp(): void {
  const [routes] = router.getMatchedRoutes(location.pathname)
  for (const { options } of routes) void preloaded(options.component)
  const isNobody = isKnownSignedOut()
  void queryClient.prefetchQuery(sessionQuery)
  if (isNobody) return
  const workspaceId = /^\/w\/([^/]+)/.exec(location.pathname)?.[1]
  if (workspaceId === undefined) return
  void queryClient.prefetchQuery(workspaceQuery(workspaceId))
  void queryClient.prefetchQuery(sitesQuery(workspaceId))
  void queryClient.prefetchQuery(locationsQuery(workspaceId))
}

/** Preloads the chunk of a page, which the router would only request after everything before it has loaded. */
function preloaded(page: unknown): Promise<unknown> | undefined {
  return (page as { preload?: () => Promise<unknown> } | undefined)?.preload?.()
}
