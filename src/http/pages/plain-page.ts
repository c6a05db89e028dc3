// Small pages for people who followed a link: no script, nothing from elsewhere, and every inserted text escaped.
import type { FastifyReply } from 'fastify'
import { escapeMarkup } from './escape-markup.ts'

/** Sends a page of constant text. `body`, and what stands above the title, is HTML that the caller has escaped. */
export function sendPage(
  reply: FastifyReply,
  status: number,
  { title, above = '', body, language = 'en' }: { title: string; above?: string; body: string; language?: string },
): FastifyReply {
  return reply.code(status).headers({
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'content-security-policy':
      "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'x-robots-tag': 'noindex, nofollow',
  }).send(`<!doctype html>
<html lang="${language}"><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>${escapeMarkup(title)}</title>
<style>${STYLE}</style>
<main>${above}<h1>${escapeMarkup(title)}</h1>
${body}
</main></html>
`)
}

const STYLE = `:root{color-scheme:light dark}
body{font:16px/1.5 system-ui,sans-serif;margin:0;padding:2rem 1rem}
main{max-width:36rem;margin:0 auto}
h1{font-size:1.4rem}dt{font-weight:600}dd{margin:0 0 .75rem}
fieldset{border:1px solid #8886;border-radius:.5rem}label{display:block;padding:.2rem 0}
button{font:inherit;margin-top:.75rem;padding:.4rem 1rem}`
