// Why an ad was not shown, in a sentence.

const REASONS: Readonly<Record<string, string>> = {
  no_candidates: 'No ad that may run here and now fits this conversation.',
  budget_exhausted: 'Fitting ads were there, but their budgets are spent.',
  pacing: 'The campaign is ahead of its day and waits.',
  frequency_cap: 'This person has seen it often enough.',
  relevance_below_threshold: 'Ads were found, but none close enough to what was asked.',
  low_commercial_intent: 'Nobody is looking to buy anything here.',
  internal: 'Something went wrong inside; the log tells more.',
  timeout: 'The decision did not come in time.',
  unavailable: 'The service was not ready.',
  user_opt_out: 'This person wants no ads.',
  consent_missing: 'The publisher asks for consent, and there is none.',
  sensitive_topic: 'The conversation is about something next to which no ad belongs.',
  policy_blocked: 'The publisher does not want it.',
  unsupported_format: 'This format is not served here.',
  under_age: 'The person may be a minor.',
  invalid_traffic: 'The request looks like a machine’s.',
  missing_response_text: 'Entity links need the assistant’s answer; write one.',
  below_floor: 'The bid is below the publisher’s floor.',
  creative_rejected: 'The ad has not passed review.',
  outranked: 'Others were worth more.',
  targeting: 'The campaign is aimed at others.',
  not_running: 'The campaign does not run now.',
  no_mention: 'The answer does not name it.',
  price_limit: 'It costs more than was asked for.',
  unwanted_brand: 'It is of a brand that is not wanted.',
  dismissed: 'This person asked to see it no more.',
}

export function reasonSentence(reason: string): string | undefined {
  return REASONS[reason]
}
