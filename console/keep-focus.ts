// Keeps the place of the keyboard: where what has the focus is taken away, the nearest thing around it that can have it gets it.

export function keepFocus(root: HTMLElement): void {
  /** What had the focus last, and all around it, from the inside out. */
  let path: readonly HTMLElement[] = []
  root.addEventListener('focusin', (event) => {
    path = event.composedPath().filter((one) => one instanceof HTMLElement)
  })
  const mend = () => {
    if (document.activeElement !== document.body || path[0]?.isConnected !== false) return
    const next = path.find((one) => one.isConnected && one.hasAttribute('tabindex'))
    path = []
    next?.focus({ preventScroll: true })
  }
  new MutationObserver(mend).observe(root, { childList: true, subtree: true })
}
