import { ActionIcon, Group, Text } from '@mantine/core'
import type { PDFDocumentProxy } from 'pdfjs-dist'
import { useEffect, useRef, useState } from 'react'
import { t } from '../../base/messages.ts'
import { DelayedSkeleton } from '../delayed-skeleton.tsx'
import { Icon } from '../icons.tsx'
import { useWidth } from '../use-width.ts'
import styles from './document-content.module.css'

/** Path to which vite.config.ts copies the image decoders. */
const DECODERS = '/pdf/'

/** Shows a PDF page by page. The pages are rendered here because many mobile browsers do not show PDF files within a page. */
export function PdfPages({ bytes, name }: { bytes: Blob; name: string }) {
  const { pdf, failed } = usePdf(bytes)
  const [page, setPage] = useState(1)
  if (failed) return <Text size="sm">{t('documents.previewFailed')}</Text>
  if (pdf === undefined) return <DelayedSkeleton lines={8} />
  const count = pdf.numPages
  return (
    <>
      {count > 1 && (
        <Group gap="xs" justify="center" my={4}>
          <ActionIcon
            variant="default"
            size="lg"
            aria-label={t('documents.pageBefore')}
            disabled={page === 1}
            onClick={() => setPage(page - 1)}
          >
            <Icon name="left" />
          </ActionIcon>
          <Text size="sm" role="status">
            {t('documents.pageOf', { page, count })}
          </Text>
          <ActionIcon
            variant="default"
            size="lg"
            aria-label={t('documents.pageAfter')}
            disabled={page === count}
            onClick={() => setPage(page + 1)}
          >
            <Icon name="right" />
          </ActionIcon>
        </Group>
      )}
      <PdfPage pdf={pdf} page={page} label={t('documents.pageLabel', { name, page })} />
    </>
  )
}

function usePdf(bytes: Blob): { pdf: PDFDocumentProxy | undefined; failed: boolean } {
  const [pdf, setPdf] = useState<PDFDocumentProxy>()
  const [failed, setFailed] = useState(false)
  useEffect(() => {
    let isGone = false
    const opening = openPdf(bytes)
    opening.then(
      (opened) => !isGone && setPdf(opened),
      () => !isGone && setFailed(true),
    )
    return () => {
      isGone = true
      void opening.then(
        (opened) => opened.loadingTask.destroy(),
        () => undefined,
      )
    }
  }, [bytes])
  return { pdf, failed }
}

function PdfPage({ pdf, page, label }: { pdf: PDFDocumentProxy; page: number; label: string }) {
  const [ref, width] = useWidth()
  const canvas = useRef<HTMLCanvasElement>(null)
  const [drawn, setDrawn] = useState<number>()
  useEffect(() => {
    if (width === 0 || canvas.current === null) return undefined
    return drawPage(pdf, page, { canvas: canvas.current, width }, () => setDrawn(page))
  }, [pdf, page, width])
  return (
    <div ref={ref} aria-busy={drawn !== page}>
      <canvas ref={canvas} className={styles.page} role="img" aria-label={label} />
    </div>
  )
}

/** Renders a page at the resolution of the screen; returns a function that stops it. A page that cannot be rendered is empty. */
function drawPage(
  pdf: PDFDocumentProxy,
  page: number,
  { canvas, width }: { canvas: HTMLCanvasElement; width: number },
  onEnd: () => void,
): () => void {
  const stopping = new AbortController()
  const draw = async () => {
    const drawing = await pdf.getPage(page)
    if (stopping.signal.aborted) return
    const scale = (width * window.devicePixelRatio) / drawing.getViewport({ scale: 1 }).width
    const viewport = drawing.getViewport({ scale })
    canvas.width = Math.floor(viewport.width)
    canvas.height = Math.floor(viewport.height)
    const task = drawing.render({ canvas, viewport })
    stopping.signal.addEventListener('abort', () => task.cancel())
    await task.promise
  }
  void draw().then(
    () => !stopping.signal.aborted && onEnd(),
    () => !stopping.signal.aborted && onEnd(),
  )
  return () => stopping.abort()
}

/**
 * Opens a PDF from memory. The reader is loaded with the first document. It does not run scripts of documents, and the
 * content security policy does not allow compilation: WebAssembly is disabled, and its JavaScript decoders are used.
 */
async function openPdf(bytes: Blob): Promise<PDFDocumentProxy> {
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
