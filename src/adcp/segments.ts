// The address of the AdCP door, known before the door is made.

/** First path segments. */
export const ADCP_SEGMENTS = ['adcp'] as const
