// The picture of an ad. One that lies elsewhere is fetched only once a person has said so, since that tells its host who looks.
import { useEffect, useState } from 'preact/hooks'
import { html, type Element } from '../html.ts'
import { safeUrl } from '../format.ts'
import { Icon } from './icons.ts'

const ALLOWED = 'aside.pictures'
const baseUrl = document.querySelector<HTMLMetaElement>('meta[name="aside-base-url"]')?.content ?? ''
const OWN_ORIGINS = [location.origin, URL.parse(baseUrl)?.origin]
const watchers = new Set<() => void>()

export function Picture({ url, alt }: { url: string | undefined; alt: string }): Element {
  const [, setRound] = useState(0)
  /** An address at which there was none. */
  const [broken, setBroken] = useState<string>()
  useEffect(() => {
    const redraw = () => setRound((n) => n + 1)
    watchers.add(redraw)
    return () => void watchers.delete(redraw)
  }, [])
  const address = safeUrl(url)
  if (address === undefined || address === broken)
    return html`<div class="picture none"><${Icon} name="picture" /></div>`
  if (!OWN_ORIGINS.includes(new URL(address).origin) && sessionStorage.getItem(ALLOWED) === null) {
    return html`<div class="picture none">
      <button type="button" class="link" onClick=${allow}>Show pictures from other sites</button>
    </div>`
  }
  return html`<div class="picture">
    <img src=${address} alt=${alt} loading="lazy" referrerpolicy="no-referrer" onError=${() => setBroken(address)} />
  </div>`
}

function allow(event: Event): void {
  event.preventDefault()
  event.stopPropagation()
  sessionStorage.setItem(ALLOWED, 'yes')
  for (const redraw of watchers) redraw()
}
