// What became of an import, on the wire.
import { oneOf, warningsOf } from './common.ts'
import { Type } from '../../doors/type.ts'

export const importResultSchema = Type.Object({
  imported: Type.Integer(),
  updated: Type.Integer(),
  unchanged: Type.Integer(),
  rejected: Type.Integer({ description: 'Lines of which nothing was kept.' }),
  archived: Type.Integer({ description: 'With `missing=archive`: ads that the file does not name.' }),
  pending: Type.Integer({ description: 'Of the imported and updated ones, those that wait for an operator.' }),
  errors: Type.Array(
    Type.Object({
      line: Type.Integer(),
      externalId: Type.Optional(
        Type.String({ description: 'The id that the line gives its ad, if it could be read.' }),
      ),
      title: Type.Optional(Type.String()),
      field: Type.String({ description: 'Of the ad; empty where the whole line is at fault.' }),
      column: Type.Optional(
        Type.String({
          description: 'What the file calls the field, where that is another name, such as `g:image_link`.',
        }),
      ),
      message: Type.String(),
    }),
  ),
  errorsTruncated: Type.Boolean(),
  warnings: warningsOf(
    'Fields of NDJSON and columns of CSV that were ignored, and words that were not known, each once, and ads that wait for an operator because of their words (`held_for_review`); the first 20 each. Also that a file holds no ads, and why none that it does not name was archived (`missing_kept`).',
  ),
  review: oneOf(['approved', 'pending'], {
    description: 'Whether new and changed ads are shown at once, or once a person approved them.',
  }),
})
