import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  accountOperations,
  oidcOperations,
  oneTimeLinkOperations,
  operations,
  signInOperations,
  twoFactorOperations,
  workspaceOperations,
  type Operation,
} from '@plumbline/contract'
import { schemaCheck } from '../src/platform/http/validator.ts'

const tables: Record<string, Operation> = {
  ...operations,
  ...workspaceOperations,
  ...accountOperations,
  ...twoFactorOperations,
  ...signInOperations,
  ...oneTimeLinkOperations,
  ...oidcOperations,
}

// The server compiles a schema when a request first needs it: one that does not compile would fail a client.
test('the schema of each part of each request compiles', () => {
  for (const [name, { params, query, headers, body }] of Object.entries(tables)) {
    const parts = { path: params, query, header: headers, body } as const
    for (const part of ['path', 'query', 'header', 'body'] as const) {
      const schema = parts[part]
      if (schema === undefined) continue
      assert.doesNotThrow(
        () => schemaCheck(part === 'body' ? schema : { ...schema }, part)({}),
        `${part} of ${name}`,
      )
    }
  }
})
