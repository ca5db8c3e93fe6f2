export { workbookOf } from './as-workbook.ts'
export {
  fileResponse,
  tableResponse,
  writeFileOf,
  writeTable,
  written,
  type FileParts,
  type SendFile,
} from './export-table.ts'
export { sheetOf, type Cell, type ColumnsOf, type OpenSheet, type Sheet, type Table } from './table.ts'
