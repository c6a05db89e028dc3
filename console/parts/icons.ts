// Small drawings, all in one stroke width; they say nothing that the words beside them do not.
import { html, type Element } from '../html.ts'

const PATHS = {
  play: 'M8 10h8M8 14h5M4 5.5h16v11H12l-4 3.5v-3.5H4z',
  overview: 'M4 19h16M7 16v-5M12 16V6M17 16v-8',
  campaigns: 'M4 10v4l9 4V6zM13 9.5l5-2.5v10l-5-2.5M7 15.5V19h2.5v-2.5',
  keys: 'M14.5 9.5a4 4 0 1 0-3.3 3.9L12.5 15H15v2.5h2.5V20H20v-3l-5.7-5.7a4 4 0 0 0 .2-1.8zM9.5 9v.01',
  publishers:
    'M4 9.5l1.5-5h13l1.5 5M5.5 12v7.5h13V12M4 9.5a2.7 2.7 0 0 0 5.3 0 2.7 2.7 0 0 0 5.4 0 2.7 2.7 0 0 0 5.3 0M10 19.5v-4h4v4',
  decisions: 'M6 4v16M6 7h9l3 2.5-3 2.5H6M6 14h5',
  review: 'M5 4.5h14v15H5zM8.5 12l2.5 2.5 4.5-5',
  feedback: 'M4 10.5h3.5v9H4zM7.5 11l4-7a2 2 0 0 1 2 2v4h5.5l-1.5 9.5h-10',
  money: 'M4 6.5h16v11H4zM12 9.8a2.2 2.2 0 1 0 0 4.4 2.2 2.2 0 0 0 0-4.4zM7 9.5v.01M17 14.5v.01',
  reports: 'M6 3.5h8l4 4v13H6zM9 12h6M9 16h6M9 8h2',
  traffic: 'M4 5h16l-6 7.5V19l-4 1.5v-8z',
  webhooks:
    'M12 12v.01M8.8 8.8a4.5 4.5 0 0 0 0 6.4M15.2 8.8a4.5 4.5 0 0 1 0 6.4M6 6a8.5 8.5 0 0 0 0 12M18 6a8.5 8.5 0 0 1 0 12',
  signOut: 'M14 4.5H5.5v15H14M10 12h10M17 8.5l3.5 3.5-3.5 3.5',
  sun: 'M12 8.2a3.8 3.8 0 1 1 0 7.6 3.8 3.8 0 0 1 0-7.6zM12 3v2M12 19v2M3 12h2M19 12h2M5.6 5.6l1.4 1.4M17 17l1.4 1.4M5.6 18.4L7 17M17 7l1.4-1.4',
  plus: 'M12 5v14M5 12h14',
  close: 'M6 6l12 12M18 6L6 18',
  copy: 'M9 9h10v11H9zM15 9V4H5v11h4',
  upload: 'M12 16V5M7.5 9L12 4.5 16.5 9M4.5 19.5h15',
  download: 'M12 4.5v11M7.5 11.5L12 16l4.5-4.5M4.5 19.5h15',
  refresh: 'M19.5 12a7.5 7.5 0 1 1-2.2-5.3L19.5 9M19.5 4v5h-5',
  back: 'M19 12H5M11 6l-6 6 6 6',
  picture: 'M4 5h16v14H4zM4 16l4.5-4.5 3.5 3.5 3-3 5 4.5M9 9v.01',
} as const

export type IconName = keyof typeof PATHS

export function Icon({ name }: { name: IconName }): Element {
  return html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
    <path d=${PATHS[name]} />
  </svg>`
}
