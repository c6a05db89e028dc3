// Shows the ads of an Aside service in a page: labelled, their words as text, what became of them reported once.
// No cookie, nothing stored, no inline style or script. docs/chat-app.md tells how it is used; aside.css is optional.

const WORDS = {
  why: 'Why this ad?',
  hide: 'Hide this ad',
  hidden: 'You will not see this ad here again.',
  report: 'Report it',
  reported: 'Thank you, it was reported.',
}

/**
 * Draws action cards and suffixes at the end of an element.
 * @param {Element} element
 * @param {any} answer Aside's answer, its `slots`, one of them, or ads; without ads nothing is drawn
 * @param {{words?: Partial<typeof WORDS>, onHide?: (ad: any) => void}} options
 * @returns {{elements: Element[], remove(): void}} `remove` takes all of it out and watches it no more
 */
export function showAds(element, answer, { words, onHide } = {}) {
  const ads = adsOf(answer).filter((ad) => ad.content && /^(action_card|suffix)$/.test(ad.type))
  const boxes = ads.map((ad) => draw(ad, { ...WORDS, ...words }, onHide))
  element.append(...boxes)
  return handle(boxes, (box) => box.remove())
}

/**
 * Links the words of an answer that ads are about. Words are linked only where they stand at their place unchanged.
 * @param {Element | string} place what shows the text that was sent as `response`, or that text
 * @param {any} answer as for `showAds`
 * @param {{words?: Partial<typeof WORDS>}} options
 * @returns {{element: Element, elements: Element[], remove(): void}} `element` has the text, for you to put into the page
 */
export function linkEntities(place, answer, { words } = {}) {
  const element = typeof place === 'string' ? make('span', { className: 'aside-text', dir: 'auto' }, place) : place
  const links = adsOf(answer).flatMap((ad) => (ad.enhancedFragments ?? []).map((fragment) => ({ ...fragment, ad })))
  const boxes = []
  // From the end on, so that the places of those before stay what they are.
  for (const { text, url, position, ad } of links.sort((a, b) => b.position?.start - a.position?.start)) {
    const node = isWeb(url) && textAt(element, position?.start, position?.end, text)
    if (!node) continue
    const { label, by } = disclosureOf(ad)
    const link = linkTo('aside-link', url, text)
    link.setAttribute('aria-label', `${text} (${label} · ${by})`)
    const box = make('span', { className: 'aside-entity' }, link, labelOf('small', ad, { ...WORDS, ...words }.why))
    node.replaceWith(box)
    watch(box, ad)
    boxes.push(box)
  }
  const undo = (box) => {
    const parent = box.parentNode
    box.replaceWith(box.firstChild.textContent)
    parent?.normalize()
  }
  return { element, ...handle(boxes, undo) }
}

/**
 * Asks for ads from a page, with a `pk_live_` key. Never rejects: where there is no answer, `slots` is empty and `error` says why.
 * @param {{key: string, base?: string, patienceMs?: number, [field: string]: any}} request
 *   `base`, unless this file came from the service; else what `POST /api/v1/ads/request` takes
 */
export async function requestAds({ base, key, patienceMs = 2_000, ...body }) {
  try {
    const response = await fetch(
      `${(base ?? new URL('.', import.meta.url).href).replace(/\/+$/, '')}/api/v1/ads/request`,
      {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
        credentials: 'omit',
        signal: AbortSignal.timeout(patienceMs),
      },
    )
    return { slots: [], ...(await response.json()) }
  } catch (error) {
    return { slots: [], error: { code: 'unavailable', message: String(error), recovery: 'transient' } }
  }
}

/** Those that the person has not hidden on this page. */
function adsOf(answer) {
  const parts = Array.isArray(answer) ? answer : (answer?.slots ?? [answer])
  const ads = parts.flatMap((part) => part?.ads ?? part ?? [])
  return ads.filter((ad) => !told.has(`dismiss ${tokenOf(ad).token}`))
}

function handle(boxes, takeOut) {
  return {
    elements: boxes,
    remove() {
      for (const box of boxes.splice(0)) {
        unwatch(box)
        takeOut(box)
      }
    },
  }
}

function draw(ad, words, onHide) {
  const { content, type } = ad
  const { label, by } = disclosureOf(ad)
  const box = make('article', { className: `aside-ad aside-${type === 'suffix' ? 'suffix' : 'card'}` })
  box.setAttribute('aria-label', `${label} · ${by}`)
  const line = (tag, name, text) => text && make(tag, { className: `aside-${name}`, dir: 'auto' }, text)
  const hide = button('aside-hide', words.hide, () => {
    report('dismiss', ad)
    unwatch(box)
    const note = make('p', { className: 'aside-note', tabIndex: -1 }, words.hidden, ' ')
    note.append(
      button('aside-report', words.report, () => {
        if (isWeb(ad.tracking?.feedbackUrl)) send(ad.tracking.feedbackUrl, new URLSearchParams({ reaction: 'report' }))
        note.replaceChildren(words.reported)
        note.focus()
      }),
    )
    box.replaceChildren(note)
    note.focus()
    onHide?.(ad)
  })
  append(
    box,
    labelOf('p', ad, words.why, hide),
    isWeb(content.imageUrl) && imageOf(content),
    line('p', 'title', content.title),
    line('p', 'description', content.description),
    line('b', 'price', content.price),
    linkTo('aside-cta', content.ctaUrl ?? content.url, content.ctaText ?? content.text),
    line('small', 'domain', content.destinationDomain),
  )
  watch(box, ad)
  return box
}

function disclosureOf({ disclosure, advertiser }) {
  return { label: disclosure?.label || 'Sponsored', by: disclosure?.by || advertiser?.name || '' }
}

function labelOf(tag, ad, why, ...more) {
  const { label, by } = disclosureOf(ad)
  const url = ad.disclosure?.whyUrl
  const link = isWeb(url) && make('a', { className: 'aside-why', href: url, target: '_blank', rel: 'noopener' }, why)
  return make(
    tag,
    { className: 'aside-label' },
    ' ',
    make('b', {}, label),
    ' · ',
    make('bdi', {}, by),
    ' ',
    link,
    ' ',
    ...more,
  )
}

// The host of the picture learns nothing of the page.
function imageOf({ imageUrl, imageAlt }) {
  const image = make('img', {
    className: 'aside-image',
    alt: imageAlt ?? '',
    referrerPolicy: 'no-referrer',
    src: imageUrl,
  })
  image.addEventListener('error', () => image.remove())
  return image
}

/** The click link as it came: what it leads to is not in it, and it counts the click. */
function linkTo(className, url, text) {
  const href = isWeb(url) ? { href: url } : {}
  return make('a', { className, dir: 'auto', target: '_blank', rel: 'sponsored noopener', ...href }, text)
}

function button(className, text, press) {
  const node = make('button', { className, type: 'button' }, text)
  node.addEventListener('click', press)
  return node
}

// Words become text nodes, never markup.
function make(name, properties, ...children) {
  return append(Object.assign(document.createElement(name), properties), ...children)
}

function append(node, ...children) {
  node.append(...children.filter(Boolean))
  return node
}

const isWeb = (url) => /^https?:\/\//i.test(url)

/** The text node that holds just these words, cut out of the one that they stand in. Labels drawn before do not count. */
function textAt(root, start, end, words) {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  for (let from = 0; walker.nextNode();) {
    const node = /** @type {Text} */ (walker.currentNode)
    if (node.parentElement?.closest('.aside-label')) continue
    if (from <= start && end <= from + node.length) {
      const isSame = words && node.data.slice(start - from, end - from) === words
      if (!isSame || node.parentElement?.closest('a, button, code, pre')) return
      const found = node.splitText(start - from)
      found.splitText(end - start)
      return found
    }
    from += node.length
  }
}

const SEEN_MS = 1_000
const watched = new WeakMap() // what is known of a box: {ad, timer, since}
let observer
let visibleSince = 0

/** Shown once it has a place on the page; seen once half of it was in view for a second, without a break, of a visible page. */
function watch(box, ad) {
  observer ??= new IntersectionObserver(look, { threshold: [0, 0.5] })
  watched.set(box, { ad })
  observer.observe(box)
}

function unwatch(box) {
  clearTimeout(watched.get(box)?.timer)
  watched.delete(box)
  observer.unobserve(box)
}

function look(entries) {
  for (const { target, intersectionRatio, boundingClientRect: place } of entries) {
    const state = watched.get(target)
    if (!state) continue
    const isThere = place.width > 0 && place.height > 0
    if (isThere) report('impression', state.ad)
    if (!isThere || intersectionRatio < 0.5) state.timer = clearTimeout(state.timer)
    else if (!state.timer) {
      state.since = performance.now()
      wait(target, state, SEEN_MS)
    }
  }
}

function wait(box, state, ms) {
  const timer = setTimeout(() => {
    look(observer.takeRecords()) // a busy page may tell late that it was scrolled away
    if (state.timer !== timer) return
    const since = document.visibilityState === 'visible' ? Math.max(state.since, visibleSince) : performance.now()
    const left = since + SEEN_MS - performance.now()
    if (left > 0) return wait(box, state, left)
    report('viewable', state.ad)
    unwatch(box)
  }, ms)
  state.timer = timer
}

const TOLD_MAX = 1_000
const EVENTS_MAX = 100
const told = new Set() // of this page, whatever is drawn anew
const batches = new Map()

function report(type, ad) {
  const { base, token } = tokenOf(ad)
  const fact = `${type} ${token}`
  if (!token || told.has(fact)) return
  told.add(fact)
  if (told.size > TOLD_MAX) told.delete(told.values().next().value)
  const batch = batches.get(base)
  if (batch?.length < EVENTS_MAX) return void batch.push({ type, token })
  const events = [{ type, token }]
  batches.set(base, events)
  queueMicrotask(() => {
    batches.delete(base)
    send(`${base}/api/v1/events`, JSON.stringify({ events }))
  })
}

/** What all links of an ad end in. */
function tokenOf(ad) {
  const [, base, token] = /^(https?:\/\/.+)\/i\/([\w-]+)$/.exec(ad?.tracking?.impressionUrl) ?? []
  return { base, token }
}

const WAITS_MS = [1_000, 5_000, 25_000, 0]
const UNSENT_MAX = 100
const unsent = new Set()

/** Arrives even where the page is left: what is on its way goes on, what waits for another try goes as a beacon. */
async function send(url, body) {
  if (!('keepalive' in Request.prototype)) return navigator.sendBeacon(url, body)
  const message = { url, body }
  for (const ms of WAITS_MS) {
    const options = { method: 'POST', body, keepalive: true, credentials: /** @type {const} */ ('omit') }
    const { status } = await fetch(url, options).catch(() => ({ status: 503 }))
    if ((status < 500 && status !== 429) || ms === 0 || unsent.size >= UNSENT_MAX) return
    unsent.add(message)
    await new Promise((resolve) => setTimeout(resolve, ms))
    if (!unsent.delete(message)) return
  }
}

globalThis.addEventListener?.('pagehide', () => {
  for (const { url, body } of unsent) navigator.sendBeacon(url, body)
  unsent.clear()
})
globalThis.document?.addEventListener('visibilitychange', () => {
  visibleSince = performance.now()
})
