// What the sensitive lexicon hears in German, French, Spanish, Portuguese, Italian and Dutch, as people type it.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { categoriesOf, hears, sensitive } from '../../../test/support/sensitive.ts'

test('a crisis is heard in the words that people of six other languages have for it, with accents and without', () => {
  const texts = [
    'ich will einfach nur dass es vorbei ist',
    'ich denke daran mir etwas anzutun',
    'ich möchte nicht mehr aufwachen',
    'mein bruder hat sich umgebracht',
    'er hat sich das leben genommen',
    'ohne mich wären alle besser dran, ich wünschte ich wäre tot',
    "j'ai plus envie d'être là",
    "je pense a me foutre en l'air",
    "mon frere s'est pendu",
    'combien de cachets pour mourir',
    'je veux en finir avec la vie',
    "ma vie n'a plus de sens",
    'no le veo sentido a vivir',
    'ya no aguanto más, quiero desaparecer',
    'mejor estaria muerta',
    'mi hermano se quitó la vida',
    'cuantas pastillas para morir',
    'mi hija se corta los brazos y mi hija se corta',
    'nao aguento mais viver',
    'quero sumir',
    'quero acabar com a minha vida',
    'meu irmão tirou a própria vida',
    'meu irmao se matou',
    'não vejo mais sentido em viver',
    'vorrei morire',
    'mi voglio ammazzare',
    'penso di togliermi la vita',
    'mio fratello si è suicidato',
    'non ha più senso vivere',
    'quante pastiglie per morire',
    'ik zie het niet meer zitten',
    'ik wil er een eind aan maken',
    'ik wou dat ik dood was',
    'mijn broer heeft zich opgehangen',
    'mijn dochter snijdt zichzelf',
    'hoeveel pillen om dood te gaan',
  ]
  assert.deepEqual(
    texts.filter((text) => !categoriesOf(text).includes('self_harm')),
    [],
  )
})

test('an illness, a loss, fear at home and bills that cannot be paid are heard in six other languages', () => {
  hears([
    ['mein vater hat darmkrebs', 'medical'],
    ['ma mère est en fin de vie', 'medical'],
    ['minha mãe está em estado terminal', 'medical'],
    ['ik heb borstkanker', 'medical'],
    ['ich habe heute meine mutter verloren', 'tragedy'],
    ['on a du faire piquer notre chien', 'tragedy'],
    ['mia nonna è mancata stanotte', 'tragedy'],
    ['è venuto a mancare mio nonno', 'tragedy'],
    ['we hebben ons kindje verloren', 'tragedy'],
    ['onze hond is vannacht doodgegaan', 'tragedy'],
    ['mein onkel fasst mich an', 'minors'],
    ['mon oncle me touche', 'minors'],
    ['mio zio mi tocca', 'minors'],
    ['ich habe angst vor meinem mann', 'violence'],
    ["j'ai peur de mon mari, il me tape dessus", 'violence'],
    ['tengo miedo de mi marido', 'violence'],
    ['tenho medo do meu marido', 'violence'],
    ['meu namorado me ameaça', 'violence'],
    ['ho paura di mio marito', 'violence'],
    ['il mio ragazzo mi ha dato uno schiaffo', 'violence'],
    ['ik ben bang voor mijn man', 'violence'],
    ['perdi tudo no jogo do tigrinho', 'gambling'],
    ['ho perso tutto alle slot', 'gambling'],
    ['mein konto ist gepfändet', 'finance_distress'],
    ['die bank will unser haus zwangsversteigern', 'finance_distress'],
    ["je n'arrive plus à payer mon loyer", 'finance_distress'],
    ["j'ai perdu mon boulot", 'finance_distress'],
    ['me quedé sin trabajo y no llego a fin de mes', 'finance_distress'],
    ['me van a desahuciar', 'finance_distress'],
    ['no tengo dinero para comer', 'finance_distress'],
    ['fui demitido e nao sei como pagar as contas', 'finance_distress'],
    ['vou ser despejada', 'finance_distress'],
    ['nao sei como vou pagar o aluguel', 'finance_distress'],
    ["non riesco a pagare l'affitto", 'finance_distress'],
    ['mi stanno sfrattando', 'finance_distress'],
    ['we worden uit huis gezet', 'finance_distress'],
    ['ik heb geen geld voor eten', 'finance_distress'],
  ])
})

test('who hurt themselves again, took pills or wants to exist no more is heard, and a slip of the razor is none of it', () => {
  for (const text of [
    'ich hab mich gestern wieder geschnitten',
    'ich will mich vom dach stürzen',
    'ich ertrage das leben nicht mehr',
    "j'ai avalé une boite de doliprane",
    'quiero dejar de existir',
    'me tome un frasco de pastillas',
    'me cortei de novo',
    'tomei uma cartela de remédio',
    'mi sono tagliata di nuovo',
    'ho ingoiato troppe pastiglie',
    'ik heb mezelf weer gesneden',
    'ik heb een doosje pillen geslikt',
  ])
    assert.ok(categoriesOf(text).includes('self_harm'), text)
  for (const text of [
    'mi sono tagliato di nuovo radendomi, quale rasoio',
    'me cortei de novo fazendo a barba, aparelho melhor',
    'me corte otra vez el pelo, productos para crecerlo',
    'quiero dejar de vivir con mis padres, depa barato',
    'ich hab mich beim kochen geschnitten, schnittfeste handschuhe',
    'il me bat aux échecs, un bon livre',
    'ele me bate no fifa, controle melhor',
    'er schlägt mich immer im tischtennis, bessere schläger',
    'kurse für arbeitslose',
    'rouwkaarten',
  ])
    assert.deepEqual(categoriesOf(text), [], text)
})

test('a blow told of "him", a love betrayed, mourning and having no work are heard in six other languages', () => {
  hears([
    ['il me bat devant les enfants', 'violence'],
    ['me golpea cuando toma', 'violence'],
    ['ele me bate quando bebe', 'violence'],
    ['mi picchia quando beve', 'violence'],
    ['hij slaat me als hij drinkt', 'violence'],
    ['mein ex verfolgt mich', 'violence'],
    ['mio marito mi tradisce', 'mental_health'],
    ['mijn man gaat vreemd', 'mental_health'],
    ['alles ist sinnlos', 'mental_health'],
    ['mon grand pere nous a quittes hier', 'tragedy'],
    ['estoy en duelo por mi hermana', 'tragedy'],
    ['abbiamo perso nostra figlia', 'tragedy'],
    ['ik rouw om mijn broer', 'tragedy'],
    ['mi papá tuvo un derrame cerebral', 'medical'],
    ['me detectaron vih', 'medical'],
    ["ho scoperto di avere l'hiv", 'medical'],
    ['mijn vader is alcoholist', 'drugs'],
    ['ich bin arbeitslos und weiss nicht wovon ich leben soll', 'finance_distress'],
    ['ich kann meine stromrechnung nicht bezahlen', 'finance_distress'],
    ['estou desempregado e sem dinheiro', 'finance_distress'],
    ['debo mucho dinero a los bancos', 'finance_distress'],
    ['ik heb een incassobureau achter me aan', 'finance_distress'],
  ])
})

test('what is harmless of such words in a game, at the razor or of hair hides nothing that is grave', () => {
  hears([
    ['er schlägt mich im schlaf', 'violence'],
    ['er schlägt mich immer im suff', 'violence'],
    ['hij slaat me met zijn vuisten', 'violence'],
    ['ele me bate na cara', 'violence'],
    ['wir haben unsere tochter verloren', 'tragedy'],
    ['we hebben onze zoon verloren', 'tragedy'],
    ['è venuta a mancare la nonna', 'tragedy'],
    ['mijn dochter snijdt zichzelf met een mes', 'self_harm'],
    ['mi hija se corta con una cuchilla', 'self_harm'],
    ['minha filha se corta com gilete', 'self_harm'],
    ['mia figlia si taglia con una lametta', 'self_harm'],
    ['me cortei de novo com uma gilete', 'self_harm'],
    ['mi sono tagliata di nuovo con la lametta', 'self_harm'],
    ['mi hermano se mató de un balazo', 'self_harm'],
    ['ich will nicht mehr aufwachen, weil ich nicht mehr kann', 'self_harm'],
    ['ik wil niet meer wakker worden van ellende', 'self_harm'],
  ])
})

test('condolences are heard in an answer of a few words', () => {
  for (const [language, text] of [
    ['fr', 'Toutes mes condoléances.'],
    ['es', 'Mis más sinceras condolencias.'],
    ['it', 'Le mie più sentite condoglianze.'],
    ['pt', 'Meus pêsames.'],
    ['nl', 'Gecondoleerd met het verlies.'],
    ['pl', 'Przyjmij moje kondolencje.'],
    ['sv', 'Jag beklagar sorgen.'],
    ['da', 'Jeg kondolerer.'],
    ['ru', 'Примите мои соболезнования.'],
    ['uk', 'Прийміть мої співчуття.'],
    ['cs', 'Upřímnou soustrast.'],
    ['ro', 'Sincere condoleanțe.'],
    ['tr', 'Başınız sağ olsun.'],
    ['ja', '心よりお悔やみ申し上げます。'],
    ['zh', '请节哀。'],
    ['ko', '삼가 고인의 명복을 빕니다.'],
    ['ar', 'خالص التعازي'],
  ] as const) {
    const [topic] = sensitive.topicsOf(text, language, 'assistant')
    assert.equal(topic?.category, 'tragedy', text)
  }
})
