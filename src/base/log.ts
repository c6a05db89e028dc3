// Logs are JSON lines of allow-listed fields; on a terminal they are drawn for people.
import { pino, type Logger } from 'pino'

export type Log = Logger

/** Only a terminal has it loaded. */
const pretty = process.stdout.isTTY ? (await import('pino-pretty')).default : undefined

/** @param level a pino level: trace, debug, info, warn, error, fatal or silent */
export function createLog({ level, name }: { level: string; name: string }): Log {
  const options = { level, name, base: { name }, timestamp: pino.stdTimeFunctions.isoTime }
  return pretty ? pino(options, pretty({ ignore: 'name', sync: true })) : pino(options)
}
