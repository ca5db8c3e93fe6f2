import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { isTagged, type Operation } from '@plumbline/contract'
import { isFile, type Response } from './call.ts'
import { matchedTag, representationTag } from './entity-tag.ts'

/** An operation, and where the API that it belongs to is mounted. */
export interface MountedOperation {
  readonly prefix: string
  readonly operation: Operation
}

/**
 * Sends what a handler returned. A representation with an entity tag that the request names in If-None-Match is 304 without a
 * body; what was made has its address in Location.
 */
export function sendResponse(
  reply: FastifyReply,
  { prefix, operation }: MountedOperation,
  response: Response,
): FastifyReply {
  void reply.code(response.status ?? operation.reply.status)
  if (response.headers) void reply.headers(response.headers as Record<string, string | string[]>)
  if (response.body === undefined) return reply.send()
  if (isFile(response.body)) return reply.send(sentOf(reply, response.body))
  const { location } = operation.reply
  if (location !== undefined)
    void reply.header('location', addressOf(reply, prefix + location, response.body))
  const json = JSON.stringify(response.body)
  const tag = tagFor(operation, response, json)
  if (tag !== undefined) void reply.header('etag', tag)
  const held = tag === undefined ? undefined : heldTag(reply, operation, tag)
  if (held !== undefined) return reply.code(304).header('etag', held).send(nothingFor(reply))
  return reply.type('application/json; charset=utf-8').send(json)
}

/** The path with what stands in braces taken from what was made, and before that from the path of the request. */
function addressOf({ request }: FastifyReply, path: string, made: unknown): string {
  const values = { ...(request.params as object), ...(made as object) } as Record<string, unknown>
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(values[name])))
}

/** A handler that names a version has its tag, and so has every operation that promises one. */
function tagFor(operation: Operation, { headers }: Response, json: string): string | undefined {
  const version = headers?.['etag']
  if (typeof version === 'string') return representationTag(version, json)
  return isTagged(operation) ? representationTag(undefined, json) : undefined
}

/** The tag by which the client says that it holds what would be sent. */
function heldTag({ request }: FastifyReply, operation: Operation, tag: string): string | undefined {
  const header = request.headers['if-none-match']
  return operation.method === 'GET' && header !== undefined ? matchedTag(header, tag) : undefined
}

/** What goes out of a file. HEAD asks for its headers alone: the framework would read a stream to its end, for nobody. */
function sentOf(reply: FastifyReply, file: Buffer | Readable): Buffer | Readable | undefined {
  if (reply.request.method !== 'HEAD' || Buffer.isBuffer(file)) return file
  file.destroy()
  return nothingFor(reply)
}

/**
 * What is sent without a body. To HEAD it is a stream: of anything else the framework would state a length, and one of 0 where
 * GET has a representation is false (RFC 9110, 8.6).
 */
function nothingFor({ request }: FastifyReply): Readable | undefined {
  return request.method === 'HEAD' ? Readable.from([]) : undefined
}
