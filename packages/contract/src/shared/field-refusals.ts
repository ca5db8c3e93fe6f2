/**
 * Why a single value is refused. Each sentence must make sense by itself, next to its form field or next to
 * `loc` in a response.
 */
export const fieldRefusals = {
  'field.accredited_external':
    'A point measured by another laboratory cannot be reported under your accreditation.',
  'field.accredited_needs_uncertainty': 'An accredited point needs a measurement uncertainty.',
  'field.accredited_needs_scope': 'None of the points is within the scope of accreditation.',
  'field.accredited_needs_standard':
    'An accredited calibration must name its reference standard or state its traceability.',
  'field.accredited_record_external':
    'A calibration by another laboratory cannot be reported under your accreditation.',
  'field.accredited_record_uncertainty': 'An accredited calibration needs a measurement uncertainty.',
  'field.above_longest_interval': 'Must not be longer than the longest interval of {months} months.',
  'field.before_sent_out': 'Must not be before {sent}, the day the instrument was sent out.',
  'field.below_lower': 'Must not be below the lower limit.',
  'field.below_shortest_interval': 'Must not be shorter than the shortest interval of {months} months.',
  'field.blank': 'This field is required and must not be blank.',
  'field.body_missing': 'The request has no JSON body.',
  'field.budget_or_values':
    'Enter either an uncertainty budget, or an expanded uncertainty and a coverage factor.',
  'field.budget_needs_readings': 'The uncertainty budget of this point needs at least two readings.',
  'field.budget_needs_repeats': 'The uncertainty budget of this point needs at least two readings.',
  'field.budget_needs_standard':
    'The uncertainty budget of this point needs a reference standard whose last calibration states an uncertainty.',
  'field.cmc_missing': 'State the CMC as a value, as a percentage of the value, or both.',
  'field.correlation_needs_ensemble':
    'Correlated contributors must have infinite degrees of freedom, or belong to the same ensemble and have the same degrees of freedom.',
  'field.cost_and_currency': 'Enter both the cost and its currency.',
  'field.coverage_between': 'Must be from 50 to 99.99.',
  'field.correlations_contradict': 'These correlations are inconsistent: they result in a negative variance.',
  'field.deviation_missing':
    'Describe the deviation from the procedure: points were left out, or the ambient conditions were outside the limits.',
  'field.due_after_interval':
    'Must not be later than {due}, the due date that results from the interval. For a later date, extend the due date of the instrument.',
  'field.due_not_after': 'Must be after the day of the calibration, {performed}.',
  'field.duplicate_items': 'Must not contain duplicates.',
  'field.email': 'Must be an e-mail address.',
  'field.expanded_or_relative':
    'Enter the expanded uncertainty either as a value or as a percentage of the reference value, not both.',
  'field.format': 'Invalid format.',
  'field.format_date': 'Must be a date, such as 2027-05-12.',
  'field.format_date_or_instant': 'Must be a date, such as 2027-05-12, or a UTC timestamp ending in Z.',
  'field.format_decimal':
    'Must be a decimal number with a decimal point, such as 10.010, and an exponent of at most 30.',
  'field.format_instant': 'Must be a UTC timestamp ending in Z, such as 2026-11-21T04:56:39.123Z.',
  'field.format_uuid': 'Must be a valid identifier (UUID).',
  'field.from_after_to': 'The end date must be on or after the start date.',
  'field.from_minus_one_to_one': 'Must be from -1 to 1.',
  'field.guard_band_factor':
    'Enter a factor that is zero or a positive decimal number, such as guard_band_r=0.5.',
  'field.before_1900': 'Must not be before 2 January 1900.',
  'field.hidden_characters':
    'Must not contain line breaks, other invisible characters, or characters that change the text direction.',
  'field.in_future': 'Must not be more than 24 hours in the future.',
  'field.index_missing': 'Either a calibration or an entry number is required.',
  'field.interval_first':
    'This instrument has no calibration interval. Enter one first, then change its service status.',
  'field.invalid': 'Invalid value.',
  'field.invalid_text': 'Contains characters that cannot be stored (NUL or lone surrogates).',
  'field.label_fields_too_many': 'A label of this size has room for at most {limit} fields.',
  'field.label_start_too_late': 'This sheet has only {limit} labels.',
  'field.logo_colours': 'The logo must be in RGB or grayscale; CMYK is not supported.',
  'field.logo_no_base64': 'The logo must be a PNG or JPEG image, encoded in base64.',
  'field.logo_no_picture': 'The logo must be a PNG or JPEG image.',
  'field.logo_pixels': 'The logo must have at most 2000 pixels per side.',
  'field.logo_too_large': 'The logo must be at most {kilobytes} KiB in size.',
  'field.missing': 'This field is required.',
  'field.missing_for_no_impact': 'Explain why there is no impact.',
  'field.missing_for_signature': 'Required for the electronic signature.',
  'field.name_twice': 'This name is already in use here.',
  'field.names_no_contributor': 'Must be the name of one contributor, and that name must be unique.',
  'field.names_nothing': 'Does not exist in this workspace.',
  'field.needs_nominal': 'A tolerance in percent of the nominal value requires a nominal value.',
  'field.needs_reference':
    'An uncertainty relative to the reference value requires a nominal value or a reference value.',
  'field.needs_resolution': 'A tolerance in counts requires the resolution.',
  'field.needs_span': 'A tolerance in percent of span requires the span.',
  'field.no_limit': 'Enter a lower limit, an upper limit, or both.',
  'field.rows_overlap': 'Must not be below the upper end of the previous row.',
  'field.no_override': 'Enter a nominal value, a tolerance, or both.',
  'field.no_term': 'Enter at least one tolerance term.',
  'field.not_assignable':
    'Must be an active member who can enter calibrations at the sites of these instruments.',
  'field.not_negative': 'Must not be negative.',
  'field.one_tolerance_form':
    'Enter the tolerance in one form: symmetric, as deviations above and below, as limits, or as text.',
  'field.other_half_missing': 'Enter both the number and the unit.',
  'field.pair_once': 'Name two different contributors, and list each pair only once.',
  'field.password_common':
    'This password is common, or too similar to a common one. Combine three or four unrelated words.',
  'field.password_personal':
    'This password contains little more than a name or address that others know. Combine three or four unrelated words.',
  'field.password_repeated':
    'This password repeats the same characters. Combine three or four unrelated words.',
  'field.password_sequence':
    'This password is a sequence of letters, digits or keys. Combine three or four unrelated words.',
  'field.percent_between': 'Must be greater than 0 and less than 100.',
  'field.points_missing':
    'The record being corrected has points. Send all points again, or an empty list to remove them.',
  'field.positive': 'Must be greater than 0.',
  'field.readings_are_type_a': 'A value from readings is evaluated statistically: choose type A.',
  'field.readings_or_reason': 'Enter readings, what was observed, or the reason why there is neither.',
  'field.reference_of_standard': 'Omit the reference value: here, the readings of the standard provide it.',
  'field.standard_reason_missing':
    'State why it was used: {standards} was out of calibration or has no certificate on file.',
  'field.time_zone': 'Must be an IANA time zone, such as Europe/Berlin.',
  'field.too_early': 'Must be after today and after the current due date ({due}).',
  'field.too_few_items': 'Too few items (minimum: {limit}).',
  'field.too_large': 'Must be at most {limit}.',
  'field.too_long': 'Must be at most {limit} characters long.',
  'field.too_many_items': 'Too many items (maximum: {limit}).',
  'field.too_many_labels': 'You can add up to {limit} custom fields.',
  'field.too_short': 'Must be at least {limit} characters long.',
  'field.too_small': 'Must be at least {limit}.',
  'field.unchanged_as_left': 'Only the as-left values can be unchanged.',
  'field.unchanged_needs_found': 'As-left values can be unchanged only if as-found values were measured.',
  'field.unit_differs': 'Must be in {unit}, or in the same unit with a different SI prefix.',
  'field.unit_power':
    'Each exponent in a unit must be a single digit, and the prefixes and exponents combined must not exceed 10^60.',
  'field.unknown': 'Unknown field.',
  'field.unknown_column': 'Unknown column. Allowed columns: {allowed}.',
  'field.unknown_value': 'Must be one of {allowed}.',
  'field.value_or_source': 'Enter either a value or its source, not both.',
  'field.whole_number': 'Must be a whole number.',
  'field.whole_number_between': 'Must be a whole number from {least} to {most}.',
  'field.repeated': 'Send this parameter only once.',
  'field.wrong_type': 'Wrong type. Expected: {types}.',
  'field.below_from': 'Must not be below “from”.',
  'field.class_members': 'This class must have either one column, or one for GO and one for NO-GO.',
  'field.class_name_reserved':
    'Choose another name: it must not match another column or end in GO, NO-GO, nominal, upper or lower.',
  'field.format_number': 'Enter a number, such as 0.12, or a dash for no limit.',
  'field.head_blank': 'This column has no heading in the first line.',
  'field.heads_missing':
    'Begin with a header line: from and to, or designation, then one column for each class.',
  'field.limits_per_class': 'Enter {count} limits, one for each class.',
  'field.nominal_needs_designation': 'Only rows with a designation can have a nominal size. Omit it here.',
  'field.not_magnitude':
    'Enter the upper deviation without a minus sign and the lower deviation without a plus sign. If both limits are on one side of the nominal size, choose a nominal size between them.',
  'field.range_or_designation': 'Enter either a designation or from and to.',
  'field.rows_missing': 'Enter at least one row below the header line.',
  'field.size_unit_differs':
    'Must be {unit}, the unit of the sizes, or the same unit with a different prefix.',
} as const
