// The names under which files call the fields of an ad: ours, in any spelling, and those of Google Merchant feeds.

/** The ad field that a column or element stands for, or undefined where it is none of ours. */
export function adFieldOf(name: string): string | undefined {
  return FIELDS.get(
    name
      .trim()
      .toLowerCase()
      .replace(/^g:/, '')
      .replace(/[\s_-]/g, ''),
  )
}

const FIELDS = new Map([
  ['id', 'id'],
  ['title', 'title'],
  ['description', 'description'],
  ['summary', 'description'],
  ['landingurl', 'landingUrl'],
  ['link', 'landingUrl'],
  ['url', 'landingUrl'],
  ['imageurl', 'imageUrl'],
  ['imagelink', 'imageUrl'],
  ['imagealt', 'imageAlt'],
  ['price', 'price'],
  ['saleprice', 'salePrice'],
  ['brand', 'brand'],
  ['ctatext', 'ctaText'],
  ['keywords', 'keywords'],
  ['categories', 'categories'],
  ['category', 'categories'],
  ['producttype', 'productType'],
  ['googleproductcategory', 'googleProductCategory'],
  ['formats', 'formats'],
  ['language', 'language'],
])
