/** The parts of an operation in the OpenAPI document that the guides use. */
export interface DocumentedOperation {
  readonly operationId: string
  readonly summary: string
  readonly description?: string
  readonly tags: readonly string[]
  readonly parameters?: readonly {
    readonly name: string
    readonly in: string
    readonly description?: string
  }[]
}

/** The parts of the OpenAPI document that the guides use. */
export interface PublicDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, DocumentedOperation>>>>
  readonly components: { readonly schemas: Readonly<Record<string, object>> }
}

/** An operation with its method and path. */
export interface OperationAt {
  readonly method: string
  readonly path: string
  readonly operation: DocumentedOperation
}

/** Returns all operations of the document. */
export function operationsOf({ paths }: PublicDocument): OperationAt[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, operation]) => operation.operationId !== undefined)
      .map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  )
}

/** The page rendered by Redoc. */
export const REFERENCE_PATH = '/docs/reference'

/** Returns the URL of an operation in the reference. */
export function operationAddress({ operationId, tags }: DocumentedOperation): string {
  return `${REFERENCE_PATH}#tag/${(tags[0] ?? '').replaceAll(' ', '-')}/operation/${operationId}`
}
