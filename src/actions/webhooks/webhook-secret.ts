// The secret by which a receiver knows our messages: derived from the pepper, so that none stands in the store.
import { createHmac } from 'node:crypto'

export type SecretOf = (webhookId: string) => string

export function createSecretOf(pepper: string): SecretOf {
  return (webhookId) => `whsec_${createHmac('sha256', pepper).update(`webhook ${webhookId}`).digest('base64url')}`
}
