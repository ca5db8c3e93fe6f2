/** The source of a document. It is sent to another process, so it is plain data. */
export interface PageSource {
  /** Name in messages to the operator, such as `certificate C-1`. */
  readonly name: string
  /** Folder of the Typst templates, which are at the root of the compilation, next to `/fonts.typ`. */
  readonly templates: string
  /** Name of the main template in the folder. */
  readonly main: string
  /** Texts by path, read as JSON by the templates; characters that no font contains are replaced by visible codes. */
  readonly texts: Readonly<Record<string, unknown>>
  /** Files by path, used unchanged. */
  readonly files: Readonly<Record<string, Uint8Array>>
  /** Used instead if the document cannot be typeset: the same without pictures. */
  readonly plainer?: Pick<PageSource, 'texts' | 'files'>
  /** The archival PDF standard, if one is required. */
  readonly pdfStandard?: 'a-3a'
  /** The creation time stated in the file; the same source always results in the same bytes. */
  readonly madeAt: string
}
