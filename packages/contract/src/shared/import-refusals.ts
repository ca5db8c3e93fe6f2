/**
 * Messages about a row of an imported file. Each sentence must make sense by itself, next to the row, its
 * column and its value.
 */
export const importRefusals = {
  'import.cells_beyond_columns':
    'The row has more cells than the file has columns: {cells}. They are left out. Put texts that contain the separator in quotation marks, or name the columns.',
  'import.column_no_point':
    'The column {column} cannot be mapped to a measured point: only columns of our own exports of points are, by their names. Choose another field for it.',
  'import.column_unknown': 'The file has no column {column}. Its columns are: {columns}.',
  'import.columns_of_history':
    'No header line for a calibration history was found. It must name an asset tag or serial number, and the calibration date.',
  'import.coverage_missing': 'The uncertainty of a point requires a coverage factor.',
  'import.date_ambiguous': 'This date can be read in two ways. Choose the order of day and month.',
  'import.date_impossible': 'This day does not exist. Correct the date.',
  'import.date_unreadable': 'This cannot be read as a date. Write it like 2026-05-31.',
  'import.due_before_last':
    'The stated due date {due} is not after the last calibration. The computed due date ({computed}) applies.',
  'import.due_computed':
    'The stated due date {due} is earlier than the one computed from the last calibration and the interval ({computed}). The computed due date applies.',
  'import.due_earlier':
    'The stated due date {due} is earlier than the one computed from the last calibration and the interval ({computed}). The stated due date applies.',
  'import.due_kept':
    'The instrument is already in the register. Its due date ({due}) follows from its calibrations and is not changed. Record a calibration or extend the due date.',
  'import.due_later':
    'The stated due date {due} is later than the one computed from the last calibration and the interval ({computed}). It is entered as an extension.',
  'import.due_not_of_record':
    'The due date {due} is not after the calibration, or is later than the interval allows. It is omitted from the record.',
  'import.due_of_register':
    'The file states no due date. The due date that the register already states for this calibration ({due}) is earlier than the computed one and still applies.',
  'import.due_passed':
    'The stated due date {due} is later than the one computed from the last calibration and the interval ({computed}), but has already passed. The computed due date applies.',
  'import.due_without_last':
    'There is no last calibration, so the stated due date is stored as a custom field, not as the due date.',
  'import.extension_ends':
    'The due date of the instrument is extended until {until}. The extension ends with this record.',
  'import.extension_kept':
    'The register extends the due date after the calibration of this day until {until}. The extension still applies.',
  'import.field_of_other_kind':
    'The column {column} is mapped to {field}, which files of this kind do not have. Choose another field for it.',
  'import.file_empty': 'The file has no rows.',
  'import.file_encrypted':
    'The file is password-protected or damaged. Save it without a password and try again.',
  'import.file_not_table': 'The file is neither CSV nor XLSX. Save it in one of these formats.',
  'import.file_too_large': 'The file is larger than {megabytes} MB when unpacked.',
  'import.file_without_rows':
    'The file names columns, but no rows follow. Add the rows, or choose another sheet.',
  'import.file_too_wide': 'The file has more than {limit} columns.',
  'import.formula_without_value':
    'The file contains no result for the formula in this cell. Open the file in a spreadsheet program, save it, and import it again.',
  'import.header_not_found':
    'No header line for an instrument register was found. The first line must name an asset tag column and at least one more.',
  'import.fields_missing': 'Required fields are missing: {fields}.',
  'import.instrument_reference':
    'This instrument is reference-only and takes no records. Set it in service, import its history, then make it reference-only again. In a new workspace, import the register without the status column first, and once more with it after the history.',
  'import.instrument_retired':
    'This instrument is retired and takes no records. In a new workspace, import the register without the status column first, then the history, then the register once more with that column.',
  'import.instrument_unknown': 'No instrument in the register has this asset tag or serial number.',
  'import.interval_ambiguous':
    'This can mean twice in a period or every second period. Enter a number with a unit, such as 6 months.',
  'import.interval_chosen':
    'There is no calibration interval. The default chosen for these rows is used: {interval}.',
  'import.interval_column_missing':
    'No column states the calibration interval. Assign a column to it, choose a default for rows without an interval, or import them as reference-only.',
  'import.interval_missing':
    'There is no calibration interval. Enter one, choose a default for rows without one, or import them as reference-only.',
  'import.interval_unreadable': 'This cannot be read as a calibration interval, such as 12 months.',
  'import.last_calibration_failed':
    'The file states that the instrument failed its last calibration, so it is not entered as the starting record. Import the calibration history as well.',
  'import.last_calibration_kept':
    'The register already has a last calibration for this instrument ({last}); it is not replaced. Enter other calibrations as records.',
  'import.name_made': 'There is no name. The instrument will be named {name}.',
  'import.not_registered_upload': 'This file was not uploaded for an import. Upload it again.',
  'import.number_unreadable': 'This cannot be read as a whole number.',
  'import.performer_missing': 'The file does not state who performed the calibration. The record notes this.',
  'import.point_not_read': 'This cannot be read as a value of a measured point.',
  'import.point_unit_differs': 'This unit differs from that of the nominal value.',
  'import.point_unit_missing': 'There is no unit. State one in a column or on the instrument.',
  'import.points_in_other_file':
    'The measured points of this record are in the export of points. It is left out: import that file as well.',
  'import.quote_not_closed': 'A quotation mark that row {row} opens is not closed. Close it, or remove it.',
  'import.record_differs': 'The record in the ledger states the result {result} and is not changed.',
  'import.record_not_in_effect':
    'This is a starting record, or a record that was voided, replaced or rejected, or is pending approval. It is left out.',
  'import.record_repeats': 'Row {row} states the same calibration. It is entered only once.',
  'import.responsible_ambiguous':
    'Several members have this name. State the email address of the responsible person instead.',
  'import.responsible_unknown':
    'No member has this name or email address. Correct it, add the person to the workspace first, or import the column as a custom field.',
  'import.result_unknown': 'Unknown result.',
  'import.row_not_calibration':
    'This line does not describe a calibration: it has only a heading, totals, units or notes. It is left out.',
  'import.row_not_instrument':
    'This line does not describe an instrument: it has only a heading, totals, units or notes. It is left out.',
  'import.row_of_record': 'Row {row} of the same calibration has an error.',
  'import.row_repeats': 'Row {row} has the same asset tag.',
  'import.row_too_long':
    'Row {row} is longer than {limit} characters. Check that its quotation marks are closed, or shorten its texts.',
  'import.rows_disagree': 'Row {row} of the same calibration contradicts this one.',
  'import.serial_of_retired':
    'The retired instrument {tag} ({name}) has this serial number, so it is stored as a custom field.',
  'import.serial_of_row': 'Row {row} has the same serial number, so it is stored as a custom field.',
  'import.serial_refused': 'The instrument {tag} ({name}) already has this serial number.',
  'import.serial_taken':
    'The instrument {tag} ({name}) has this serial number, so it is stored as a custom field.',
  'import.sheet_unknown': 'There is no sheet with this name. Available sheets: {sheets}.',
  'import.site_unknown':
    'This site does not exist. Correct it, or choose to add missing sites and locations.',
  'import.spreadsheet_error':
    'The spreadsheet shows an error here instead of a value. The cell is treated as blank.',
  'import.spreadsheet_error_in_record':
    'The spreadsheet shows an error here instead of a value. Correct the cell or leave it blank.',
  'import.status_unknown': 'Unknown status; it is stored as a custom field.',
  'import.tag_held': 'An instrument with this asset tag is already in the register.',
  'import.tag_missing': 'There is no asset tag.',
  'import.tag_of_retired': 'The retired instrument {tag} ({name}) already has this asset tag.',
  'import.tag_out_of_reach': 'An instrument at another site already has this asset tag.',
  'import.type_unknown': 'Must be in-house or external.',
  'import.yes_no_unreadable': 'This cannot be read as yes or no.',
} as const
