/** The password of everyone in tests. */
export const TEST_PASSWORD = 'correct horse battery'

/** Its hash, at the cost that the application in tests uses. */
export const TEST_PASSWORD_HASH =
  '$argon2id$v=19$m=8,t=1,p=1$MDEyMzQ1Njc4OWFiY2RlZg$gLHIkr1qgP4r3sH1P/NIg3+PMckaLQ3RkuIiytJhVlY'
