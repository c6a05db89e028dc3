// The one place where whatever was thrown becomes an HTTP answer.
import { ServiceError } from '../domain/errors.ts'
import { answerServiceError, type ErrorAnswer, INTERNAL } from '../doors/errors.ts'

/** What to send for anything that was thrown. */
export function answerError(thrown: unknown, requestId: string): ErrorAnswer {
  return answerServiceError(asServiceError(thrown), requestId)
}

/** True where an error is a fault of ours that should stand in the log: none that we know, or one that hides what led to it. */
export function isOurFault(thrown: unknown): boolean {
  const { code, details } = asServiceError(thrown)
  return code === 'internal' || details.cause !== undefined
}

/** Any thrown thing as an error with a code; those of the web framework keep their meaning. */
function asServiceError(thrown: unknown): ServiceError {
  if (thrown instanceof ServiceError) return thrown
  const { code, statusCode, message } = (thrown ?? {}) as { code?: string; statusCode?: number; message?: string }
  const known = typeof code === 'string' ? FRAMEWORK_ERRORS[code] : undefined
  if (known) return known
  if (typeof code === 'string' && code.startsWith('FST_') && statusCode === 400) {
    return new ServiceError('validation_error', message ?? 'The request could not be read')
  }
  return INTERNAL
}

const FRAMEWORK_ERRORS: Readonly<Record<string, ServiceError>> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: new ServiceError(
    'unsupported_media_type',
    'Send the body with a Content-Type that this address takes; for most that is application/json',
  ),
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: new ServiceError(
    'invalid_json',
    'The body is shorter or longer than its Content-Length says',
  ),
  FST_ERR_CTP_BODY_TOO_LARGE: new ServiceError('payload_too_large', 'The body is larger than this address takes'),
  FST_ERR_BAD_URL: new ServiceError('not_found', 'The path holds a malformed percent sequence'),
  FST_ERR_MAX_PARAM_LENGTH: new ServiceError('not_found', 'A part of the path is too long'),
}
