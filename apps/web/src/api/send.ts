import { loadRefusals, t } from '../base/messages.ts'
import { ApiFailure, failureOf } from './failure.ts'
import type { CancellableRequest } from './operations.ts'

/**
 * Sends one request with the session's cookie and returns the response.
 * @throws {ApiFailure} for every refusal, and with the code OFFLINE if there was no response
 */
export async function send({ method, url, headers, body, signal }: CancellableRequest): Promise<Response> {
  const sent = reach(url, {
    method,
    credentials: 'same-origin',
    headers,
    ...(body !== undefined && { body }),
    ...(signal && { signal }),
  })
  // A successful response can contain refusals of single items, which need their sentences too.
  const [response] = await Promise.all([sent, method === 'GET' ? undefined : loadRefusals()])
  if (response.ok) return response
  throw await failureOf(response)
}

async function reach(url: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, init)
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error
    throw new ApiFailure(0, 'OFFLINE', t('failure.offline'))
  }
}
