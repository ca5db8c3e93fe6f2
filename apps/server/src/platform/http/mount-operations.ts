import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { because, refusalSentence, type Operation } from '@plumbline/contract'
import { Deadline } from '../deadline.ts'
import { ApiError, notFound, validationError, type FieldProblem } from '../errors.ts'
import type { Call, Gate, Handler, Permitted } from './call.ts'
import { allowCompression } from './compress-responses.ts'
import { hasHead, pathMethods } from './methods.ts'
import { includeReasons } from './refusal-reasons.ts'
import { noteParty } from './request-party.ts'
import { sendResponse } from './send-response.ts'
import { schemaCheck, type Check } from './validator.ts'

/** A mounted API: a table of operations with a handler for each, behind one gate. */
export interface MountedApi<Caller extends Permitted> {
  /** Path above all operations; its parameters, in braces like theirs, are read and refused by the gate. */
  readonly prefix: string
  readonly operations: Readonly<Record<string, Operation>>
  readonly handlers: Readonly<Record<string, Handler<Operation, Caller>>>
  readonly gate: Gate<Caller>
  /**
   * Maximum time in milliseconds for gate and handler together; after that the response is 503 and nothing more is
   * committed.
   */
  readonly deadlineMs: number
  /**
   * Which operations may have their responses compressed: only those whose response contains no secret. Defaults to
   * none.
   */
  readonly compresses?: (operation: Operation) => boolean
  /** Called for each request that passed the gate and reached an operation, before anything else is checked. */
  readonly onCall?: (caller: Caller, operation: string) => void
  /** Whether refusals include their reasons by key, as the app needs them. */
  readonly includesReasons?: boolean
}

/** Callers by request, from the gate to the handler. */
const callers = new WeakMap<FastifyRequest, Permitted>()

/** Deadlines by request. */
const deadlines = new WeakMap<FastifyRequest, Deadline>()

/**
 * Mounts every operation of a table under a prefix. Checks are made in this order: the gate, route and method, scope,
 * role, path, headers, query and body, then the handler.
 */
export function mountOperations<Caller extends Permitted>(
  app: FastifyInstance,
  api: MountedApi<Caller>,
): void {
  void app.register(
    async (scope) => {
      if (api.includesReasons) scope.addHook('onRequest', async (request) => includeReasons(request))
      scope.addHook('onRequest', (request, reply) => passGate(api, request, reply))
      refuseOtherMethods(scope, api)
      for (const name of Object.keys(api.operations)) {
        const handler = api.handlers[name]
        if (!handler) throw new Error(`operation ${name} has no handler`)
        mountOne(scope, api, name, handler)
      }
      // Needed so that the hooks of this scope run for unknown paths.
      scope.setNotFoundHandler(async () => {
        throw notFound()
      })
    },
    { prefix: routerPath(api.prefix) },
  )
}

/** Refuses unknown paths and methods after the gate and before a body is read, because it would not be used. */
function refuseOtherMethods(
  scope: FastifyInstance,
  { prefix, operations }: Pick<MountedApi<Permitted>, 'prefix' | 'operations'>,
): void {
  const { methodsOf, ambiguous } = pathMethods(prefix, Object.values(operations))
  const ambiguousRoutes = new Set([...ambiguous].map(routerPath))
  scope.addHook('onRequest', async (request, reply) => {
    if (!request.is404 && !ambiguousRoutes.has(request.routeOptions.url ?? '')) return
    const allowed = methodsOf(request.url.split('?', 1)[0]!)
    if (allowed.length === 0) throw notFound()
    if (allowed.includes(request.method)) return
    void reply.header('allow', allowed.join(', '))
    throw new ApiError('METHOD_NOT_ALLOWED')
  })
}

/** Responses of an API are private and change at any time; a gate or a route may set another rule. */
const NOT_CACHED = { 'cache-control': 'private, no-store' }

/** Runs the gate within the deadline and adds its headers to the response; throws its refusal. */
export async function passGate<Caller extends Permitted>(
  { gate, deadlineMs }: Pick<MountedApi<Caller>, 'gate' | 'deadlineMs'>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  // Before the gate, which may fail.
  void reply.headers(NOT_CACHED)
  const deadline = new Deadline(deadlineMs)
  deadlines.set(request, deadline)
  const { headers, outcome, party } = await deadline.run(() =>
    gate({
      headers: request.headers,
      ip: request.ip,
      method: request.method,
      // A URL that the router cannot parse has none.
      params: (request.params ?? {}) as Record<string, string>,
    }),
  )
  if (party) noteParty(request, party)
  void reply.headers(headers as Record<string, string | string[]>)
  if ('refusal' in outcome) throw outcome.refusal
  callers.set(request, outcome.caller)
}

/** Converts a path of a table to the router's syntax. */
function routerPath(path: string): string {
  return path.replaceAll(/\{(\w+)\}/g, ':$1')
}

function mountOne<Caller extends Permitted>(
  scope: FastifyInstance,
  { prefix, operations, compresses, onCall }: MountedApi<Caller>,
  name: string,
  handler: Handler<Operation, Caller>,
): void {
  const operation = operations[name]!
  const read = requestReader(operation)
  const isCompressed = compresses?.(operation) ?? false
  scope.route({
    method: operation.method,
    url: routerPath(operation.path),
    exposeHeadRoute: hasHead(operation),
    config: { operation: name },
    onRequest: async (request) => {
      if (isCompressed) allowCompression(request)
      onCall?.(callerOf(request) as Caller, name)
      requirePermission(operation, callerOf(request))
    },
    handler: async (request, reply) => {
      const call = { ...read(request), caller: callerOf(request) } as Call<Operation, Caller>
      // A file may take longer to send: only the time until it starts counts.
      return sendResponse(
        reply,
        { prefix, operation },
        await deadlines.get(request)!.run(() => handler(call)),
      )
    },
  })
}

function callerOf(request: FastifyRequest): Permitted {
  const caller = callers.get(request)
  if (!caller) throw new Error('a request reached its route without passing the gate')
  return caller
}

/** Scope first, then role (decisions, section 2). */
function requirePermission(operation: Operation, caller: Permitted): void {
  if (operation.scope === 'write' && caller.scope !== 'write') {
    throw new ApiError('INSUFFICIENT_SCOPE', { details: { required_scope: 'write' } })
  }
  if (operation.roles && (caller.role === null || !operation.roles.includes(caller.role))) {
    throw new ApiError(operation.roleError ?? 'FORBIDDEN')
  }
}

type ReadRequest = (request: FastifyRequest) => Omit<Call<Operation, never>, 'caller'>

/** Reads and checks all parts of a request and reports all their problems together. */
function requestReader(operation: Operation): ReadRequest {
  const params = partCheck(operation.params, 'path')
  const query = partCheck(operation.query, 'query')
  const headers = partCheck(operation.headers, 'header')
  const body = schemaCheck(operation.body ?? EMPTY_BODY, 'body')
  return (request) => {
    const call = {
      params: request.params as object,
      query: readQuery(operation, request.query as Record<string, unknown>),
      headers: pickHeaders(operation, request),
      body: operation.body ? request.body : (request.body ?? {}),
    }
    const problems = params(call.params)
    if (problems.length === 0 && lacksIdempotencyKey(operation, call.headers)) {
      throw new ApiError('IDEMPOTENCY_KEY_REQUIRED')
    }
    problems.push(...headers(call.headers), ...query(call.query))
    problems.push(...(call.body === undefined ? [BODY_MISSING] : body(call.body)))
    if (problems.length > 0) throw refusal(operation, problems)
    return call
  }
}

const EMPTY_BODY = { type: 'object', additionalProperties: false }
const BODY_MISSING: FieldProblem = { loc: ['body'], type: 'missing', reason: because('field.body_missing') }

/** Parameters unknown to an operation are ignored in every part. */
function partCheck(schema: Operation['query'], part: 'path' | 'query' | 'header'): Check {
  if (!schema) return () => []
  return schemaCheck({ ...schema, additionalProperties: true }, part)
}

/** Parameters whose empty value has a meaning, and which may be repeated. */
const LIST_PARAMETERS = new Set(['standards'])

const INTEGER = /^-?\d{1,16}$/

/** Whether the text is an integer that JSON represents exactly, up to 9007199254740991. */
const isInteger = (text: unknown): boolean =>
  typeof text === 'string' && INTEGER.test(text) && Number.isSafeInteger(Number(text))

/** An empty parameter counts as absent; integers become numbers, everything else stays text. */
function readQuery(operation: Operation, sent: Record<string, unknown>): Record<string, unknown> {
  const known = (operation.query?.properties ?? {}) as Record<string, { type?: string }>
  const entries = Object.entries(sent)
    .filter(([name, value]) => Object.hasOwn(known, name) && (value !== '' || LIST_PARAMETERS.has(name)))
    .map(([name, value]) => {
      const number = known[name]?.type === 'integer' && isInteger(value)
      return [name, number ? Number(value) : value]
    })
  return Object.fromEntries(entries) as Record<string, unknown>
}

/** An empty header counts as missing. */
function pickHeaders(operation: Operation, request: FastifyRequest): Record<string, unknown> {
  const names = Object.keys(operation.headers?.properties ?? {})
  const entries = names.map((name) => [name, request.headers[name]] as const)
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined && value !== ''))
}

/** Operations that append to the ledger have their own error code for a missing key. */
function lacksIdempotencyKey(operation: Operation, headers: Record<string, unknown>): boolean {
  const required: readonly string[] = operation.headers?.required ?? []
  return required.includes('idempotency-key') && headers['idempotency-key'] === undefined
}

/** Problems with the form of a body rather than its values. */
const FORM_PROBLEMS = new Set(['missing', 'unknown_field', 'wrong_type', 'invalid_text'])

function refusal(operation: Operation, problems: FieldProblem[]): ApiError {
  const valueRulesAlone = problems.every(
    (problem) => problem.loc[0] === 'body' && !FORM_PROBLEMS.has(problem.type),
  )
  if (operation.valueRuleError !== 'INVALID_REQUEST' || !valueRulesAlone) return validationError(problems)
  const [{ loc, reason }] = problems as [FieldProblem]
  const field = String(loc[1])
  return new ApiError('INVALID_REQUEST', {
    status: 422,
    reason: because('request.field', { field, problem: refusalSentence(reason) }),
    details: { field },
    problems,
  })
}
