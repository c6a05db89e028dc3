// The one table of settings and the only reader of the environment; all faults are reported together, at start.

export interface Config {
  readonly port: number
  readonly host: string
  readonly baseUrl: string
  readonly mcpUrl: string
  readonly allowedHosts: readonly string[]
  readonly allowedOrigins: readonly string[]
  readonly currency: string
  readonly dataDir: string
  readonly adminKey: string | undefined
  readonly signingKeys: readonly string[]
  readonly demo: 'auto' | 'on' | 'off'
  readonly workers: number
  readonly clockSpeed: number
  readonly trustProxy: readonly string[]
  readonly trafficFilter: 'on' | 'report' | 'auto'
  readonly rateLimit: boolean
  readonly manualReview: boolean
  readonly logLevel: string
}
