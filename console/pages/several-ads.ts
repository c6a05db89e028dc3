// The bar below the queue: chooses ads that wait, and judges all that are chosen.
import { html, type Element } from '../html.ts'
import type { Doing } from '../hooks.ts'
import { Button } from '../parts/controls.ts'
import { Problem } from '../parts/states.ts'
import type { Verdict } from './waiting-ad.ts'

interface SeveralAdsProps {
  readonly shown: number
  readonly chosen: number
  readonly judging: Doing<[Verdict]>
  readonly onChoose: (all: boolean) => void
}

export function SeveralAds({ shown, chosen, judging, onChoose }: SeveralAdsProps): Element {
  if (shown < 2 && judging.fault === undefined) return null
  const button = (verdict: Verdict, verb: string, kind: string) =>
    html`<${Button}
      kind=${kind}
      busy=${judging.busy}
      label=${`${verb} ${chosen} chosen`}
      onPress=${() => judging.run(verdict)}
      >${verb} ${chosen}<//
    >`
  return html`<div class="several card" role="group" aria-label="Several at once">
    <label class="tick-box">
      <input
        type="checkbox"
        checked=${chosen === shown}
        indeterminate=${chosen > 0 && chosen < shown}
        onChange=${() => onChoose(chosen < shown)}
      />
      ${chosen === 0 ? `All ${shown} on this page` : `${chosen} of ${shown} chosen`}
    </label>
    ${
      chosen > 0 &&
      html`<span class="actions"
        >${button('approved', 'Approve', 'primary')} ${button('rejected', 'Reject', 'plain')}</span
      >`
    }
    <${Problem} text=${judging.fault} />
  </div>`
}
