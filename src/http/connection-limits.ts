// What holds for the connections of every listener.

/** Between two requests; longer than the 60 s of common load balancers, or they would meet a closing socket. */
export const KEEP_ALIVE_MS = 65_000
/** Of one listener at a time. */
export const CONNECTIONS_MAX = 20_000
