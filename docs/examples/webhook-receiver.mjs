// Takes webhooks of Aside and prints each: ASIDE_WEBHOOK_SECRET=whsec_… node webhook-receiver.mjs
import { createHmac, timingSafeEqual } from 'node:crypto'
import { createServer } from 'node:http'

/** Older ones may be a stranger's who overheard them. */
const SECONDS_MAX = 300

/** More than any event needs; a stranger may send without end. */
const BODY_BYTES_MAX = 256 * 1024

/** Whether Aside signed this body lately. The body is taken as the bytes that came, before anything reads it as JSON. */
function isSigned(body, header, secret) {
  const [, seconds, hex] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(header ?? '') ?? []
  if (hex === undefined || Math.abs(Date.now() / 1_000 - Number(seconds)) > SECONDS_MAX) return false
  const wanted = createHmac('sha256', secret).update(`${seconds}.`).update(body).digest()
  return timingSafeEqual(wanted, Buffer.from(hex, 'hex'))
}

/** Undefined where it is too long, or breaks off. */
async function readBody(request) {
  const chunks = []
  let bytes = 0
  try {
    for await (const chunk of request) if ((bytes += chunk.length) <= BODY_BYTES_MAX) chunks.push(chunk)
  } catch {
    return undefined
  }
  return bytes <= BODY_BYTES_MAX ? Buffer.concat(chunks) : undefined
}

createServer(async (request, response) => {
  const body = await readBody(request)
  const isAsides =
    body !== undefined && isSigned(body, request.headers['aside-signature'], process.env.ASIDE_WEBHOOK_SECRET)
  // What comes twice has the same id; keep those that you have acted on.
  if (isAsides) console.log(body.toString())
  response.writeHead(isAsides ? 204 : 400).end()
}).listen(Number(process.env.PORT ?? 4000), '127.0.0.1')
