// Why ads were rejected, for those who made them.
import { useState } from 'preact/hooks'
import type { Api } from '../api.ts'
import { isolated } from '../format.ts'
import { html, type Element } from '../html.ts'
import { useDoing } from '../hooks.ts'
import { TextArea } from '../parts/controls.ts'
import { FormDialog } from '../parts/dialog.ts'
import type { Ad } from '../shapes.ts'
import { changeAll } from '../verdict.ts'

interface WhyRejectedProps {
  readonly api: Api
  /** Rejected ones, for one and the same reason. */
  readonly ads: readonly Ad[]
  /** @param gone how many were passed over, which are archived by now */
  readonly onDone: (reason: string, gone: number) => void
  readonly onClose: () => void
}

export function WhyRejected({ api, ads, onDone, onClose }: WhyRejectedProps): Element {
  const [reason, setReason] = useState(ads[0]?.reviewReason ?? '')
  const doing = useDoing(async () => {
    onDone(reason.trim(), await changeAll(api, ads, { reviewReason: reason || null }))
  })
  const title =
    ads.length === 1 ? `Why is ${isolated(ads[0]!.title)} rejected?` : `Why are these ${ads.length} rejected?`
  return html`<${FormDialog} title=${title} action="Save" doing=${doing} onClose=${onClose}>
    <${TextArea}
      label="Reason"
      wire="reviewReason"
      rows=${3}
      maxLength=${500}
      value=${reason}
      onInput=${setReason}
      onSend=${() => doing.run()}
      placeholder="What to mend, in a sentence"
      note="Its advertiser reads it beside the ad; whoever looks at the mended ad, too."
    />
  <//>`
}
