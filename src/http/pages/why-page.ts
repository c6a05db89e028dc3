// "Why this ad?": the page and the JSON that say whose ad it is, who paid, and what it was chosen by.
import { FEEDBACK_REASONS } from '../../domain/feedback.ts'
import type { Why } from '../../actions/events/read-why.ts'
import { AD_LABEL, labelFor } from '../../domain/ad-label.ts'
import { escapeMarkup } from './escape-markup.ts'
import { hideDays, type WhyLanguage, type WhyWords, wordsIn } from './why-words.ts'

export function whyJson(why: Why, reportUrl: string) {
  const advertiser = why.advertiser ?? null
  const words = wordsIn('en')
  return {
    impressionId: why.impressionId,
    label: AD_LABEL,
    advertiser,
    paidBy: advertiser && !why.isFree ? advertiser.name : null,
    shownIn: why.publisher?.name ?? null,
    shownAt: new Date(why.servedAtMs).toISOString(),
    format: why.format,
    test: why.test,
    reason: { basis: why.mayStandIn ? 'conversation_or_none' : 'conversation', text: reasonOf(why, words) },
    profileUsed: { text: words.profile },
    choices: { text: choicesOf(why, words), reportUrl, reactions: ['dismiss', 'report'] },
  }
}

/** @param feedbackPath where the form goes, relative to the page, so that a path prefix in front of it stays */
export function whyPage(
  why: Why,
  feedbackPath: string,
  language: WhyLanguage,
): { title: string; body: string; language: WhyLanguage } {
  const words = wordsIn(language)
  const name = escapeMarkup(why.advertiser?.name ?? words.unnamed)
  const domain = why.advertiser ? ` (<bdi>${escapeMarkup(why.advertiser.domain)}</bdi>)` : ''
  return {
    title: words.title,
    language,
    body: `<dl>
<dt>${words.what}</dt><dd>${whatOf(why, words, language)}</dd>
<dt>${words.whose}</dt><dd><bdi>${name}</bdi>${domain}</dd>
<dt>${words.payer}</dt><dd>${why.isFree ? words.nobody : `<bdi>${name}</bdi>`}</dd>
<dt>${words.reason}</dt><dd>${reasonOf(why, words)}</dd>
<dt>${words.known}</dt><dd>${words.profile}</dd>
<dt>${words.can}</dt><dd>${choicesOf(why, words)}</dd>
</dl>
<form method="post" action="${escapeMarkup(feedbackPath)}">
<fieldset><legend>${words.wrong}</legend>
${FEEDBACK_REASONS.map((reason) => `<label><input type="checkbox" name="reasons" value="${reason}"> ${words.reasons[reason]}</label>`).join('\n')}
<button name="reaction" value="report">${words.report}</button>
<button name="reaction" value="dismiss">${why.hidesFrom ? words.hide : words.dislike}</button>
</fieldset></form>`,
  }
}

/** What is said to whoever has sent the form of such a page. */
export function thanksPage(language: WhyLanguage): { title: string; body: string; language: WhyLanguage } {
  const { thanks, noted } = wordsIn(language)
  return { title: thanks, body: `<p>${noted}</p>`, language }
}

/** "Sponsored: a paid advertisement, shown in …" */
function whatOf({ publisher, servedAtMs, isFree, test }: Why, words: WhyWords, language: WhyLanguage): string {
  const at = new Date(servedAtMs).toISOString().slice(0, 16).replace('T', ' ')
  const app = publisher && `<bdi>${escapeMarkup(publisher.name)}</bdi>`
  // A name may hold what stands for something in a replacement, so it is given by a function.
  const shown = (app ? words.shownIn : words.shown).replace('{at}', at).replace('{app}', () => app ?? '')
  const kind = isFree ? words.freeAd : words.paidAd
  return `${labelFor('reader', language)}: ${kind}, ${shown}${test ? ` ${words.test}` : ''}`
}

function reasonOf({ mayStandIn }: Why, words: WhyWords): string {
  return mayStandIn ? words.fitsOrNone : words.fits
}

function choicesOf({ hidesFrom }: Why, words: WhyWords): string {
  if (hidesFrom === undefined) return words.change
  return `${hideDays(hidesFrom === 'user' ? words.hides : words.hidesInSession)} ${words.change}`
}
