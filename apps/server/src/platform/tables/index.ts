export { fileResponse, tableResponse, writeFileOf, written, type Written } from './export-table.ts'
export { sheetOf, type Cell, type ColumnsOf, type OpenSheet, type Sheet, type Table } from './table.ts'
