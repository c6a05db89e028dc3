// The console: signs in, finds the page by the address after #, and draws the frame around it.
import { render } from 'preact'
import { useCallback, useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { createApi, messageOf, type Api, type ApiError } from './api.ts'
import { html, type Element } from './html.ts'
import { useTitle } from './hooks.ts'
import { keepFocus } from './keep-focus.ts'
import { Fault, Skeleton } from './parts/states.ts'
import { CampaignPage } from './pages/campaign.ts'
import { Campaigns } from './pages/campaigns.ts'
import { DecisionPage, Decisions } from './pages/decisions.ts'
import { FeedbackPage } from './pages/feedback.ts'
import { Keys } from './pages/keys.ts'
import { Money } from './pages/money.ts'
import { PaperPage } from './pages/paper.ts'
import { Overview } from './pages/overview.ts'
import { Playground } from './pages/playground.ts'
import { Publishers } from './pages/publishers.ts'
import { Reports } from './pages/reports.ts'
import { Review } from './pages/review.ts'
import { EMPTY_DRAFT } from './pages/composer.ts'
import { SignIn, SignInAgain } from './pages/sign-in.ts'
import { Traffic } from './pages/traffic.ts'
import { Webhooks } from './pages/webhooks.ts'
import { dropPlaygroundKeys } from './playground-key.ts'
import { forgetKey, storeKey, storedKey, whoIs, type Session, type Who } from './session.ts'
import { Frame, type NavItem } from './frame.ts'
import { countWaiting } from './waiting.ts'

interface PageItem extends NavItem {
  readonly may: (who: Who) => boolean
  /** There is one for each of what it lists, too. */
  readonly ofOne?: boolean
}

const PAGES: readonly PageItem[] = [
  { path: 'playground', name: 'Playground', icon: 'play', may: ({ may }) => may.ask },
  { path: 'overview', name: 'Overview', icon: 'overview', may: ({ may }) => may.reports },
  { path: 'campaigns', name: 'Campaigns', icon: 'campaigns', may: ({ may }) => may.inventory, ofOne: true },
  { path: 'review', name: 'Review', icon: 'review', may: ({ may }) => may.admin },
  { path: 'feedback', name: 'Feedback', icon: 'feedback', may: ({ may }) => may.reports },
  { path: 'decisions', name: 'Decisions', icon: 'decisions', may: ({ may }) => may.explain, ofOne: true },
  { path: 'reports', name: 'Reports', icon: 'reports', may: ({ may }) => may.reports },
  { path: 'money', name: 'Money', icon: 'money', may: ({ may }) => may.money, ofOne: true },
  { path: 'publishers', name: 'Publishers', icon: 'publishers', may: ({ may }) => may.admin },
  { path: 'keys', name: 'Keys', icon: 'keys', may: ({ may }) => may.admin },
  { path: 'traffic', name: 'Traffic', icon: 'traffic', may: ({ may }) => may.admin },
  { path: 'webhooks', name: 'Webhooks', icon: 'webhooks', may: ({ may }) => may.webhooks },
]

/** What is refused meanwhile waits for another key. */
interface Asking {
  readonly fault: string
  /** Undefined: there is none. */
  readonly answer: (key: string | undefined) => void
}

function App(): Element {
  /** With which somebody signed in; another one of the same may have taken its place since. */
  const [key, setKey] = useState(storedKey)
  const [who, setWho] = useState<Who>()
  const [asking, setAsking] = useState<Asking>()
  /** Of the playground, which a person leaves and comes back to. */
  const [draft, setDraft] = useState(EMPTY_DRAFT)
  const [fault, setFault] = useState<string>()
  const [round, setRound] = useState(0)
  const { path: route, query } = useRoute()

  const signOut = (why?: string) => {
    forgetKey()
    setKey(undefined)
    setWho(undefined)
    setDraft(EMPTY_DRAFT)
    setFault(why)
  }
  const signIn = (signedIn: string, as: Who) => {
    storeKey(signedIn)
    setFault(undefined)
    setWho(as)
    setKey(signedIn)
    setDraft(EMPTY_DRAFT)
  }
  const current = useRef(key)
  current.current = key
  const asked = useRef<Promise<string | undefined>>(undefined)
  const askForKey = ({ message }: ApiError) =>
    (asked.current ??= new Promise<string | undefined>((answer) => setAsking({ fault: message, answer })).finally(
      () => {
        asked.current = undefined
        setAsking(undefined)
      },
    ))
  const api = useMemo(() => {
    if (key === undefined) return undefined
    // The refusal may come late, when somebody is signed in with another key.
    return createApi(key, async (error) => (key === current.current ? askForKey(error) : undefined))
  }, [key])

  const waiting = useWaiting(who?.may.admin ? api : undefined, route[0])

  // A key that this tab already holds is asked again after a reload what it may do.
  useEffect(() => {
    if (key === undefined || who !== undefined) return
    setFault(undefined)
    whoIs(key).then(setWho, (error) => (error.status === 401 ? signOut(error.message) : setFault(messageOf(error))))
  }, [key, round])

  if (key === undefined || api === undefined) {
    return html`<${SignIn} fault=${fault} onSignedIn=${signIn} />`
  }
  if (who === undefined) {
    return html`<main class="alone">
      ${fault ? html`<${Fault} error=${new Error(fault)} onRetry=${() => setRound(round + 1)} />` : html`<${Skeleton} lines=${4} />`}
    </main>`
  }

  const session: Session = { api, who }
  const items = PAGES.filter(({ may }) => may(who)).map((item) =>
    item.path === 'review' ? { ...item, count: waiting.text } : item,
  )
  const [path, id, ...rest] = route
  const named = PAGES.find((one) => one.path === path)
  const isKnown = path === '' || (named !== undefined && rest.length === 0 && (!id || named.ofOne === true))
  const page = isKnown ? items.find((one) => one.path === (path || items[0]?.path)) : undefined
  const leave = () => {
    signOut()
    void dropPlaygroundKeys(api)
  }
  const signInAgain = (signedIn: string, as: Who) => {
    const isSame = as.role === who.role && as.ownId === who.ownId
    asking?.answer(isSame ? signedIn : undefined)
    if (!isSame) return signIn(signedIn, as)
    storeKey(signedIn)
    setWho(as)
  }
  const shown = (): Element => {
    if (page?.path === 'playground')
      return html`<${Playground} draft=${draft} session=${session} onDraft=${setDraft} />`
    if (page !== undefined) return pageOf(page.path, id, query, session, waiting.recount)
    if (items[0] !== undefined) return html`<${NoPage} known=${isKnown ? named : undefined} first=${items[0]} />`
    const nothing = new Error('This key may call the API, but there is nothing here that it may see.')
    return html`<${Fault} error=${nothing} />`
  }
  return html`<${Frame} key=${key} who=${who} items=${items} current=${page?.path} onSignOut=${leave}> ${shown()} <//>
    ${asking && html`<${SignInAgain} fault=${asking.fault} onSignedIn=${signInAgain} onClose=${() => asking.answer(undefined)} />`}`
}

/** @param known the page that this address is of, which this key may not see; undefined: of none */
function NoPage({ known, first }: { known: NavItem | undefined; first: NavItem }): Element {
  useTitle('No such page')
  return html`<div class="page">
    <h1>${known === undefined ? 'There is no such page' : 'This key may not see that page'}</h1>
    <p>
      ${known === undefined ? 'The address may be old or cut short.' : `${known.name} takes a key that may see more.`}
      ${' '}<a href=${`#/${first.path}`}>Go to ${first.name}</a>
    </p>
  </div>`
}

function pageOf(path: string, id: string | undefined, query: string, session: Session, recount: () => void): Element {
  switch (path) {
    case 'campaigns':
      return id
        ? html`<${CampaignPage} key=${id} id=${id} query=${query} session=${session} />`
        : html`<${Campaigns} query=${query} session=${session} />`
    case 'decisions':
      return id
        ? html`<${DecisionPage} key=${id} id=${id} session=${session} />`
        : html`<${Decisions} query=${query} session=${session} />`
    case 'review':
      return html`<${Review} session=${session} onJudged=${recount} />`
    case 'feedback':
      return html`<${FeedbackPage} query=${query} session=${session} />`
    case 'reports':
      return html`<${Reports} query=${query} session=${session} />`
    case 'money':
      return id ? html`<${PaperPage} key=${id} id=${id} session=${session} />` : html`<${Money} session=${session} />`
    case 'publishers':
      return html`<${Publishers} session=${session} />`
    case 'keys':
      return html`<${Keys} session=${session} />`
    case 'traffic':
      return html`<${Traffic} session=${session} />`
    case 'webhooks':
      return html`<${Webhooks} session=${session} />`
    default:
      return html`<${Overview} query=${query} session=${session} />`
  }
}

/** How many ads wait for review; counted again with every page, and when the tab comes back into sight. */
function useWaiting(api: Api | undefined, path: string | undefined): { text: string; recount: () => void } {
  const [text, setText] = useState('')
  const [round, setRound] = useState(0)
  const recount = useCallback(() => setRound((n) => n + 1), [])
  useEffect(() => {
    setText((before) => (api ? before : ''))
    if (api === undefined) return
    const abort = new AbortController()
    // A count that cannot be read is no fault: the page itself says what is wrong.
    countWaiting(api, abort.signal).then(setText, () => {})
    return () => abort.abort()
  }, [api, path, round])
  useEffect(() => {
    const seen = () => document.visibilityState === 'visible' && recount()
    document.addEventListener('visibilitychange', seen)
    return () => document.removeEventListener('visibilitychange', seen)
  }, [])
  return { text, recount }
}

interface Route {
  /** `#/campaigns/cmp_1` as `['campaigns', 'cmp_1']`. */
  readonly path: readonly string[]
  /** What stands behind a question mark. */
  readonly query: string
}

function useRoute(): Route {
  const read = (): Route => {
    const [path = '', query = ''] = location.hash.replace(/^#\/?/, '').split('?')
    return { path: path.split('/').map(decode), query }
  }
  const [route, setRoute] = useState(read)
  useEffect(() => {
    const change = () => setRoute(read())
    addEventListener('hashchange', change)
    return () => removeEventListener('hashchange', change)
  }, [])
  return route
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

const root = document.getElementById('app')!
keepFocus(root)
render(html`<${App} />`, root)
