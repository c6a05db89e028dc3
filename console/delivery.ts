// Whether a campaign can serve, as the API answers it.

/** What keeps a campaign from serving. */
export interface DeliveryReason {
  readonly code: string
  /** What to do about it. */
  readonly message: string
  readonly until?: string
}

export interface CampaignDelivery {
  readonly canServe: boolean
  readonly reasons: readonly DeliveryReason[]
  readonly pacing: { readonly share: number }
  /** As the ledger has it; the day is that of the campaign's time zone. */
  readonly spend: { readonly total: string; readonly today: string; readonly currency: string }
  readonly publishers: { readonly open: number; readonly stoppedBy: Readonly<Record<string, number>> }
  readonly recent: {
    readonly decisions: number
    readonly since: string | null
    readonly served: number
    readonly stoppedBy: Readonly<Record<string, number>>
    readonly missedRules: Readonly<Record<string, number>>
  }
}
