// One ad request from start to end: gather what is known, decide, commit what the decision holds.
import type { AdRequest } from '../domain/ad-request.ts'
import type { Caller } from '../domain/api-key.ts'
import type { ServedDecision } from '../domain/served.ts'

/**
 * Answers a request from memory, without waiting for anything.
 * @param arrival when the request reached the process, on the monotonic clock; the deadline counts from there
 */
export type ServeAds = (caller: Caller, request: AdRequest, arrival: { readonly monotonicMs: number }) => ServedDecision
