// /demo: the pictures and landing pages of the sample ads, so that a first click leads somewhere.
import type { FastifyInstance } from 'fastify'
import type { Sample, SampleAd } from '../../actions/sample/read-sample.ts'
import { ServiceError } from '../../domain/errors.ts'
import { landingPageHtml, type LandingProduct } from '../demo/landing-page.ts'
import { productImageSvg } from '../demo/product-image.ts'

export interface DemoDeps {
  /** Absent where the sample is not shown. */
  readonly sample?: Sample
}

export function registerDemo(app: FastifyInstance, { sample }: DemoDeps): void {
  if (sample === undefined) return
  const products = new Map(
    sample.advertisers.flatMap(({ domain, campaigns }) =>
      campaigns.flatMap(({ ads }) => ads.map((ad) => [ad.id, productOf(ad, domain)] as const)),
    ),
  )
  const find = (id: string): LandingProduct => {
    const product = products.get(id)
    if (!product) throw new ServiceError('not_found', 'There is no such sample product')
    return product
  }

  app.get<{ Params: { file: string } }>('/demo/i/:file', { schema: { hide: true } }, async (request, reply) => {
    const svg = productImageSvg(find(/^(.+)\.svg$/.exec(request.params.file)?.[1] ?? ''))
    reply.headers({ ...HEADERS, 'content-security-policy': "default-src 'none'" }).type('image/svg+xml; charset=utf-8')
    return Buffer.from(svg)
  })
  app.get<{ Params: { id: string } }>('/demo/p/:id', { schema: { hide: true } }, async (request, reply) => {
    const html = landingPageHtml(find(request.params.id))
    const policy = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'"
    reply.headers({ ...HEADERS, 'content-security-policy': policy }).type('text/html; charset=utf-8')
    return Buffer.from(html)
  })
}

const HEADERS = { 'cache-control': 'public, max-age=3600', 'x-content-type-options': 'nosniff' }

function productOf(ad: SampleAd, domain: string): LandingProduct {
  const { id, title, description, price, brand, imageAlt, language } = ad
  return { id, title, description, price, brand, imageAlt, language, category: ad.categories[0], domain }
}
