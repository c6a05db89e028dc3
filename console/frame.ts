// What surrounds every page: where one is, who is signed in, light or dark, and the way out.
import { useEffect, useState } from 'preact/hooks'
import { CLOCK_SPEED } from './format.ts'
import { html, type Children, type Element } from './html.ts'
import { Button } from './parts/controls.ts'
import { Icon, type IconName } from './parts/icons.ts'
import type { Role, Who } from './session.ts'

export interface NavItem {
  readonly path: string
  readonly name: string
  readonly icon: IconName
  /** What waits there, such as a number. */
  readonly count?: string
}

interface FrameProps {
  readonly who: Who
  readonly items: readonly NavItem[]
  readonly current: string | undefined
  readonly onSignOut: () => void
  readonly children: Children
}

const ROLES: Readonly<Record<Role, string>> = {
  operator: 'Operator',
  publisher: 'Publisher',
  advertiser: 'Advertiser',
}

export function Frame({ who, items, current, onSignOut, children }: FrameProps): Element {
  const name = items.find(({ path }) => path === current)?.name
  const [place] = location.hash.split('?')
  useEffect(() => {
    // Where there is no such page, what stands in its place says so.
    if (name !== undefined || items.length === 0) document.title = name ? `${name} · Aside` : 'Aside console'
    scrollTo(0, 0)
  }, [name, place])
  // A count beside a name makes the row of names longer, so that the current one may have to be brought into sight again.
  const row = items.map(({ path, count }) => path + (count ?? '')).join()
  useEffect(() => {
    document.querySelector('nav [aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' })
  }, [name, row])
  return html`<div class="frame">
    <a class="skip" href="#main" onClick=${skip}>Skip to the page</a>
    <header class="side">
      <a class="brand" href="#/"><${Logo} /> Aside</a>
      <nav aria-label="Pages">
        ${items.map(
          ({ path, name, icon, count }) =>
            html`<a href=${`#/${path}`} aria-current=${path === current ? 'page' : undefined}
              ><${Icon}
                name=${icon}
              />${name}${count && html`<span class="count">${count}<span class="unseen"> waiting</span></span>`}</a
            >`,
        )}
      </nav>
      <div class="person">
        <p>
          <b title=${who.name}>${who.name ?? ROLES[who.role]}</b>${who.name && html`<small>${ROLES[who.role]}</small>`}
        </p>
        <${ThemeButton} />
        <${Button} kind="quiet" icon="signOut" label="Sign out" onPress=${onSignOut} />
      </div>
    </header>
    <main id="main" tabindex="-1">
      ${CLOCK_SPEED > 1 && html`<p class="notice">Time runs ${CLOCK_SPEED} times as fast here; billing is a simulation.</p>`}
      ${children}
    </main>
  </div>`
}

/** The hash is the page's address, so a link within the page would lead away from it. */
function skip(event: Event): void {
  event.preventDefault()
  document.getElementById('main')?.focus()
}

export function Logo(): Element {
  return html`<svg class="logo" viewBox="0 0 32 32" aria-hidden="true">
    <rect width="32" height="32" rx="8" fill="#4f46e5" />
    <path
      d="M7 9.5A2.5 2.5 0 0 1 9.5 7h8A2.5 2.5 0 0 1 20 9.5v9a2.5 2.5 0 0 1-2.5 2.5H13l-4.5 4v-4.1A2.5 2.5 0 0 1 7 18.5z"
      fill="#fff"
    />
    <rect x="22.5" y="9" width="3" height="14" rx="1.5" fill="#c7d2fe" />
  </svg>`
}

const THEME = 'aside.theme'

/** Follows the system until pressed; the choice is kept in this browser. */
export function ThemeButton(): Element {
  const [theme, setTheme] = useState(() => localStorage.getItem(THEME) ?? '')
  useEffect(() => {
    document.documentElement.dataset.theme = theme
    dispatchEvent(new Event('aside:theme'))
  }, [theme])
  const flip = () => {
    const isDark = theme === '' ? matchMedia('(prefers-color-scheme: dark)').matches : theme === 'dark'
    const next = isDark ? 'light' : 'dark'
    localStorage.setItem(THEME, next)
    setTheme(next)
  }
  return html`<${Button} kind="quiet" icon="sun" label="Light or dark" onPress=${flip} />`
}
