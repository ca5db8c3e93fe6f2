import { because, type RefusalReason } from '@plumbline/contract'
import { ApiError, unusableValue } from '../errors.ts'
import { isSignedWith, signatureOf } from '../signature.ts'
import { isStorageKey } from './storage-key.ts'

/** A signed permission of the local storage for one upload. */
export interface UploadGrant {
  readonly key: string
  readonly contentType: string
  readonly sizeBytesMax: number
  /** Unix seconds. */
  readonly expires: number
}

/** A signed permission of the local storage for downloads by anyone with the URL. */
export interface DownloadGrant {
  readonly key: string
  readonly fileName: string
  readonly contentType: string
  /** Unix seconds. */
  readonly expires: number
  /** Expected hash of the object in hexadecimal; undefined if none was recorded. */
  readonly sha256: string | undefined
}

/** Fields of an upload form other than the file; named like those of an S3 form if they have an equivalent. */
export const uploadFields = ['key', 'Content-Type', 'max_bytes', 'expires', 'signature'] as const

/** Returns the form fields of a grant. */
export function signUpload(signingKey: Buffer, grant: UploadGrant): Record<string, string> {
  return {
    key: grant.key,
    'Content-Type': grant.contentType,
    max_bytes: String(grant.sizeBytesMax),
    expires: String(grant.expires),
    signature: signatureOf(signingKey, uploadText(grant)).toString('base64url'),
  }
}

/**
 * Reads the grant from the fields that a client sent back.
 * @throws ApiError INVALID_REQUEST for a missing field, FORBIDDEN for an altered or expired ticket
 */
export function readUpload(
  signingKeys: readonly Buffer[],
  fields: ReadonlyMap<string, string>,
  now: Date,
): UploadGrant {
  const value = (name: string) => {
    const sent = fields.get(name)
    if (sent === undefined) throw unusableValue(name, because('upload.field_missing', { field: name }))
    return sent
  }
  const grant: UploadGrant = {
    key: value('key'),
    contentType: value('Content-Type'),
    sizeBytesMax: wholeNumber(value('max_bytes')),
    expires: wholeNumber(value('expires')),
  }
  admit(signingKeys, uploadText(grant), value('signature'), grant, now)
  return grant
}

/** Returns the query of a grant. */
export function signDownload(signingKey: Buffer, grant: DownloadGrant): URLSearchParams {
  return new URLSearchParams({
    key: grant.key,
    name: grant.fileName,
    type: grant.contentType,
    expires: String(grant.expires),
    ...(grant.sha256 !== undefined && { sha256: grant.sha256 }),
    signature: signatureOf(signingKey, downloadText(grant)).toString('base64url'),
  })
}

/**
 * Reads the grant from the query of a download URL.
 * @throws ApiError FORBIDDEN for an altered or expired URL
 */
export function readDownload(
  signingKeys: readonly Buffer[],
  query: URLSearchParams,
  now: Date,
): DownloadGrant {
  const grant: DownloadGrant = {
    key: query.get('key') ?? '',
    fileName: query.get('name') ?? '',
    contentType: query.get('type') ?? '',
    expires: wholeNumber(query.get('expires') ?? ''),
    sha256: query.get('sha256') ?? undefined,
  }
  admit(signingKeys, downloadText(grant), query.get('signature') ?? '', grant, now)
  return grant
}

const forbidden = (reason: RefusalReason) => new ApiError('FORBIDDEN', { reason })

function admit(
  signingKeys: readonly Buffer[],
  text: string,
  signature: string,
  grant: { key: string; expires: number },
  now: Date,
): void {
  const sent = Buffer.from(signature, 'base64url')
  // Re-encoding refuses other encodings of the same bytes, so that a URL has exactly one form.
  const isExact = sent.toString('base64url') === signature
  const isSigned = isSignedWith(signingKeys, text, sent)
  if (!isExact || !isSigned || !isStorageKey(grant.key)) {
    throw forbidden(because('upload.address_altered'))
  }
  if (now.getTime() >= grant.expires * 1000) throw forbidden(because('upload.address_expired'))
}

/** NaN never matches a signed text, so a number that cannot be read is refused as altered. */
function wholeNumber(text: string): number {
  return /^-?\d{1,15}$/.test(text) ? Number(text) : Number.NaN
}

// The first element distinguishes the two kinds, so that a signature of one is never valid for the other.
function uploadText({ key, contentType, sizeBytesMax, expires }: UploadGrant): string {
  return JSON.stringify(['storage upload', key, contentType, sizeBytesMax, expires])
}

function downloadText({ key, fileName, contentType, expires, sha256 }: DownloadGrant): string {
  return JSON.stringify(['storage download', key, fileName, contentType, expires, sha256 ?? null])
}
