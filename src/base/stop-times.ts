// How the ten seconds of a stop are shared. Each limit counts from its beginning, so that whatever comes later still has its time.

/** The process ends then, done or not. */
export const STOP_WITHIN_MS = 10_000
/** Requests that still run are cut then; a decision and a batch of events take at most 5 s. */
export const DOORS_WITHIN_MS = 7_000
/** A further thread whose door is not closed by then hangs. */
export const THREADS_WITHIN_MS = 7_500
/** What is still in memory is given up then: the process that writes may hang, or there may be none. */
export const LAST_JOBS_WITHIN_MS = 8_000
/** Files that only quicken the next start are given up then; the rest is the store's. */
export const FILES_WITHIN_MS = 9_000
/** The one limit that counts from elsewhere: for jobs that run when the doors are closed. */
export const JOBS_WAIT_MS = 500
