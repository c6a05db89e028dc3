// What TypeScript needs to know of find-node.mjs, which stays plain JavaScript since any Node must run it.
export const ROOT: string
export const NODE_FLAGS: readonly string[]
export const MALLOC_SETTINGS: Readonly<Record<string, string>>
