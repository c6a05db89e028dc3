// Takes in what decision threads decided, at every place where the main thread remembers its own decisions.
import type { ExposureLog } from '../actions/decisions/keep-exposures.ts'
import { type DecisionMemory, rememberServed } from '../actions/decisions/remember-decision.ts'
import type { BudgetGate } from '../engine/budget-gate.ts'
import type { DecisionLog } from '../engine/decision-log.ts'
import type { AnsweredSlot } from '../domain/served.ts'
import { readOutbox } from './outbox.ts'

export interface InboxDeps extends DecisionMemory {
  readonly decisionLog: Pick<DecisionLog, 'noteCells'>
  readonly exposures: Pick<ExposureLog, 'keep'>
  readonly budgets: DecisionMemory['budgets'] & Pick<BudgetGate, 'refresh'>
  readonly onAnswered: (answer: { readonly slots: readonly AnsweredSlot[] }, ms: number) => void
  readonly clock: { nowMs(): number }
}

/** @returns what takes in a message of an outbox */
export function createInbox(deps: InboxDeps): (message: Float64Array) => void {
  const { decisionLog, exposures, budgets, onAnswered, clock } = deps
  const reader = {
    decided(served, cells, relevance) {
      decisionLog.noteCells(cells)
      rememberServed(served, relevance, deps)
    },
    shown: exposures.keep,
    answered: (slots, ms) => onAnswered({ slots }, ms),
    // All threads of a process keep one account of each key.
    asked: () => {},
  } satisfies Parameters<typeof readOutbox>[1]
  return (message) => {
    readOutbox(message, reader)
    // The threads read what is left from the board, which is written here.
    budgets.refresh(clock.nowMs())
  }
}
