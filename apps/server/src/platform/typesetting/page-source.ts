/** What a document is set from. Everything in it crosses to another process, so it is plain data. */
export interface PageSource {
  /** For messages to the operator, such as `certificate C-1`. */
  readonly name: string
  /** Folder of the Typst templates. They stand at the root of the setting, beside `/fonts.typ`. */
  readonly templates: string
  /** The template to begin with, by its name in the folder. */
  readonly main: string
  /** Texts by path, read as JSON by the templates; whatever no font can show is made visible in them. */
  readonly texts: Readonly<Record<string, unknown>>
  /** Files by path, taken as they are. */
  readonly files: Readonly<Record<string, Uint8Array>>
  /** What is set instead when the whole cannot be: the same without pictures. */
  readonly plainer?: Pick<PageSource, 'texts' | 'files'>
  /** The archival kind of PDF where one is asked for. */
  readonly pdfStandard?: 'a-3a'
  /** The instant that the file says it was made at; the same source gives the same bytes. */
  readonly madeAt: string
}
