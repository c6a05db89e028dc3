// A bar for long work, drawn on standard error where a person watches; elsewhere it says nothing.
import cliProgress from 'cli-progress'
import type { Terminal } from './terminal.ts'

export interface Progress {
  /** How far it is, in units of `total`. */
  set(done: number): void
  stop(): void
}

interface Work {
  readonly label: string
  readonly unit: 'bytes' | 'share'
  readonly total: number | undefined
}

/** @param work.total undefined where the end is not known: then only what is done is shown */
export function startProgress(terminal: Pick<Terminal, 'showsProgress'>, work: Work): Progress {
  if (!terminal.showsProgress) return { set() {}, stop() {} }
  const show = work.unit === 'bytes' ? readableBytes : (value: number) => `${Math.round(value * 100)} %`
  const bar = new cliProgress.SingleBar({
    stream: process.stderr,
    clearOnComplete: true,
    hideCursor: false, // or a stop would leave the terminal without one
    etaBuffer: 50,
    format: formatOf(work),
    formatValue: (value, _options, type) => (type === 'value' ? show(value) : String(value)),
  })
  bar.start(work.total ?? 1, 0)
  return { set: (done) => bar.update(done), stop: () => bar.stop() }
}

/** What is drawn, in the words of `cli-progress`; of a share the percentage says it all. */
export function formatOf({ label, unit, total }: Work): string {
  if (total === undefined) return `${label} {value}`
  const done = unit === 'share' ? '{percentage} %' : '{percentage} %  {value}'
  return `${label} {bar} ${done}  {duration_formatted}, {eta_formatted} to go`
}

function readableBytes(bytes: number): string {
  if (bytes < 1_000_000) return `${(bytes / 1_000).toFixed(0)} kB`
  return bytes < 1_000_000_000 ? `${(bytes / 1_000_000).toFixed(1)} MB` : `${(bytes / 1_000_000_000).toFixed(2)} GB`
}
