// What people said of ads: to operators of all, to advertisers of their ads, to publishers what their people said.
import type { Caller } from '../../domain/api-key.ts'
import { type FeedbackQuery, type GivenFeedback, unsignedName } from '../../domain/feedback.ts'
import { type Page, pageOf, readCursor } from '../../domain/page.ts'
import type { InventoryStore, ReportStore } from '../../store/contract.ts'
import { demandScope } from '../authorise.ts'
import { checkNamed } from './check-named.ts'

export type FeedbackRequest = Omit<FeedbackQuery, 'before'> & { readonly cursor?: string }

/**
 * Newest first.
 * @throws ServiceError scope_insufficient, not_found where whom it is narrowed to is not there, validation_error for a cursor that no page gave
 */
export type ListFeedback = (caller: Caller, request: FeedbackRequest) => Promise<Page<GivenFeedback>>

export function createListFeedback(deps: {
  readonly reports: Pick<ReportStore, 'feedback'>
  readonly inventory: Pick<InventoryStore, 'find'>
}): ListFeedback {
  return async (caller, { cursor, limit, ...asked }) => {
    demandScope(caller, 'reports:read')
    await checkNamed(caller, asked, deps.inventory)
    // Whoever has an owner hears of that one alone; to name somebody else's was refused just now.
    const { publisherId = asked.publisherId, advertiserId = asked.advertiserId } = caller
    const query = { ...asked, publisherId, advertiserId, before: readCursor(cursor), limit: limit + 1 }
    const found = await deps.reports.feedback(query)
    const told = caller.advertiserId === undefined ? found : found.map(unsigned)
    return pageOf(told, limit, ({ sequence }) => sequence)
  }
}

function unsigned({ impressionId: _, ...given }: GivenFeedback): GivenFeedback {
  return { ...given, id: unsignedName(given.sequence) }
}
