// Sign-in: a key is the whole of it. It is tried before it is kept.
import { useState } from 'preact/hooks'
import { html, type Element } from '../html.ts'
import { useDoing, useTitle } from '../hooks.ts'
import { Logo, ThemeButton } from '../frame.ts'
import { Button, Input } from '../parts/controls.ts'
import { Problem } from '../parts/states.ts'
import { whoIs, type Who } from '../session.ts'

interface SignInProps {
  /** Why the person was signed out, where they did not ask for it. */
  readonly fault: string | undefined
  readonly onSignedIn: (key: string, who: Who) => void
}

export function SignIn({ fault, onSignedIn }: SignInProps): Element {
  const [key, setKey] = useState('')
  useTitle('Sign in')
  const doing = useDoing(async () => {
    const text = key.trim()
    if (text === '') throw new Error('Paste a key first.')
    if (!/^[\x21-\x7e]+$/.test(text)) throw new Error('A key has neither spaces nor special characters in it.')
    onSignedIn(text, await whoIs(text))
  })
  const submit = (event: Event) => {
    event.preventDefault()
    void doing.run()
  }
  return html`<main class="alone">
    <form class="sign-in card" onSubmit=${submit}>
      <h1><${Logo} /> Aside</h1>
      <p class="lead">The console shows what the key you sign in with may see.</p>
      <${Input}
        label="API key"
        type="password"
        value=${key}
        onInput=${setKey}
        placeholder="ak_live_…"
        autocomplete="off"
        autofocus=${true}
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
