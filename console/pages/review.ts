// Review: ads that wait for a person, the oldest first, as they would be shown; one press approves or rejects.
import { useEffect, useRef, useState } from 'preact/hooks'
import { html, type Element } from '../html.ts'
import { useDoing, useLoad, type Doing } from '../hooks.ts'
import { Button, Pill } from '../parts/controls.ts'
import { Empty, Problem, When } from '../parts/states.ts'
import type { Session } from '../session.ts'
import type { Ad } from '../shapes.ts'
import { readWaiting } from '../waiting.ts'
import { cardsIn, type Verdict, WaitingAd } from './waiting-ad.ts'
import { WhyRejected } from './why-rejected.ts'

interface Judged {
  readonly ad: Ad
  readonly verdict: Verdict
  readonly reason?: string
}

interface ReviewProps {
  readonly session: Session
  /** After each verdict, so that the count beside the page's name follows. */
  readonly onJudged: () => void
}

export function Review({ session, onJudged }: ReviewProps): Element {
  const { api } = session
  const loaded = useLoad((signal) => readWaiting(api, signal), [])
  /** Those decided here by id, with when each was last changed before that: one that waits anew is another. */
  const [done, setDone] = useState<ReadonlyMap<string, string>>(new Map())
  const [last, setLast] = useState<Judged>()
  const [isTelling, setTelling] = useState(false)
  const list = useRef<HTMLUListElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const left = loaded.value?.filter(({ ad }) => done.get(ad.id) !== ad.updatedAt) ?? []

  // Once all that were read are done, those that came after them are read.
  const allDone = loaded.value !== undefined && loaded.value.length > 0 && left.length === 0
  useEffect(() => {
    if (allDone) loaded.reload()
  }, [allDone])

  const judged = (ad: Ad, verdict: Verdict) => {
    // The focus goes on to the next ad, or to the page where there is none; but not from where a person went on to meanwhile.
    const cards = cardsIn(list.current)
    const at = cards.findIndex((card) => card.dataset.id === ad.id)
    const next = cards[at + 1] ?? cards[at - 1]
    const isLost = document.activeElement === document.body || cards[at]?.contains(document.activeElement)
    // Two may be judged at once, the second on a page that was drawn before the first one's answer came.
    setDone((before) => new Map([...before, [ad.id, ad.updatedAt]]))
    setLast({ ad, verdict })
    onJudged()
    if (isLost) (next ?? heading.current)?.focus()
  }
  const takingBack = useDoing(async ({ ad }: Judged) => {
    await api.send('PATCH', `ads/${encodeURIComponent(ad.id)}`, { review: 'pending' })
    setLast(undefined)
    onJudged()
    loaded.reload()
    heading.current?.focus()
  })

  return html`<div class="page">
    <header class="page-head">
      <div>
        <h1 ref=${heading} tabindex="-1">Review</h1>
        <p class="lead">Ads that wait for a person, the oldest first. None is shown before it is approved.</p>
      </div>
      <div class="actions">
        <${Button} icon="refresh" busy=${loaded.loading} onPress=${loaded.reload}>Read again<//>
      </div>
    </header>
    <${LastVerdict} last=${last} doing=${takingBack} onTell=${() => setTelling(true)} />
    <${When} loaded=${loaded} lines=${8}>
      ${() =>
        left.length === 0
          ? html`<div class="card">
              <${Empty} title=${last && loaded.loading ? 'Reading what came after' : 'No ad waits for review'}>
                <p>
                  Where the service runs with <code>ASIDE_MANUAL_REVIEW</code>, new and changed ads wait here until they
                  are approved or rejected.
                </p>
              <//>
            </div>`
          : html`<p class="note keys-note">
                With an ad in focus <kbd>A</kbd> approves, <kbd>R</kbd> rejects, <kbd>↓</kbd> and <kbd>↑</kbd> go to the
                next and the one before.
              </p>
              <ul class="queue" aria-label="Ads that wait" ref=${list}>
                ${left.map(
                  (waiting) =>
                    html`<li key=${waiting.ad.id}>
                      <${WaitingAd}
                        waiting=${waiting}
                        session=${session}
                        onJudged=${(verdict: Verdict) => judged(waiting.ad, verdict)}
                        onChanged=${loaded.reload}
                      />
                    </li>`,
                )}
              </ul>`}
    <//>
    ${
      last &&
      isTelling &&
      html`<${WhyRejected}
        api=${api}
        ads=${[{ ...last.ad, reviewReason: last.reason }]}
        onDone=${(reason: string) => {
          setTelling(false)
          setLast({ ...last, reason })
        }}
        onClose=${() => setTelling(false)}
      />`
    }
  </div>`
}

interface LastVerdictProps {
  readonly last: Judged | undefined
  readonly doing: Doing<[Judged]>
  readonly onTell: () => void
}

/** What was decided last, for those who press quickly. */
function LastVerdict({ last, doing, onTell }: LastVerdictProps): Element {
  return html`<div class="live" role="status">
    ${
      last &&
      html`<p class="verdict">
        <span
          ><${Pill} of=${last.verdict} /> ${last.ad.title} ${last.reason && html`<small>${last.reason}</small>`}</span
        >
        <span class="actions">
          ${
            last.verdict === 'rejected' &&
            html`<${Button} label=${`Say why: ${last.ad.title}`} onPress=${onTell}
              >${last.reason ? 'Change reason' : 'Say why'}<//
            >`
          }
          <${Button} busy=${doing.busy} label=${`Take back: ${last.ad.title}`} onPress=${() => doing.run(last)}
            >Take back<//
          >
        </span>
      </p>`
    }
    <${Problem} text=${doing.fault} />
  </div>`
}
