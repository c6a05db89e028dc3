// What a search engine must do to stand beside the service in a bench: take ads in, and find the best for a conversation.
import type { MadeAd } from '../generate-inventory.ts'

export interface Rival {
  /** Name and version, as tables show it. */
  readonly name: string
  add(ads: readonly MadeAd[]): Promise<void> | void
  /** Once, after the last `add`. */
  finish(): Promise<void> | void
  /** The best ads that hold any of the words, by the engine's own relevance. */
  search(words: readonly string[], limit: number): Promise<readonly Found[]> | readonly Found[]
  /** Processes beside our own that work for it. */
  processes(): Promise<readonly number[]> | readonly number[]
  close(): Promise<void> | void
}

export interface Found {
  readonly id: string
  readonly title: string
  readonly description: string
  readonly landingUrl: string
  readonly score: number
}

/** Opens a rival; `modules` is the folder whose node_modules hold what is no dependency of ours. */
export type OpenRival = (options: { modules: string; folder: string }) => Promise<Rival>

/** What an engine that is not there says; the bench tells it and goes on with the others. */
export class MissingRival extends Error {}
