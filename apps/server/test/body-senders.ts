import {
  APP_API_PREFIX,
  ownAccountOperations,
  SIGN_IN_PREFIX,
  visitorOperations,
  workspaceOperations,
  type Operation,
} from '@plumbline/contract'
import { call, type TestApp, type TestResponse } from './app.ts'
import type { TestSession } from './session.ts'
import { once } from './worst-bodies.ts'
import { samples } from './workspaces/operation-samples.ts'

/** Sends a body to an operation, as a person who may call it. */
interface BodySender {
  readonly name: string
  readonly schema: NonNullable<Operation['body']>
  readonly send: (body: string) => Promise<TestResponse>
}

/**
 * Returns how a body is sent to each operation that takes one.
 * @param ids the objects that the operations act on
 */
export function bodySenders(
  app: TestApp,
  admin: TestSession,
  ids: Parameters<(typeof samples)[keyof typeof samples]['send']>[0],
): BodySender[] {
  const inWorkspace = Object.entries<Operation>(workspaceOperations).map(([name, operation]) => {
    const [method = '', path = ''] = samples[name as keyof typeof samples].send(ids).split(' ')
    const send = (body: string) => admin.call(method, path, { body, headers: once() })
    return { name, schema: operation.body, send }
  })
  const outside = (prefix: string, operations: Readonly<Record<string, Operation>>) =>
    Object.entries(operations).map(([name, operation]) => {
      const url = `${app.origin}${prefix}${operation.path.replaceAll(/\{\w+\}/g, 'x')}`
      const headers = { cookie: admin.cookie }
      return {
        name,
        schema: operation.body,
        send: (body: string) => call(url, operation.method, { body, headers }),
      }
    })
  return [
    ...inWorkspace,
    ...outside(SIGN_IN_PREFIX, visitorOperations),
    ...outside(APP_API_PREFIX, ownAccountOperations),
  ].flatMap(({ schema, ...sender }) => (schema ? [{ ...sender, schema }] : []))
}
