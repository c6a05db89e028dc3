// Checks the name of an advertiser or a publisher, which people read beside ads, and of a campaign, which stands in reports of both.
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
