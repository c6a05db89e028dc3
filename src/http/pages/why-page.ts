// "Why this ad?": the page and the JSON that say whose ad it is, who paid, and what it was chosen by.
import { DAY_MS } from '../../base/clock.ts'
import { DISMISSED_MS, FEEDBACK_REASONS, type FeedbackReason } from '../../domain/feedback.ts'
import type { Why } from '../../actions/events/read-why.ts'
import { AD_LABEL } from '../../domain/ad-label.ts'
import { escapeMarkup } from './escape-markup.ts'

const REASON = 'This ad was chosen because its subject fits what the conversation was about when it was shown.'
const REASON_OR_NONE = `${REASON.slice(0, -1)}, or because no ad did: the app then shows one of its choice, whatever it is about.`
const PROFILE =
  'Aside builds no profile of you and keeps no conversation. Interests that the app may have sent along were not used.'
const CHANGE = 'To see fewer or no ads, look in the settings of the app in which you saw this one.'
const HIDES = `Once you hide or report this ad, the app does not show it to you again for ${DISMISSED_MS / DAY_MS} days`
const HIDDEN: Readonly<Record<NonNullable<Why['hidesFrom']>, string>> = {
  user: `${HIDES}.`,
  session: `${HIDES} in the session in which you saw it.`,
}
const UNNAMED = 'an advertiser whose name is no longer on record'

export function whyJson(why: Why, reportUrl: string) {
  const advertiser = why.advertiser ?? null
  return {
    impressionId: why.impressionId,
    label: AD_LABEL,
    advertiser,
    paidBy: advertiser && !why.isFree ? advertiser.name : null,
    shownIn: why.publisher?.name ?? null,
    shownAt: new Date(why.servedAtMs).toISOString(),
    format: why.format,
    test: why.test,
    reason: { basis: why.mayStandIn ? 'conversation_or_none' : 'conversation', text: reasonOf(why) },
    profileUsed: { text: PROFILE },
    choices: { text: choicesOf(why), reportUrl, reactions: ['dismiss', 'report'] },
  }
}

/** @param feedbackPath where the form goes, relative to the page, so that a path prefix in front of it stays */
export function whyPage(why: Why, feedbackPath: string): { title: string; body: string } {
  const name = escapeMarkup(why.advertiser?.name ?? UNNAMED)
  const domain = why.advertiser ? ` (<bdi>${escapeMarkup(why.advertiser.domain)}</bdi>)` : ''
  const shownIn = why.publisher ? ` in <bdi>${escapeMarkup(why.publisher.name)}</bdi>` : ''
  const shownAt = new Date(why.servedAtMs).toISOString().slice(0, 16).replace('T', ' ')
  return {
    title: 'Why you saw this ad',
    body: `<dl>
<dt>What it is</dt><dd>${AD_LABEL}: ${why.isFree ? 'an advertisement' : 'a paid advertisement'}, shown${shownIn} on ${shownAt} UTC.${why.test ? ' It was a test; nobody paid.' : ''}</dd>
<dt>Whose ad it is</dt><dd><bdi>${name}</bdi>${domain}</dd>
<dt>Who paid for it</dt><dd>${why.isFree ? 'Nobody' : `<bdi>${name}</bdi>`}</dd>
<dt>Why it was shown to you</dt><dd>${reasonOf(why)}</dd>
<dt>What is known of you</dt><dd>${PROFILE}</dd>
<dt>What you can do</dt><dd>${choicesOf(why)}</dd>
</dl>
<form method="post" action="${escapeMarkup(feedbackPath)}">
<fieldset><legend>Is something wrong with this ad?</legend>
${FEEDBACK_REASONS.map(choiceOf).join('\n')}
<button name="reaction" value="report">Report this ad</button>
<button name="reaction" value="dismiss">${why.hidesFrom ? 'Just hide it' : 'I would rather not see it'}</button>
</fieldset></form>`,
  }
}

function reasonOf({ mayStandIn }: Why): string {
  return mayStandIn ? REASON_OR_NONE : REASON
}

function choicesOf({ hidesFrom }: Why): string {
  return hidesFrom === undefined ? CHANGE : `${HIDDEN[hidesFrom]} ${CHANGE}`
}

function choiceOf(reason: FeedbackReason): string {
  return `<label><input type="checkbox" name="reasons" value="${reason}"> ${REASON_TEXTS[reason]}</label>`
}

const REASON_TEXTS: Record<FeedbackReason, string> = {
  misleading: 'It is misleading',
  offensive: 'It is offensive',
  irrelevant: 'It does not fit the conversation',
  repetitive: 'I see it too often',
  scam: 'It looks like a scam',
  inappropriate: 'It does not belong in such a conversation',
  other: 'Something else',
}
