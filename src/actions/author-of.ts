// Who does something, as the history of changes names them.
import type { Clock } from '../base/clock.ts'
import type { IdSource } from '../base/ids.ts'
import type { Caller } from '../domain/api-key.ts'
import type { Author } from '../domain/change.ts'

export interface AuthorDeps {
  readonly clock: Pick<Clock, 'nowMs'>
  readonly ids: Pick<IdSource, 'next'>
}

/** A fresh one for each act: what is written under the same one is told once. */
export function authorOf({ clock, ids }: AuthorDeps, { keyId }: Pick<Caller, 'keyId'>): Author {
  return { changeId: ids.next('chg'), keyId, atMs: clock.nowMs() }
}
