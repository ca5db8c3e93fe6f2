import { describe } from 'node:test'
import type { TestApp } from '../../../../test/app.ts'
import { alteredDocuments } from './altered-documents.ts'
import { documentRequests } from './document-requests.ts'
import { refusedDocuments } from './refused-documents.ts'
import { sweptDocuments } from './swept-documents.ts'
import { registeringAgain, wayOfDocuments } from './way-of-documents.ts'

/** Tests of the whole life of documents over HTTP, for an application with either storage. */
export function documentSuite(app: TestApp): void {
  const documents = documentRequests(app)
  describe('the way of a document', () => wayOfDocuments(documents))
  describe('registering again', () => registeringAgain(documents))
  describe('what is refused', () => refusedDocuments(documents))
  describe('an altered or missing file', () => alteredDocuments(documents))
  describe('the sweep', () => sweptDocuments(documents))
}
