/** What is said of a row of an imported file. Each sentence stands by itself, beside the row, its column and its value. */
export const importRefusals = {
  'import.columns_of_history':
    'No line names the columns of a history: an asset tag or serial number, and the date of the calibration.',
  'import.coverage_missing': 'An uncertainty of a point needs its coverage factor.',
  'import.date_ambiguous': 'This date can be read in two ways. Choose the order of day and month.',
  'import.date_unreadable': 'This cannot be read as a date.',
  'import.due_before_last':
    'The stated due date {due} is not after the last calibration. The computed one ({computed}) holds.',
  'import.due_computed':
    'The stated due date {due} is earlier than last calibration and interval give ({computed}), which holds.',
  'import.due_earlier':
    'The stated due date {due} is earlier than last calibration and interval give ({computed}), and is kept.',
  'import.due_later':
    'The stated due date {due} is later than last calibration and interval give ({computed}), and is entered as an extension.',
  'import.due_not_of_record':
    'A record cannot state the due date {due}: it is not after the calibration, or later than the interval gives. It is left out.',
  'import.due_of_register':
    'The file states no due date. The earlier one that the register states of this day ({due}) is kept.',
  'import.due_passed':
    'The stated due date {due} is later than last calibration and interval give ({computed}), but has passed. The computed one holds.',
  'import.due_without_last':
    'A due date without a last calibration is kept as a custom field and not as the due date.',
  'import.extension_ends':
    'The due date of the instrument is extended until {until}. The extension ends with this record.',
  'import.file_empty': 'The file has no rows.',
  'import.file_encrypted':
    'The file is protected by a password or damaged. Save it without one and try again.',
  'import.file_not_table': 'The file is neither CSV nor XLSX. Save the sheet as one of these.',
  'import.file_too_large': 'Unpacked, the file is larger than {megabytes} MB.',
  'import.file_too_wide': 'The file has more than {limit} columns.',
  'import.header_not_found':
    'No line names the columns of a register: an asset tag and at least one more. Name the columns in the first line.',
  'import.fields_missing': 'The selected standards require what is missing: {fields}.',
  'import.instrument_unknown': 'No instrument in the register has this asset tag or serial number.',
  'import.interval_chosen':
    'There is no calibration interval. The one chosen for all such rows is entered: {interval}.',
  'import.interval_missing':
    'There is no calibration interval. Enter one, choose one for all such rows, or import them as reference-only.',
  'import.interval_unreadable': 'This cannot be read as a calibration interval, such as 12 months.',
  'import.last_calibration_kept':
    'The last calibration of the instrument in the register ({last}) stays. Enter others as calibrations.',
  'import.name_made': 'There is no name, so that the instrument is named {name}.',
  'import.not_registered_upload': 'This file was not uploaded for an import. Upload it again.',
  'import.number_unreadable': 'This cannot be read as a whole number.',
  'import.performer_missing': 'The file does not name who performed the calibration; the record says so.',
  'import.point_not_read': 'This cannot be read as a number of a point.',
  'import.point_unit_differs': 'This is in another unit than the nominal value.',
  'import.point_unit_missing': 'There is no unit. Name one in a column, or on the instrument.',
  'import.record_differs': 'The record in the ledger states the result {result}, and stays as it is.',
  'import.record_repeats': 'Row {row} states the same calibration, which is entered once.',
  'import.result_unknown': 'This result is not known.',
  'import.row_of_record': 'Row {row} of the same calibration has an error.',
  'import.row_repeats': 'Row {row} has the same asset tag.',
  'import.rows_disagree': 'Row {row} of the same calibration says something else.',
  'import.serial_of_retired':
    'The retired instrument {tag} ({name}) has this serial number, so that it is kept as a custom field.',
  'import.serial_of_row': 'Row {row} has the same serial number, so that it is kept as a custom field.',
  'import.serial_refused': 'The instrument {tag} ({name}) has this serial number.',
  'import.serial_taken':
    'The instrument {tag} ({name}) has this serial number, so that it is kept as a custom field.',
  'import.sheet_unknown': 'There is no sheet of this name. The sheets are: {sheets}.',
  'import.site_unknown': 'There is no such site. Choose to add missing sites and locations, or correct it.',
  'import.status_unknown': 'This status is not known, so that it is kept as a custom field.',
  'import.tag_held': 'An instrument with this asset tag is in the register.',
  'import.tag_missing': 'There is no asset tag.',
  'import.tag_of_retired': 'The retired instrument {tag} ({name}) has this asset tag.',
  'import.tag_out_of_reach': 'An instrument of another site has this asset tag.',
  'import.type_unknown': 'This is neither in-house nor external.',
  'import.yes_no_unreadable': 'This cannot be read as yes or no.',
} as const
