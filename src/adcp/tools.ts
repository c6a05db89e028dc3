// All tools of the sales agent, under their names.
import type { RememberAnswer } from '../actions/remember-answer.ts'
import { accountTools, type AccountToolDeps } from './account-tools.ts'
import { creativeTools, type CreativeToolDeps } from './creative-tools.ts'
import { deliveryTool, type DeliveryToolDeps } from './delivery-tool.ts'
import { discoveryTools } from './discovery-tools.ts'
import { mediaBuyTools, type MediaBuyToolDeps } from './media-buy-tools.ts'
import type { Tools } from './tool.ts'

export interface ToolDeps extends AccountToolDeps, CreativeToolDeps, MediaBuyToolDeps, DeliveryToolDeps {
  readonly config: { readonly currency: string }
  readonly rememberAnswer: RememberAnswer
}

/** @param agentUrl under which this agent is reached, and its formats are known */
export function createTools(deps: ToolDeps, agentUrl: string): Tools {
  const seller = { agentUrl, currency: deps.config.currency }
  return new Map([
    ...discoveryTools(seller),
    ...accountTools(deps),
    ...creativeTools(deps, seller),
    ...mediaBuyTools(deps, seller),
    deliveryTool(deps, seller),
  ])
}
