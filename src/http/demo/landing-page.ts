// The page a sample ad leads to: a small, scriptless product page that says plainly that nothing on it is for sale.
import { escapeMarkup } from '../pages/escape-markup.ts'
import { type PicturedProduct, productImageSvg } from './product-image.ts'

export interface LandingProduct extends PicturedProduct {
  readonly description: string
  readonly price?: string
  /** The advertiser's host, shown as text; it leads nowhere. */
  readonly domain?: string
  /** BCP 47 language of title and description; English where nothing is said. */
  readonly language?: string
}

/**
 * A whole HTML document with picture and styles inside, so that it needs no second request. It loads under
 * `default-src 'none'; style-src 'unsafe-inline'`.
 */
export function landingPageHtml(ad: LandingProduct): string {
  const [title, brand, description] = [ad.title, ad.brand, ad.description].map(escapeMarkup)
  const price = ad.price ? `<p class="price">${escapeMarkup(ad.price)}</p>` : ''
  const domain = ad.domain ? `<span class="domain">${escapeMarkup(ad.domain)}</span>` : ''
  return `<!doctype html>
<html lang="${escapeMarkup(ad.language || 'en')}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<title>${title} – ${brand}</title>
<style>${styles}</style>
</head>
<body>
<header><strong>${brand}</strong>${domain}</header>
<main>
<div class="picture">${productImageSvg(ad)}</div>
<article>
<h1>${title}</h1>
${price}
<p>${description}</p>
</article>
</main>
<footer lang="en"><p><strong>This is a fictional product from Aside's sample inventory.</strong> The brand is made up and
nothing can be ordered here. An ad of your own would lead to your own page instead.</p></footer>
</body>
</html>
`
}

const styles = `
:root{--paper:#f6f5f2;--sheet:#fff;--ink:#1d2129;--soft:#5b6270;--line:#e2e0da;--note:#fdf3d7;--note-ink:#4c3d0c}
@media (prefers-color-scheme:dark){:root{--paper:#15171b;--sheet:#1e2127;--ink:#eceef2;--soft:#a5acb9;--line:#31353d;--note:#332c17;--note-ink:#f0e2b4}}
*{box-sizing:border-box}
body{margin:0;min-height:100vh;padding:clamp(1rem,4vw,2.5rem);background:var(--paper);color:var(--ink);font:1.0625rem/1.6 system-ui,'Segoe UI',Helvetica,Arial,sans-serif;overflow-wrap:anywhere}
header,main,footer{max-width:60rem;margin-inline:auto}
header{display:flex;justify-content:space-between;align-items:baseline;gap:1rem;padding-bottom:1rem}
.domain{color:var(--soft);font-size:.9rem}
main{display:grid;grid-template-columns:1.25fr 1fr;background:var(--sheet);border:1px solid var(--line);border-radius:1rem;overflow:hidden}
.picture{min-height:16rem}
svg{display:block;width:100%;height:100%}
article{padding:clamp(1.25rem,3vw,2rem);align-self:center}
h1{margin:0 0 .5rem;font-size:clamp(1.35rem,3vw,1.75rem);line-height:1.25;text-wrap:balance;overflow-wrap:break-word}
.price{margin:0 0 1rem;font-size:1.25rem;font-weight:600}
article p:last-child{margin:0;color:var(--soft)}
footer{margin-top:1.25rem;padding:.25rem 1.25rem;background:var(--note);color:var(--note-ink);border-radius:.75rem;font-size:.95rem}
@media (max-width:44rem){main{grid-template-columns:1fr}.picture{min-height:0}}
`
