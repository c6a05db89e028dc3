// Shows ads of an Aside service in a page: labelled, their words as text, what became of them reported once.
// No cookies, nothing stored, no inline styles. docs/chat-app.md tells how it is used.

// By primary language, the same ones that labels have (src/domain/ad-label.ts). Of these Arabic alone is written from the right.
const NAMES = ['why', 'hide', 'hidden', 'report', 'reported', 'aiGenerated']
const WORDS = new Map(
  `
en|Why this ad?|Hide this ad|This ad is hidden.|Report it|Thank you, it was reported.|AI-generated
ar|لماذا هذا الإعلان؟|إخفاء هذا الإعلان|تم إخفاء هذا الإعلان.|الإبلاغ عنه|شكرًا لك، تم الإبلاغ عنه.|من إنشاء الذكاء الاصطناعي
cs|Proč tato reklama?|Skrýt tuto reklamu|Tato reklama je skrytá.|Nahlásit ji|Děkujeme, reklama byla nahlášena.|Vytvořeno pomocí AI
da|Hvorfor denne annonce?|Skjul denne annonce|Annoncen er skjult.|Rapportér den|Tak, annoncen er rapporteret.|AI-genereret
de|Warum diese Anzeige?|Anzeige ausblenden|Diese Anzeige ist ausgeblendet.|Melden|Danke, die Anzeige wurde gemeldet.|KI-generiert
es|¿Por qué este anuncio?|Ocultar este anuncio|Este anuncio está oculto.|Denunciarlo|Gracias, el anuncio se ha denunciado.|Generado con IA
fi|Miksi tämä mainos?|Piilota tämä mainos|Mainos on piilotettu.|Ilmoita siitä|Kiitos, mainoksesta on ilmoitettu.|Tekoälyllä luotu
fr|Pourquoi cette publicité\u00a0?|Masquer cette publicité|Cette publicité est masquée.|La signaler|Merci, la publicité a été signalée.|Généré par IA
hi|यह विज्ञापन क्यों?|यह विज्ञापन छिपाएँ|यह विज्ञापन छिपा दिया गया है।|इसकी शिकायत करें|धन्यवाद, इसकी शिकायत दर्ज कर ली गई है।|AI से बनाया गया
it|Perché questa pubblicità?|Nascondi questa pubblicità|La pubblicità è nascosta.|Segnalala|Grazie, la pubblicità è stata segnalata.|Generato con l'IA
ja|この広告が表示される理由|この広告を非表示にする|この広告を非表示にしました。|報告する|ご報告ありがとうございました。|AI生成
ko|이 광고가 표시되는 이유|이 광고 숨기기|이 광고를 숨겼습니다.|신고하기|신고해 주셔서 감사합니다.|AI 생성
nb|Hvorfor denne annonsen?|Skjul denne annonsen|Annonsen er skjult.|Rapporter den|Takk, annonsen er rapportert.|KI-generert
nl|Waarom deze advertentie?|Deze advertentie verbergen|Deze advertentie is verborgen.|Melden|Bedankt, de advertentie is gemeld.|Gemaakt met AI
pl|Dlaczego ta reklama?|Ukryj tę reklamę|Ta reklama jest ukryta.|Zgłoś ją|Dziękujemy, reklama została zgłoszona.|Wygenerowane przez AI
pt|Por que motivo este anúncio?|Ocultar este anúncio|Este anúncio está oculto.|Denunciá-lo|Obrigado, o anúncio foi denunciado.|Gerado por IA
ru|Почему эта реклама?|Скрыть эту рекламу|Эта реклама скрыта.|Пожаловаться|Спасибо, жалоба отправлена.|Создано с помощью ИИ
sv|Varför den här annonsen?|Dölj den här annonsen|Annonsen är dold.|Anmäl den|Tack, annonsen är anmäld.|AI-genererad
tr|Neden bu reklam?|Bu reklamı gizle|Bu reklam gizlendi.|Bildir|Teşekkürler, reklam bildirildi.|Yapay zekâ ile oluşturuldu
uk|Чому ця реклама?|Приховати цю рекламу|Цю рекламу приховано.|Поскаржитися|Дякуємо, скаргу надіслано.|Створено за допомогою ШІ
zh|为何显示此广告？|隐藏此广告|此广告已隐藏。|举报|谢谢，已收到举报。|AI 生成
`
    .trim()
    .split('\n')
    .map((line) => [line.slice(0, 2), line.slice(3).split('|')]),
)
WORDS.set('no', WORDS.get('nb'))

/**
 * Draws action cards and suffixes at the end of an element.
 * @param answer Aside's answer, its `slots`, one of them, or ads; without ads nothing is drawn
 * @param options `language` of our words, a BCP 47 tag, or `auto`; `words` in place of some of them; `onHide(ad)`, called when the person hides one
 * @returns {{elements: Element[], remove(): void}} `remove` takes all of it out and watches it no more
 */
export function showAds(element, answer, { language = '', words = {}, onHide = (_ad) => {} } = {}) {
  const speech = speechIn(language, element, words)
  const ads = adsOf(answer).filter(({ type, content }) => content && ['action_card', 'suffix'].includes(type))
  const boxes = ads.map((ad) => draw(ad, speech, onHide))
  element.append(...boxes)
  return handle(boxes, (box) => box.remove())
}

/**
 * Links the words of the assistant's answer that ads are about, where they stand in their place unchanged.
 * @param place the element that shows the text that was sent as `response`, or that text
 * @returns as `showAds`; and `element`, which holds the text
 */
export function linkEntities(place, answer, { language = '', words = {} } = {}) {
  const speech = speechIn(language, place, words)
  const element = typeof place === 'string' ? make('span', { className: 'aside-text', dir: 'auto' }, place) : place
  element.normalize() // an answer that was streamed stands there in many pieces
  const boxes = []
  const links = adsOf(answer).flatMap((ad) => (ad.enhancedFragments ?? []).map((fragment) => ({ ...fragment, ad })))
  // From the end on, so that the places of the others stay what they are.
  for (const { text, url, position, ad } of links.sort((a, b) => b.position?.start - a.position?.start)) {
    const node = isWeb(url) && textAt(element, position?.start, position?.end, text)
    if (!node) continue
    const link = linkTo('aside-link', url, text)
    link.ariaLabel = `${text} (${spokenOf(ad, speech)})`
    const box = make('span', { className: 'aside-entity' }, link, disclose('small', ad, speech))
    node.replaceWith(box)
    watch(box, ad)
    boxes.push(box)
  }
  return { element, ...handle(boxes, (box) => box.replaceWith(box.firstChild.textContent)) }
}

/**
 * Asks for ads with a `pk_live_` key. Never rejects: without an answer `slots` is empty, and `error` says why.
 * @param request `key`; `base`, where this file does not come from the service; `patienceMs`, after which nobody waits for an answer; the rest
 *   is the body of the ad request
 */
export async function requestAds({ key, base = new URL('.', import.meta.url).href, patienceMs = 2_000, ...body }) {
  try {
    const response = await fetch(`${base.replace(/\/+$/, '')}/api/v1/ads/request`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
      credentials: 'omit',
      signal: AbortSignal.timeout(patienceMs),
    })
    return { slots: [], ...(await response.json()) }
  } catch (error) {
    return { slots: [], error: { code: 'unavailable', message: String(error), recovery: 'transient' } }
  }
}

/** Gives ads a plain look, in the type and colours of the page, whose own rules go before these. @param root a shadow root, too */
export function adoptStyles(root = document) {
  if (!sheet) (sheet = new CSSStyleSheet()).replaceSync(`@layer aside {${STYLES}}`)
  if (!root.adoptedStyleSheets.includes(sheet)) root.adoptedStyleSheets.push(sheet)
}

const STYLES = `
.aside-ad { margin: 0.75em 0; overflow-wrap: anywhere }
.aside-ad p { margin: 0 0 0.35em }
.aside-ad p:last-child { margin: 0 }
.aside-ad a, .aside-entity a { color: inherit }
.aside-action_card {
  display: flow-root; max-width: 34em; padding: 0.75em 1em; border-radius: 0.75em;
  border: 1px solid color-mix(in srgb, currentColor 25%, transparent);
}
.aside-label { font-size: 0.8em }
.aside-why, .aside-hide, .aside-domain { display: inline-block }
.aside-ad button { padding: 0; border: 0; background: none; color: inherit; font: inherit; text-decoration: underline; cursor: pointer }
.aside-image { float: inline-end; width: 6em; height: 6em; margin-inline-start: 1em; border-radius: 0.5em; object-fit: cover }
.aside-title, .aside-action_card .aside-cta { font-weight: 600 }
.aside-title-link:not(:hover, :focus-visible) { text-decoration: none }
`
let sheet

/** Our words, and how elements are marked that hold them: not at all where nobody asked for a language. */
function speechIn(language, place, words) {
  const asked = language === 'auto' ? languageAt(place) : language
  const primary = String(asked).toLowerCase().split(/[-_]/)[0]
  const lang = WORDS.has(primary) ? primary : primary === 'nn' ? 'no' : 'en'
  const ours = Object.fromEntries(WORDS.get(lang).map((text, i) => [NAMES[i], text]))
  return {
    ...ours,
    ...words,
    mark: language ? { lang } : {},
    way: language ? { dir: lang === 'ar' ? 'rtl' : 'ltr' } : {},
  }
}

/** What the page says of the place where ads are drawn, or else what the browser is set to. */
function languageAt(place) {
  return place.closest?.('[lang]')?.lang || document.documentElement.lang || navigator.language
}

/** Those that the person has not hidden on this page. */
function adsOf(answer) {
  const parts = Array.isArray(answer) ? answer : (answer?.slots ?? [answer])
  const ads = parts.flatMap((part) => part?.ads ?? part ?? [])
  return ads.filter((ad) => ad && !hidden.has(ad.id))
}

function handle(boxes, takeOut) {
  const remove = () => {
    for (const box of boxes.splice(0)) {
      unwatch(box)
      takeOut(box)
    }
  }
  return { elements: boxes, remove }
}

function draw(ad, speech, onHide) {
  const { content, tracking } = ad
  const { mark, way } = speech
  const box = make('article', { className: `aside-ad aside-${ad.type}`, ariaLabel: spokenOf(ad, speech), ...way })
  const line = (tag, name, text) => text && make(tag, { className: `aside-${name}`, dir: 'auto' }, text)
  const hide = button('aside-hide', speech.hide, mark, () => {
    report('dismiss', ad)
    if (ad.id) keep(hidden, ad.id)
    unwatch(box)
    const note = make('p', { className: 'aside-note', tabIndex: -1, dir: 'auto', ...mark }, `${speech.hidden} `)
    const tell = button('aside-report', speech.report, mark, () => {
      if (isWeb(tracking?.feedbackUrl)) send(tracking.feedbackUrl, new URLSearchParams({ reaction: 'report' }))
      note.replaceChildren(speech.reported)
      note.focus()
    })
    note.append(tell)
    box.replaceChildren(note)
    note.focus()
    onHide(ad)
  })
  watch(box, ad)
  return add(
    box,
    disclose('p', ad, speech, hide),
    isWeb(content.imageUrl) && imageOf(content),
    content.title && make('p', { className: 'aside-title' }, linkTo('aside-title-link', content.ctaUrl, content.title)),
    line('p', 'description', content.description),
    line('b', 'price', content.price),
    ' ',
    linkTo('aside-cta', content.ctaUrl ?? content.url, content.ctaText ?? content.text),
    ' ',
    line('small', 'domain', content.destinationDomain),
  )
}

const labelOf = ({ disclosure, advertiser }) =>
  `${disclosure?.label || 'Sponsored'} · ${disclosure?.by || advertiser?.name || ''}`
/** As labels are read out. */
const spokenOf = (ad, { aiGenerated }) => labelOf(ad) + (ad.disclosure?.aiGenerated ? ` · ${aiGenerated}` : '')

function disclose(tag, ad, speech, ...more) {
  const { why, aiGenerated, mark, way } = speech
  const href = ad.disclosure?.whyUrl
  const link =
    isWeb(href) &&
    make('a', { className: 'aside-why', href, target: '_blank', rel: 'noopener', dir: 'auto', ...mark }, why)
  const made = ad.disclosure?.aiGenerated && make('span', { className: 'aside-ai', ...mark }, `· ${aiGenerated}`)
  const parts = [make('bdi', {}, labelOf(ad)), made, link, ...more]
  return make(tag, { className: 'aside-label', ...way }, ...parts.flatMap((part) => part && [' ', part]))
}

// The host of the picture learns nothing of the page.
function imageOf({ imageUrl: src, imageAlt: alt = '' }) {
  const image = make('img', { className: 'aside-image', alt, referrerPolicy: 'no-referrer', src })
  image.addEventListener('error', () => image.remove())
  return image
}

/** The click link as it came: what it leads to is not in it, and it counts the click. */
function linkTo(className, url, text) {
  const link = make('a', { className, dir: 'auto', target: '_blank', rel: 'sponsored noopener' }, text)
  return isWeb(url) ? Object.assign(link, { href: url }) : link
}

function button(className, text, mark, press) {
  const node = make('button', { className, type: 'button', dir: 'auto', ...mark }, text)
  node.addEventListener('click', press)
  return node
}

const make = (tag, properties, ...children) => add(Object.assign(document.createElement(tag), properties), ...children)

// Words become text nodes, never markup.
function add(node, ...children) {
  node.append(...children.filter(Boolean))
  return node
}

const isWeb = (url) => /^https?:\/\//i.test(url)

/** The text node of just these words, cut out of the one they stand in. The labels of other links do not count. */
function textAt(root, start, end, words) {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  for (let from = 0; walker.nextNode();) {
    const node = /** @type {Text} */ (walker.currentNode)
    if (node.parentElement?.closest('.aside-label')) continue
    const to = from + node.length
    if (from <= start && end <= to) {
      const isThere = words && node.data.slice(start - from, end - from) === words
      if (!isThere || node.parentElement?.closest('a, button, code, pre')) return
      const found = node.splitText(start - from)
      found.splitText(end - start)
      return found
    }
    from = to
  }
}

const SEEN_MS = 1_000
const watched = new WeakMap() // by box: {ad, timer, since}
let observer
let visibleSince = 0
globalThis.document?.addEventListener('visibilitychange', () => (visibleSince = performance.now()))

/** Shown once it has a place on the page; seen once half of it was in view of a visible page for an unbroken second. */
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
  for (const { target, intersectionRatio, boundingClientRect } of entries) {
    const state = watched.get(target)
    if (!state) continue
    const hasPlace = boundingClientRect.width * boundingClientRect.height > 0
    if (hasPlace) report('impression', state.ad)
    if (!hasPlace || intersectionRatio < 0.5) state.timer = clearTimeout(state.timer)
    else if (!state.timer) {
      state.since = performance.now()
      wait(target, state, SEEN_MS)
    }
  }
}

function wait(box, state, ms) {
  const timer = setTimeout(() => {
    look(observer.takeRecords()) // a busy page hears late that it was scrolled away
    if (state.timer !== timer) return
    const now = performance.now()
    const since = document.visibilityState === 'visible' ? Math.max(state.since, visibleSince) : now
    if (now - since < SEEN_MS) return wait(box, state, since + SEEN_MS - now)
    report('viewable', state.ad)
    unwatch(box)
  }, ms)
  state.timer = timer
}

const KEPT_MAX = 1_000
const EVENTS_MAX = 100
const told = new Set() // however often it is drawn on this page
const hidden = new Set() // ids of ads: the service cannot tell who asks again where a request names nobody
const batches = new Map()

function report(type, ad) {
  const { base, token } = tokenOf(ad)
  const fact = `${type} ${token}`
  if (!token || told.has(fact)) return
  keep(told, fact)
  const batch = batches.get(base)
  if (batch?.length < EVENTS_MAX) return void batch.push({ type, token })
  const events = [{ type, token }]
  batches.set(base, events)
  queueMicrotask(() => {
    batches.delete(base)
    send(`${base}/api/v1/events`, JSON.stringify({ events }))
  })
}

function keep(set, one) {
  set.add(one)
  if (set.size > KEPT_MAX) set.delete(set.values().next().value)
}

/** What all links of an ad end in. */
function tokenOf(ad) {
  const [, base, token] = /^(https?:\/\/.+)\/i\/([\w-]+)$/.exec(ad?.tracking?.impressionUrl) ?? []
  return { base, token }
}

const WAITS_MS = [1_000, 5_000, 25_000, 0]
const WAITING_MAX = 100
const waiting = new Set()
globalThis.addEventListener?.('pagehide', () => {
  for (const { url, body } of waiting) navigator.sendBeacon(url, body)
  waiting.clear()
})

/** Arrives also where the page is left: what is on its way goes on, and what waits for another try goes as a beacon. */
async function send(url, body) {
  if (!('keepalive' in Request.prototype)) return navigator.sendBeacon(url, body)
  const message = { url, body }
  for (const ms of WAITS_MS) {
    const { status } = await fetch(url, { method: 'POST', body, keepalive: true, credentials: 'omit' }).catch(
      () => GONE,
    )
    if ((status < 500 && status !== 429) || ms === 0 || waiting.size >= WAITING_MAX) return
    waiting.add(message)
    await new Promise((resolve) => setTimeout(resolve, ms))
    if (!waiting.delete(message)) return
  }
}
const GONE = { status: 503 }
