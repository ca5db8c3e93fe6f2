import { readFileSync } from 'node:fs'
import type { FastifyInstance } from 'fastify'
import { Deadline } from '../../platform/deadline.ts'
import { notFound } from '../../platform/errors.ts'
import { languages, preferredLanguage } from '../../platform/messages.ts'
import { countVisit, type OpenPageLimit } from '../../platform/rate-limit/index.ts'
import { findCalibration, findRecord, findSnapshot } from '../calibrations/index.ts'
import { localDate } from '../compliance/index.ts'
import { latestCheckpoint, recordProof, type LedgerParts } from '../ledger/index.ts'
import { zoneOf } from './laboratory.ts'
import { findByPublicId, findIssued, type IssuedCertificate } from './store.ts'
import {
  unknownCertificatePage,
  verifyPage,
  verifyPagePolicy,
  type CertificateStatus,
  type Reading,
} from './verify-page.ts'

/** Dependencies of the public pages. */
export interface VerifyParts extends LedgerParts, Pick<OpenPageLimit, 'requestsPerMinute'> {
  /** Maximum duration in milliseconds of creating a page. */
  readonly deadlineMs: number
}

/** The offline verifier, one self-contained page. */
const OFFLINE_VERIFIER = new URL('../../../../../packages/ledger-verify/verify.html', import.meta.url)

/** The verifier's page has its own policy; nothing may be loaded or sent. */
const OFFLINE_HEADERS = { 'content-type': 'text/html; charset=utf-8', 'x-content-type-options': 'nosniff' }

/**
 * Serves the public pages of certificates, accessible to anyone who has a certificate: its current status, the proof
 * of its issue, and the verifier that works without this server.
 */
export function serveVerifyPages(app: FastifyInstance, parts: VerifyParts): void {
  const inTime = <T>(work: () => Promise<T>) => new Deadline(parts.deadlineMs).run(work)
  app.get<{ Params: { id: string }; Querystring: LanguageQuery }>('/verify/:id', async (request, reply) => {
    const reading = readingOf(request.query, request.headers['accept-language'])
    const { found, html } = await inTime(async () => {
      countVisit(parts, 'verify', request.ip)
      const published = await findPublished(parts, request.params.id)
      const page = published ? await pageOf(parts, published, reading) : unknownCertificatePage(reading)
      return { found: published !== undefined, html: page }
    })
    return reply
      .code(found ? 200 : 404)
      .type('text/html; charset=utf-8')
      .headers({
        'content-language': reading.language,
        'content-security-policy': verifyPagePolicy,
        'referrer-policy': 'no-referrer',
        'cache-control': 'no-store',
      })
      .send(html)
  })
  app.get<{ Params: { id: string } }>('/verify/:id/proof', async (request, reply) => {
    const { certificateId, proof } = await inTime(async () => {
      countVisit(parts, 'verify', request.ip)
      const found = await findPublished(parts, request.params.id)
      if (!found) throw notFound()
      const { workspaceId, issued } = found
      return {
        certificateId: issued.certificateId,
        proof: await recordProof(parts, workspaceId, issued.ledgerIndex),
      }
    })
    return reply
      .type('application/json; charset=utf-8')
      .header('content-disposition', `attachment; filename="certificate-${certificateId}-proof.json"`)
      .send(JSON.stringify(proof))
  })
  const offline = readFileSync(OFFLINE_VERIFIER)
  app.get('/verify/offline', async (request, reply) => {
    countVisit(parts, 'verify', request.ip)
    return reply.headers(OFFLINE_HEADERS).send(offline)
  })
}

interface Published {
  workspaceId: string
  issued: IssuedCertificate
}

const PUBLIC_ID = /^[0-9a-f]{32}$/

async function findPublished({ db }: VerifyParts, id: string): Promise<Published | undefined> {
  const lower = id.toLowerCase()
  const found = PUBLIC_ID.test(lower) ? await findByPublicId(db.global, lower) : undefined
  if (!found) return undefined
  const issued = await findIssued(db.in(found.workspaceId), found.calibrationId)
  return issued && { workspaceId: found.workspaceId, issued }
}

/** `?lang=de`, as written by the page's language switch; if repeated, it is an array. */
interface LanguageQuery {
  lang?: string | string[]
}

/** Returns the language named in the URL, or else the one that the reader's browser prefers. */
function readingOf({ lang }: LanguageQuery, accepted: string | undefined): Reading {
  const chosen = languages.find((language) => language === lang)
  return { language: chosen ?? preferredLanguage(accepted), isChosen: chosen !== undefined }
}

async function pageOf(
  parts: VerifyParts,
  { workspaceId, issued }: Published,
  reading: Reading,
): Promise<string> {
  const [status, checkpoint] = await Promise.all([
    statusOf(parts, workspaceId, issued.calibrationId),
    latestCheckpoint(parts, workspaceId),
  ])
  return verifyPage(issued, status, checkpoint, reading)
}

async function statusOf(
  { db }: VerifyParts,
  workspaceId: string,
  calibrationId: string,
): Promise<CertificateStatus> {
  const queries = db.in(workspaceId)
  const calibration = await findCalibration(queries, calibrationId, null)
  if (!calibration) throw new Error('a certificate without its calibration')
  if (calibration.voidedById !== null) {
    const marker = await findRecord(queries, calibration.voidedById, null)
    const snapshot = await findSnapshot(queries, calibrationId)
    if (!marker || !snapshot) throw new Error('a voided certificate without its marker')
    return { state: 'voided', on: localDate(marker.createdAt, zoneOf(snapshot)) }
  }
  if (calibration.supersededById === null) return { state: 'valid' }
  const by = await findIssued(queries, calibration.supersededById)
  return { state: 'superseded', by: by ? { certificateId: by.certificateId, number: by.number } : null }
}
