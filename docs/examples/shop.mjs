// A shop in miniature that tells Aside of its sales: it keeps the click that somebody came by, and names it once they buy.
// ASIDE_KEY=ak_live_… node shop.mjs, with an advertiser's key that holds events:write, and ASIDE_URL and PORT where they are not the usual ones.
import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'

const aside = { url: process.env.ASIDE_URL ?? 'http://127.0.0.1:8080', key: process.env.ASIDE_KEY }

/** Aside counts sales of 30 days. A newer click takes the place of an older one. */
const CLICK_KEPT_SECONDS = 30 * 86_400
const CLICK = /^imp_\w{1,60}$/

createServer((request, response) => {
  // Strangers may ask for what is no address, such as "//".
  const { pathname, searchParams } = URL.parse(request.url, 'http://shop') ?? new URL('http://shop')
  if (request.method === 'POST' && pathname === '/buy') return buy(request, response)
  // The landing page of the ad, or landingParameters of its campaign, said click={click_id}.
  const click = searchParams.get('click') ?? ''
  if (CLICK.test(click)) {
    const cookie = `click=${click}; Max-Age=${CLICK_KEPT_SECONDS}; Path=/; HttpOnly; SameSite=Lax`
    response.setHeader('set-cookie', cookie)
  }
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
  response.end(
    '<!doctype html><title>Kettles</title><form method="post" action="/buy"><button>Buy, $89.00</button></form>',
  )
}).listen(Number(process.env.PORT ?? 4001), '127.0.0.1', function () {
  console.log(`Shop on http://127.0.0.1:${this.address().port}`)
})

function buy(request, response) {
  const click = /(?:^|; )click=(imp_\w{1,60})(?:;|$)/.exec(request.headers.cookie ?? '')?.[1]
  const order = { id: randomUUID(), amount: '89.00' }
  // The buyer does not wait for it. A real shop keeps what is untold with its orders, so that a restart forgets none.
  if (click) void tellOfSale(click, order)
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
  response.end(`<!doctype html><title>Thank you</title><p>Your order ${order.id} is on its way.</p>`)
}

/** Sent again until Aside has it: an order counts once, however often it is told. */
async function tellOfSale(click, order) {
  const sale = { clickId: click, transactionId: order.id, type: 'purchase', value: order.amount }
  for (let pauseMs = 1_000; ; pauseMs = Math.min(2 * pauseMs, 600_000)) {
    try {
      const answer = await fetch(`${aside.url}/api/v1/conversions`, {
        method: 'POST',
        headers: { authorization: `Bearer ${aside.key}`, 'content-type': 'application/json' },
        body: JSON.stringify(sale),
        signal: AbortSignal.timeout(10_000),
      })
      const said = await answer.json()
      if (answer.ok) return console.log(`Sale ${order.id}: ${said.status}${said.reason ? `, ${said.reason}` : ''}`)
      // "transient" passes by itself; anything else is for a person to mend.
      if (said.error.recovery !== 'transient') return console.error(`Sale ${order.id}: ${said.error.message}`)
    } catch (error) {
      console.warn(`Sale ${order.id} is told later: ${error.message}`)
    }
    await wait(pauseMs)
  }
}
