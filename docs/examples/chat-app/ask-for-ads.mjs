// Asks Aside for the ads of one turn. Whatever goes wrong, the answer is "no ads": a chat never waits for them, nor fails.
const PATIENCE_MS = 1_000

/**
 * @param aside {url, key}: where the service is, and a publisher's key, which stays on the server
 * @param turn what Aside may know: {query, response, messages, conversationId, sessionId, demographics, device, consent …}
 * @param slots such as [{slotId: 'below-answer', format: 'action_card', count: 2}]
 * @returns one entry for each slot asked for, as Aside answers; an empty list where it did not answer
 */
export async function askForAds(
  { url, key },
  { sessionId, userId, demographics, device, consent, ...conversationContext },
  slots,
) {
  const body = {
    conversationContext,
    userContext: { sessionId, userId, demographics, device, consent },
    slots,
    // Aside answers within this time. What is waited for beyond it is the network's.
    options: { timeoutMs: PATIENCE_MS / 2 },
  }
  try {
    const response = await fetch(`${url}/api/v1/ads/request`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(PATIENCE_MS),
    })
    const answer = await response.json()
    if (response.ok) {
      answer.slots.forEach((slot) => sayWhyEmpty(slot, answer.requestId))
      return answer.slots
    }
    // Not worth another try within a turn: "correctable" and "terminal" are for a person to mend, "transient" passes by itself.
    const { code, message, recovery } = answer.error
    console.warn(`No ads: ${response.status} ${code} (${recovery}): ${message} [${answer.requestId}]`)
  } catch (error) {
    console.warn(`No ads: Aside did not answer: ${error.message}`)
  }
  return []
}

/** That there is no ad is no fault, but whoever runs the chat wants to know why. */
function sayWhyEmpty({ slotId, ads, noFill }, requestId) {
  if (!noFill) return
  const { reason, detail } = noFill
  console.info(
    `${ads.length === 0 ? 'No ad' : 'Fewer ads'} for ${slotId}: ${reason}${detail ? `, ${detail}` : ''} [${requestId}]`,
  )
}
