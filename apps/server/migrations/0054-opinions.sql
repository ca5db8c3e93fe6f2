-- Opinions and interpretations (ISO/IEC 17025:2017, 7.8.7), and what they rest on beside the results. Earlier records have nulls.
alter table calibrations
  add column opinions text,
  add column opinions_basis text;
