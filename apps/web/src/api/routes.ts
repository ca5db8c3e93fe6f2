import {
  APP_API_PREFIX,
  APP_WORKSPACE_PREFIX,
  ownAccountOperations,
  SIGN_IN_PREFIX,
  visitorOperations,
  workspaceOperations,
  type Operation,
} from '@plumbline/contract'

// The build puts the values of this module in its place (vite.config.ts), since the schemas of the operations are
// many times larger than their routes.

/** Method and path of each operation of a workspace. */
export const workspaceRoutes = routesOf(workspaceOperations, APP_WORKSPACE_PREFIX)

/** Method and path of what people do on their own account. */
export const ownAccountRoutes = routesOf(ownAccountOperations, APP_API_PREFIX)

/** Method and path of what people do before they are signed in. */
export const visitorRoutes = routesOf(visitorOperations, SIGN_IN_PREFIX)

function routesOf<Name extends string>(
  operations: Readonly<Record<Name, Operation>>,
  prefix: string,
): Record<Name, string> {
  const routes = Object.entries<Operation>(operations).map(([name, { method, path }]) => [
    name,
    `${method} ${prefix}${path}`,
  ])
  return Object.fromEntries(routes) as Record<Name, string>
}
