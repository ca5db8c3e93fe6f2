/** What is wrong with single values. Each sentence stands by itself, beside the field in a form and beside `loc` in a response. */
export const fieldRefusals = {
  'field.accredited_external': 'A point measured by another laboratory is not covered by your accreditation.',
  'field.accredited_needs_uncertainty': 'An accredited point needs an uncertainty.',
  'field.accredited_needs_scope': 'No point lies inside the scope of accreditation.',
  'field.accredited_needs_standard':
    'An accredited calibration names its reference standard, or states its traceability.',
  'field.accredited_record_external':
    'A calibration by another laboratory is not covered by your accreditation.',
  'field.accredited_record_uncertainty': 'An accredited calibration needs its uncertainty.',
  'field.above_longest_interval': 'Must not be longer than the longest interval of {months} months.',
  'field.before_sent_out': 'Must not be before the day of sending out, {sent}.',
  'field.below_lower': 'Must not be below the lower limit.',
  'field.below_shortest_interval': 'Must not be shorter than the shortest interval of {months} months.',
  'field.blank': 'This field is required and must not be blank.',
  'field.body_missing': 'The request has no JSON body.',
  'field.budget_or_values': 'Enter a budget, or an expanded uncertainty and a coverage factor, not both.',
  'field.budget_needs_readings': 'The budget of this point needs at least two readings.',
  'field.budget_needs_repeats': 'The budget of this point needs at least two readings.',
  'field.budget_needs_standard':
    'The budget of this point needs a standard whose last calibration states its uncertainty.',
  'field.cmc_missing': 'State the capability as a value, as a percentage of the value, or both.',
  'field.correlation_needs_ensemble':
    'Correlated contributors need infinitely many degrees of freedom, or the same ensemble with the same degrees of freedom.',
  'field.cost_and_currency': 'Enter both the cost and its currency.',
  'field.coverage_between': 'Must be from 50 to 99.99.',
  'field.correlations_contradict':
    'These correlations contradict each other: they lead to a negative variance.',
  'field.deviation_missing':
    'State how the work departed from the procedure: points were left out, or the conditions were outside the limits.',
  'field.due_after_interval':
    'Must not be later than {due}, which the interval gives. Extend the due date of the instrument for a later one.',
  'field.due_not_after': 'Must be after the day of the calibration, {performed}.',
  'field.duplicate_items': 'Must not contain the same value twice.',
  'field.email': 'Must be an e-mail address.',
  'field.expanded_or_relative':
    'Enter the expanded uncertainty or its percentage of the reference value, not both.',
  'field.format': 'Invalid format.',
  'field.format_date': 'Must be a date, such as 2027-05-12.',
  'field.format_decimal':
    'Must be a decimal number with a decimal point, such as 10.010, and an exponent of at most 30.',
  'field.format_instant': 'Must be a UTC timestamp ending in Z, such as 2026-11-21T04:56:39.123Z.',
  'field.format_uuid': 'Must be a valid identifier (UUID).',
  'field.from_after_to': 'The end date must be on or after the start date.',
  'field.from_minus_one_to_one': 'Must be from -1 to 1.',
  'field.guard_band_factor':
    'Enter the factor as a decimal number that is not negative, such as guard_band_r=0.5.',
  'field.before_1900': 'Must not be before 2 January 1900.',
  'field.hidden_characters':
    'Must not contain characters that are not visible, such as line breaks, or that change the direction of text.',
  'field.in_future': 'Must not be more than 24 hours in the future.',
  'field.index_missing': 'Either a calibration or an entry number is required.',
  'field.interval_first':
    'This instrument has no calibration interval. Enter one first, then change its service status.',
  'field.invalid': 'Invalid value.',
  'field.invalid_text': 'Contains characters that cannot be stored (NUL or lone surrogates).',
  'field.label_fields_too_many': 'A label of this size has room for at most {limit} fields.',
  'field.label_start_too_late': 'This sheet has only {limit} labels.',
  'field.logo_colours': 'The logo must be in RGB or greyscale; CMYK is not supported.',
  'field.logo_no_base64': 'The logo must be a PNG or JPEG image, encoded in base64.',
  'field.logo_no_picture': 'The logo must be a PNG or JPEG image.',
  'field.logo_pixels': 'The logo must have at most 2000 pixels per side.',
  'field.logo_too_large': 'The logo must be at most {kilobytes} KiB in size.',
  'field.missing': 'This field is required.',
  'field.missing_for_no_impact': 'State a reason why there is no impact.',
  'field.missing_for_signature': 'Required for the electronic signature.',
  'field.name_twice': 'This name is already used here.',
  'field.names_no_contributor': 'Must be the name of exactly one contributor.',
  'field.names_nothing': 'Does not exist in this workspace.',
  'field.needs_nominal': 'A tolerance in percent of the nominal value needs a nominal value.',
  'field.needs_reference':
    'An uncertainty relative to the reference value needs a nominal value or a reference value.',
  'field.needs_resolution': 'A tolerance in counts needs the resolution.',
  'field.needs_span': 'A tolerance in percent of span needs the span.',
  'field.no_limit': 'Enter a lower limit, an upper limit, or both.',
  'field.rows_overlap': 'Must not be below the end of the previous row.',
  'field.no_override': 'Enter a nominal value, a tolerance, or both.',
  'field.no_term': 'Enter at least one term of the tolerance.',
  'field.not_assignable':
    'Must be an active member who may enter calibrations at the sites of these instruments.',
  'field.not_negative': 'Must not be negative.',
  'field.one_tolerance_form':
    'Enter the tolerance in one form: symmetric, as deviations above and below, as limits, or as text.',
  'field.other_half_missing': 'Enter both the number and the unit.',
  'field.pair_once': 'Name two different contributors, and each pair only once.',
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
    'The corrected record has points. Send all points again, or an empty list to drop them.',
  'field.positive': 'Must be greater than 0.',
  'field.readings_are_type_a': 'A value from readings is evaluated by statistics: choose type A.',
  'field.readings_or_reason': 'Enter one of these: readings, what was observed, or why there is neither.',
  'field.reference_of_standard':
    'Leave the reference value out: the readings of the standard are the reference value here.',
  'field.standard_reason_missing':
    'State why it was used: {standards} was not valid, or no certificate is known of it.',
  'field.time_zone': 'Must be an IANA time zone, such as Europe/Berlin.',
  'field.too_early': 'Must be after today and after the current due date ({due}).',
  'field.too_few_items': 'Too few items (minimum: {limit}).',
  'field.too_large': 'Must be at most {limit}.',
  'field.too_long': 'Must be at most {limit} characters long.',
  'field.too_many_items': 'Too many items (maximum: {limit}).',
  'field.too_many_labels': 'You can add up to {limit} custom fields.',
  'field.too_short': 'Must be at least {limit} characters long.',
  'field.too_small': 'Must be at least {limit}.',
  'field.unchanged_as_left': 'Only the values as left can be unchanged.',
  'field.unchanged_needs_found': 'Only values that were measured as found can be unchanged.',
  'field.unit_differs': 'Must be in {unit}, or in the same unit with another SI prefix.',
  'field.unit_power':
    'Each power in a unit must have one digit, and its prefixes and powers must not exceed 10^60 together.',
  'field.unknown': 'Unknown field.',
  'field.unknown_column': 'Unknown column. The columns of this file are: {allowed}.',
  'field.unknown_value': 'Must be one of {allowed}.',
  'field.value_or_source': 'Enter a value, or where it comes from, not both.',
  'field.whole_number': 'Must be a whole number.',
  'field.whole_number_between': 'Must be a whole number from {least} to {most}.',
  'field.wrong_type': 'Wrong type of value; expected: {types}.',
  'field.below_from': 'Must not be below “from”.',
  'field.class_members': 'Give this class one column, or one for GO and one for NO-GO.',
  'field.class_name_reserved':
    'Choose another name: it must not be that of another column, nor end in GO, NO-GO, nominal, upper or lower.',
  'field.format_number': 'Enter a number, such as 0.12; a dash states no limit.',
  'field.head_blank': 'Name this column in the first line.',
  'field.heads_missing':
    'Begin with a line that names the columns: from and to, or designation, then a column for each class.',
  'field.limits_per_class': 'Enter {count} limits, one for each class.',
  'field.nominal_needs_designation': 'Only rows with a designation have a nominal size; leave it out here.',
  'field.not_magnitude':
    'Enter the deviation above without a minus and the one below without a plus. Where both limits lie on one side, choose a nominal size between them.',
  'field.range_or_designation': 'Enter either a designation or from and to.',
  'field.rows_missing': 'Enter at least one row below the names of the columns.',
  'field.size_unit_differs': 'Must be {unit}, the unit of the sizes, or the same unit with another prefix.',
} as const
