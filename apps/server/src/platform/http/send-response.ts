import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { isTagged, type Operation } from '@plumbline/contract'
import { isFile, type Response } from './call.ts'
import { matchedTag, representationTag } from './entity-tag.ts'

/** An operation, and where its API is mounted. */
export interface MountedOperation {
  readonly prefix: string
  readonly operation: Operation
}

/**
 * Sends a handler's response. If the request's If-None-Match names the entity tag of the representation, sends 304
 * without a body. A created resource has its URL in Location.
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

/** Fills in the path's parameters from the created resource, and before that from the path of the request. */
function addressOf({ request }: FastifyReply, path: string, made: unknown): string {
  const values = { ...(request.params as object), ...(made as object) } as Record<string, unknown>
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(values[name])))
}

/** A handler that names a version has its tag, as does every operation that promises one. */
function tagFor(operation: Operation, { headers }: Response, json: string): string | undefined {
  const version = headers?.['etag']
  if (typeof version === 'string') return representationTag(version, json)
  return isTagged(operation) ? representationTag(undefined, json) : undefined
}

/** Returns the tag by which the client states that it already has the representation. */
function heldTag({ request }: FastifyReply, operation: Operation, tag: string): string | undefined {
  const header = request.headers['if-none-match']
  return operation.method === 'GET' && header !== undefined ? matchedTag(header, tag) : undefined
}

/** What is sent of a file. HEAD requires only its headers: the framework would read a stream to its end for nothing. */
function sentOf(reply: FastifyReply, file: Buffer | Readable): Buffer | Readable | undefined {
  if (reply.request.method !== 'HEAD' || Buffer.isBuffer(file)) return file
  file.destroy()
  return nothingFor(reply)
}

/**
 * Returns an empty body. For HEAD it is a stream: for anything else the framework would state a length, and a length
 * of 0 is wrong if GET has a representation (RFC 9110, 8.6).
 */
function nothingFor({ request }: FastifyReply): Readable | undefined {
  return request.method === 'HEAD' ? Readable.from([]) : undefined
}
