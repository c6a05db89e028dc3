// Playground: a conversation goes in, and out come the ads as a person would see them, the answer as it was sent, and why.
import { useEffect, useRef, useState } from 'preact/hooks'
import { ApiError, createApi } from '../api.ts'
import { html, type Element } from '../html.ts'
import { readAll, useDoing, useLoad } from '../hooks.ts'
import { Chat } from '../parts/chat.ts'
import { CopyButton, Segments } from '../parts/controls.ts'
import { Empty, Fault, Problem, Skeleton } from '../parts/states.ts'
import { Why } from '../parts/why.ts'
import { forgetPlaygroundKey, playgroundKey } from '../playground-key.ts'
import type { Session } from '../session.ts'
import type { AdsAnswer, Page, Publisher } from '../shapes.ts'
import { Composer, requestOf, type Draft } from './composer.ts'

interface Asked {
  readonly draft: Draft
  readonly body: object
  readonly answer: AdsAnswer
  readonly tookMs: number
}

interface PlaygroundProps {
  readonly draft: Draft
  readonly session: Session
  readonly onDraft: (draft: Draft) => void
}

export function Playground({ draft, session, onDraft }: PlaygroundProps): Element {
  const { api, who } = session
  const isOperator = who.role === 'operator'
  const publishers = useLoad(
    async (signal) => (isOperator ? readAll<Publisher>(api, 'publishers', signal) : []),
    [isOperator],
  )
  const [asked, setAsked] = useState<Asked>()
  const publisherId = draft.publisherId || publishers.value?.[0]?.id
  const result = useRef<HTMLDivElement>(null)

  // Where the answer lies below the question, it comes into sight by itself.
  useEffect(() => {
    if (asked && matchMedia('(max-width: 1080px)').matches) result.current?.scrollIntoView({ block: 'start' })
  }, [asked])

  const doing = useDoing(async (what: Draft) => {
    const body = requestOf(what, { explain: who.may.explain })
    const startMs = performance.now()
    const answer = isOperator
      ? await askAsPublisher(session, publisherId ?? (await firstPublisher(session)), body)
      : await api.send<AdsAnswer>('POST', 'ads/request', body)
    setAsked({ draft: what, body, answer, tookMs: performance.now() - startMs })
  })
  const ask = (what: Draft) => {
    // What is asked now stays in the form until it is answered.
    if (doing.busy) return
    onDraft(what)
    void doing.run(what)
  }

  return html`<div class="page playground">
    <header class="page-head">
      <div>
        <h1>Playground</h1>
        <p class="lead">Ask as a person would. Everything here is a test: nothing is billed.</p>
      </div>
    </header>
    ${publishers.error !== undefined && html`<${Fault} error=${publishers.error} onRetry=${publishers.reload} />`}
    <div class="split">
      <${Composer}
        draft=${draft}
        publishers=${isOperator ? (publishers.value ?? []) : undefined}
        publisherId=${publisherId}
        busy=${doing.busy}
        onChange=${onDraft}
        onAsk=${ask}
      />
      <div class="result" ref=${result}>
        <${Problem} text=${doing.fault} />
        ${
          asked
            ? html`<${Result} asked=${asked} session=${session} />`
            : doing.busy
              ? html`<div class="card"><${Skeleton} lines=${6} /></div>`
              : html`<div class="card">
                  <${Empty} title="No question yet">
                    <p>Write what a person asks an assistant, or take one of the examples. The ads appear here.</p>
                  <//>
                </div>`
        }
      </div>
    </div>
  </div>`
}

/** Whoever asks before the list has come asks for the one that will stand first in it. */
async function firstPublisher({ api }: Session): Promise<string | undefined> {
  return (await api.get<Page<Publisher>>('publishers?limit=1')).data[0]?.id
}

/** @throws Error where there is no publisher to ask for */
async function askAsPublisher({ api }: Session, publisherId: string | undefined, body: object): Promise<AdsAnswer> {
  if (publisherId === undefined) throw new Error('There is no publisher yet; make one with its key on the page Keys.')
  const send = async () => createApi(await playgroundKey(api, publisherId)).send<AdsAnswer>('POST', 'ads/request', body)
  try {
    return await send()
  } catch (error) {
    // Somebody revoked the key of an earlier question.
    if (!(error instanceof ApiError) || error.status !== 401) throw error
    forgetPlaygroundKey(publisherId)
    return send()
  }
}

function Result({ asked, session }: { asked: Asked; session: Session }): Element {
  const { draft, body, answer, tookMs } = asked
  const [view, setView] = useState('why')
  const adsOf = answer.slots.flatMap((slot) => slot.ads)
  const titles = new Map(adsOf.flatMap(({ id, content }) => (content?.title ? [[id, content.title] as const] : [])))

  return html`
    <section class="card stage" aria-label="Preview">
      <${Chat} messages=${draft.messages} query=${draft.query} response=${draft.response} answer=${answer} />
    </section>
    ${answer.warnings.map(({ message, field }) => html`<p class="notice">${field && html`<code>${field}</code> `}${message}</p>`)}
    <section class="card">
      <div class="card-head">
        <${Segments}
          label="Details"
          value=${view}
          options=${[
            ['why', 'Why'],
            ['json', 'JSON'],
          ]}
          onChange=${setView}
        />
        <p class="note"><span class="mono">${answer.requestId}</span> · ${Math.round(tookMs)} ms from here and back</p>
      </div>
      ${
        view === 'json'
          ? html`<${Raw} body=${body} answer=${answer} />`
          : answer.explain
            ? html`<${Why}
                explain=${answer.explain}
                shown=${new Set(adsOf.map(({ id }) => id))}
                titles=${titles}
                session=${session}
              />`
            : html`<${Empty} title="This key may not see why"
                ><p>It takes a key with the scope <code>ads:explain</code>.</p><//
              >`
      }
    </section>
  `
}

function Raw({ body, answer }: { body: object; answer: AdsAnswer }): Element {
  const sent = JSON.stringify(body, null, 2)
  const got = JSON.stringify(answer, null, 2)
  const address = new URL('../api/v1/ads/request', document.baseURI).href
  // Inside single quotes a shell takes everything as it is, but for the quote itself.
  const curl = `curl '${address}' -H "Authorization: Bearer $KEY" -H 'Content-Type: application/json' -d '${JSON.stringify(body).replaceAll("'", "'\\''")}'`
  return html`<div class="raw">
    <div>
      <div class="raw-head">
        <h3>Request</h3>
        <${CopyButton} text=${curl}>Copy as curl<//>
      </div>
      <pre tabindex="0">${sent}</pre>
    </div>
    <div>
      <div class="raw-head">
        <h3>Answer</h3>
        <${CopyButton} text=${got} />
      </div>
      <pre tabindex="0">${got}</pre>
    </div>
  </div>`
}
