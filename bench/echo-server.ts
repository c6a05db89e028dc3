// What any server on node:http pays: the body is read and parsed, bytes made beforehand are answered. The measure of the rest.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

const answer = Buffer.alloc(Number(process.env.ANSWER_BYTES ?? 3_000), 'x')
const headers = { 'content-type': 'application/json', 'content-length': answer.length }

const server = createServer({ noDelay: true, keepAliveTimeout: 65_000 }, (request, response) => {
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => {
    const body = chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks)
    if (body.length > 0) JSON.parse(body.toString())
    response.writeHead(200, headers)
    response.end(answer)
  })
})
server.listen(0, '127.0.0.1', () => {
  process.send!({ baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}` })
})
process.on('message', (question) => {
  if (question === 'usage') process.send!({ cpu: process.cpuUsage(), peakBytes: process.resourceUsage().maxRSS * 1024 })
})
process.on('disconnect', () => process.exit(0))
