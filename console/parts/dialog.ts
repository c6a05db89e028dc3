// A dialog above the page: the browser keeps the focus inside and closes it on Escape.
import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { html, type Children, type Element } from '../html.ts'
import { Button } from './controls.ts'
import { FaultsOf, issuesOf, summaryOf } from './faults.ts'
import { Problem } from './states.ts'
import type { Doing } from '../hooks.ts'

/** Which dialog of a page is open. `close` closes the one that was open when it was handed on, and none that was opened since. */
export function useOpen<T>(): [open: T | undefined, setOpen: (what: T) => void, close: () => void] {
  const [opened, setOpened] = useState<{ readonly what: T }>()
  const close = () => setOpened((now) => (now === opened ? undefined : now))
  return [opened?.what, (what) => setOpened({ what }), close]
}

interface DialogProps {
  readonly title: string
  readonly onClose: () => void
  /** Called when Escape asks to close it; what it holds back stays open. */
  readonly onEscape?: (event: Event) => void
  readonly children: Children
}

export function Dialog({ title, onClose, onEscape, children }: DialogProps): Element {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  useLayoutEffect(() => {
    const at = dialog.current!
    at.showModal()
    // The browser would begin with the button that closes, where Enter pressed once too often ends what has just opened.
    if (!at.querySelector('[autofocus]')) at.querySelector<HTMLElement>(BEGIN)?.focus()
    // Closing gives the focus back to where it was, while the dialog is still on the page; so it is no plain effect.
    return () => at.close()
  }, [])
  // A file that is not chosen after all cancels its field, and not the dialog around it.
  const onCancel = (event: Event) => event.target === event.currentTarget && onEscape?.(event)
  return html`<dialog ref=${dialog} aria-labelledby=${id} onCancel=${onCancel} onClose=${onClose}>
    <header>
      <h2 id=${id}>${title}</h2>
      <${Button} kind="quiet" icon="close" label="Close" onPress=${() => dialog.current?.close()} />
    </header>
    ${children}
  </dialog>`
}

/** What a dialog asks first, or else the first thing that can be pressed below its head. */
const BEGIN = ':scope > :not(header) :is(input, select, textarea, button)'

interface FormDialogProps extends DialogProps {
  readonly action: string
  readonly doing: Doing<[]>
  readonly danger?: boolean
  /** What the other button says, where "Cancel" would mean something else; false: there is none, since the one thing to do is to leave. */
  readonly dismiss?: string | false
}

/** A dialog with one thing to do; what goes wrong stands above its button, and beside the fields that it concerns. */
export function FormDialog({
  title,
  action,
  doing,
  danger,
  dismiss = 'Cancel',
  onClose,
  children,
}: FormDialogProps): Element {
  const form = useRef<HTMLFormElement>(null)
  const written = useRef(false)
  const [isLeaving, setLeaving] = useState(false)
  const [labels] = useState(() => new Map<string, string>())
  const { error } = doing
  useLayoutEffect(() => {
    if (error !== undefined) form.current?.querySelector<HTMLElement>('[aria-invalid], .faulty input')?.focus()
  }, [error])
  const submit = (event: Event) => {
    event.preventDefault()
    void doing.run()
  }
  // Escape is also pressed to be rid of a hint of the browser or a list of proposals; alone it loses nothing that was written.
  const onEscape = (event: Event) => {
    if (!written.current || doing.busy || isLeaving) return
    event.preventDefault()
    setLeaving(true)
  }
  const onInput = () => {
    written.current = true
    setLeaving(false)
  }
  return html`<${Dialog} title=${title} onClose=${onClose} onEscape=${onEscape}>
    <form class="stack" ref=${form} onSubmit=${submit} onInput=${onInput}>
      <${FaultsOf.Provider} value=${{ issues: issuesOf(error), labels }}>${children}<//>
      <${Problem} text=${summaryOf(error, labels)} />
      ${isLeaving && html`<p class="notice" role="status">Escape once more leaves, and what you wrote is lost.</p>`}
      <footer>
        ${dismiss !== false && html`<${Button} onPress=${onClose}>${dismiss}<//>`}
        <${Button} submit kind=${danger ? 'danger' : 'primary'} busy=${doing.busy}>${action}<//>
      </footer>
    </form>
  <//>`
}
