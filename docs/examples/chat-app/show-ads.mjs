// Shows ads in a page: their label, their words as text, their links; and reports what was seen, with no key in the page.

/** A card that may stand below an answer. */
export function cardOf({ content, disclosure, tracking }) {
  const card = element('article', { className: 'ad' }, [
    labelOf(disclosure),
    ...(content.imageUrl ? [element('img', { src: content.imageUrl, alt: content.imageAlt })] : []),
    element('h3', {}, [content.title]),
    element('p', {}, [content.description]),
    ...(content.price ? [element('b', {}, [content.price, ' '])] : []),
    linkTo(content.ctaUrl, `${content.ctaText} (${content.destinationDomain})`),
  ])
  reportWhenSeen(card, tracking)
  return card
}

/** The answer with the links of ads on its words. Positions count UTF-16 units, as JavaScript does. */
export function withLinks(text, ads) {
  const links = ads.flatMap((ad) => ad.enhancedFragments.map((fragment) => ({ ...fragment, ad })))
  links.sort((a, b) => a.position.start - b.position.start)
  const parts = []
  let from = 0
  for (const { position, url, ad } of links) {
    const link = element('span', {}, [
      linkTo(url, text.slice(position.start, position.end)),
      ' ',
      labelOf(ad.disclosure),
    ])
    reportWhenSeen(link, ad.tracking)
    parts.push(text.slice(from, position.start), link)
    from = position.end
  }
  return [...parts, text.slice(from)]
}

/** Shown at once; seen when half of it was in view for a second. */
function reportWhenSeen(node, { impressionUrl, viewableUrl }) {
  report('impression', impressionUrl)
  let timer
  const watch = new IntersectionObserver(
    ([entry]) => {
      clearTimeout(timer)
      if (!entry.isIntersecting) return
      timer = setTimeout(() => {
        watch.disconnect()
        report('viewable', viewableUrl)
      }, 1_000)
    },
    { threshold: 0.5 },
  )
  watch.observe(node)
}

/** A beacon arrives even where the page is closed. The token is the last part of any link of the ad. */
function report(type, url) {
  const base = url.replace(/\/\w\/[^/]*$/, '')
  const token = url.split('/').at(-1)
  navigator.sendBeacon(`${base}/api/v1/events`, JSON.stringify({ events: [{ type, token }] }))
}

function labelOf({ label, by, whyUrl }) {
  return element('small', {}, [`${label} · ${by} `, element('a', { href: whyUrl, target: '_blank' }, ['Why?'])])
}

/** The click link as it came: what it leads to is not in it, and it counts the click. */
function linkTo(href, text) {
  return element('a', { href, target: '_blank', rel: 'sponsored noopener' }, [text])
}

// Words of ads become text and never markup.
function element(name, properties, children = []) {
  const node = Object.assign(document.createElement(name), properties)
  node.append(...children)
  return node
}
