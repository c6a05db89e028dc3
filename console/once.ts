// A key by which the service knows a write again: sent anew after a lost answer it is done once, and with other inputs it is another.
import { useMemo } from 'preact/hooks'

export interface OnceKey {
  readonly text: string
  /** What is sent from now on is another write. */
  renew(): void
}

export function useOnceKey(inputs: readonly unknown[]): OnceKey {
  return useMemo(createOnceKey, inputs)
}

function createOnceKey(): OnceKey {
  let text = randomKey()
  return {
    get text() {
      return text
    },
    renew() {
      text = randomKey()
    },
  }
}

/** Not crypto.randomUUID, which pages without TLS do not have. */
function randomKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return `console-${[...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`
}
