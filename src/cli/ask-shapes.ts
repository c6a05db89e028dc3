// The parts of an ads answer that the command line reads, as docs/http-api.md describes them.

export interface AdsAnswer {
  readonly requestId: string
  readonly test?: boolean
  readonly slots: readonly AnswerSlot[]
  readonly explain?: AnswerExplanation
}

export interface AnswerSlot {
  readonly slotId: string
  readonly format: string
  readonly ads: readonly AnswerAd[]
  readonly noFill?: { readonly reason: string; readonly code: number; readonly detail?: string }
}

export interface AnswerAd {
  readonly id: string
  readonly content?: {
    readonly title?: string
    readonly description?: string
    readonly price?: string
    readonly ctaText?: string
    readonly ctaUrl?: string
    readonly destinationDomain?: string
    readonly text?: string
    readonly url?: string
  }
  readonly enhancedFragments?: readonly {
    readonly text: string
    readonly url: string
    readonly position: { readonly start: number; readonly end: number }
  }[]
  readonly disclosure: { readonly label: string; readonly by: string; readonly aiGenerated?: boolean }
  readonly relevance: number
}

export interface AnswerExplanation {
  readonly signals: {
    readonly language: string
    readonly commercialIntent: number
    readonly sensitiveTopics: readonly { readonly category: string; readonly score: number }[]
    readonly terms: readonly { readonly term: string; readonly weight: number }[]
  }
  readonly stages: readonly { readonly stage: string; readonly microseconds: number }[]
  readonly candidates: readonly {
    readonly adId: string
    readonly externalId?: string
    readonly relevance: number
    readonly score: number
    readonly price?: { readonly amount: string; readonly currency: string }
    readonly stoppedBy?: string
    readonly missedRule?: string
  }[]
}
