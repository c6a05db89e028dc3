// Says what a fault of the file or its disk asks of whoever runs the service: SQLite and Node only say what they met.
import { messagesOf, RESTORE } from '../sql/faults.ts'

/** Codes of SQLite: READONLY, IOERR, CORRUPT, FULL, CANTOPEN, NOTADB. */
const CODES: Readonly<Record<number, Fault>> = {
  8: 'denied',
  10: 'failing',
  11: 'damaged',
  13: 'full',
  14: 'denied',
  26: 'damaged',
}
const SYSTEM_CODES: Readonly<Record<string, Fault>> = {
  EACCES: 'denied',
  EPERM: 'denied',
  EROFS: 'denied',
  EEXIST: 'noFolder',
  ENOTDIR: 'noFolder',
  ENOSPC: 'full',
  EDQUOT: 'full',
  EIO: 'failing',
}

type Fault = 'denied' | 'failing' | 'damaged' | 'full' | 'noFolder'

/**
 * @param file what was opened, read or written
 * @returns an error that names the file and what mends it; any error that is no fault of a file as it is
 */
export function explainFault(error: unknown, file: string): unknown {
  const fault = faultOf(error)
  return fault === undefined ? error : new Error(sentenceOf(fault, file, messagesOf(error as Error)))
}

/** True where a file is no sound database. */
export function isDamage(error: unknown): boolean {
  return faultOf(error) === 'damaged'
}

/** SQLite's primary result code, or undefined where the error is not SQLite's. */
export function codeOf(error: unknown): number | undefined {
  const code = (error as { errcode?: number } | undefined)?.errcode
  return code === undefined ? undefined : code & 0xff
}

function faultOf(error: unknown): Fault | undefined {
  if (!(error instanceof Error)) return undefined
  const code = codeOf(error)
  const { code: systemCode = '', syscall } = error as NodeJS.ErrnoException
  if (systemCode === 'ENOENT' && syscall === 'mkdir') return 'noFolder'
  const fault = code === undefined ? SYSTEM_CODES[systemCode] : CODES[code]
  // A step of the schema that fails names its cause.
  return fault ?? faultOf(error.cause)
}

function sentenceOf(fault: Fault, file: string, said: string): string {
  switch (fault) {
    case 'denied':
      return (
        `${file} cannot be opened for writing (${said}). The data folder and all files in it must belong to the user who ` +
        'runs Aside, on a disk that is not read-only.'
      )
    case 'failing':
      return `The disk fails at ${file} (${said}). Look into the log of the system; mend the disk, then start again.`
    case 'damaged':
      return `The database ${file} is damaged (${said}). ${RESTORE}`
    case 'full':
      return `The disk has no room for ${file} (${said}). Make room, then start again; nothing that was recorded is lost.`
    case 'noFolder':
      return `${file} cannot be there (${said}). Set ASIDE_DATA_DIR to a folder, or to one that may be made.`
  }
}
