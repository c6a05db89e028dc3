// The addresses of the MCP door, known before the door is made.

/** First path segments. OAuth clients look under the last two; a quick plain "no" keeps them from trying for long. */
export const MCP_SEGMENTS = ['mcp', 'sse', 'message', '.well-known', 'register'] as const
