// Whether whoever asks has the answer already, by the tags that `If-None-Match` names.

/** A proxy that packs what it passes on makes a tag weak, which is good enough: nothing is put together from parts here. */
export function isKnownTag(ifNoneMatch: string | undefined, etag: string): boolean {
  return (ifNoneMatch ?? '').split(',').some((tag) => ['*', etag].includes(tag.trim().replace(/^W\//, '')))
}
