// What the service uses of node:http. `import … from 'node:http'` reads all that the module exports, `WebSocket` among it, and so
// loads the whole of fetch, which nobody here calls: 4 MB of a service with two decision threads.
export const { createServer, request, STATUS_CODES } = process.getBuiltinModule('node:http')
