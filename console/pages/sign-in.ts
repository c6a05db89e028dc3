// Sign-in: a key is the whole of it. It is tried before it is kept. Where it ends meanwhile, another one is asked for above what is there.
import { useState } from 'preact/hooks'
import { html, type Element } from '../html.ts'
import { useDoing, useTitle } from '../hooks.ts'
import { Logo, ThemeButton } from '../frame.ts'
import { Button, Input } from '../parts/controls.ts'
import { FormDialog } from '../parts/dialog.ts'
import { Problem } from '../parts/states.ts'
import { tryKey, type Who } from '../session.ts'

interface SignInProps {
  /** Why the person was signed out, where they did not ask for it. */
  readonly fault: string | undefined
  readonly onSignedIn: (key: string, who: Who) => void
}

export function SignIn({ fault, onSignedIn }: SignInProps): Element {
  const [key, setKey] = useState('')
  useTitle('Sign in')
  const doing = useDoing(async () => {
    const tried = await tryKey(key)
    onSignedIn(tried.key, tried.who)
  })
  const submit = (event: Event) => {
    event.preventDefault()
    void doing.run()
  }
  return html`<main class="alone">
    <form class="sign-in card" onSubmit=${submit}>
      <h1><${Logo} /> Aside</h1>
      <p class="lead">The console shows what the key you sign in with may see.</p>
      <${KeyInput}
        value=${key}
        onInput=${setKey}
        note="Of an operator, a publisher or an advertiser. It stays in this tab and is forgotten when you close it."
      />
      <${Problem} text=${doing.busy ? undefined : (doing.fault ?? fault)} />
      <${Button} submit kind="primary" busy=${doing.busy}>Sign in<//>
      <details>
        <summary>Where do I get a key?</summary>
        <p>
          The service prints one at its first start. A lost operator key is replaced on the machine of the service with
          ${' '}<code>npx aside keys reset-operator</code>; operators make keys for others on the page Keys.
        </p>
      </details>
    </form>
    <${ThemeButton} />
  </main>`
}

interface SignInAgainProps extends SignInProps {
  readonly onClose: () => void
}

/** Nothing that was typed is lost: what was refused goes on with the other key. */
export function SignInAgain({ fault, onSignedIn, onClose }: SignInAgainProps): Element {
  const [key, setKey] = useState('')
  const doing = useDoing(async () => {
    const tried = await tryKey(key)
    onSignedIn(tried.key, tried.who)
  })
  return html`<${FormDialog} title="Your key works no more" action="Go on" doing=${doing} onClose=${onClose}>
    <p>${fault?.replace(/\.?$/, '.')} With another one you go on where you are.</p>
    <${KeyInput} value=${key} onInput=${setKey} note="One of somebody else begins anew, without what you typed." />
  <//>`
}

interface KeyInputProps {
  readonly value: string
  readonly note: string
  readonly onInput: (value: string) => void
}

function KeyInput(props: KeyInputProps): Element {
  return html`<${Input} label="API key" type="password" placeholder="ak_live_…" autofocus=${true} ...${props} />`
}
