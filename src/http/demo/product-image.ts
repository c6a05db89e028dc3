// Draws the picture of a sample product: a pictogram on a calm gradient with the brand's name, the same for the same ad.
import { escapeMarkup } from '../pages/escape-markup.ts'
import { drawingOf, pictogramFor } from './pictograms.ts'

export interface PicturedProduct {
  readonly id: string
  readonly title: string
  readonly brand: string
  /** The first category of the ad; it chooses the colours, and the drawing where `imageAlt` names nothing known. */
  readonly category?: string
  readonly imageAlt?: string
}

/**
 * A whole SVG document of 600 × 400, at most 4 KiB, without scripts, styles or outside references. The id varies shade,
 * direction and background, so that two products of a category do not look alike.
 */
export function productImageSvg(ad: PicturedProduct): string {
  const { name, hue } = pictogramFor(ad)
  const seed = hashOf(ad.id)
  const tones = tonesOf(hue + (seed % 25) - 12)
  const alt = escapeMarkup(cut(ad.imageAlt || ad.title, 120))
  return [
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 600 400" width="600" height="400" preserveAspectRatio="xMidYMid slice" role="img">',
    `<title>${alt}</title>`,
    `<defs><linearGradient id="g" gradientUnits="userSpaceOnUse" ${directionOf(seed)}>`,
    `<stop offset="0" stop-color="${tones.from}"/><stop offset="1" stop-color="${tones.to}"/></linearGradient></defs>`,
    '<rect width="600" height="400" fill="url(#g)"/>',
    background(seed),
    `<ellipse cx="300" cy="308" rx="118" ry="11" fill="${tones.dark}" opacity=".18"/>`,
    `<g transform="translate(192 84) scale(2.16)" fill="#fff">${paint(drawingOf(name), tones)}</g>`,
    brandLine(ad.brand),
    '</svg>',
  ].join('')
}

interface Tones {
  readonly from: string
  readonly to: string
  readonly dark: string
  readonly light: string
}

function tonesOf(hue: number): Tones {
  // Past orange a warm hue turns olive, so the warm ones deepen towards red instead.
  const deeper = hue < 75 ? -16 : 18
  // Yellow and green look lighter than they are; the white name must stay readable on them.
  const shade = hue > 34 && hue < 192 ? 9 : 0
  const turn = (degrees: number) => (((hue + degrees) % 360) + 360) % 360
  return {
    from: `hsl(${turn(-8)},46%,${62 - shade}%)`,
    to: `hsl(${turn(deeper)},44%,${42 - shade}%)`,
    dark: `hsl(${turn(deeper)},42%,${27 - shade / 2}%)`,
    light: `hsl(${turn(-4)},68%,84%)`,
  }
}

function directionOf(seed: number): string {
  const lean = (seed >>> 5) % 200
  return seed & 16
    ? `x1="${lean}" y1="0" x2="${600 - lean}" y2="400"`
    : `x1="${600 - lean}" y1="0" x2="${lean}" y2="400"`
}

/** Three large faint shapes behind the drawing: circles, rounded squares or waves. */
function background(seed: number): string {
  const at = (shift: number, span: number) => (seed >>> shift) % span
  const faint = 'fill="#fff" fill-opacity=".09"'
  switch (at(3, 3)) {
    case 0:
      return `<g ${faint}><circle cx="${at(2, 160)}" cy="${at(6, 120)}" r="150"/><circle cx="${470 + at(4, 110)}" cy="${270 + at(9, 110)}" r="180"/><circle cx="300" cy="196" r="158"/></g>`
    case 1:
      return `<g ${faint}><path d="M0 ${250 + at(4, 60)}C150 ${190 + at(7, 60)} 300 ${330 + at(2, 40)} 600 ${200 + at(8, 60)}V400H0z"/><path d="M0 ${300 + at(6, 50)}C200 ${360 - at(3, 60)} 420 ${240 + at(5, 50)} 600 ${310 + at(9, 40)}V400H0z"/><circle cx="300" cy="196" r="158"/></g>`
    default:
      return `<g ${faint}><rect x="${at(5, 60) - 90}" y="${at(8, 70) - 60}" width="240" height="240" rx="60" transform="rotate(${at(2, 40)} 60 60)"/><rect x="${430 + at(4, 60)}" y="${210 + at(7, 60)}" width="260" height="260" rx="60" transform="rotate(${at(6, 40)} 520 300)"/><rect x="152" y="48" width="296" height="296" rx="84"/></g>`
  }
}

function paint(drawing: string, tones: Tones): string {
  return drawing
    .replaceAll('$s', 'fill="none" stroke="#fff" stroke-linecap="round"')
    .replaceAll('$d', tones.dark)
    .replaceAll('$t', tones.light)
}

function brandLine(brand: string): string {
  const text = escapeMarkup(cut(brand, 32))
  return `<text x="300" y="366" text-anchor="middle" font-family="system-ui,'Segoe UI',Helvetica,Arial,sans-serif" font-size="27" font-weight="600" letter-spacing=".6" fill="#fff">${text}</text>`
}

/** By code points, so that no character is torn apart. */
function cut(text: string, most: number): string {
  const chars = Array.from(text)
  return chars.length <= most ? text : `${chars.slice(0, most - 1).join('')}…`
}

/** FNV-1a over UTF-16 code units, stirred once more since short ids differ only in their last letters. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 16), 0x45d9f3b)
  return (hash ^ (hash >>> 15)) >>> 0
}
