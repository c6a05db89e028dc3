// Checks the name of somebody whom people read about beside an ad: its advertiser, and the publisher that shows it.
import { invalid } from '../../domain/errors.ts'
import { faultOfShownText, plainText } from '../../domain/shown-text.ts'

/** The name as it is kept, made plain. @throws ServiceError validation_error */
export function checkName(name: string): string {
  const plain = plainText(name)
  if (plain === '') throw invalid('name', 'must not be empty', 'minLength')
  const hidden = faultOfShownText(plain)
  if (hidden !== undefined) throw invalid('name', hidden, 'characters')
  return plain
}
