// What the service and the command line use of node:http. `import … from 'node:http'` reads all that the module exports, `WebSocket`
// among it, and so loads the whole of fetch, which nobody here calls: 4 MB of a service with two decision threads, and a fifth of
// the work of each start of `aside`.
export const { Agent, createServer, request, STATUS_CODES } = process.getBuiltinModule('node:http')
