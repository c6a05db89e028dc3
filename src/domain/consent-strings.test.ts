// What consent strings say, held against the library of those who define them. It is no part of the service: a string of 8 KB keeps it busy for seconds.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { GppModel, Sections, TcfEuV2, UsInField, UsMdField } from '@iabgpp/cmpapi'
import fc from 'fast-check'
import { readConsentStrings } from './consent-strings.ts'

const RUNS = { numRuns: 300 }
const said = (strings: Parameters<typeof readConsentStrings>[0]) => readConsentStrings(strings).said

/** A TC string as a consent platform makes it. */
function tcStringOf(purposes: readonly number[], vendors: readonly number[] = []): string {
  const section = new TcfEuV2()
  section.setFieldValue('PurposeConsents', flags(purposes))
  section.setFieldValue('VendorConsents', vendors)
  return section.encode()
}

/** Twenty-four purposes, of which these. */
const flags = (purposes: readonly number[]) => Array.from({ length: 24 }, (_, i) => purposes.includes(i + 1))

const numbers = (max: number) => fc.uniqueArray(fc.integer({ min: 1, max }), { maxLength: 24 })

test('a TC string consents where the purposes 1 and 2 do, whichever vendors it names', () => {
  fc.assert(
    fc.property(numbers(11), numbers(1_200), (purposes, vendors) => {
      const text = tcStringOf(purposes, vendors)
      const wanted = purposes.includes(1) && purposes.includes(2) ? 'yes' : 'no'
      assert.equal(said({ tcString: text }), wanted)
      assert.equal(said({ tcString: text, gdprApplies: true }), wanted)
      assert.equal(
        said({ tcString: text, gdprApplies: false }),
        undefined,
        'where the GDPR does not hold it is not asked',
      )
    }),
    RUNS,
  )
})

const STATES = [...Sections.SECTION_ID_NAME_MAP.keys()].filter((id) => id >= 7)
const OPT_OUTS = ['SaleOptOut', 'SharingOptOut', 'TargetedAdvertisingOptOut']
/** 0: not applicable, 1: opted out, 2: did not. */
const choice = fc.integer({ min: 0, max: 2 })

/** Sets what this section has a field for. @returns whether it has one */
function set(model: GppModel, id: number, field: string, value: number | boolean): boolean {
  try {
    model.setFieldValue(Sections.SECTION_ID_NAME_MAP.get(id)!, field, value)
    return true
  } catch (error) {
    assert.match(String(error), /Invalid field/)
    return false
  }
}

test('every section of the United States says who opted out, by any of its fields or by Global Privacy Control', () => {
  assert.ok(STATES.length >= 21)
  assert.ok(UsMdField.SALE_OPT_OUT === 'SaleOptOut' && UsInField.SALE_OPT_OUT === 'SaleOptOut')
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.constantFrom(...STATES), { minLength: 1, maxLength: 6 }),
      fc.array(fc.tuple(choice, choice, choice, fc.boolean()), { minLength: 6, maxLength: 6 }),
      (ids, choices) => {
        const model = new GppModel()
        const optedOut = new Map<number, boolean>()
        for (const [i, id] of ids.entries()) {
          const chosen = choices[i]!
          const said = OPT_OUTS.map((field, at) => set(model, id, field, chosen[at] as number) && chosen[at] === 1)
          optedOut.set(id, [...said, set(model, id, 'Gpc', chosen[3]) && chosen[3]].includes(true))
        }
        const gpp = model.encode()
        assert.equal(said({ gpp }), [...optedOut.values()].includes(true) ? 'no' : undefined, gpp)
        for (const [id, isOut] of optedOut)
          assert.equal(said({ gpp, gppSid: [id] }), isOut ? 'no' : undefined, `${id} of ${gpp}`)
        assert.equal(said({ gpp, gppSid: [-1] }), undefined, 'no section applies')
        assert.equal(said({ gpp, gppSid: [2] }), 'no', 'one that applies is missing')
      },
    ),
    RUNS,
  )
})

test('sections of Europe, Canada and the older one of the United States are read in any company', () => {
  fc.assert(
    fc.property(
      numbers(11),
      numbers(11),
      numbers(11),
      fc.constantFrom('Y', 'N', '-'),
      (europe, express, implied, sale) => {
        const model = new GppModel()
        model.setFieldValue('tcfeuv2', 'PurposeConsents', flags(europe))
        model.setFieldValue('tcfcav1', 'PurposesExpressConsent', flags(express))
        model.setFieldValue('tcfcav1', 'PurposesImpliedConsent', flags(implied))
        model.setFieldValue('uspv1', 'OptOutSale', sale)
        model.setFieldValue('usnat', 'Version', 1)
        const gpp = model.encode()
        const of = (id: number) => said({ gpp, gppSid: [id] })
        const has = (...lists: (readonly number[])[]) => [1, 2].every((one) => lists.some((list) => list.includes(one)))
        assert.equal(of(2), has(europe) ? 'yes' : 'no')
        assert.equal(of(5), has(express, implied) ? 'yes' : 'no')
        assert.equal(of(6), sale === 'Y' ? 'no' : undefined)
        const isNo = !has(europe) || !has(express, implied) || sale === 'Y'
        assert.deepEqual(readConsentStrings({ gpp }), { said: isNo ? 'no' : 'yes', gdprApplies: true, unreadable: [] })
        assert.equal(readConsentStrings({ gpp, gdprApplies: false }).gdprApplies, false)
        assert.equal(readConsentStrings({ gpp, gppSid: [7] }).gdprApplies, false)
      },
    ),
    RUNS,
  )
})

test('strings of other makers are read alike', () => {
  // Published by others: docs of the crate iab_gpp, and the specification of the US privacy string.
  assert.equal(said({ gpp: 'DBACNY~CPXxRfAPXxRfAAfKABENB-CgAAAAAAAAAAYgAAAAAAAA~1YNN', gppSid: [6] }), undefined)
  assert.equal(said({ gpp: 'DBACNY~CPXxRfAPXxRfAAfKABENB-CgAAAAAAAAAAYgAAAAAAAA~1YNN' }), 'no')
  assert.equal(said({ gpp: 'DBABBg~BAAAAACA' }), undefined)
  assert.equal(said({ gpp: 'DBABVg~BVVVVVVg.YA' }), 'no')
  assert.equal(said({ tcString: 'COvFyGBOvFyGBAbAAAENAPCAAOAAAAAAAAAAAEEUACCKAAA' }), 'yes')
  assert.equal(said({ usPrivacy: '1YYN' }), 'no')
  for (const usPrivacy of ['1YNN', '1---', '1ynn', '1N-Y']) assert.equal(said({ usPrivacy }), undefined, usPrivacy)
  assert.equal(said({}), undefined)
  assert.equal(said({ tcString: '', gpp: '', gppSid: [], usPrivacy: '' }), undefined)
})

test('what cannot be read is a no, and named', () => {
  const cases: [strings: Parameters<typeof readConsentStrings>[0], unreadable: string][] = [
    ...['x', 'BOEFEAyOEFEAyAHABDENAI4AAAB9vABAASA', 'COvFyGBOvFyGBAbAAAENAPCAAO', 'Cöö', '.'].map(
      (tcString) => [{ tcString }, 'tcString'] as const,
    ),
    ...['x', 'DBAB', 'DBABBg', 'DBABBg~', 'DBABBg~BAAAAACA~1YNN', 'DBABrw~1YYN', 'CBABBg~BAAAAACA'].map(
      (gpp) => [{ gpp }, 'gpp'] as const,
    ),
    ...['1', '1YY', '2YYN', '1YXN', '1YYNN'].map((usPrivacy) => [{ usPrivacy }, 'usPrivacy'] as const),
  ] as [Parameters<typeof readConsentStrings>[0], string][]
  for (const [strings, unreadable] of cases) {
    const { said, ...found } = readConsentStrings(strings)
    assert.deepEqual([said, found.unreadable], ['no', [unreadable]], JSON.stringify(strings))
  }
})

test('no string, however it is made, is read as more than it says, takes long or throws', () => {
  const letter = fc.constantFrom(...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_~.')
  const text = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 10_000 }),
    fc.array(letter, { maxLength: 10_000 }).map((letters) => letters.join('')),
    fc.array(letter, { maxLength: 300 }).map((letters) => `DBA${letters.join('')}`),
    fc.array(letter, { maxLength: 300 }).map((letters) => `C${letters.join('')}`),
  )
  fc.assert(
    fc.property(text, text, text, (tcString, gpp, usPrivacy) => {
      for (const strings of [{ tcString }, { gpp }, { usPrivacy }]) {
        const { said, unreadable } = readConsentStrings(strings)
        if (unreadable.length > 0) assert.equal(said, 'no')
      }
    }),
    { numRuns: 3_000 },
  )
  // A header of thirteen characters that names two thousand million sections: the library takes 2.6 GB for it.
  assert.deepEqual(readConsentStrings({ gpp: 'DBAB9JJSKJVBg~x' }).unreadable, ['gpp'])
})
