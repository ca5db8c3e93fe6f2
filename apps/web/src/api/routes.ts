import {
  APP_API_PREFIX,
  APP_WORKSPACE_PREFIX,
  ownAccountOperations,
  SIGN_IN_PREFIX,
  visitorOperations,
  workspaceOperations,
  type Operation,
} from '@plumbline/contract'

// The build replaces this module by its values (vite.config.ts), because the schemas of the operations are many times
// larger than their routes.

/** Method and path of each operation of a workspace. */
export const workspaceRoutes = routesOf(workspaceOperations, APP_WORKSPACE_PREFIX)

/** Method and path of the operations of users on their own account. */
export const ownAccountRoutes = routesOf(ownAccountOperations, APP_API_PREFIX)

/** Method and path of the operations that are available before signing in. */
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
