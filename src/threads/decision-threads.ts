// The threads that decide beside the main one: their life, and the news that they are told.
import { keepThreads, type KeepThreadsDeps, type KeptThreads } from './keep-threads.ts'
import { createNewsSpread, type NewsSpread, type NewsSpreadDeps } from './spread-news.ts'

export interface DecisionThreads
  extends Omit<KeptThreads, 'endHanging'>, Pick<NewsSpread, 'tellNews' | 'noteChange' | 'settled'> {}

export interface DecisionThreadsDeps extends KeepThreadsDeps, NewsSpreadDeps {}

/** Starts them; changes can be noted from the first moment on. */
export function startDecisionThreads(deps: DecisionThreadsDeps): DecisionThreads {
  const news = createNewsSpread(deps)
  const { endHanging, ...threads } = keepThreads(deps, news)
  return {
    ...threads,
    tellNews() {
      endHanging()
      news.tellNews()
    },
    noteChange: news.noteChange,
    settled: news.settled,
  }
}
