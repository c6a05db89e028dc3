// What consent strings say of knowing a person again: TC strings of IAB Europe, GPP strings and US privacy strings of IAB Tech Lab. Only the bits
// that tell it are read, each at its fixed place: lists of vendors, which may unfold without end, are none of our business.

/** Of being known again from one request to the next: `yes` and `no` are a person's own words, undefined says nothing of it. */
export type Said = 'yes' | 'no' | undefined

export interface ConsentStrings {
  readonly tcString?: string | undefined
  readonly gpp?: string | undefined
  /** The sections of the GPP string that apply, -1 for none; all of them where nothing is named. */
  readonly gppSid?: readonly number[] | undefined
  readonly usPrivacy?: string | undefined
  /** False: what is said under the GDPR is not asked. */
  readonly gdprApplies?: boolean | undefined
}

export interface SaidInStrings {
  readonly said: Said
  /** The strings say so themselves, by a section that is for it. */
  readonly gdprApplies: boolean
  /** Strings that cannot be read, each of which counts as a no. */
  readonly unreadable: readonly ('tcString' | 'gpp' | 'usPrivacy')[]
}

/** All that the strings of a request say: one no is a no. */
export function readConsentStrings({ tcString, gpp, gppSid, usPrivacy, gdprApplies }: ConsentStrings): SaidInStrings {
  const unreadable: SaidInStrings['unreadable'][number][] = []
  const all: Said[] = []
  const take = (name: (typeof unreadable)[number], read: () => readonly Said[]): void => {
    try {
      all.push(...read())
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error
      unreadable.push(name)
      all.push('no')
    }
  }
  let isEuropean = false
  if (tcString && gdprApplies !== false) take('tcString', () => [saidInTcf(tcString)])
  if (usPrivacy) take('usPrivacy', () => [saidInUsPrivacy(usPrivacy)])
  if (gpp) {
    take('gpp', () => {
      const sections = sectionsOf(gpp)
      const applying = gppSid?.length ? gppSid.filter((id) => id > 0) : [...sections.keys()]
      return applying.map((id) => {
        const isOfGdpr = id === TCF_EU
        if (isOfGdpr && gdprApplies === false) return undefined
        isEuropean ||= isOfGdpr
        return saidInSection(id, sections.get(id) ?? fail())
      })
    })
  }
  const said = all.includes('no') ? 'no' : all.includes('yes') ? 'yes' : undefined
  return { said, gdprApplies: isEuropean, unreadable }
}

class Unreadable extends Error {}

function fail(): never {
  throw new Unreadable('no consent string')
}

/**
 * Purposes 1 (to store or read what is on a device, where an app's id of a person comes from) and 2 (to choose among ads by limited data, such as how often one
 * was shown), both by consent. IAB Europe, "Transparency and Consent String with Global Vendor & CMP List Formats", v2: "PurposesConsent" begins at bit 152.
 */
function saidInTcf(text: string): Said {
  const core = bitsOf(text.split('.', 1)[0]!)
  if (core.number(0, 6) !== 2 || core.length < TCF_EU_BITS) fail()
  return core.number(152, 2) === 3 ? 'yes' : 'no'
}
/** All up to the lists of vendors. */
const TCF_EU_BITS = 213

/** The same under Canada's framework, where consent may also be implied: "GPP Extension: IAB Canada TCF", v1. */
function saidInCanadianTcf(text: string): Said {
  const core = bitsOf(text.split('.', 1)[0]!)
  if (core.length < 199) fail()
  return (core.number(151, 2) | core.number(175, 2)) === 3 ? 'yes' : 'no'
}

/** "1", whether there was a notice, whether the person opted out of sales, and whether a contract covers it: IAB Tech Lab, "US Privacy String", v1. */
function saidInUsPrivacy(text: string): Said {
  const found = /^1[YN-]([YN-])[YN-]$/i.exec(text) ?? fail()
  return found[1]!.toUpperCase() === 'Y' ? 'no' : undefined
}

const TCF_EU = 2
const TCF_CANADA = 5
const US_PRIVACY = 6

/** Where the sections of the United States and of its states tell who opted out of sales, sharing and targeted advertising, in two bits each; 1: opted out. */
const OPT_OUTS: ReadonlyMap<number, readonly number[]> = new Map([
  [7, [18, 20, 22]],
  ...placedAt([12, 14], [8, 9, 10, 12, 13, 14, 15, 16, 17, 19, 20, 21, 22, 23]),
  ...placedAt([14, 16], [11, 18]),
  ...placedAt([16, 18], [24, 25, 26, 27]),
])
function placedAt(places: readonly number[], sections: readonly number[]): [number, readonly number[]][] {
  return sections.map((id) => [id, places])
}
const OPTED_OUT = 1
/** The first two bits of the part that tells of Global Privacy Control. */
const GPC_PART = 1

// What a section says that is not known here, nobody knows, so it is a no.
function saidInSection(id: number, text: string): Said {
  if (id === TCF_EU) return saidInTcf(text)
  if (id === TCF_CANADA) return saidInCanadianTcf(text)
  if (id === US_PRIVACY) return saidInUsPrivacy(text)
  const places = OPT_OUTS.get(id) ?? fail()
  const [core, ...parts] = text.split('.', PARTS_MAX).map(bitsOf)
  if (core!.number(0, 6) === 0) fail()
  const hasControl = parts.some((part) => part.number(0, 2) === GPC_PART && part.number(2, 1) === 1)
  return hasControl || places.some((place) => core!.number(place, 2) === OPTED_OUT) ? 'no' : undefined
}
const PARTS_MAX = 4

/** By their ids. IAB Tech Lab, "GPP Consent String Specification": a header names the sections, which follow it in this order. */
function sectionsOf(gpp: string): ReadonlyMap<number, string> {
  const [header, ...texts] = gpp.split('~', SECTIONS_MAX + 2)
  const ids = idsIn(bitsOf(header!))
  if (ids.length !== texts.length) fail()
  return new Map(ids.map((id, i) => [id, texts[i]!]))
}
/** There are 27, and a number in such a header may be as large as it likes. */
const SECTIONS_MAX = 64

// Type 3, version 1, then numbers or ranges of them, each told by how much it is above the one before.
function idsIn(header: Bits): number[] {
  if (header.number(0, 6) !== 3 || header.number(6, 6) !== 1) fail()
  const count = header.number(12, 12)
  const ids: number[] = []
  let at = 24
  let id = 0
  const step = (): number => {
    const [value, end] = fibonacciAt(header, at)
    at = end
    return (id += value)
  }
  for (let i = 0; i < count; i++) {
    const isRange = header.number(at++, 1) === 1
    const first = step()
    const last = isRange ? step() : first
    if (last > SECTIONS_MAX) fail()
    for (let one = first; one <= last; one++) ids.push(one)
  }
  return ids
}

/** A number as a sum of Fibonacci numbers, the smallest first; two ones in a row end it. */
function fibonacciAt(bits: Bits, from: number): [value: number, end: number] {
  let [small, large] = [1, 2]
  let value = 0
  for (let at = from, before = 0; ; at++) {
    const bit = bits.number(at, 1)
    if (bit === 1 && before === 1) return [value, at + 1]
    value += bit * small
    if (value > SECTIONS_MAX) fail()
    ;[small, large, before] = [large, small + large, bit]
  }
}

interface Bits {
  readonly length: number
  /** The number in so many bits from there. @throws Unreadable where they end before */
  number(from: number, count: number): number
}

/** Six bits in each character of base64url. */
function bitsOf(text: string): Bits {
  const codes = Array.from(text.slice(0, CHARS_READ), (char) => ALPHABET.indexOf(char))
  if (codes.length === 0 || codes.includes(-1)) fail()
  const length = codes.length * 6
  return {
    length,
    number(from, count) {
      if (from + count > length) fail()
      let value = 0
      for (let at = from; at < from + count; at++)
        value = value * 2 + ((codes[Math.floor(at / 6)]! >> (5 - (at % 6))) & 1)
      return value
    },
  }
}
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
/** Nothing that is read lies behind them. */
const CHARS_READ = 64
