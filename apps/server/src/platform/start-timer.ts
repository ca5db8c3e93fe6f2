/** Calls a function after a number of milliseconds; returns a function that cancels the call. */
export type StartTimer = (act: () => void, ms: number) => () => void

/** Timers of the system. A running timer does not keep the process from exiting. */
export const startSystemTimer: StartTimer = (act, ms) => {
  const timer = setTimeout(act, ms).unref()
  return () => clearTimeout(timer)
}
