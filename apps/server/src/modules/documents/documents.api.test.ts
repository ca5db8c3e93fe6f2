import { startTestApp } from '../../../test/app.ts'
import { documentSuite } from './test/document-suite.ts'

documentSuite(await startTestApp())
