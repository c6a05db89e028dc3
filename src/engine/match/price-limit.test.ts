import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isAbove, isBelow, isForAnyPrice, type PriceLimit, priceLimitIn, wantsCheaper } from './price-limit.ts'
import { leastPriceIn } from './price-text.ts'
import { buildQuery } from '../../../test/support/read-query.ts'

const said = (text: string) => {
  const limit = priceLimitIn(text)
  return limit && limit.most !== Infinity ? `${limit.most} ${limit.currency ?? '?'}` : undefined
}

const saidLeast = (text: string) => {
  const limit = priceLimitIn(text)
  return limit && limit.least > 0 ? `${limit.least}–${limit.most} ${limit.currency ?? '?'}` : undefined
}

const isTooMuch = (price: string, limit: Omit<PriceLimit, 'least'>) => isAbove(leastPriceIn(price), limit)

test('a limit is read in other languages also without accents, and a wish to spend no more is none to spend more', () => {
  for (const [text, limit] of [
    ['hotel en sevilla 2 noches maximo 100 euros', '100 EUR'],
    ['un altavoz que no cueste mas de 50 euros', '50 EUR'],
    ['un altavoz que no cueste más de 50 euros', '50 EUR'],
    ['no quiero gastar mas de 200', '200 ?'],
    ['tengo 300 euros de presupuesto para un movil', '300 EUR'],
    ['hotel no porto 2 noites ate 100 euros', '100 EUR'],
    ['uma caixa de som que não custe mais de 200 reais', '200 BRL'],
    ['nao quero gastar mais de 200 reais', '200 BRL'],
    ['no maximo 300 reais um tenis de corrida bom', '300 BRL'],
    ['scarpe da corsa buone sotto gli 80 euro per me', '80 EUR'],
    ['una cassa che non costi più di 50 euro', '50 EUR'],
    ['non voglio spendere piu di 200 euro', '200 EUR'],
    ['entro i 100 euro una stampante laser decente', '100 EUR'],
    ['divano per il salotto intorno ai 1000 euro grigio', '1250 EUR'],
    ["jusqu'a 100 euros pour un cadeau a ma mere", '100 EUR'],
    ['je veux pas depenser plus de 200 euros', '200 EUR'],
    ['en dessous de 100 euros une imprimante qui marche', '100 EUR'],
    ['100 euros maxi pour un hotel a lyon ce weekend', '100 EUR'],
    ['ein drucker der nicht über 100 euro kostet', '100 EUR'],
    ['ich will nicht mehr als 200 ausgeben', '200 ?'],
    ['hoechstens 100 euro für einen drucker der scannt', '100 EUR'],
    ['een printer die ook scant, niet boven de 100 euro', '100 EUR'],
    ['no me importa gastar más de 200 euros en un buen colchon', undefined],
    ['uber $50 for a ride to the airport tomorrow morning', undefined],
  ] as const)
    assert.equal(said(text), limit, text)
  for (const text of ['nao quero gastar mais de 200 reais', 'mas de 100 euros de descuento en moviles', 'uber $50'])
    assert.equal(saidLeast(text), undefined, text)
  assert.equal(saidLeast('un movil de mas de 500 euros'), '500–Infinity EUR')
})

test('the most that somebody wants to pay is read as people say it', () => {
  for (const [text, limit] of [
    ['running shoes under $100', '100 USD'],
    ['A laptop for less than 1,299.50 USD, please', '1299.5 USD'],
    ['a phone, $300 max', '300 USD'],
    ['under $1.5k', '1500 USD'],
    ['a house under $1.5 million', '1500000 USD'],
    ['Wohnung bis 1 Million Euro', '1000000 EUR'],
    ['between $1k and $2k', '2000 USD'],
    ['a phone under ₹1,29,999', '129999 INR'],
    ['a car below Rs. 5 lakh', '500000 INR'],
    ['at most £30', '30 GBP'],
    ['under $25 gifts for her', '25 USD'],
    ['something within 100 dollars', '100 USD'],
    ['nothing over $100 please', '100 USD'],
    ['my limit is 80 euros', '80 EUR'],
    ['I can pay up to 40 pounds', '40 GBP'],
    ['my budget is around 700 euros', '700 EUR'],
    ['I have a budget of 500', '500 ?'],
    ['budget max 500', '500 ?'],
    ['I can pay between 20 and 40', '40 ?'],
    ['I can spend up to 500, delivery included', '500 ?'],
    ['a budget of 500 for a laptop', '500 ?'],
    ['I do not want to spend more than that, so no more than 80', '80 ?'],
    ['headphones, $50-$100', '100 USD'],
    ['between 50 and 100 dollars', '100 USD'],
    ['40 bucks or less', '40 USD'],
    ['Laptop unter 1.299,00 €', '1299 EUR'],
    ['hasta 100 euros', '100 EUR'],
    ['moins de 50€', '50 EUR'],
    ['moins de 1\u202f299 €', '1299 EUR'],
    ['R$ 200 no máximo', '200 BRL'],
    ['un regalo, 50 € máximo', '50 EUR'],
    ['ein Geschenk, 50 € maximal', '50 EUR'],
    ['un regalo, 50 € massimo', '50 EUR'],
    ['meno di 60 euro', '60 EUR'],
    ['onder de 80 euro', '80 EUR'],
    ["I don't want to spend more than $100 on shoes", '100 USD'],
    ['I can’t really afford to pay over 200 euros', '200 EUR'],
    ['a gift without spending more than $50', '50 USD'],
    ['it should not cost more than 80', '80 ?'],
    ['not exceeding $100', '100 USD'],
    ['nicht mehr als 50 Euro', '50 EUR'],
    ['pas plus de 50 €', '50 EUR'],
    ['je ne veux pas dépenser plus de 90 €', '90 EUR'],
    ['no quiero gastar más de 100 euros', '100 EUR'],
    ['não mais de R$ 200', '200 BRL'],
    ['non più di 60 euro', '60 EUR'],
    ['niet meer dan 80 euro', '80 EUR'],
    ['shoes upto $50, max price $60', '60 USD'],
    ['my budget is only $70', '70 USD'],
    ['a sub-$500 laptop', '500 USD'],
    ['phones under Rs 15000', '15000 INR'],
    ['a phone below Rs15,000', '15000 INR'],
    ['a laptop, $500-800', '800 USD'],
    ['between €50 and 80', '80 EUR'],
    ['gifts for £20 to 40', '40 GBP'],
    ['a camera for $1-2k', '2000 USD'],
    ['a £50–100 gift', '100 GBP'],
    ['a phone under $500 256GB', '500 USD'],
    ['a laptop under $800 512 GB', '800 USD'],
    ['a PS5 300 dollars max', '300 USD'],
    ['un appartement à moins de 300 000 €', '300000 EUR'],
    ['a car under $12 500', '12500 USD'],
    ['menos de $2,000 MXN', '2000 MXN'],
    ['Kopfhörer unter 50,- €', '50 EUR'],
    ['I can raise my budget to $300', '300 USD'],
    ["my budget's $500", '500 USD'],
    ['toys for kids budget 50', '50 ?'],
    ['laptop, budget ~$600', '600 USD'],
    ['I have $400 to spend', '400 USD'],
    ['moins cher que 50 €', '50 EUR'],
    ['not more expensive than $50', '50 USD'],
    ['nicht teurer als 50 Euro', '50 EUR'],
    ['niet duurder dan 50 euro', '50 EUR'],
    ['pas plus cher que 50 €', '50 EUR'],
    ['no más caro que 50 euros', '50 EUR'],
    ['under $50. Well, up to $80', '80 USD'],
    ['headphones under 100', '100 ?'],
    ['mujhe ek laptop chahiye under 50000', '50000 ?'],
    ['laptop max 50k', '50000 ?'],
    ['under 2k please', '2000 ?'],
    ['around $2,000', '2500 USD'],
    ['ein Handy für etwa 400 €', '500 EUR'],
  ] as const) {
    assert.equal(said(text), limit, text)
  }
})

test('in few words a price alone is the limit', () => {
  for (const [text, limit] of [
    ['$500', '500 USD'],
    ['monitor $500', '500 USD'],
    ['27 inch monitor $500', '500 USD'],
    ['a laptop for 700 euros', '700 EUR'],
    ['€50 gift', '50 EUR'],
    ['sykkel 5000 kr', '5000 SEK'],
  ] as const) {
    assert.equal(said(text), limit, text)
  }
  for (const text of [
    'shoes over $100',
    'win $500',
    'a loan of $5000',
    '$50 gift card',
    '$20 off shoes',
    'a $500 - 16GB laptop',
    'last year I paid $500 for a bike that soon broke',
  ]) {
    assert.equal(said(text), undefined, text)
  }
})

test('crowns, roubles and other money are read as people of these countries write them', () => {
  for (const [text, limit] of [
    ['hodetelefoner under 500 kr', '500 SEK'],
    ['maks 2000 kroner', '2000 NOK'],
    ['en stol, højst 900,- kr.', '900 SEK'],
    ['skor upp till 800:-', '800 SEK'],
    ['kr 500 eller mindre, maks kr 500', '500 SEK'],
    ['ноутбук до 50000 ₽', '50000 RUB'],
    ['не дороже 50 тыс. рублей', '50000 RUB'],
    ['наушники до 5 000 руб', '5000 RUB'],
    ['słuchawki do 500 zł', '500 PLN'],
    ['nie więcej niż 1 200 złotych', '1200 PLN'],
    ['3000 TL altında kulaklık', '3000 TRY'],
    ['en fazla 3.000 lira', '3000 TRY'],
    ['预算500元以内的耳机', '500 CNY'],
    ['三脚架500以内', '500 ?'],
    ['不超过3万元的相机', '30000 CNY'],
    ['3万円以下のノートパソコン', '30000 JPY'],
    ['予算は5000円', '5000 JPY'],
    ['10만원 이하 이어폰', '100000 KRW'],
    ['हेडफोन 5000 रुपये से कम', '5000 INR'],
    ['هاتف أقل من 500 درهم', '500 AED'],
    ['menos de 5000 pesos', '5000 MXN'],
    ['ramen pod 20 zł do 30 zł', '30 PLN'],
  ] as const) {
    assert.equal(said(text), limit, text)
  }
})

test('what is no price, or no upper limit, sets none', () => {
  for (const text of [
    'toys for kids under 5',
    'price of iphone 15 pro max 256',
    'best budget 2026',
    'price of shoes for ages 3 to 5',
    'how much do tickets cost for kids under 12?',
    'prices for children up to 5, please',
    'was kostet der Eintritt, price for Kinder bis 12',
    'cost of car insurance for drivers below 25',
    'a tent under 2kg',
    'more than $200',
    'no less than $100',
    'save up to $50 off',
    'save up to $500 on flights',
    'what about $20 off?',
    'no, do not make it $50',
    'how can I earn up to $200 a day',
    'I want nothing under $100',
    'nichts unter 100 €',
    'a $50 gift card or less',
    'a loan of $5000',
    'free delivery under $10 shipping',
    'open until 5 or less',
    'a stroller under 15 pounds',
    'a crate for dogs up to 40 pounds',
    'best budget 27 inch monitor',
    'budget 13-inch laptop',
    'budget 5g phone',
    'low budget 2 person tent',
    'a budget phone with up to 20 hours of battery',
    "I don't mind spending more than $100",
    'I want to spend more than $100',
    'is it worth paying more than $100, or not',
    "I don't want anything under $100",
    'a $500 - 16GB laptop',
    'the $799 and 15 inch one',
    'I have $500 and 2',
    'show me up to 5 real estate agents',
    'a TV under 65',
    'run 5 km under 25',
    'books under 300 pages',
    'power under 500 watts',
    'a camera that records up to 8k',
    'a monitor, max 4k',
    'a printer for up to 500 pages a day',
    '3天以内送到',
    'do 500 push-ups',
    'a hotel within 5 miles that costs little, or one that costs more within 2 miles',
    '',
  ]) {
    assert.equal(said(text), undefined, text)
  }
})

test('the least that somebody wants to pay is read with its currency, or as the lower end of a range', () => {
  for (const [text, limit] of [
    ['a watch over $300', '300–Infinity USD'],
    ['treadmill more than 1000 dollars', '1000–Infinity USD'],
    ['a laptop for at least $1.4k', '1400–Infinity USD'],
    ['a suit not under €400', '400–Infinity EUR'],
    ['I want nothing under $100', '100–Infinity USD'],
    ['watches, $300 or more', '300–Infinity USD'],
    ['do you have $300+ headphones?', '300–Infinity USD'],
    ['monitor between $400 and $500', '400–500 USD'],
    ['a monitor for 400-500 dollars', '400–500 USD'],
    ['laptops from $1400 to $2000', '1400–2000 USD'],
    ['a camera for $1-2k', '1000–2000 USD'],
    ['over $200 but under $400', '200–400 USD'],
    ['not over $500 but over $300', '300–500 USD'],
    ['a watch that costs more than $300', '300–Infinity USD'],
    ['eine Uhr über 300 €', '300–Infinity EUR'],
    ['ein Sofa von 500 bis 800 Euro', '500–800 EUR'],
    ['une montre à plus de 300 euros', '300–Infinity EUR'],
    ['часы от 5000 до 9000 руб', '5000–9000 RUB'],
  ] as const) {
    assert.equal(saidLeast(text), limit, text)
  }
  for (const text of [
    'headphones not over $200',
    'nothing that costs more than $300',
    "I don't mind spending more than $100",
    'is a ring worth over $300 insured?',
    'I earn more than $5000 a month',
    'I have over $300 to spend',
    'a laptop with over $300 to spend',
    'between $800 and $500',
    'anything over $500 is too much',
    'over $300 is just out of reach',
    'my old one cost more than $800',
    'the repair costs over $500, I need a new washing machine',
    'my electricity bill is over $300 a month, solar panels',
    'running shoes with free shipping over $50',
    'hotels from $50',
    'I won over $1000 and want a laptop',
    'insurance covering more than $100,000',
    '$300 minimum wage calculator',
    'I can spend over $300',
    'we could afford more than $300',
    'over €300. Well, under $500',
    'a tent over 300 cm',
    'over 300 books',
    'more than $20 off',
    'a crate for dogs over 40 pounds',
    'over $500. Well, under $400',
  ]) {
    assert.equal(saidLeast(text), undefined, text)
  }
})

test('whoever asks for cheaper things is held to no least price', () => {
  for (const text of [
    'something cheaper please',
    'that is too expensive',
    'Gibt es billigere?',
    'trop cher',
    'más baratos',
  ])
    assert.ok(wantsCheaper(text), text)
  for (const text of ['a cheap one', 'is it expensive?', 'too many of them']) assert.ok(!wantsCheaper(text), text)

  const limitOf = (...said: readonly string[]) => {
    const messages = said.slice(0, -1).map((content) => ({ role: 'user', content }) as const)
    return buildQuery({ query: said.at(-1)!, messages }, 'en').priceLimit
  }
  assert.equal(limitOf('a watch over $300', 'in blue please')?.least, 300)
  assert.equal(limitOf('a watch over $300', 'something cheaper please')?.least, 0)
  assert.equal(limitOf('a watch over $300, well, a cheaper one')?.least, 0)
  assert.equal(limitOf('a watch between $300 and $500', 'too expensive')?.most, 500)
})

test('whoever then asks for things of any price is held to the limit no more', () => {
  for (const text of [
    'any price is fine',
    'actually the price does not matter',
    'Money is no object',
    'forget about the budget',
  ]) {
    assert.ok(isForAnyPrice(text), text)
  }
  for (const text of [
    'a lighter one',
    'at any rate a price below that',
    'does the price matter for the warranty?',
    'more than ¥60000',
  ]) {
    assert.ok(!isForAnyPrice(text), text)
  }
})

test('a price is above a limit where the least of it is, in the same or an unnamed currency', () => {
  const limit = { most: 100, currency: 'USD' }
  for (const price of ['$100.01', 'from $120', '1,299.00 USD', '120 dollars', '101', '$1.299,00', '$1.2 million']) {
    assert.ok(isTooMuch(price, limit), price)
  }
  for (const price of ['$100', '$99.99', 'was $120, now $89', '$80–$140', 'Call us', 'from 2 shops', '']) {
    assert.ok(!isTooMuch(price, limit), price)
  }
  assert.ok(isTooMuch('1\u00a0299,00\u00a0€', { most: 1_000, currency: 'EUR' }))
  assert.ok(isTooMuch('€120', { most: 100, currency: undefined }))
  assert.ok(isTooMuch('Rs 1,299', { most: 1_000, currency: 'INR' }))
  assert.ok(isTooMuch('₹1,29,999', { most: 20_000, currency: 'INR' }))
})

test('currencies are compared roughly where their worth is known, others not at all', () => {
  const limit = { most: 100, currency: 'USD' }
  assert.ok(!isTooMuch('€120', limit))
  assert.ok(isTooMuch('€150', limit))
  assert.ok(!isTooMuch('¥12000', limit))
  assert.ok(!isTooMuch('$2,000 MXN', limit), 'dollars are the pesos that are named behind')
  assert.ok(isTooMuch('899,- €', limit))
  assert.ok(isTooMuch('$179', { most: 500, currency: 'SEK' }))
  assert.ok(!isTooMuch('$59', { most: 500, currency: 'SEK' }))
  assert.ok(!isTooMuch('549 kr', { most: 500, currency: 'NOK' }))
  assert.ok(!isTooMuch('$999', { most: 500, currency: 'TRY' }), 'money that loses its worth fast is not compared')
})

test('a price is below the least by the same rough table', () => {
  const isTooLittle = (price: string, currency: string | undefined) =>
    isBelow(leastPriceIn(price), { least: 300, currency })
  for (const price of ['$299', '129 USD', '€150', '$80–$140']) assert.ok(isTooLittle(price, 'USD'), price)
  for (const price of ['$300', '$1,299', '€250', '₺1', 'Call us', '']) assert.ok(!isTooLittle(price, 'USD'), price)
  assert.ok(isTooLittle('€299', undefined))
  assert.ok(!isBelow(leastPriceIn('$1'), { least: 0, currency: 'USD' }))
})

test('a text of nothing but numbers is read in bounded time', () => {
  assert.equal(said(`${'budget 1 '.repeat(63)}budget of 500`), '500 ?')
  assert.equal(said(`${'a 1 '.repeat(64)}budget of 500`), undefined)
  assert.equal(said('a budget of 500'), '500 ?', 'and the next text from its beginning')
})
