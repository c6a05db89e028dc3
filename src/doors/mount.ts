// A door that has its own addresses on the listener of the HTTP server.
import type { IncomingMessage, ServerResponse } from 'node:http'

export interface Mount {
  /** First path segments of what it answers, such as `mcp`. */
  readonly segments: readonly string[]
  /** Answers a request whose path starts with one of the segments; any path prefix is already cut off. */
  handle(request: IncomingMessage, response: ServerResponse): void
}

export interface MountedDoor extends Mount {
  /** Ends whatever is still under way. */
  close(): Promise<void>
}
