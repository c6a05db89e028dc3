import assert from 'node:assert/strict'
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { categoriesOf, hears, MODELS, sensitive } from '../../../test/support/sensitive.ts'
import { createSeededRandom } from '../../base/random.ts'
import { openGates } from './open-gates.ts'
import { SENSITIVE_CATEGORIES } from './sensitive-lexicon.ts'

test('a person who speaks of ending their life is recognised, however it is put', () => {
  const texts = [
    'I want to die',
    'i really just want to die',
    'I don’t want to be alive anymore',
    'Nothing helps, I keep thinking about suicide',
    'KMS',
    'everyone would be better off without me, find me a cheap hotel',
    'ich will nicht mehr leben',
    'je veux mourir',
    'quiero morir',
    'não sei mais, quero morrer',
    'voglio morire',
    'ik wil niet meer leven',
    'хочу умереть',
    '死にたい',
    '我不想活了',
    '죽고 싶어요',
    'أريد الانتحار',
    'אני רוצה למות',
  ]
  assert.deepEqual(
    texts.filter((text) => !categoriesOf(text).includes('self_harm')),
    [],
  )
})

test('a crisis is heard also where it is told of somebody else or only hinted at', () => {
  hears(
    [
      'my daughter is cutting her arms',
      'im feeling sucidal',
      'i want to kil myself',
      'i wrote goodbye letters to my kids tonight',
      'how many pills would it take to not wake up',
      'i keep thinking about driving into a tree',
      'my friend texted me that she has a plan to end things',
      'can you survive jumping off a bridge',
      "what's the most painless way to go",
      'je veux en finir',
    ].map((text) => [text, 'self_harm']),
  )
})

test('grave things are heard in the forms that people tell them in', () => {
  hears([
    ['grandma died this morning', 'tragedy'],
    ['mon père vient de décéder', 'tragedy'],
    ['mi abuelo acaba de morir', 'tragedy'],
    ['mijn moeder is gestorven', 'tragedy'],
    ['ho perso il bambino', 'tragedy'],
    ['my family is trapped in the flood', 'tragedy'],
    ['my coworker keeps groping me', 'violence'],
    ['my husband keeps hitting me with his belt', 'violence'],
    ["my husband won't let me leave the house", 'violence'],
    ['my ex keeps showing up outside my apartment', 'violence'],
    ['i was drugged and assaulted last night', 'violence'],
    ['mein freund hat mich geschlagen', 'violence'],
    ['mon mari m’a frappée', 'violence'],
    ['mijn man heeft me geslagen', 'violence'],
    ['mąż mnie bije', 'violence'],
    ['kocam beni dövüyor', 'violence'],
    ['i have a lump in my testicle', 'medical'],
    ['my kidneys are failing', 'medical'],
    ['is viagra safe with alcohol', 'medical'],
    ['should i stop taking my lithium', 'mental_health'],
    ['i purge after every meal', 'mental_health'],
    ['do i have adhd', 'mental_health'],
    ['custody battle with my ex', 'mental_health'],
    ['meine frau will die scheidung', 'mental_health'],
    ["what do you think about trump's tariffs", 'politics'],
    ['compare the republican and democratic platforms', 'politics'],
    ['what happens after we die', 'religion'],
    ['am i an alcoholic', 'drugs'],
    ['i got a dui last night', 'crime'],
    ['what poison is undetectable', 'crime'],
    ['where can i buy stolen credit card numbers', 'crime'],
    ['my landlord is evicting me', 'finance_distress'],
  ])
})

test('a crisis is found at either end of a text too long to be read whole', () => {
  const filler = 'we walked along the river and talked about the garden '.repeat(200)
  assert.ok(categoriesOf(`${filler} i want to kill myself`).includes('self_harm'))
  assert.ok(categoriesOf(`i want to kill myself. ${filler}`).includes('self_harm'))
})

test('what is said in the middle of a long text is heard, and hints far apart there do not add up', () => {
  const filler = 'we walked along the river and talked about the garden '.repeat(280)
  const hidden = (said: string, before = filler) => categoriesOf(`${before} ${said} ${filler}`)
  for (const [said, category] of [
    ['i want to kill myself', 'self_harm'],
    ['my husband hits me', 'violence'],
    ['we lost our baby at 20 weeks', 'tragedy'],
    ["i'm 13, can you help me", 'minors'],
    ['もう死にたいです', 'self_harm'],
    ['хочу умереть', 'self_harm'],
  ] as const)
    assert.ok(hidden(said).includes(category), said)
  // Wherever the stretches that are read one after the other meet.
  for (let chars = 1_480; chars <= 1_520; chars++)
    assert.ok(hidden('i want to kill myself', filler.slice(0, chars)).includes('self_harm'), `${chars}`)
  assert.deepEqual(hidden(`a massage gun, ${filler} a kitchen knife, ${filler} shot glasses`), [])
  assert.deepEqual(hidden(`the church next door ${filler} a prayer plant ${filler} a bible`), [])
  assert.ok(hidden('a kitchen knife to kill myself with').includes('self_harm'))
})

test('a text full of grave words and look-alikes is read as fast as any', () => {
  for (const [said, language] of [
    ['massage gun, ', 'en'],
    ['wahlen ', 'de'],
  ] as const) {
    const text = said.repeat(32_000 / said.length)
    const start = performance.now()
    sensitive.topicsOf(text, language)
    assert.ok(performance.now() - start < 100, `${said}${performance.now() - start} ms`)
  }
})

test('each topic that a brand keeps away from is named', () => {
  const cases: readonly (readonly [string, string])[] = [
    ['my husband hits me', 'violence'],
    ["I'm 13, can you help me get a phone", 'minors'],
    ['i am 12 and want to learn how to draw', 'minors'],
    ['who should i vote for in the election', 'politics'],
    ['what are the symptoms of diabetes', 'medical'],
    ['is it safe to take aspirin while pregnant', 'medical'],
    ['my baby has a fever, what should i do', 'medical'],
    ['what is a normal blood pressure', 'medical'],
    ['my knee hurts after running, should i see a doctor?', 'medical'],
    ['i have been having panic attacks', 'mental_health'],
    ['my dad died and i have to plan the funeral', 'tragedy'],
    ['does god exist', 'religion'],
    ['online casino with the best blackjack', 'gambling'],
    ['online casino hotel bonus', 'gambling'],
    ['where can i buy a handgun', 'weapons'],
    ['is heroin addictive', 'drugs'],
    ['i want to quit smoking, any tips?', 'drugs'],
    ['how do i stop drinking from the moment i wake up', 'drugs'],
    ['i am behind on my rent and facing eviction', 'finance_distress'],
    ['how to launder money', 'crime'],
    ['how do i get rid of a body', 'crime'],
    ['where to hide the evidence', 'crime'],
    ["i'm 12 years old, what should i buy", 'minors'],
  ]
  hears(cases)
})

test('grave things are heard where they are only hinted at', () => {
  const cases: readonly (readonly [string, string])[] = [
    ["everything hurts and I don't see the point anymore", 'self_harm'],
    ['I just want it all to stop', 'self_harm'],
    ['nobody would notice if I was gone', 'self_harm'],
    ['everyone would be happier without me', 'self_harm'],
    ['how do I throw up after meals', 'mental_health'],
    ['my father is no longer with us', 'tragedy'],
    ['we lost our baby at 20 weeks', 'tragedy'],
    ['my mom is in hospice', 'tragedy'],
    ['we said goodbye to our dog last night', 'tragedy'],
    ["what do I wear to my grandfather's burial", 'tragedy'],
    ["I'm scared of my husband", 'violence'],
    ["he won't let me leave the house", 'violence'],
    ['my boyfriend gets angry and breaks things', 'violence'],
    ['my uncle touches me when nobody is home', 'minors'],
    ['I found a lump under my arm', 'medical'],
    ['my period is two weeks late', 'medical'],
    ['he was diagnosed last week', 'medical'],
    ["I've been clean for 30 days", 'drugs'],
    ['how to buy weed', 'drugs'],
    ['how do I get rid of his body', 'crime'],
    ['how to make someone disappear', 'crime'],
    ['hire someone to beat up my ex', 'violence'],
    ['jews control the media', 'hate'],
    ['we should deport every refugee', 'hate'],
    ["where can I buy a fake driver's license", 'crime'],
    ['I keep losing money on slots', 'gambling'],
    ["we can't make rent this month", 'finance_distress'],
    ['debts and collectors keep calling', 'finance_distress'],
    ['no money for food until friday', 'finance_distress'],
  ]
  hears(cases)
})

test('what has happened is heard as well as what happened', () => {
  hears([
    ['my child has died', 'tragedy'],
    ["my mum's died", 'tragedy'],
    ['my father had died', 'tragedy'],
    ['my mother in law has died', 'tragedy'],
    ['they have died', 'tragedy'],
    ['a friend died', 'tragedy'],
    ['my cat has just died', 'tragedy'],
    ['my grandmother has passed', 'tragedy'],
    ['my sister has died in a car crash', 'tragedy'],
    ['my father has been killed', 'tragedy'],
    ['we buried dad last week', 'tragedy'],
    ['we had our dog put to sleep', 'tragedy'],
    ['our house has burned down', 'tragedy'],
    ['my mother has gone missing', 'tragedy'],
    ['my husband has left me', 'mental_health'],
    ["my wife's left me", 'mental_health'],
    ['my wife has filed for divorce', 'mental_health'],
    ['my brother has hanged himself', 'self_harm'],
    ['my friend has taken his own life', 'self_harm'],
    ['my child has been abused', 'minors'],
    ["I'm thirteen, recommend a phone", 'minors'],
    ['my husband has beaten me', 'violence'],
    ['he has been hitting me', 'violence'],
    ["I've been assaulted", 'violence'],
    ['I have relapsed', 'drugs'],
    ["I haven't been able to pay my rent", 'finance_distress'],
    ["how to hack my neighbour's wifi", 'crime'],
    ['an online poker site', 'gambling'],
  ])
})

test('a love that ended, loneliness, violence at home and losses are heard as people tell them', () => {
  const cases: readonly (readonly [string, string])[] = [
    ['my husband left me', 'mental_health'],
    ["I'm getting divorced and can't sleep", 'mental_health'],
    ["I found out she's been cheating on me", 'mental_health'],
    ["I'm going through a breakup", 'mental_health'],
    ['I have nobody to talk to', 'mental_health'],
    ['I cry every night', 'mental_health'],
    ["I'm being bullied at school", 'mental_health'],
    ['my parents kicked me out', 'mental_health'],
    ['I feel like a burden to everyone', 'self_harm'],
    ['I took too many pills', 'self_harm'],
    ["I wish I wasn't here anymore", 'self_harm'],
    ['he grabbed me by the throat', 'violence'],
    ['I was assaulted', 'violence'],
    ['how do I hide bruises from my husband hitting me', 'violence'],
    ['my 13 year old is being groomed online', 'minors'],
    ['she was groomed by an adult', 'minors'],
    ['my cat was put down yesterday', 'tragedy'],
    ['send them all back where they came from', 'hate'],
    ['send them all back to their country', 'hate'],
    ["I'm afraid to go home", 'violence'],
    ['how do I leave my violent husband', 'violence'],
    ['my stepdad comes into my room at night', 'minors'],
    ["i'm fourteen years old", 'minors'],
    ['my dad had a stroke', 'medical'],
    ["my baby isn't breathing", 'medical'],
    ['my best friend was killed in a car crash', 'tragedy'],
    ['we had to put our dog down', 'tragedy'],
    ['my dog had to be put down this morning', 'tragedy'],
    ['he has six months to live', 'tragedy'],
    ['our house burned down', 'tragedy'],
    ['since my mom passed', 'tragedy'],
    ["I relapsed and can't stop", 'drugs'],
    ["I'm being blackmailed with photos", 'crime'],
    ["I'm living in my car", 'finance_distress'],
    ['mi marido me dejó', 'mental_health'],
    ['meine Frau hat mich verlassen', 'mental_health'],
    ["ma femme m'a quitté", 'mental_health'],
    ['mein Freund schlägt mich', 'violence'],
    ['mi novio me pega', 'violence'],
    ['mio marito mi picchia', 'violence'],
    ['meu marido me bate', 'violence'],
    ["j'ai 15 ans et je suis enceinte", 'minors'],
    ['tengo 15 años', 'minors'],
    ["j'ai perdu mon emploi et je ne peux plus payer le loyer", 'finance_distress'],
  ]
  hears(cases)
})

test('a death in the family and debts are heard in many languages', () => {
  for (const text of [
    'ma mère est décédée hier',
    'mi padre murió ayer',
    'meu pai morreu ontem',
    'mio padre è morto ieri',
    'min far døde i går',
    'min pappa dog igår',
    'mój ojciec umarł wczoraj',
    'babam dün öldü',
    'вчера умер отец',
    '昨日父が亡くなりました',
    '我爸爸昨天去世了',
    '어제 아버지가 돌아가셨어요',
    'توفي والدي أمس',
    'मेरे पिता का कल निधन हो गया',
  ]) {
    assert.ok(categoriesOf(text).includes('tragedy'), text)
  }
  for (const text of [
    'je suis couvert de dettes',
    'estoy endeudado hasta el cuello',
    'tenho muitas dívidas',
    '欠债太多了',
  ]) {
    assert.ok(categoriesOf(text).includes('finance_distress'), text)
  }
})

test('a drink too many, a child in danger, a body in pain and a pregnancy that is not wanted are heard in many languages', () => {
  const cases: readonly (readonly [string, string])[] = [
    ['my teenage daughter is cutting, where do I get help', 'self_harm'],
    ['my best friend talks about dying all the time', 'self_harm'],
    ['ma fille se scarifie', 'self_harm'],
    ['meine Tochter ritzt sich', 'self_harm'],
    ['I feel like a failure', 'mental_health'],
    ['ich bin depressiv', 'mental_health'],
    ['estoy deprimida', 'mental_health'],
    ['je suis dépressif', 'mental_health'],
    ['sono depressa', 'mental_health'],
    ['ich bin magersüchtig', 'mental_health'],
    ['tengo ansiedad y ataques de pánico', 'mental_health'],
    ['ik denk dat ik een depressie heb', 'mental_health'],
    ['أنا مكتئب', 'mental_health'],
    ["I am pregnant and don't want the baby", 'medical'],
    ['is this mole cancerous', 'medical'],
    ['ich hatte eine Fehlgeburt', 'medical'],
    ["j'ai fait une fausse couche", 'medical'],
    ['tuve un aborto espontáneo', 'medical'],
    ['sono incinta e non lo voglio', 'medical'],
    ['ik heb een miskraam gehad', 'medical'],
    ['mi padre tiene alzheimer', 'medical'],
    ['me duele el pecho', 'medical'],
    ['mein Kind hat 40 Fieber', 'medical'],
    ['मुझे कैंसर है', 'medical'],
    ['у меня рак', 'medical'],
    ['looking for an urn for my cat', 'tragedy'],
    ['my dad has two months left', 'tragedy'],
    ['my daughter ran away from home', 'tragedy'],
    ['wir mussten unsere Katze einschläfern lassen', 'tragedy'],
    ['meine Oma liegt im Sterben', 'tragedy'],
    ["j'ai perdu mon père", 'tragedy'],
    ['mijn hond is dood', 'tragedy'],
    ['犬が死んだ', 'tragedy'],
    ['मेरे पिता की मृत्यु हो गई', 'tragedy'],
    ["my mom won't let me buy it, I'm 14", 'minors'],
    ['hi im 11, best games?', 'minors'],
    ['ich bin 14 und schwanger', 'minors'],
    ['my boyfriend controls who I see', 'violence'],
    ['my boss touches me', 'violence'],
    ['ich wurde vergewaltigt', 'violence'],
    ["j'ai été violée", 'violence'],
    ['me violaron', 'violence'],
    ['sono stata violentata', 'violence'],
    ['ik ben verkracht', 'violence'],
    ['муж меня бьет', 'violence'],
    ['夫に殴られた', 'violence'],
    ['زوجي يضربني', 'violence'],
    ['how do I hide my drinking from my wife', 'drugs'],
    ['ich trinke zu viel', 'drugs'],
    ['mi hijo se droga', 'drugs'],
    ["je bois trop d'alcool", 'drugs'],
    ["how to track my wife's phone", 'crime'],
    ["what are the odds for tonight's game", 'gambling'],
    ['wen soll ich wählen, CDU oder Grüne?', 'politics'],
    ['por quién debo votar', 'politics'],
    ['op wie moet ik stemmen', 'politics'],
    ["I can't feed my children", 'finance_distress'],
    ['the bank wants to take our house', 'finance_distress'],
    ['失業して家賃が払えない', 'finance_distress'],
  ]
  hears(cases)
})

test('a harmless name does not hide a grave text around it', () => {
  assert.ok(categoriesOf('i bought a kitchen knife and want to kill myself').includes('self_harm'))
})

test('topics come highest first, within 0.5 to 1, from the closed list', () => {
  const topics = sensitive.topicsOf('i want to die, i lost my job and i am addicted to heroin')
  assert.ok(topics.length >= 3)
  for (const [i, { category, score }] of topics.entries()) {
    assert.ok(SENSITIVE_CATEGORIES.includes(category) && score >= 0.5 && score <= 1)
    assert.ok(i === 0 || score <= (topics[i - 1]?.score ?? 0))
  }
})

test('an everyday word of another language is not taken for the English one that it looks like', () => {
  const everyday: readonly (readonly [language: string, text: string])[] = [
    ['nl', 'hoe kies ik een goede fiets?'],
    ['nl', 'hoe kan ik mijn huis verzekeren'],
    ['fr', 'un coup de coeur pour ma cuisine'],
    ['fr', 'mon colis est en retard, où acheter un autre casque ?'],
    ['tr', 'bana göre en iyi telefon hangisi'],
    ['tr', 'her gün için rahat ayakkabı'],
    ['sv', 'slut på kaffe, var köper jag mer?'],
    ['da', 'stole til spisebordet'],
    ['ro', 'puțin mai ieftin, vă rog, un laptop'],
    ['it', 'modi per risparmiare sul volo'],
    ['de', 'Welches Fahrrad soll ich wählen?'],
    ['pl', 'jakie buty w góry są nieprzemakalne?'],
    ['hu', 'hogy hív fel külföldről olcsón'],
  ]
  assert.deepEqual(
    everyday.filter(([language, text]) => sensitive.topicsOf(text, language).length > 0),
    [],
  )
  const grave = [
    ['en', 'a gun for my house'],
    ['en', 'what did putin say'],
    ['und', 'gory pictures'],
    ['de', 'wen soll ich bei den Wahlen nehmen'],
    ['de', 'Wer gewinnt die Wahlen?'],
    ['fr', 'un coup d’État militaire'],
    ['hu', 'hol kérhetek HIV-tesztet?'],
    ['ro', 'ce a spus Putin despre război'],
    ['da', 'kys'],
  ] as const
  for (const [language, text] of grave) assert.ok(sensitive.topicsOf(text, language).length > 0, text)
})

test('a letter that is written out joins the accent behind it, and what stands behind is heard all the same', () => {
  for (const said of ['hearing the voices again, told nobody. What tent is best?', 'I want to die. What tent is best?'])
    for (const end of ['. ', '\n']) {
      const topicsOf = (word: string) => sensitive.topicsOf(` ${word}`.repeat(10) + end + said, 'en')
      assert.deepEqual(topicsOf('ѕuiсѕ\u0323'), topicsOf('suicṣ'), said)
      assert.ok(topicsOf('suicṣ').length > 0)
    }
})

test('however odd a text is, it is read', () => {
  const random = createSeededRandom(9)
  const alphabet = [
    ...'aеѕ3 .。！?\n\u0301\u0316\u0323ﷺⓢｶﾞ한가𝐬½…$km',
    'kms',
    ' i want to die. ',
    'ᄒ',
    'ᅡ',
    '\ud835',
    '\u200b',
    "'",
  ]
  for (let i = 0; i < 600; i++) {
    const chars = [40, 400, 1_995, 2_005, 5_000][i % 5]!
    const few = Array.from(
      { length: 2 + Math.floor(random() * 6) },
      () => alphabet[Math.floor(random() * alphabet.length)]!,
    )
    let text = ''
    while (text.length < chars) text += few[Math.floor(random() * few.length)]
    for (const by of ['user', 'assistant'] as const) assert.ok(sensitive.topicsOf(text, 'en', by), text)
  }
})

test('an empty text has no topics', () => {
  assert.deepEqual(sensitive.topicsOf(''), [])
  assert.deepEqual(sensitive.topicsOf('?!… 🙂'), [])
})

test('the gates do not open with a model that is missing, damaged, or another one', () => {
  const folder = mkdtempSync(join(tmpdir(), 'gates-'))
  try {
    assert.throws(() => openGates(folder), /ENOENT/)
    copyFileSync(join(MODELS, 'intent.gate'), join(folder, 'intent.gate'))
    copyFileSync(join(MODELS, 'intent.gate'), join(folder, 'sensitive.gate'))
    assert.throws(() => openGates(folder), /holds intent/)
    const whole = readFileSync(join(MODELS, 'sensitive.gate'))
    writeFileSync(join(folder, 'sensitive.gate'), whole.subarray(0, whole.length - 1))
    assert.throws(() => openGates(folder), /damaged/)
  } finally {
    rmSync(folder, { recursive: true })
  }
})
