import type { ErrorCode, Page, ValidationProblem } from '@plumbline/contract'
import { loadRefusals, t, tIfKnown } from './messages.ts'
import { reasonText, refusalText, type Reason } from './refusals.ts'

/** Where the app API stands. */
export const APP_API = '/api/app/v1'

/** Where signing in stands, and what needs nobody signed in. */
export const SIGN_IN = '/api/auth'

/** Where stands what is the person's own. */
export const MY_ACCOUNT = `${APP_API}/me`

/** Heard on the window when a page asks for something and the session has ended. */
export const SIGNED_OUT_EVENT = 'plumbline:signed-out'

/** Heard on the window when a workspace answers that the access of an auditor has ended; tells the failure. */
export const ACCESS_ENDED_EVENT = 'plumbline:access-ended'

/** What only pages ask for that somebody has signed in to. */
const ASKED_WHEN_SIGNED_IN = [`${APP_API}/workspaces`, `${MY_ACCOUNT}/`]

/** Query parameters of a request; undefined and empty ones are left out. */
export type Query = Readonly<Record<string, string | number | boolean | undefined | null>>

/** What the server refused, or that it could not be reached (`OFFLINE`), in the person's language. */
export class ApiFailure extends Error {
  readonly status: number
  readonly code: ErrorCode | 'OFFLINE'
  readonly details: Readonly<Record<string, unknown>>
  readonly requestId: string | null

  constructor(
    status: number,
    code: ErrorCode | 'OFFLINE',
    message: string,
    details: Readonly<Record<string, unknown>> = {},
    requestId: string | null = null,
  ) {
    super(message)
    this.name = 'ApiFailure'
    this.status = status
    this.code = code
    this.details = details
    this.requestId = requestId
  }
}

/** Whether an address names nothing: what is not there, or what is no id at all. */
export function isNotThere(error: unknown): error is ApiFailure {
  return error instanceof ApiFailure && (error.status === 404 || error.status === 422)
}

/** What a request may carry beside its path. */
export interface RequestOptions {
  query?: Query
  body?: unknown
  headers?: Readonly<Record<string, string>>
  signal?: AbortSignal
}

/** An answer with the headers that callers read. */
export interface Answer<Body> {
  body: Body
  etag: string | null
}

type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'

/**
 * Sends one request of the app and answers its JSON.
 * @throws {ApiFailure} for every refusal, and with code OFFLINE when no answer came at all
 */
export async function send<Body>(
  method: Method,
  path: string,
  options: RequestOptions = {},
): Promise<Answer<Body>> {
  const response = await ask(method, path, options)
  const text = response.status === 204 ? '' : await response.text()
  return {
    body: (text === '' ? undefined : JSON.parse(text)) as Body,
    etag: response.headers.get('etag'),
  }
}

/** An answer that is no refusal. */
async function ask(
  method: Method,
  path: string,
  { query, body, headers, signal }: RequestOptions,
): Promise<Response> {
  const sent = reach(`${path}${searchOf(query)}`, {
    method,
    credentials: 'same-origin',
    headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...(signal && { signal }),
  })
  // Within what succeeds as a whole, single things can be refused: their sentences are wanted then too.
  const [response] = await Promise.all([sent, method === 'GET' ? undefined : loadRefusals()])
  if (response.status === 401 && ASKED_WHEN_SIGNED_IN.some((start) => path.startsWith(start)))
    dispatchEvent(new Event(SIGNED_OUT_EVENT))
  if (response.ok) return response
  const failure = await failureOf(response)
  if (failure.code === 'ACCESS_ENDED') {
    dispatchEvent(new CustomEvent(ACCESS_ENDED_EVENT, { detail: { path, failure } }))
  }
  throw failure
}

/** The app API within one workspace: paths as its document names them, below the workspace. */
export interface WorkspaceApi {
  readonly workspaceId: string
  /** Address of a path below the workspace, for links and downloads. */
  url(path: string, query?: Query): string
  get<Body>(path: string, query?: Query, signal?: AbortSignal): Promise<Body>
  /** The bytes of a file that the API itself sends. */
  file(path: string, signal?: AbortSignal): Promise<Blob>
  /** As `get`, with the version of the resource. */
  read<Body>(path: string, signal?: AbortSignal): Promise<Answer<Body>>
  post<Body>(path: string, body?: unknown, headers?: Readonly<Record<string, string>>): Promise<Body>
  /** As `post`, for an answer that is a file. */
  postForFile(path: string, body: unknown): Promise<Blob>
  patch<Body>(path: string, body: unknown, headers?: Readonly<Record<string, string>>): Promise<Body>
  delete<Body = void>(path: string): Promise<Body>
}

/** The app API of one workspace. */
export function workspaceApi(workspaceId: string): WorkspaceApi {
  const base = `${APP_API}/workspaces/${workspaceId}`
  return {
    workspaceId,
    url: (path, query) => `${base}${path}${searchOf(query)}`,
    get: async <Body>(path: string, query?: Query, signal?: AbortSignal) =>
      (await send<Body>('GET', base + path, { ...(query && { query }), ...(signal && { signal }) })).body,
    file: async (path, signal) => (await ask('GET', base + path, { ...(signal && { signal }) })).blob(),
    read: <Body>(path: string, signal?: AbortSignal) =>
      send<Body>('GET', base + path, { ...(signal && { signal }) }),
    post: async <Body>(path: string, body?: unknown, headers?: Readonly<Record<string, string>>) =>
      (await send<Body>('POST', base + path, { body, ...(headers && { headers }) })).body,
    postForFile: async (path, body) => (await ask('POST', base + path, { body })).blob(),
    patch: async <Body>(path: string, body: unknown, headers?: Readonly<Record<string, string>>) =>
      (await send<Body>('PATCH', base + path, { body, ...(headers && { headers }) })).body,
    delete: async <Body>(path: string) => (await send<Body>('DELETE', base + path)).body,
  }
}

/** Reads every page of a list, at most `max` rows: for short lists such as sites. */
export async function everyRow<Row>(
  api: WorkspaceApi,
  path: string,
  query: Query = {},
  max = 2000,
): Promise<Row[]> {
  const rows: Row[] = []
  for (;;) {
    const page = await api.get<Page<Row>>(path, { ...query, limit: 100, offset: rows.length })
    rows.push(...page.data)
    if (!page.pagination.has_more || page.data.length === 0 || rows.length >= max) return rows
  }
}

/** An entry of `details.missing_fields`. */
interface MissingField {
  field: string
  /** Labels of the standards that require it; empty when every record needs it. */
  required_by: string[]
}

/** A value that was refused, with the reason that the app API puts beside it. */
type FieldProblem = ValidationProblem & { reason?: Reason }

/** What is wrong with each field of a body, by the field's name. */
export function fieldErrorsOf(error: unknown): Record<string, string> {
  if (!(error instanceof ApiFailure)) return {}
  const found: Record<string, string> = {}
  for (const { loc, msg, reason } of (error.details['errors'] ?? []) as FieldProblem[]) {
    const name = loc[0] === 'body' ? loc.slice(1).join('.') : loc.join('.')
    found[name] ??= (reason && reasonText(reason)) ?? sentence(msg)
  }
  for (const { field, required_by: by } of (error.details['missing_fields'] ?? []) as MissingField[]) {
    found[field] ??=
      by.length === 0 ? t('failure.required') : t('failure.requiredBy', { standards: by.join(', ') })
  }
  const field = error.details['field']
  if (typeof field === 'string') found[field] ??= error.message
  return found
}

function sentence(text: string): string {
  const first = text.charAt(0).toLocaleUpperCase() + text.slice(1)
  return /[.!?]$/.test(first) ? first : `${first}.`
}

async function reach(url: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, init)
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error
    throw new ApiFailure(0, 'OFFLINE', t('failure.offline'))
  }
}

/** An error answer of the app API. */
interface Envelope {
  code: ErrorCode
  message: string
  reason?: Reason
  details?: Record<string, unknown>
}

async function failureOf(response: Response): Promise<ApiFailure> {
  const requestId = response.headers.get('x-request-id')
  try {
    const [envelope] = await Promise.all([response.json() as Promise<Envelope>, loadRefusals()])
    const details = envelope.details ?? {}
    return new ApiFailure(response.status, envelope.code, refusalText(envelope), details, requestId)
  } catch {
    // Whatever stands before the server answered for it, and not in our form.
    return new ApiFailure(
      response.status,
      'INTERNAL_ERROR',
      tIfKnown('refusal.INTERNAL_ERROR') ?? t('failure.hint'),
      {},
      requestId,
    )
  }
}

function searchOf(query: Query = {}): string {
  const sent = Object.entries(query).filter(
    ([, value]) => value !== undefined && value !== null && value !== '',
  )
  if (sent.length === 0) return ''
  return `?${new URLSearchParams(sent.map(([name, value]) => [name, String(value)])).toString()}`
}
