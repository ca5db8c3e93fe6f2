/**
 * Format of a decimal string: an optional sign, up to 30 digits before the point and 30 after it, and an optional
 * exponent of at most 30. No group separators and no decimal comma, with which `1,005` would be ambiguous.
 */
export const DECIMAL_PATTERN = String.raw`^[+\-]?(?:\d{1,30}(?:\.\d{0,30})?|\.\d{1,30})(?:[eE][+\-]?(?:[0-2]?\d|30))?$`
