// Review: ads that wait for a person, the oldest first, as they would be shown; one press approves or rejects one, or all that are chosen.
import { useEffect, useRef, useState } from 'preact/hooks'
import type { Api } from '../api.ts'
import { html, type Element } from '../html.ts'
import { useDoing, useLoad, type Doing } from '../hooks.ts'
import { Button, Pill } from '../parts/controls.ts'
import { useOpen } from '../parts/dialog.ts'
import { Empty, Problem, When } from '../parts/states.ts'
import type { Session } from '../session.ts'
import type { Ad } from '../shapes.ts'
import { changeAll, ChangedMeanwhile, judge } from '../verdict.ts'
import { readWaiting } from '../waiting.ts'
import { SeveralAds } from './several-ads.ts'
import { cardsIn, type Verdict, WaitingAd } from './waiting-ad.ts'
import { WhyRejected } from './why-rejected.ts'

interface Judged {
  readonly ads: readonly Ad[]
  readonly verdict: Verdict
  readonly reason?: string
}

interface Told {
  /** What was decided last, unless it was taken back. */
  readonly last?: Judged
  /** What could not be done with those, since they are no more. */
  readonly leftOut?: string
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
  const [{ last, leftOut }, setTold] = useState<Told>({})
  /** By id, in the version that was chosen. */
  const [chosen, setChosen] = useState<ReadonlyMap<string, number>>(new Map())
  const [telling, tell, close] = useOpen<Judged>()
  const list = useRef<HTMLUListElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const left = loaded.value?.filter(({ ad }) => done.get(ad.id) !== ad.updatedAt) ?? []
  const isChosen = (ad: Ad) => chosen.get(ad.id) === ad.version
  const together = left.map(({ ad }) => ad).filter(isChosen)

  // Once all that were read are done, those that came after them are read.
  const allDone = loaded.value !== undefined && loaded.value.length > 0 && left.length === 0
  useEffect(() => {
    if (allDone) loaded.reload()
  }, [allDone])

  const choose = (ads: readonly Ad[], on: boolean) => {
    const versions = ads.map(({ id, version }) => [id, on ? version : NO_VERSION] as const)
    setChosen((before) => new Map([...before, ...versions]))
  }
  const judged = (ads: readonly Ad[], verdict: Verdict) => {
    // Two may be judged at once, the second on a page that was drawn before the first one's answer came.
    setDone((before) => new Map([...before, ...ads.map(({ id, updatedAt }) => [id, updatedAt] as const)]))
    setChosen((before) => new Map([...before].filter(([id]) => ads.every((ad) => ad.id !== id))))
    setTold({ last: { ads, verdict } })
    for (const before of [judgingTogether, takingBack]) before.forget()
    onJudged()
  }
  /** What becomes of a verdict is told as long as nothing was decided after it. */
  const became = ({ ads }: Judged, last: Judged | undefined, gone: number) => {
    const leftOut = leftOutText(gone, ads.length)
    setTold((now) => (now.last?.ads === ads ? { last, leftOut } : now))
  }
  /** The focus goes to the page, but not from where a person went on to meanwhile. */
  const goOnFrom = (pressed: globalThis.Element | null) => {
    if ([document.body, pressed].includes(document.activeElement)) heading.current?.focus()
  }
  const judgedOne = (ad: Ad, verdict: Verdict) => {
    // The focus goes on to the next ad, or to the page where there is none; but not from where a person went on to meanwhile.
    const cards = cardsIn(list.current)
    const at = cards.findIndex((card) => card.dataset.id === ad.id)
    const next = cards[at + 1] ?? cards[at - 1]
    const isLost = document.activeElement === document.body || cards[at]?.contains(document.activeElement)
    judged([ad], verdict)
    if (isLost) (next ?? heading.current)?.focus()
  }
  const judgingTogether = useDoing(async (verdict: Verdict) => {
    const kept: Ad[] = []
    const pressed = document.activeElement
    try {
      for (const ad of together) if (await isJudged(api, ad, verdict)) kept.push(ad)
    } finally {
      if (kept.length > 0) judged(kept, verdict)
      goOnFrom(pressed)
    }
    const changed = together.length - kept.length
    if (changed === 0) return
    loaded.reload()
    throw new Error(`${changed} of ${together.length} changed while you looked; read them once more, then decide.`)
  })
  const takingBack = useDoing(async (of: Judged) => {
    const pressed = document.activeElement
    const gone = await changeAll(api, of.ads, { review: 'pending' })
    became(of, undefined, gone)
    onJudged()
    loaded.reload()
    goOnFrom(pressed)
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
    <${LastVerdict} last=${last} leftOut=${leftOut} doing=${takingBack} onTell=${() => last && tell(last)} />
    <${When} loaded=${loaded} lines=${8}>
      ${() =>
        left.length === 0
          ? html`<div class="card">
              <${Empty} title=${last && loaded.loading ? 'Reading what came after' : 'No ad waits for review'}>
                <p>
                  Where the service runs with <code>ASIDE_MANUAL_REVIEW</code>, new and changed ads wait here until they
                  are approved or rejected. Ads whose words seem to tell a model what to do wait here in any case.
                </p>
              <//>
            </div>`
          : html`<p class="note keys-note">
                With an ad in focus <kbd>A</kbd> approves, <kbd>R</kbd> rejects, <kbd>X</kbd> chooses it for a verdict
                on several, <kbd>↓</kbd> and <kbd>↑</kbd> go to the next and the one before.
              </p>
              <ul class="queue" aria-label="Ads that wait" ref=${list}>
                ${left.map(
                  (waiting) =>
                    html`<li key=${waiting.ad.id}>
                      <${WaitingAd}
                        waiting=${waiting}
                        session=${session}
                        chosen=${isChosen(waiting.ad)}
                        onChoose=${() => choose([waiting.ad], !isChosen(waiting.ad))}
                        onJudged=${(verdict: Verdict) => judgedOne(waiting.ad, verdict)}
                        onChanged=${loaded.reload}
                      />
                    </li>`,
                )}
              </ul>
              <${SeveralAds}
                shown=${left.length}
                chosen=${together.length}
                judging=${judgingTogether}
                onChoose=${(all: boolean) =>
                  choose(
                    left.map(({ ad }) => ad),
                    all,
                  )}
              />`}
    <//>
    ${
      telling &&
      html`<${WhyRejected}
        api=${api}
        ads=${telling.ads.map((ad) => ({ ...ad, reviewReason: telling.reason }))}
        onDone=${(reason: string, gone: number) => {
          close()
          became(telling, { ...telling, reason }, gone)
        }}
        onClose=${close}
      />`
    }
  </div>`
}

/** No version is counted so. */
const NO_VERSION = 0

/** Whether the verdict holds; not where the ad shows something else by now. */
async function isJudged(api: Api, ad: Ad, verdict: Verdict): Promise<boolean> {
  try {
    await judge(api, ad, verdict)
    return true
  } catch (error) {
    if (error instanceof ChangedMeanwhile) return false
    throw error
  }
}

function leftOutText(gone: number, all: number): string | undefined {
  return gone > 0 ? `${gone} of ${all} left out: archived meanwhile.` : undefined
}

interface LastVerdictProps {
  readonly last: Judged | undefined
  readonly leftOut: string | undefined
  readonly doing: Doing<[Judged]>
  readonly onTell: () => void
}

/** What was decided last, for those who press quickly. */
function LastVerdict({ last, leftOut, doing, onTell }: LastVerdictProps): Element {
  const what = last?.ads.length === 1 ? last.ads[0]!.title : `${last?.ads.length} ads`
  return html`<div class="live" role="status">
    ${
      last &&
      html`<p class="verdict">
        <span
          ><${Pill}
            of=${last.verdict}
          />${' '}<bdi>${what}</bdi>${' '}${last.reason && html`<small><bdi>${last.reason}</bdi></small>`}</span
        >
        <span class="actions">
          ${
            last.verdict === 'rejected' &&
            html`<${Button} label=${`Say why: ${what}`} onPress=${onTell}
              >${last.reason ? 'Change reason' : 'Say why'}<//
            >`
          }
          <${Button} busy=${doing.busy} label=${`Take back: ${what}`} onPress=${() => doing.run(last)}>Take back<//>
        </span>
      </p>`
    }
    <${Problem} text=${doing.fault ?? leftOut} />
  </div>`
}
