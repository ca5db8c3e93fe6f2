/**
 * How a decimal string is written: an optional sign, up to 30 digits before the point and 30 after it, and an optional
 * exponent of at most 30. Neither groups nor a decimal comma, which would leave open what `1,005` says.
 */
export const DECIMAL_PATTERN = String.raw`^[+\-]?(?:\d{1,30}(?:\.\d{0,30})?|\.\d{1,30})(?:[eE][+\-]?(?:[0-2]?\d|30))?$`
