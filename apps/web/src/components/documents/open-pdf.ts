import type { PDFDocumentProxy } from 'pdfjs-dist'

/** Where vite.config.ts puts the decoders of scanned pages. */
const DECODERS = '/pdf/'

/**
 * Opens a PDF from memory. The reader is loaded with the first document. It runs no script of a document, and the
 * page's content policy lets it compile none: WebAssembly is left off, its decoders in JavaScript are used.
 */
export async function openPdf(bytes: Blob): Promise<PDFDocumentProxy> {
  const [{ getDocument, GlobalWorkerOptions, VerbosityLevel }, { default: worker }] = await Promise.all([
    import('pdfjs-dist/legacy/build/pdf.mjs'),
    import('pdfjs-dist/legacy/build/pdf.worker.min.mjs?url'),
  ])
  GlobalWorkerOptions.workerSrc = worker
  return getDocument({
    data: await bytes.arrayBuffer(),
    wasmUrl: DECODERS,
    useWasm: false,
    verbosity: VerbosityLevel.ERRORS,
  }).promise
}
